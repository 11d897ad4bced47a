import HoldfastX509
import Testing

/// RFC 4648 §4.
@Suite struct Base64Tests {
    /// §10 has these.
    @Test func testVectors() {
        for (text, encoded) in [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            #expect(Base64.encode(Array(text.utf8)) == encoded, "\(text)")
            #expect(Base64.decode(encoded) == Array(text.utf8), "\(encoded)")
        }
    }

    @Test func theWholeAlphabet() {
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
        let bytes = Base64.decode(alphabet)
        #expect(bytes?.count == 48)
        #expect(bytes.map { Base64.encode($0) } == alphabet)
    }

    @Test func everyLengthThereAndBack() {
        for count in 0...260 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ count) }
            let text = Base64.encode(bytes)
            #expect(text.utf8.count == (count + 2) / 3 * 4, "\(count)")
            #expect(Base64.decode(text) == bytes, "\(count)")
            #expect(Base64.encode(([0xFF] + bytes)[1...]) == text, "\(count)")
        }
    }

    /// §3.3: "Implementations MUST reject the encoded data if it contains characters outside the base alphabet";
    /// §3.2: padding belongs at the end; §3.5: "decoders MAY chose to reject an encoding if the pad bits have not been
    /// set to zero", which this one does, so that one text stands for one string of bytes.
    @Test func whatIsRefused() {
        let rows: [(name: String, text: String)] = [
            ("one character", "Z"), ("no padding, two left", "Zg"), ("no padding, three left", "Zm8"),
            ("half the padding", "Zg="), ("one character and padding", "Z==="), ("padding only", "===="),
            ("one padding only", "="), ("padding behind a whole group", "Zm9v="), ("four paddings", "Zm9v===="),
            ("five characters of padding", "Zg==="), ("padding in the middle", "Zg==Zg=="),
            ("padding inside a group", "Zg=v"), ("padding first", "=Zm9"),
            ("pad bits of one byte: 1", "Zh=="), ("pad bits of one byte: 15", "Zv=="),
            ("pad bits of two bytes: 1", "Zm9="), ("pad bits of two bytes: 3", "Zm+="),
            ("space", "Zm 9v"), ("line break", "Zm9v\n"), ("tab", "\tZm9v"), ("NUL", "Zm9v\0"), ("hyphen", "Zm9-"),
            ("underline", "Zm9_"), ("a letter that is none of the alphabet", "Zm9\u{E9}"), ("full width", "Ｚm9v"),
        ]
        for (name, text) in rows { #expect(Base64.decode(text) == nil, "\(name)") }
    }

    /// Of all texts of four characters that end in padding, one stands for each string of bytes.
    @Test func oneTextForEachStringOfBytes() {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        let short = alphabet.filter { Base64.decode("A\($0)==") != nil }
        #expect(String(short) == "AQgw")
        let long = alphabet.filter { Base64.decode("AA\($0)=") != nil }
        #expect(String(long) == "AEIMQUYcgkosw048")
    }
}
