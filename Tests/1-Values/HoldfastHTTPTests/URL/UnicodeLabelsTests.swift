import Testing

@testable import HoldfastHTTP

@Suite("Labels of Unicode")
struct UnicodeLabelsTests {
    /// RFC 5891 §5.2: the label is brought into Form C. Canonically equivalent texts are one label.
    @Test(
        "one label, however its letters and marks are composed",
        arguments: [
            ["bücher", "bu\u{308}cher", "BU\u{308}CHER"],
            ["vi\u{1EC7}t", "vie\u{323}\u{302}t", "vie\u{302}\u{323}t", "vi\u{EA}\u{323}t", "vi\u{1EB9}\u{302}t"],
            ["\u{D55C}\u{AD6D}", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}"],
            ["\u{915}\u{93C}\u{932}\u{92E}", "\u{958}\u{932}\u{92E}"],
            ["\u{30AC}\u{30D1}", "\u{30AB}\u{3099}\u{30CF}\u{309A}", "\u{FF76}\u{FF9E}\u{FF8A}\u{FF9F}"],
            ["\u{3AC}\u{3C9}", "\u{1F71}\u{3C9}", "\u{3B1}\u{301}\u{3C9}", "\u{386}\u{3A9}"],
            ["\u{995}\u{9CB}\u{995}", "\u{995}\u{9C7}\u{9BE}\u{995}"],
            ["\u{E17}\u{E4D}\u{E32}", "\u{E17}\u{E33}"],
            ["日本a1", "日本Ａ１", "日本a１"],
        ])
    func compositions(texts: [String]) throws {
        let names = texts.map { UnicodeLabels($0).name }
        #expect(names[0]?.hasPrefix("xn--") == true)
        for (text, name) in zip(texts, names) { #expect(name == names[0], "\(text)") }
    }

    /// As libidn2 makes them; some stand in RFC 3492 §7.1.
    @Test(
        "A-labels",
        arguments: [
            ("他们为什么不说中文", "xn--ihqwcrb4cv8a8dqg056pqjye"),
            ("ليهمابتكلموشعربي", "xn--mgbcah9ar9a4efegftvvn"),
            ("そのスピードで", "xn--d9juau41awczczp"), ("faß", "xn--fa-hia"), ("i❤", "xn--i-7iq"), ("a_é", "xn--a_-cja"),
        ])
    func labels(text: String, label: String) {
        #expect(UnicodeLabels(text).name == label)
        #expect(Punycode.decoded(label.utf8.dropFirst(4)) == Array(text.unicodeScalars))
    }

    /// RFC 5891 §4.2.3.1, §4.2.3.2, §4.2.2; RFC 5892 §2.9 disallows jamo beside letters that tables of 2003 change.
    @Test(
        "no label",
        arguments: [
            "éa--b", "\u{301}a", "-é", "é-", "é\u{200B}", "é\u{FE0F}", "é\u{E0061}", "é\u{FFFD}", "é\u{202E}",
            "é\u{378}",
            "é é", "é!", "é..a", "é..", ".é", "ab--c.é", "xn--a.é", "xn--bcher-kv.é", "ß\u{1161}", "ß.\u{2764}",
            "\u{3C2}\u{2764}",
        ])
    func refused(text: String) { #expect(UnicodeLabels(text).name == nil) }

    @Test("work is bounded by what a label can hold")
    func bounds() {
        let marks = String(repeating: "\u{323}\u{302}", count: 500)
        #expect(UnicodeLabels("e" + marks).name == nil)
        #expect(UnicodeLabels(String(repeating: "é", count: 100_000)).name == nil)
        #expect(Punycode.encoded(Array(repeating: "é", count: 64)) == nil)
        #expect(Punycode.encoded(Array(repeating: "\u{10FFFF}", count: 63))?.isEmpty == false)
    }
}
