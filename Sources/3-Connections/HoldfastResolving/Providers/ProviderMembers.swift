import HoldfastJSON

/// The members of an object of a description, each of which has to be taken.
struct ProviderMembers {
    private var members: [String: JSONValue]
    private let owner: ProviderDescriptionOwner

    init(_ value: JSONValue, of owner: ProviderDescriptionOwner) throws(ProviderDescriptionError) {
        guard let members = value.object else { throw ProviderDescriptionError(.noObject(owner)) }
        self.members = members
        self.owner = owner
    }

    func has(_ name: String) -> Bool { members[name] != nil }

    mutating func text(_ name: String) throws(ProviderDescriptionError) -> String {
        guard let text = try optionalText(name) else { throw ProviderDescriptionError(.missing(name: name)) }
        return text
    }

    mutating func optionalText(_ name: String) throws(ProviderDescriptionError) -> String? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        guard let text = value.text else { throw ProviderDescriptionError(.noText(name: name)) }
        return text
    }

    /// A list of texts; empty where it is missing.
    mutating func texts(_ name: String) throws(ProviderDescriptionError) -> [String] {
        guard let value = members.removeValue(forKey: name) else { return [] }
        guard let items = value.array else { throw ProviderDescriptionError(.noList(name: name)) }
        var texts: [String] = []
        for item in items {
            guard let text = item.text else { throw ProviderDescriptionError(.noTexts(name: name)) }
            texts.append(text)
        }
        return texts
    }

    mutating func number(
        _ name: String, in range: ClosedRange<Int64>
    ) throws(ProviderDescriptionError) -> Int64? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        guard let number = value.wholeNumber, range.contains(number) else {
            throw ProviderDescriptionError(.noNumber(name: name, least: range.lowerBound, most: range.upperBound))
        }
        return number
    }

    mutating func object(_ name: String) throws(ProviderDescriptionError) -> ProviderMembers? {
        guard let value = members.removeValue(forKey: name) else { return nil }
        return try ProviderMembers(value, of: .member(name))
    }

    /// Nothing may be left.
    func end() throws(ProviderDescriptionError) {
        guard let name = members.keys.min() else { return }
        throw ProviderDescriptionError(.unknown(owner, name: String(name.prefix(64))))
    }
}

extension JSONValue {
    /// A whole number, however it is written; nil for anything else.
    var wholeNumber: Int64? {
        guard case .number(let text) = content else { return nil }
        return Int64(text) ?? Double(text).flatMap { Int64(exactly: $0) }
    }
}
