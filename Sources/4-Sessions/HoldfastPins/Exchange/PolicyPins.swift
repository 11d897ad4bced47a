import HoldfastHTTPS
import HoldfastJSON
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// Pins of our own policy file, read piece by piece, so that one wrong pin does not hide the others.
///
/// Whether the file as a whole is one, its strict reader says.
package enum PolicyPins {
    /// The schema of policy files.
    package static let schema = "holdfast.policy/1"

    static func read(
        _ bytes: [UInt8], _ problems: (_ policyFile: [UInt8]) -> [DocumentProblem]
    ) throws(PinFileError) -> PinFile {
        let root: JSONValue
        do throws(JSONValue.SyntaxError) {
            root = try JSONValue(bytes)
        } catch {
            throw PinFileError(error.fault, at: "\(error.position)")
        }
        guard root.object?["schema"]?.text == schema else {
            throw PinFileError(.schema(expected: schema))
        }
        var file = PinFile(.policy)
        file.problems = problems(bytes)
        guard case .object(let members) = root.content else { return file }
        file.comment = root.object?[DocumentReader.commentName]?.text
        for member in members
        where !["schema", "$schema", "hosts", DocumentReader.commentName].contains(member.name) {
            file.notes.add(.cannotExpress, .onlyInPolicies(member: member.name), at: "\(member.position)")
        }
        guard let hosts = root.object?["hosts"] else { return file }
        guard case .object(let patterns) = hosts.content else {
            throw PinFileError(.noObject, at: "\(hosts.position): hosts")
        }
        for pattern in patterns { file.entries.append(try entry(pattern, &file.notes)) }
        return file
    }

    private static func entry(_ member: JSONMember, _ notes: inout [PinNote]) throws(PinFileError) -> PinFile.Entry {
        let place = "\(member.position): \(JSONText.excerpt(member.name))"
        guard case .object(let members) = member.value.content else { throw PinFileError(.noObject, at: place) }
        var entry = PinFile.Entry(member.name, at: place)
        for member in members {
            switch member.name {
            case "pins": try readPins(member.value, into: &entry)
            case "reportURIs":
                guard let items = member.value.array else {
                    throw PinFileError(.noList, at: "\(member.position): reportURIs")
                }
                entry.reportURIs = items.compactMap(\.text)
            case "minimumTLS": entry.minimumTLS = member.value.text
            case DocumentReader.commentName: entry.comments[""] = member.value.text
            default:
                notes.add(.cannotExpress, .onlyInPolicies(member: JSONText.excerpt(member.name)), at: place)
            }
        }
        return entry
    }

    private static func readPins(_ value: JSONValue, into entry: inout PinFile.Entry) throws(PinFileError) {
        if value.text == PinsCodec.excluded {
            entry.isExcluded = true
            return
        }
        guard let members = value.object else {
            throw PinFileError(.noSet(PinsCodec.excluded), at: "\(value.position): pins")
        }
        for group in PinSet.Group.allCases {
            guard let list = members[group.rawValue] else { continue }
            for item in list.array ?? [] { entry.pins.append(try pin(item, group)) }
        }
        guard !entry.pins.isEmpty else { throw PinFileError(.noPin, at: "\(value.position): pins") }
        entry.enforcement = try word(members["enforcement"], PinSet.Enforcement.self) ?? .enforce
        entry.waivesBackup = members["backup"]?.text == "waived"
        entry.comments["pins"] = members[DocumentReader.commentName]?.text
        guard let expires = members["expires"] else { return }
        guard let end = expires.text.flatMap({ Instant(rfc3339: $0) }) else {
            throw PinFileError(.noTime, at: "\(expires.position): expires")
        }
        guard let mode = try word(members["afterExpiry"], PinExpiry.Mode.self) else {
            throw PinFileError(.noAfterExpiry, at: "\(expires.position): expires")
        }
        entry.expiry = PinExpiry(end, then: mode)
    }

    /// A pin, which is a text, or an object with the text and a label.
    private static func pin(_ item: JSONValue, _ group: PinSet.Group) throws(PinFileError) -> WrittenPin {
        let members = item.object
        let value = members == nil ? item : members?[PinsCodec.PinName.pin.rawValue]
        guard let value, let text = value.text else { throw PinFileError(.noText, at: "\(item.position)") }
        var pin = WrittenPin(text, as: .prefixed, group, at: "\(value.position)")
        pin.label = PinLabel(
            members?[PinsCodec.PinName.label.rawValue]?.text,
            isBackup: members?[PinsCodec.PinName.backup.rawValue]?.bool ?? false)
        return pin
    }

    private static func word<Word: RawRepresentable<String>>(
        _ value: JSONValue?, _: Word.Type
    ) throws(PinFileError) -> Word? {
        guard let value else { return nil }
        guard let word = value.text.flatMap({ Word(rawValue: $0) }) else {
            throw PinFileError(.noWord, at: "\(value.position)")
        }
        return word
    }

    /// A whole policy file with pins, and what else was taken over.
    static func text(_ pins: ExchangedPins, _ notes: inout [PinNote]) -> String {
        var hosts: [(name: String, value: JSONDraft)] = []
        for pattern in pins.patterns {
            var members: [(name: String, value: JSONDraft)] = []
            if let rule = pins.hosts.rules[pattern] {
                members.append(("pins", PinsCodec.draft(of: rule, pins.notation(pattern))))
                for group in rule.set.map(PinsCodec.groupsWithoutBackup) ?? [] {
                    notes.add(.noBackup, .waived(group), at: "\(pattern)")
                }
            }
            let uris = (pins.reportURIs[pattern] ?? []).filter { uri in
                if let url = try? HTTPSURL(uri), !url.hasCredential { return true }
                notes.add(.cannotExpress, .reportURI(ShownURL.text(of: uri)), at: "\(pattern)")
                return false
            }
            if !uris.isEmpty { members.append(("reportURIs", .list(uris.map { .text($0) }))) }
            if let version = pins.minimumTLS[pattern] { members.append(("minimumTLS", .text(version))) }
            hosts.append(("\(pattern)", .members(members).commented(pins.comments[pattern] ?? [:])))
        }
        let comment = pins.comment.map { [(name: DocumentReader.commentName, value: JSONDraft.text($0))] } ?? []
        return JSONDraft.members([("schema", .text(schema))] + comment + [("hosts", .members(hosts))]).pretty + "\n"
    }
}
