import HoldfastX509
import Testing

/// Two digits an octet (RFC 4648 §8, in small letters).
@Suite struct HexStringTests {
    @Test func everyOctetThereAndBack() {
        for octet in UInt8.min...UInt8.max {
            let text = HexString.encode([octet])
            #expect(text.utf8.count == 2 && UInt8(text, radix: 16) == octet, "\(octet): \(text)")
            #expect(HexString.decode(text) == [octet], "\(text)")
            #expect(HexString.decode(text.uppercased()) == [octet], "\(text)")
        }
    }

    @Test func separators() {
        let bytes: [UInt8] = [0xDE, 0xAD, 0x00]
        #expect(HexString.encode(bytes, separator: ":") == "de:ad:00")
        #expect(HexString.encode(bytes[1...], separator: ":") == "ad:00")
        #expect(HexString.encode([UInt8](), separator: ":").isEmpty)
        #expect(HexString.encode(bytes) == "dead00")
    }

    @Test func whatIsRefused() {
        for text in [
            "a", "abc", "0x12", "g0", "0g", "12 34", "12:34", " 12", "12 ", "-1", "+1", "\u{FF11}\u{FF12}", "\0\0",
        ] {
            #expect(HexString.decode(text) == nil, "\(text)")
        }
        #expect(HexString.decode("") == [])
    }
}
