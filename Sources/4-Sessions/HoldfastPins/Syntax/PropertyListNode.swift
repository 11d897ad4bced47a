package import HoldfastJSON

/// A value of a property list with its place, for whoever looks at how a list is written: keys that stand there twice
/// are there twice, in the order of the text.
package struct PropertyListNode: Hashable, Sendable {
    package indirect enum Content: Hashable, Sendable {
        case dictionary([Entry])
        case array([PropertyListNode])
        case text(String)
        case flag(Bool)
        /// A number, a date or data, by that word: nobody here looks into them.
        case other(String)
    }

    /// A key of a dictionary, and its value.
    package struct Entry: Hashable, Sendable {
        package let key: String
        /// The place of the key in the text; nil in a binary list.
        package let position: TextPosition?
        package let value: PropertyListNode
    }

    package let content: Content
    /// The place in the text; nil in a binary list.
    package let position: TextPosition?

    init(_ content: Content, at position: TextPosition?) { (self.content, self.position) = (content, position) }

    /// The text; nil for another type.
    package var text: String? { if case .text(let text) = content { text } else { nil } }
    /// The truth value; nil for another type.
    package var flag: Bool? { if case .flag(let flag) = content { flag } else { nil } }
    /// The entries; nil for what is no dictionary.
    package var entries: [Entry]? { if case .dictionary(let entries) = content { entries } else { nil } }
    /// The values; nil for what is no array.
    package var items: [PropertyListNode]? { if case .array(let items) = content { items } else { nil } }

    /// The value without its places. Of a key that stands there twice, CoreFoundation takes the last in a text and the
    /// first in a binary list.
    var plain: Any {
        switch content {
        case .text(let text): text
        case .flag(let flag): flag
        case .array(let items): items.map(\.plain)
        case .dictionary(let entries):
            Dictionary(
                entries.map { ($0.key, $0.value.plain) }, uniquingKeysWith: { position == nil ? $0 : $1 })
        case .other: self
        }
    }

    /// The word of the type in Apple's documentation.
    package var typeName: String {
        switch content {
        case .dictionary: "dictionary"
        case .array: "array"
        case .text: "string"
        case .flag: "Boolean"
        case .other(let word): word
        }
    }
}

extension PropertyListNode {
    /// Reads a list, XML or binary, within ``PropertyList/valueLimit`` values.
    ///
    /// - Parameter limit: bytes that it may have.
    /// - Throws: ``PropertyList/FormatError`` for what is none, with the place in a text.
    package init(_ bytes: [UInt8], limit: Int) throws(PropertyList.FormatError) {
        if case .binary(let list) = try PropertyList.form(of: bytes, limit: limit) {
            guard let tree = list.tree() else {
                throw PropertyList.FormatError(.damaged)
            }
            self = tree
            return
        }
        let root: XMLTree
        do throws(XMLTree.SyntaxError) {
            root = try XMLTree(bytes, allowsDocumentType: true)
        } catch {
            throw PropertyList.FormatError(error)
        }
        guard root.name == "plist" else {
            self = try Self.node(root)
            return
        }
        guard let value = root.children.first, root.children.count == 1 else {
            throw Self.error(.values(count: root.children.count), root)
        }
        self = try Self.node(value)
    }

    /// Takes an element for what Apple's PropertyList-1.0.dtd says that it is.
    private static func node(_ element: XMLTree) throws(PropertyList.FormatError) -> PropertyListNode {
        let content: Content
        switch element.name {
        case "dict": content = .dictionary(try entries(element))
        case "array": content = .array(try element.children.map(node))
        case "string": content = .text(element.text)
        case "true", "false": content = .flag(element.name == "true")
        case "integer", "real": content = .other("number")
        case "date", "data": content = .other(element.name)
        default: throw error(.noElement(JSONText.excerpt(element.name)), element)
        }
        if !["dict", "array"].contains(element.name), let child = element.children.first {
            throw error(.elementWithin(element.name), child)
        }
        return PropertyListNode(content, at: position(element))
    }

    private static func entries(_ element: XMLTree) throws(PropertyList.FormatError) -> [Entry] {
        var entries: [Entry] = []
        var children = element.children[...]
        while let key = children.popFirst() {
            guard key.name == "key", key.children.isEmpty else {
                throw error(.noKey(found: JSONText.excerpt(key.name)), key)
            }
            guard let value = children.popFirst() else {
                throw error(.noValue(key: JSONText.excerpt(key.text)), key)
            }
            entries.append(Entry(key: key.text, position: position(key), value: try node(value)))
        }
        return entries
    }

    private static func position(_ element: XMLTree) -> TextPosition {
        TextPosition(line: element.line, column: element.column)
    }

    private static func error(_ fault: PropertyListSentence, _ element: XMLTree) -> PropertyList.FormatError {
        PropertyList.FormatError(fault, at: position(element))
    }
}
