import HoldfastTrust
import HoldfastX509

extension ApplePins {
    private typealias Fields = [(key: String, value: PropertyListValue)]

    /// An Info.plist's part with `NSAppTransportSecurity`.
    ///
    /// - Parameter anywhere: which group pins become that may stand anywhere in the chain, for which Apple has no
    ///   words.
    static func plist(
        _ pins: ExchangedPins, anywhereAs anywhere: PinSet.Group?, _ notes: inout [PinNote]
    ) -> PropertyListValue {
        for pattern in pins.patterns where pins.reportURIs[pattern] != nil {
            notes.add(.cannotExpress, .reportURIs, at: "\(pattern)")
        }
        let rules = pins.hosts.rules
        var domains: Fields = []
        var written: [HostPattern] = []
        for (name, reach) in reaches(Array(rules.keys), rules, .pins, losing: \.set, &notes) {
            guard let set = rules[reach.pattern]?.set else { continue }
            guard var fields = fields(set, pins.notation(reach.pattern), of: "\(reach.pattern)", anywhere, &notes)
            else { continue }
            if reach.includesSubdomains { fields.append((includesSubdomains, .flag(true))) }
            domains.append((name, .dictionary(fields)))
            written += reach.patterns
        }
        for pattern in pins.patterns where rules[pattern] == .excluded {
            notes.append(
                ExchangedPins.stillPinned(pattern, by: written)
                    ?? PinNote(.cannotExpress, .takenOut, at: "\(pattern)"))
        }
        var exceptions: Fields = []
        for (name, reach) in reaches(
            Array(pins.minimumTLS.keys), pins.minimumTLS, .leastTLS, losing: { _ in nil }, &notes)
        {
            guard let version = pins.minimumTLS[reach.pattern] else { continue }
            var fields: Fields = [(minimumTLS, .text("TLSv\(version)"))]
            if reach.includesSubdomains { fields.append((includesSubdomains, .flag(true))) }
            exceptions.append((name, .dictionary(fields)))
        }
        var values: Fields = [(Self.domains, .dictionary(domains))]
        if !exceptions.isEmpty { values.append((Self.exceptions, .dictionary(exceptions))) }
        return .dictionary([(settings, .dictionary(values))])
    }

    private struct Reach {
        let pattern: HostPattern
        let includesSubdomains: Bool

        /// The servers that Apple takes it for: with subdomains those of "one additional path component".
        var patterns: [HostPattern] {
            guard let domain = pattern.domain, let name = try? ServerName(domain.text) else {
                guard includesSubdomains, case .host(.dns(let name)) = pattern else { return [pattern] }
                return [pattern, .oneLabelBelow(name)]
            }
            return [.host(name)] + (includesSubdomains ? [.oneLabelBelow(domain)] : [])
        }
    }

    /// The names that something stands under: two patterns that say the same of a domain are one there.
    ///
    /// - Parameter pins: the pins that are lost where a value is left out; nil where it has none.
    private static func reaches<Value: Equatable>(
        _ patterns: [HostPattern], _ values: [HostPattern: Value], _ what: PinNoteSentence.Reaching,
        losing pins: (Value) -> PinSet?,
        _ notes: inout [PinNote]
    ) -> [(String, Reach)] {
        func leftOut(_ pattern: HostPattern, _ scope: PinNoteSentence.Scope) -> PinNote {
            let isLoss = values[pattern].flatMap(pins) != nil
            return PinNote(isLoss ? .unpinned : .cannotExpress, .reach(what, scope), at: "\(pattern)")
        }
        var found: [(String, Reach)] = []
        for pattern in patterns.sorted(by: { $0.description < $1.description }) {
            switch pattern {
            case .host(.ip):
                notes.append(leftOut(pattern, .address))
            case .host(.dns(let name)):
                let below = values[.oneLabelBelow(name)]
                found.append((name.text, Reach(pattern: pattern, includesSubdomains: below == values[pattern])))
            case .oneLabelBelow(let domain):
                guard let own = (try? ServerName(domain.text)).flatMap({ values[.host($0)] }), own == values[pattern]
                else {
                    notes.append(leftOut(pattern, .below))
                    continue
                }
            case .withSubdomains(let domain):
                let hasOwn = (try? ServerName(domain.text)).map { values[.host($0)] != nil } ?? false
                notes.append(
                    hasOwn
                        ? leftOut(pattern, .belowAndOthers)
                        : PinNote(
                            .cannotExpress, .reachesFurther(what),
                            at: "\(pattern)"))
                if !hasOwn { found.append((domain.text, Reach(pattern: pattern, includesSubdomains: true))) }
            }
        }
        return found
    }

    private static func fields(
        _ set: PinSet, _ notation: PinNotation, of place: String, _ anywhere: PinSet.Group?, _ notes: inout [PinNote]
    ) -> Fields? {
        guard set.enforcement == .enforce else {
            notes.append(.onlyReporting(at: place))
            return nil
        }
        var groups: [PinSet.Group: Set<Pin>] = [.leaf: set.leaf, .authorities: set.authorities]
        if !set.anywhere.isEmpty {
            guard let anywhere, groups[anywhere]?.isEmpty ?? false else {
                notes.add(.unpinned, .anywhere, at: place)
                return nil
            }
            notes.add(.cannotExpress, .nowFor(anywhere), at: place)
            groups[anywhere] = set.anywhere
        }
        if set.expiry != nil { notes.add(.cannotExpress, .endless, at: place) }
        var fields: Fields = []
        for (group, key) in [(PinSet.Group.authorities, authorities), (.leaf, leaf)] {
            guard let pins = groups[group], !pins.isEmpty else { continue }
            guard let keys = PinnedKeys.keys(pins, notation, of: place, &notes) else {
                notes.add(.unpinned, .groupWithout(group), at: place)
                return nil
            }
            let items = keys.map { pin in
                PropertyListValue.dictionary([(hash, .text(String(pin.base64)))]).labelled(notation.labels[pin])
            }
            fields.append((key, .list(items)))
        }
        return fields
    }
}

extension PinnedHosts.Rule {
    /// The pins; nil for an exclusion.
    var set: PinSet? { if case .pinned(let set) = self { set } else { nil } }
}
