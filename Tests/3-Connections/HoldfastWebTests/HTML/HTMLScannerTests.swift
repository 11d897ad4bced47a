import HoldfastHTTP
import TestSupport
import Testing

@testable import HoldfastWeb

@Suite("Tags of a page, as HTML Standard §13.2.5 finds them", .ownThread)
struct HTMLScannerTests {
    /// Tokens in short: `<name a=b>`, `</name>` and the text between.
    private static func tokens(_ page: String) -> [String] {
        var scanner = HTMLScanner(Array(page.utf8))
        var tokens: [String] = []
        while let token = scanner.next() {
            switch token {
            case .start(let tag):
                let attributes = tag.attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }
                tokens.append("<\(tag.name)\(attributes.joined())>")
            case .end(let name): tokens.append("</\(name)>")
            case .text(let bytes): tokens.append(String(decoding: bytes, as: UTF8.self))
            }
        }
        return tokens
    }

    @Test(
        "tags and attributes",
        arguments: [
            ("<FORM ACTION=\"/x\" Method='POST' novalidate>", ["<form action=/x method=POST novalidate=>"]),
            ("<input name=a value=b/c>", ["<input name=a value=b/c>"]), ("<input/name=a/>", ["<input name=a/>"]),
            ("<input name = 'a' value\n=\n\"b\">", ["<input name=a value=b>"]),
            ("<p a='1' a='2' A='3'>", ["<p a=1>"]), ("<p a=\">\" b='<i>'>x", ["<p a=> b=<i>>", "x"]),
            ("<p a=\"x\"b=\"y\">", ["<p a=x b=y>"]), ("<p =a=b>", ["<p =a=b>"]), ("<p a= >", ["<p a=>"]),
            ("</DIV x=y>z", ["</div>", "z"]), ("<a\tb\u{C}c\rd>", ["<a b= c= d=>"]),
            ("<p a=x&amp;y b='&#x27;' c=a&b=c>", ["<p a=x&y b=' c=a&b=c>"]),
        ])
    func tags(page: String, expected: [String]) { #expect(Self.tokens(page) == expected) }

    @Test(
        "what is no tag",
        arguments: [
            ("a < b <3 <", ["a ", "<", " b ", "<", "3 ", "<"]), ("<!doctype html><p>", ["<p>"]),
            ("<?xml ?><p>", ["<p>"]),
            ("</ p><p>", ["<p>"]), ("</><p>", ["<p>"]), ("<!x><p>", ["<p>"]), ("<![CDATA[<p>]]>x", ["]]>x"]),
            ("<!-- <input> --><p>", ["<p>"]), ("<!--><p>", ["<p>"]), ("<!---><p>", ["<p>"]),
            ("<!-- <a> --!><p>", ["<p>"]), ("<!-- - -- > -><p>", []), ("<!----><p>", ["<p>"]), ("<!-- x --- ><p>", []),
            ("<p a='x>", []), ("<p a=\"x", []), ("<p a", []), ("<p", []), ("</p", []), ("<!--", []), ("</", []),
        ])
    func others(page: String, expected: [String]) { #expect(Self.tokens(page) == expected) }

    @Test(
        "where elements have text alone, nothing in it is a tag",
        arguments: [
            ("<script>if (a<b) '<form>'</script><p>", ["<script>", "if (a<b) '<form>'", "</script>", "<p>"]),
            ("<SCRIPT></scripty></SCRIPT ><p>", ["<script>", "</scripty>", "</script>", "<p>"]),
            ("<style><form></style/>x", ["<style>", "<form>", "</style>", "x"]),
            ("<textarea><input></textarea>", ["<textarea>", "<input>", "</textarea>"]),
            ("<title></title><p>", ["<title>", "</title>", "<p>"]), ("<script><form>", ["<script>", "<form>"]),
            ("<plaintext><p></plaintext>", ["<plaintext>", "<p></plaintext>"]),
            ("<noscript><form></noscript>", ["<noscript>", "<form>", "</noscript>"]),
            ("<script>x</script", ["<script>", "x</script"]),
        ])
    func rawText(page: String, expected: [String]) { #expect(Self.tokens(page) == expected) }

    @Test(
        "character references",
        arguments: [
            ("a&amp;b", "a&b"), ("&lt;&gt;&quot;&apos;", "<>\"'"), ("&AMP;&LT", "&<"), ("&#65;&#x42;&#X43", "ABC"),
            ("&#0;&#x110000;&#xD800;", "\u{FFFD}\u{FFFD}\u{FFFD}"), ("&#128;", "€"),
            ("&#99999999999999999999;", "\u{FFFD}"),
            ("&equals;&plus;&sol;&lowbar;", "=+/_"), ("&unknown;&", "&unknown;&"), ("&#;&#x;", "&#;&#x;"),
            ("&nbsp;", "\u{A0}"), ("&ampx", "&x"), ("&apos", "&apos"),
        ])
    func references(text: String, expected: String) {
        #expect(CharacterReferences.resolved(Array(text.utf8)[...]) == expected)
    }

    @Test("in attributes, what looks like a query's parameter is none")
    func attributeReferences() {
        for (text, expected) in [("?a&lt=b", "?a&lt=b"), ("?a&ltx", "?a&ltx"), ("?a&lt", "?a<"), ("?a&lt;=b", "?a<=b")]
        {
            #expect(CharacterReferences.resolved(Array(text.utf8)[...], inAttribute: true) == expected)
        }
    }

    @Test("forms are encoded as URL Standard §5.2 says")
    func encoding() {
        let fields = [("a b", "c&d=e"), ("ü", "x*-._~"), ("line", "1\n2\r\n3\r4"), ("", "")]
        #expect(
            String(decoding: FormURLEncoding.encoded(fields.map { (name: $0.0, value: $0.1) }), as: UTF8.self)
                == "a+b=c%26d%3De&%C3%BC=x*-._%7E&line=1%0D%0A2%0D%0A3%0D%0A4&=")
    }

    @Test("whatever a page is, it is read to its end, and in time that grows with its length alone")
    func mutations() {
        let seed = Array(
            """
            <!doctype html><!-- c --><title>a<b</title><form action="?a=1&amp;b=2" \
            method=post><script>"</form>"</script>
            <input type=hidden name=t value='&#x41;'><select name=s><option selected>x<option value=y></select>
            <textarea name=w>\nz</textarea><input type=password name=p><button name=go value=1>Go</button></form>
            """.utf8)
        let pieces = [
            "<", ">", "\"", "'", "=", "<!--", "-->", "<script>", "</script>", "<form>", "</form>", "&", "&#",
            "<textarea>",
            "<template>", "</template>", "<select>", "<option>", "\u{0}", "<input type=password name=q form=x>",
        ]
        var random = SeededGenerator(11)
        for _ in 0..<5_000 {
            var page = seed
            for _ in 0..<(1 + random.below(8)) {
                let place = random.below(page.count + 1)
                switch random.below(3) {
                case 0: page.insert(contentsOf: Array(pieces[random.below(pieces.count)].utf8), at: place)
                case 1: page.removeSubrange(place..<min(page.count, place + random.below(20)))
                default: if place < page.count { page[place] = UInt8(random.below(256)) }
                }
            }
            var scanner = HTMLScanner(page)
            var tokens = 0
            while scanner.next() != nil { tokens += 1 }
            #expect(tokens <= page.count)
            let forms = HTMLPage(page).forms
            #expect(forms.count <= HTMLPage.formLimit)
        }
        for piece in pieces {
            let page = Array(String(repeating: piece, count: 200_000 / piece.utf8.count).utf8)
            let forms = HTMLPage(page).forms
            #expect(
                forms.count <= HTMLPage.formLimit && forms.allSatisfy { $0.controls.count <= HTMLPage.controlLimit })
        }
        var endless = HTMLScanner([UInt8](repeating: 0x61, count: 3 << 20))
        guard case .text(let text)? = endless.next() else { return #expect(Bool(false)) }
        #expect(text.count == HTMLScanner.pageLimit && endless.next() == nil)
    }
}
