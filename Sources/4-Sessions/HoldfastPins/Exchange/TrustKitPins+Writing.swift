import HoldfastTrust
import HoldfastX509

extension TrustKitPins {
    /// An Info.plist's part for TrustKit, with `TSKConfiguration`.
    ///
    /// TrustKit checks it when it starts and raises an exception, which ends the program (parse_configuration.m): where
    /// no domain is pinned, for a name outside of every registry, for fewer than two different pins that are enforced.
    static func plist(
        _ pins: ExchangedPins, publicSuffixes: PublicSuffixes?, _ notes: inout [PinNote]
    ) -> PropertyListValue {
        // Both patterns of a domain are one key there.
        var domains: [String: [(key: String, value: PropertyListValue)]] = [:]
        var written: [HostPattern] = []
        var unsaid: [HostPattern] = []
        let rules = pins.simplified
        for pattern in pins.patterns {
            let place = "\(pattern)"
            guard let rule = rules[pattern] else {
                if pins.reportURIs[pattern] != nil { notes.add(.cannotExpress, .reportURIsWithoutPins, at: place) }
                continue
            }
            // A domain that is excluded there is so by its very name.
            if rule == .excluded, pattern.domain != nil { unsaid.append(pattern) }
            guard let name = name(of: pattern, rule, &notes) else { continue }
            guard
                let keys = keys(
                    rule, pins.notation(pattern), of: pattern, pins.reportURIs[pattern] ?? [], &notes)
            else { continue }
            guard domains[name] == nil else {
                notes.append(.leftOut(.secondEntry(name: name), rule, place))
                continue
            }
            if PrivateNames.isInternal(name, publicSuffixes) { notes.add(.fatal, .internalName, at: place) }
            domains[name] = keys
            if rule.set?.enforcement == .enforce { written.append(pattern) }
        }
        notes += unsaid.compactMap { ExchangedPins.stillPinned($0, by: written) }
        if domains.isEmpty { notes.add(.fatal, .noDomain, at: TrustKitKeys.domains) }
        let entries = domains.sorted { $0.key < $1.key }.map { ($0.key, PropertyListValue.dictionary($0.value)) }
        return .dictionary([
            (
                TrustKitKeys.configuration,
                .dictionary([
                    (TrustKitKeys.swizzle, .flag(false)), (TrustKitKeys.ignoreUserAnchors, .flag(false)),
                    (TrustKitKeys.domains, .dictionary(entries)),
                ])
            )
        ])
    }

    /// The name that a pattern stands under; nil where TrustKit has none for it.
    private static func name(
        of pattern: HostPattern, _ rule: PinnedHosts.Rule, _ notes: inout [PinNote]
    ) -> String? {
        switch pattern {
        case .host(.ip):
            notes.append(.leftOut(.address, rule, "\(pattern)"))
            return nil
        case .oneLabelBelow:
            notes.append(.leftOut(.oneLabel, rule, "\(pattern)"))
            return nil
        case .host(.dns(let name)): return name.text
        case .withSubdomains(let domain): return domain.text
        }
    }

    private static func keys(
        _ rule: PinnedHosts.Rule, _ notation: PinNotation, of pattern: HostPattern, _ reportURIs: [String],
        _ notes: inout [PinNote]
    ) -> [(key: String, value: PropertyListValue)]? {
        let place = "\(pattern)"
        guard case .pinned(let set) = rule else {
            if case .withSubdomains = pattern { notes.add(.cannotExpress, .onlyItself, at: place) }
            return [(TrustKitKeys.exclude, .flag(true))]
        }
        guard let keys = PinnedKeys(set, notation, of: place, &notes) else { return nil }
        if keys.pins.count < 2, set.enforcement == .enforce { notes.add(.fatal, .singlePin, at: place) }
        let hashes = keys.pins.map { pin in
            PropertyListValue.text(String(pin.base64)).labelled(notation.labels[pin])
        }
        var values: [(key: String, value: PropertyListValue)] = [
            (TrustKitKeys.hashes, .list(hashes)),
            (TrustKitKeys.enforce, .flag(set.enforcement == .enforce)),
            (TrustKitKeys.disableDefaultReportURI, .flag(true)),
        ]
        if case .withSubdomains = pattern { values.append((TrustKitKeys.includeSubdomains, .flag(true))) }
        if let expiry = set.expiry {
            values.append((TrustKitKeys.expiration, .text(PinDate.text(expiry.end))))
            PinNote.expiry(expiry, of: place, &notes)
        }
        if !reportURIs.isEmpty {
            values.append((TrustKitKeys.reportURIs, .list(reportURIs.map { .text($0) })))
        }
        return values
    }
}
