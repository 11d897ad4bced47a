import HoldfastTrust
import HoldfastX509

extension OkHttpPins {
    /// Kotlin source code that makes a `CertificatePinner`.
    static func source(_ pins: ExchangedPins, _ notes: inout [PinNote]) -> String {
        var written: [HostPattern: [Pin]] = [:]
        var lines = ["CertificatePinner.Builder()"]
        for pattern in pins.patterns {
            let place = "\(pattern)"
            if pins.reportURIs[pattern] != nil { notes.append(PinNote(.cannotExpress, "report URIs", at: place)) }
            guard let rule = pins.hosts.rules[pattern] else { continue }
            guard case .pinned(let set) = rule else {
                notes.append(
                    PinNote(
                        .cannotExpress,
                        "that servers are taken out of what a wider pattern says: they are pinned there",
                        at: place))
                continue
            }
            guard set.enforcement == .enforce else {
                notes.append(.onlyReporting(at: place))
                continue
            }
            if set.expiry != nil {
                notes.append(
                    PinNote(.cannotExpress, "an end: the pins hold for as long as the program does", at: place))
            }
            guard let keys = PinnedKeys(set, of: place, &notes) else { continue }
            written[pattern] = keys.pins
            let texts = keys.pins.map { "\"\($0)\"" }.joined(separator: ", ")
            lines.append("    .add(\"\(pattern)\", \(texts))")
        }
        for (pattern, pins) in written.sorted(by: { $0.key.description < $1.key.description }) {
            for (other, more) in written.sorted(by: { $0.key.description < $1.key.description })
            where other != pattern && other.meets(pattern) && !Set(more).isSubset(of: pins) {
                notes.append(
                    PinNote(
                        .cannotExpress,
                        "that its pins alone count: OkHttp takes those of \(other) for these servers too",
                        at: "\(pattern)"))
            }
        }
        return (lines + ["    .build()", ""]).joined(separator: "\n")
    }
}

extension HostPattern {
    /// Whether another pattern that is less specific has servers of this one.
    fileprivate func meets(_ narrower: HostPattern) -> Bool {
        if contains(narrower) { return true }
        // `*.c` and `**.b.c` have b.c in common.
        guard case .withSubdomains(let domain) = narrower, let name = try? ServerName(domain.text) else { return false }
        return matches(name)
    }
}
