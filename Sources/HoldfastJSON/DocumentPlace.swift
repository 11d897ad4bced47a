/// A value of a document, and how one gets there from its root.
package struct DocumentPlace: Sendable {
    package let value: JSONValue
    /// Where it is pointed at: the value itself, or the name of a member.
    package let position: TextPosition
    /// As ``DocumentProblem/path``.
    package let path: String

    /// The root.
    package init(_ value: JSONValue) { self.init(value, at: value.position, path: "") }

    private init(_ value: JSONValue, at position: TextPosition, path: String) {
        (self.value, self.position, self.path) = (value, position, path)
    }

    /// A member of the object here.
    package func member(_ member: JSONMember) -> DocumentPlace {
        DocumentPlace(member.value, at: member.value.position, path: path(of: member.name))
    }

    /// The name of a member of the object here, and not what it stands for.
    package func name(of member: JSONMember) -> DocumentPlace {
        DocumentPlace(member.value, at: member.position, path: path(of: member.name))
    }

    /// An item of the list here, counted from 0.
    package func item(_ index: Int, _ value: JSONValue) -> DocumentPlace {
        DocumentPlace(value, at: value.position, path: "\(path)[\(index)]")
    }

    private func path(of name: String) -> String {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        // A bit apart from the small letters are the capitals.
        let isWord = (1...80).contains(name.utf8.count) && name.utf8.allSatisfy { letters.contains($0 | 0x20) }
        let word = isWord ? name : "\"\(JSONText.excerpt(name))\""
        return path.isEmpty ? word : "\(path).\(word)"
    }
}
