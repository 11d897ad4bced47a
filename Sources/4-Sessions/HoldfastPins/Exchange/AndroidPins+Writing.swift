import HoldfastTrust
import HoldfastX509

extension AndroidPins {
    /// A whole network security configuration.
    static func xml(_ pins: ExchangedPins, _ notes: inout [PinNote]) -> String {
        var lines = ["<?xml version=\"1.0\" encoding=\"utf-8\"?>", "<network-security-config>"]
        var seen: Set<String> = []
        var written: [HostPattern] = []
        var unsaid: [HostPattern] = []
        let rules = pins.simplified
        for pattern in pins.patterns {
            let place = "\(pattern)"
            let reportURIs = pins.reportURIs[pattern] ?? []
            guard let rule = rules[pattern] else {
                if !reportURIs.isEmpty { notes.add(.cannotExpress, .reportURIsWithoutPins, at: place) }
                continue
            }
            if case .oneLabelBelow = pattern {
                notes.append(.leftOut(.oneLabel, rule, place))
                if rule == .excluded { unsaid.append(pattern) }
                continue
            }
            guard let inside = inside(rule, pins.notation(pattern), of: place, reportURIs, &notes) else { continue }
            // Android takes a domain once.
            guard seen.insert(pattern.domainText).inserted else {
                notes.append(.leftOut(.secondEntry(name: pattern.domainText), rule, place))
                if rule == .excluded { unsaid.append(pattern) }
                continue
            }
            var includes = ""
            if case .withSubdomains = pattern { includes = " includeSubdomains=\"true\"" }
            lines += ["  <domain-config>", "    <domain\(includes)>\(XMLText.escaped(pattern.domainText))</domain>"]
            lines += inside + ["  </domain-config>"]
            if rule != .excluded { written.append(pattern) }
        }
        notes += unsaid.compactMap { ExchangedPins.stillPinned($0, by: written) }
        return (lines + ["</network-security-config>", ""]).joined(separator: "\n")
    }

    private static func inside(
        _ rule: PinnedHosts.Rule, _ notation: PinNotation, of place: String, _ reportURIs: [String],
        _ notes: inout [PinNote]
    ) -> [String]? {
        guard case .pinned(let set) = rule else { return [] }
        guard set.enforcement == .enforce else {
            notes.append(.onlyReporting(at: place))
            return nil
        }
        guard let keys = PinnedKeys(set, notation, of: place, &notes) else { return nil }
        var expiration = ""
        if let expiry = set.expiry {
            expiration = " expiration=\"\(PinDate.text(expiry.end))\""
            PinNote.expiry(expiry, of: place, &notes)
        }
        var lines = ["    <pin-set\(expiration)>"]
        for pin in keys.pins {
            if let label = notation.labels[pin] { lines.append("      " + XMLText.comment("\(label)")) }
            lines.append("      <pin digest=\"SHA-256\">\(pin.base64)</pin>")
        }
        lines.append("    </pin-set>")
        if !reportURIs.isEmpty {
            notes.add(.adapted, .reportURIsOfTrustKit, at: place)
            lines.append("    <trustkit-config enforcePinning=\"true\" disableDefaultReportUri=\"true\">")
            for uri in reportURIs { lines.append("      <report-uri>\(XMLText.escaped(uri))</report-uri>") }
            lines.append("    </trustkit-config>")
        }
        return lines
    }
}
