import Testing

@testable import HoldfastX509

/// RFC 4343 §3: "no significance is attached to the case" of ASCII's letters; those of other alphabets are others.
@Suite("Text of protocols")
struct ASCIITextTests {
    @Test("ASCII's letters change their case, and no other one")
    func letters() {
        #expect("Chunked-\u{C4}\u{E4}[]{}@`".asciiLowercased() == "chunked-\u{C4}\u{E4}[]{}@`")
        #expect("Chunked-\u{C4}\u{E4}[]{}@`".asciiUppercased() == "CHUNKED-\u{C4}\u{E4}[]{}@`")
        #expect("".asciiLowercased() == "" && "abc".asciiLowercased() == "abc")
    }

    @Test("letters that Unicode maps to ASCII's stay what they are: the sign of Kelvin, the dotted I, the long s")
    func mapped() {
        for text in ["chun\u{212A}ed", "CHUN\u{212A}ED", "T\u{130}TLE", "t\u{131}tle", "clo\u{17F}e"] {
            #expect(text.asciiLowercased().utf8.contains { $0 > 0x7F }, "\(text)")
            #expect(text.asciiUppercased().utf8.contains { $0 > 0x7F }, "\(text)")
        }
        #expect("chun\u{212A}ed".asciiLowercased() != "chunked")
    }

    @Test("octets are compared, and not what Unicode takes for the same (UAX #15)")
    func octets() {
        #expect("\u{212A}" == "K" && !"\u{212A}".hasOctets(of: "K") && "K".hasOctets(of: "K"))
        #expect(!"e\u{301}".hasOctets(of: "\u{E9}") && !";".hasOctets(of: "\u{37E}"))
        let (none, kelvin): (String?, String?) = (nil, "\u{212A}")
        #expect(none.hasOctets(of: nil) && !none.hasOctets(of: "") && !kelvin.hasOctets(of: "K"))
        #expect(ASCIIText.equal("Host".utf8, "hOST".utf8) && !ASCIIText.equal("a@".utf8, "a`".utf8))
    }
}
