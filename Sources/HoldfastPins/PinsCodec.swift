package import HoldfastJSON
package import HoldfastTrust
package import HoldfastX509

/// The JSON form of what is said about a server's pins: `"excluded"`, or an object of pins and of how long they hold.
///
/// One form for the policy file, for signed updates, and for what is imported and exported.
package enum PinsCodec {
    /// The names of the object, in the order in which they are written.
    package enum Name: String, CaseIterable {
        case anywhere, leaf, authorities, enforcement, expires, afterExpiry, backup

        init(_ group: PinSet.Group) {
            switch group {
            case .anywhere: self = .anywhere
            case .leaf: self = .leaf
            case .authorities: self = .authorities
            }
        }
    }

    /// The text for a server that is not pinned, whatever a wider pattern says.
    package static let excluded = "excluded"

    private enum Backup: String, CaseIterable { case required, waived }

    /// Reads a rule, which is an exclusion or a set of pins; nil where a problem was reported.
    package static func rule(of place: DocumentPlace, _ reader: inout DocumentReader) -> PinnedHosts.Rule? {
        if let text = place.value.text {
            if text == excluded { return .excluded }
            reader.report(
                "'\(JSONText.excerpt(text))' is no set of pins", at: place,
                hint: "write an object, or \"\(excluded)\" for a server without pins")
            return nil
        }
        return set(of: place, &reader).map { .pinned($0) }
    }

    /// Reads a set of pins; nil where a problem was reported.
    package static func set(of place: DocumentPlace, _ reader: inout DocumentReader) -> PinSet? {
        let problems = reader.count
        guard let members = reader.members(of: place, named: Name.self) else { return nil }
        var groups: [PinSet.Group: Set<Pin>] = [:]
        for group in PinSet.Group.allCases {
            if let place = members[Name(group)] { groups[group] = pins(of: place, &reader) }
        }
        let enforcement = members[.enforcement].map { reader.word(of: $0, from: PinSet.Enforcement.self) }
        let expiry = expiry(of: members, at: place, &reader)
        let backup = members[.backup].map { reader.word(of: $0, from: Backup.self) }
        guard reader.count == problems else { return nil }
        do throws(PinSetError) {
            return try PinSet(
                anywhere: groups[.anywhere] ?? [], leaf: groups[.leaf] ?? [], authorities: groups[.authorities] ?? [],
                enforcement: (enforcement ?? nil) ?? .enforce, expiry: expiry,
                backup: backup == .some(.waived) ? .waived : .required)
        } catch {
            report(error, members, at: place, &reader)
            return nil
        }
    }

    private static func pins(of place: DocumentPlace, _ reader: inout DocumentReader) -> Set<Pin>? {
        guard let items = reader.items(of: place, limit: PinSet.maximumPins) else { return nil }
        if items.isEmpty {
            reader.report("the list is empty", at: place, hint: "leave it out where nothing is asked for")
        }
        var pins: Set<Pin> = []
        for item in items {
            guard let text = reader.text(of: item) else { continue }
            do throws(PinError) {
                let isNew = pins.insert(try Pin(text)).inserted
                if !isNew { reader.report("the pin stands in the list already", at: item) }
            } catch {
                reader.report(error.description, at: item)
            }
        }
        return pins
    }

    private static func expiry(
        of members: [Name: DocumentPlace], at place: DocumentPlace, _ reader: inout DocumentReader
    ) -> PinExpiry? {
        let end = members[.expires].flatMap { reader.instant(of: $0) }
        let mode = members[.afterExpiry].flatMap { reader.word(of: $0, from: PinExpiry.Mode.self) }
        switch (members[.expires], members[.afterExpiry]) {
        case (let expires?, nil):
            reader.report(
                "pins that end need afterExpiry", at: expires,
                hint: "open: judged without pins; warn: the same with a warning; closed: refused")
        case (nil, let afterExpiry?):
            reader.report("pins without expires never end", at: afterExpiry, hint: "leave it out, or say when they end")
        default: break
        }
        guard let end, let mode else { return nil }
        return PinExpiry(end, then: mode)
    }

    private static func report(
        _ error: PinSetError, _ members: [Name: DocumentPlace], at place: DocumentPlace,
        _ reader: inout DocumentReader
    ) {
        switch error {
        case .noBackup(let group):
            reader.report(
                error.description, at: members[Name(group)] ?? place,
                hint: "add the pin of a key that is kept elsewhere, or say \"backup\": \"waived\"")
        case .empty: reader.report(error.description, at: place, hint: "name them in anywhere, leaf or authorities")
        case .tooMany: reader.report(error.description, at: place)
        }
    }

    /// A rule as the JSON that is written for it.
    package static func draft(of rule: PinnedHosts.Rule) -> JSONDraft {
        switch rule {
        case .excluded: .text(excluded)
        case .pinned(let set): draft(of: set)
        }
    }

    /// A set of pins as the JSON that is written for it: the same text for equal sets.
    package static func draft(of set: PinSet) -> JSONDraft {
        var members: [(name: Name, value: JSONDraft)] = []
        for group in PinSet.Group.allCases where !set.pins(of: group).isEmpty {
            let texts = set.pins(of: group).map(\.description).sorted()
            members.append((Name(group), .list(texts.map { .text($0) })))
        }
        if set.enforcement != .enforce { members.append((.enforcement, .text(set.enforcement.rawValue))) }
        if let expiry = set.expiry {
            members.append((.expires, .text(expiry.end.description)))
            members.append((.afterExpiry, .text(expiry.mode.rawValue)))
        }
        if PinSet.Group.allCases.contains(where: { set.pins(of: $0).count == 1 }) {
            members.append((.backup, .text(Backup.waived.rawValue)))
        }
        return .members(members.map { ($0.name.rawValue, $0.value) })
    }
}

extension DocumentReader {
    /// Reads a time that can be written again as it was read.
    package mutating func instant(of place: DocumentPlace) -> Instant? {
        guard let text = text(of: place) else { return nil }
        if let instant = Instant(rfc3339: text), Instant(rfc3339: instant.description) == instant { return instant }
        report(
            "'\(JSONText.excerpt(text))' is no time", at: place, hint: "write it as 2027-01-31T00:00:00Z (RFC 3339)")
        return nil
    }
}
