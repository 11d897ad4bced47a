import HoldfastHTTP
import Testing

@Suite("Punycode")
struct PunycodeTests {
    private static func decoded(_ text: String) -> String? {
        Punycode.decoded(Array(text.utf8)).map { String(String.UnicodeScalarView($0)) }
    }

    @Test(
        "the samples of RFC 3492 §7.1",
        arguments: [
            ("egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"), ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
            ("ihqwctvzc91f659drss3x8bo0yb", "他們爲什麽不說中文"), ("Proprostnemluvesky-uyb24dma41a", "Pročprostěnemluvíčesky"),
            ("n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa", "なぜみんな日本語を話してくれないのか"),
            ("TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g", "TạisaohọkhôngthểchỉnóitiếngViệt"),
            ("3B-ww4c5e180e575a65lsy2b", "3年B組金八先生"), ("MajiKoi5-783gue6qz075azm5e", "MajiでKoiする5秒前"),
            ("d9juau41awczczp", "そのスピードで"), ("-> $1.00 <--", "-> $1.00 <-"),
        ])
    func samples(text: String, expected: String) {
        #expect(Self.decoded(text) == expected)
        #expect(Punycode.encoded(Array(expected.unicodeScalars)) == text)
    }

    @Test(
        "what is none", arguments: ["a-", "ü", "99999999999999", "a!", "zzzzzzzzzzzzzzzzzzzzzzzz", "\u{80}-a", "9"])
    func refused(text: String) { #expect(text == "a-" ? Self.decoded(text) == "a" : Self.decoded(text) == nil) }

    @Test("longer than a label is none") func limit() {
        #expect(Self.decoded(String(repeating: "a", count: 64)) == nil)
        #expect(Punycode.decoded(Array(repeating: UInt8(ascii: "a"), count: 63)) != nil)
    }
}
