import Testing

@testable import HoldfastPins

/// XML 1.0, as far as files of pins need it, and what hostile files try.
@Suite("XML")
struct XMLTreeTests {
    private func problem(_ bytes: [UInt8]) -> XMLTree.SyntaxError? {
        do throws(XMLTree.SyntaxError) {
            _ = try XMLTree(bytes)
            return nil
        } catch {
            return error
        }
    }

    private func problem(_ text: String) -> String? { problem(Array(text.utf8))?.reason }

    @Test("elements, attributes, texts, comments, sections, references")
    func whole() throws {
        let text = """
            \u{FEFF}<?xml version="1.0" encoding="UTF-8"?><!-- a -->
            <a x='1' y = "&lt;&#65;&#x42;&quot;"><?pi a?>t&amp;<b/><![CDATA[<u>]]><c>ä</c><!-- <d> -->v</a >
            <!-- b -->

            """
        let tree = try XMLTree(Array(text.utf8))
        #expect(tree.name == "a" && tree.line == 2)
        #expect(tree.attributes == ["x": "1", "y": "<AB\""])
        #expect(tree.text == "t&<u>v")
        #expect(tree.children.map(\.name) == ["b", "c"])
        #expect(tree.children("c").map(\.text) == ["ä"])
    }

    @Test("a document type is refused: no entities, nothing that grows, nothing that is fetched")
    func documentTypes() {
        let bomb = """
            <?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;">]><a>&y;</a>
            """
        #expect(problem(bomb) == "a document type is not read")
        let external = "<!DOCTYPE a SYSTEM \"file:///etc/passwd\"><a/>"
        #expect(problem(external) == "a document type is not read")
        #expect(problem("<a>&x;</a>") == "'&x;' is not known")
        #expect(problem("<a><!ENTITY x \"y\"></a>") == "a declaration does not belong there")
    }

    /// XML 1.0 §2.8: "The document type declaration can point to an external subset […], or can contain the markup
    /// declarations directly in an internal subset, or can do both."
    @Test("where it is asked for, a document type that only points elsewhere is passed over, and not fetched")
    func allowedDocumentTypes() throws {
        func name(_ text: String) -> String? { try? XMLTree(Array(text.utf8), allowsDocumentType: true).name }
        #expect(name("<!DOCTYPE a PUBLIC \"-//A//B\" \"http://a.test/>\"><a/>") == "a")
        #expect(name("<!DOCTYPE a SYSTEM 'file:///etc/passwd'>\n<a/>") == "a")
        for text in [
            "<!DOCTYPE a [<!ENTITY x \"y\">]><a/>", "<!DOCTYPE a SYSTEM \"b\" []><a/>", "<!DOCTYPE a",
            "<!DOCTYPE a \"><a/>",
            "<!DOCTYPE a><!DOCTYPE a><a/>", "<a><!DOCTYPE a></a>",
        ] { #expect(name(text) == nil, "\(text)") }
    }

    @Test("the column of an element, counted in characters from 1 on")
    func columns() throws {
        let tree = try XMLTree(Array("\u{FEFF}<a><b/>ä<c/>\n  <d/><e>\n\n</e><f/></a>".utf8))
        #expect(tree.column == 1)
        #expect(tree.children.map { [$0.line, $0.column] } == [[1, 4], [1, 9], [2, 3], [2, 7], [4, 5]])
        #expect(problem(Array("<a>\n <b".utf8)).map { [$0.line, $0.column] } == [2, 4])
    }

    @Test("another encoding than UTF-8 is refused, which could hide a document type")
    func encodings() {
        #expect(problem("<?xml version=\"1.0\" encoding=\"UTF-7\"?><a/>") == "its encoding is not UTF-8")
        #expect(
            problem(Array("<?xml version='1.0'?><a/>".utf16.flatMap { [UInt8(truncatingIfNeeded: $0), 0] })) != nil)
        #expect(problem([0x3C, 0x61, 0xFF, 0x2F, 0x3E])?.reason == "it is no UTF-8")
    }

    static let broken = [
        "", " ", "a", "<a", "<a>", "<a></b>", "<a/><b/>", "<a/>x", "<a x/>", "<a x=1/>", "<a x='1'x='2'/>",
        "<a x='1' x='2'/>",
        "<a x='<'/>", "<a>&#0;</a>", "<a>&#xD800;</a>", "<a>&amp</a>", "<a><!-- </a>", "<a><![CDATA[</a>", "<1a/>",
        "</a>",
        "<a>&#99999999999;</a>", "<a x='", "<a><b></a></b>",
    ]

    @Test("what is broken is an error", arguments: broken)
    func errors(_ text: String) { #expect(problem(text) != nil) }

    @Test("depth and number of elements are bounded")
    func limits() {
        let deep = { (depth: Int) in String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth) }
        #expect(problem(deep(XMLTree.depthLimit)) == nil)
        #expect(problem(deep(XMLTree.depthLimit + 1)) == "elements stand too deep in each other")
        #expect(problem(deep(200_000)) == "elements stand too deep in each other")
        let wide = { (count: Int) in "<a>" + String(repeating: "<b/>", count: count) + "</a>" }
        #expect(problem(wide(XMLTree.countLimit - 1)) == nil)
        #expect(problem(wide(XMLTree.countLimit)) == "there are more than \(XMLTree.countLimit) elements")
    }

    @Test("cut anywhere, or with any bit turned, it is read or refused")
    func damage() throws {
        let text = Array("<?xml version=\"1.0\"?><a x=\"1\"><!-- c --><b>t&amp;u</b><![CDATA[v]]></a>".utf8)
        for length in 0..<text.count { #expect(problem(Array(text.prefix(length))) != nil) }
        for index in text.indices {
            for bit in 0..<8 {
                var damaged = text
                damaged[index] ^= 1 << UInt8(bit)
                _ = problem(damaged)
            }
        }
    }
}
