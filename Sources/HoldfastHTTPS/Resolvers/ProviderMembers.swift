/// The members of an object of a description, each of which has to be taken.
struct ProviderMembers {
    private var members: [String: JSONTree]
    private let owner: String

    init(_ tree: JSONTree, of owner: String) throws(ProviderDescriptionError) {
        guard case .object(let members) = tree else { throw ProviderDescriptionError("\(owner) is no object") }
        self.members = members
        self.owner = owner
    }

    func has(_ name: String) -> Bool { members[name] != nil }

    mutating func text(_ name: String) throws(ProviderDescriptionError) -> String {
        guard let text = try optionalText(name) else { throw ProviderDescriptionError("'\(name)' is missing") }
        return text
    }

    mutating func optionalText(_ name: String) throws(ProviderDescriptionError) -> String? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        guard case .string(let text) = value else { throw ProviderDescriptionError("'\(name)' is no text") }
        return text
    }

    /// A list of texts; empty where it is missing.
    mutating func texts(_ name: String) throws(ProviderDescriptionError) -> [String] {
        guard let value = members.removeValue(forKey: name) else { return [] }
        guard case .array(let items) = value else { throw ProviderDescriptionError("'\(name)' is no list") }
        var texts: [String] = []
        for item in items {
            guard case .string(let text) = item else { throw ProviderDescriptionError("'\(name)' is no list of texts") }
            texts.append(text)
        }
        return texts
    }

    mutating func number(
        _ name: String, in range: ClosedRange<Int64>
    ) throws(ProviderDescriptionError) -> Int64? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        guard case .integer(let number) = value, range.contains(number) else {
            throw ProviderDescriptionError("'\(name)' is no number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func object(_ name: String) throws(ProviderDescriptionError) -> ProviderMembers? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        return try ProviderMembers(value, of: "'\(name)'")
    }

    /// Nothing may be left.
    func end() throws(ProviderDescriptionError) {
        guard let name = members.keys.min() else { return }
        throw ProviderDescriptionError("\(owner) has a member '\(name.prefix(64))' that there is not")
    }
}
