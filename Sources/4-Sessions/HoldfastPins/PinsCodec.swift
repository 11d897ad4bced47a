package import HoldfastJSON
package import HoldfastStatements
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

    /// The names of a pin that is an object.
    package enum PinName: String, CaseIterable { case pin, label, backup }

    private enum Backup: String, CaseIterable { case required, waived }

    /// Reads a rule, which is an exclusion or a set of pins; nil where a problem was reported.
    ///
    /// - Parameter notation: becomes that of the pins.
    package static func rule(
        of place: DocumentPlace, _ reader: inout DocumentReader, _ notation: inout PinNotation
    ) -> PinnedHosts.Rule? {
        if let text = place.value.text {
            if text == excluded { return .excluded }
            return reader.refuse(
                PinsCodecSentence.noSet(JSONText.excerpt(text)), at: place,
                advice: PinsCodecAdvice.writeObject(or: excluded))
        }
        return set(of: place, &reader, &notation).map { .pinned($0) }
    }

    private static func set(
        of place: DocumentPlace, _ reader: inout DocumentReader, _ notation: inout PinNotation
    ) -> PinSet? {
        let problems = reader.count
        guard let members = reader.members(of: place, named: Name.self) else { return nil }
        var lists: [PinSet.Group: [Pin]] = [:]
        var labels: [Pin: PinLabel] = [:]
        for group in PinSet.Group.allCases {
            if let place = members[Name(group)] { lists[group] = pins(of: place, &reader, &labels) }
        }
        let groups = lists.mapValues { Set($0) }
        notation = PinNotation(PinSet.Group.allCases.compactMap { lists[$0] }, labels: labels)
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

    private static func pins(
        of place: DocumentPlace, _ reader: inout DocumentReader, _ labels: inout [Pin: PinLabel]
    ) -> [Pin]? {
        guard let items = reader.items(of: place, limit: PinSet.maximumPins) else { return nil }
        if items.isEmpty {
            reader.report(PinsCodecSentence.emptyList, at: place, advice: PinsCodecAdvice.leaveListOut)
        }
        var pins: [Pin] = []
        var seen: Set<Pin> = []
        for item in items {
            guard let (pin, label) = pin(of: item, &reader) else { continue }
            guard seen.insert(pin).inserted else {
                reader.report(PinsCodecSentence.repeatedPin, at: item)
                continue
            }
            pins.append(pin)
            guard let label else { continue }
            if let other = labels.updateValue(label, forKey: pin), other != label {
                reader.report(PinsCodecSentence.otherLabel, at: item)
            }
        }
        return pins
    }

    /// Reads a pin, which is a text, or an object with the text and a label.
    private static func pin(
        of place: DocumentPlace, _ reader: inout DocumentReader
    ) -> (pin: Pin, label: PinLabel?)? {
        guard case .object = place.value.content else { return pin(inTextOf: place, &reader).map { ($0, nil) } }
        // Pins are sorted when they are written, and a comment has its place by a path: labels go with the pin.
        let members = reader.members(of: place, named: PinName.self, required: [.pin], hasComment: false)
        let pin = members?[.pin].flatMap { self.pin(inTextOf: $0, &reader) }
        let text = members?[.label].flatMap { reader.text(of: $0) }
        let isBackup = members?[.backup].flatMap { reader.truth(of: $0) } ?? false
        let label = PinLabel(text, isBackup: isBackup)
        if let text, label == nil, let place = members?[.label] {
            reader.report(
                text.isEmpty ? PinsCodecSentence.emptyLabel : .noLabel, at: place,
                advice: PinsCodecAdvice.writeLine(length: PinLabel.maximumLength))
        }
        return pin.map { ($0, label) }
    }

    private static func pin(inTextOf place: DocumentPlace, _ reader: inout DocumentReader) -> Pin? {
        guard let text = reader.text(of: place) else { return nil }
        do throws(PinError) {
            return try Pin(text)
        } catch {
            return reader.refuse(error, at: place)
        }
    }

    private static func expiry(
        of members: [Name: DocumentPlace], at place: DocumentPlace, _ reader: inout DocumentReader
    ) -> PinExpiry? {
        let end = members[.expires].flatMap { reader.instant(of: $0) }
        let mode = members[.afterExpiry].flatMap { reader.word(of: $0, from: PinExpiry.Mode.self) }
        switch (members[.expires], members[.afterExpiry]) {
        case (let expires?, nil):
            reader.report(
                PinsCodecSentence.noAfterExpiry, at: expires, advice: PinsCodecAdvice.afterExpiry)
        case (nil, let afterExpiry?):
            reader.report(PinsCodecSentence.noExpires, at: afterExpiry, advice: PinsCodecAdvice.leaveOutOrSay)
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
                error, at: members[Name(group)] ?? place, advice: PinsCodecAdvice.addBackup)
        case .empty: reader.report(error, at: place, advice: PinsCodecAdvice.nameGroups)
        case .tooMany: reader.report(error, at: place)
        }
    }

    /// A rule as the JSON that is written for it.
    package static func draft(
        of rule: PinnedHosts.Rule, _ notation: PinNotation = PinNotation()
    ) -> JSONDraft {
        switch rule {
        case .excluded: .text(excluded)
        case .pinned(let set): draft(of: set, notation)
        }
    }

    /// A set of pins as the JSON that is written for it: the same text for equal sets of one notation.
    package static func draft(of set: PinSet, _ notation: PinNotation = PinNotation()) -> JSONDraft {
        var members: [(name: Name, value: JSONDraft)] = []
        for group in PinSet.Group.allCases where !set.pins(of: group).isEmpty {
            let pins = notation.sorted(set.pins(of: group))
            members.append((Name(group), .list(pins.map { draft(of: $0, notation.labels[$0]) })))
        }
        if set.enforcement != .enforce { members.append((.enforcement, .text(set.enforcement.rawValue))) }
        if let expiry = set.expiry {
            members.append((.expires, .text(expiry.end.description)))
            members.append((.afterExpiry, .text(expiry.mode.rawValue)))
        }
        if !groupsWithoutBackup(of: set).isEmpty {
            members.append((.backup, .text(Backup.waived.rawValue)))
        }
        return .members(members.map { ($0.name.rawValue, $0.value) })
    }

    /// The groups with a single pin, for which the backup is waived where the set is written.
    static func groupsWithoutBackup(of set: PinSet) -> [PinSet.Group] {
        PinSet.Group.allCases.filter { set.pins(of: $0).count == 1 }
    }

    private static func draft(of pin: Pin, _ label: PinLabel?) -> JSONDraft {
        guard let label else { return .text(pin.description) }
        var members: [(name: PinName, value: JSONDraft)] = [(.pin, .text(pin.description))]
        if let text = label.text { members.append((.label, .text(text))) }
        if label.isBackup { members.append((.backup, .truth(true))) }
        return .members(members.map { ($0.name.rawValue, $0.value) })
    }
}

extension DocumentReader {
    /// Reads a time that can be written again as it was read.
    package mutating func instant(of place: DocumentPlace) -> Instant? {
        guard let text = text(of: place) else { return nil }
        if let instant = Instant(rfc3339: text), Instant(rfc3339: instant.description) == instant { return instant }
        return refuse(PinsCodecSentence.noTime(JSONText.excerpt(text)), at: place, advice: PinsCodecAdvice.writeTime)
    }

    /// Reports what is wrong with a value that is then not read.
    package mutating func refuse<Value>(
        _ fault: any Sentence, at place: DocumentPlace, advice: (any Sentence)? = nil
    ) -> Value? {
        report(fault, at: place, advice: advice)
        return nil
    }
}
