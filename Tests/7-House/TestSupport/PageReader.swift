/// A page read as a browser reads it, as far as ours go: elements in their order, each with its text and its parents.
package struct PageReader {
    package struct Element: Sendable {
        package let name: String
        package let attributes: [String: String]
        /// The names of the elements around it, the outermost first.
        package let parents: [String]
        /// The text between its begin and its end, with what stands inside of other elements.
        package var text = ""
    }

    /// A run of text, and the elements around it.
    package struct Run: Sendable {
        package let text: String
        package let parents: [Element]
    }

    package struct Malformed: Error {
        package let reason: String
    }

    package private(set) var elements: [Element] = []
    package private(set) var runs: [Run] = []

    private static let void: Set<String> = ["meta", "input", "wbr"]

    package init(_ html: String) throws {
        var open: [Int] = []
        var rest = html[...]
        while let next = rest.firstIndex(of: "<") {
            add(String(rest[..<next]), open)
            guard let end = Self.end(of: rest[next...]) else { throw Malformed(reason: "a tag without end") }
            let tag = rest[rest.index(after: next)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("!DOCTYPE") { continue }
            if tag.hasPrefix("/") {
                guard let last = open.popLast(), elements[last].name == tag.dropFirst() else {
                    throw Malformed(reason: "</\(tag.dropFirst())> closes nothing")
                }
                continue
            }
            let isClosed = tag.hasSuffix("/")
            let (name, attributes) = try Self.read(isClosed ? tag.dropLast() : tag)
            elements.append(Element(name: name, attributes: attributes, parents: open.map { elements[$0].name }))
            if !isClosed, !Self.void.contains(name) { open.append(elements.count - 1) }
        }
        add(String(rest), open)
        guard open.isEmpty else { throw Malformed(reason: "<\(elements[open[open.count - 1]].name)> is not closed") }
    }

    package func all(_ name: String, where condition: (Element) -> Bool = { _ in true }) -> [Element] {
        elements.filter { $0.name == name && condition($0) }
    }

    package func withClass(_ name: String) -> [Element] {
        elements.filter { $0.attributes["class"]?.split(separator: " ").contains(Substring(name)) == true }
    }

    private mutating func add(_ text: String, _ open: [Int]) {
        guard !text.isEmpty else { return }
        let plain = text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
        for index in open { elements[index].text += plain }
        runs.append(Run(text: plain, parents: open.map { elements[$0] }))
    }

    /// The tag's end, which is not one inside of quotes.
    private static func end(of tag: Substring) -> Substring.Index? {
        var isQuoted = false
        for index in tag.indices {
            if tag[index] == "\"" { isQuoted.toggle() }
            if tag[index] == ">", !isQuoted { return index }
        }
        return nil
    }

    private static func read(_ tag: Substring) throws -> (String, [String: String]) {
        var attributes: [String: String] = [:]
        var rest = tag
        let name = rest.prefix { $0 != " " }
        rest = rest.dropFirst(name.count)
        while let first = rest.first {
            guard first == " " else { throw Malformed(reason: "attributes of <\(name)>") }
            rest = rest.dropFirst()
            let attribute = rest.prefix { $0 != "=" && $0 != " " }
            rest = rest.dropFirst(attribute.count)
            var value = ""
            if rest.hasPrefix("=\"") {
                value = String(rest.dropFirst(2).prefix { $0 != "\"" })
                rest = rest.dropFirst(value.count + 3)
            }
            guard attributes.updateValue(value, forKey: String(attribute)) == nil else {
                throw Malformed(reason: "\(attribute) twice in <\(name)>")
            }
        }
        return (String(name), attributes)
    }
}
