/// Base64 with padding (RFC 4648 §4), read strictly: one text for each string of bytes.
public enum Base64 {
    /// The text of some bytes, without line breaks.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        var word: UInt32 = 0
        var count = 0
        for octet in bytes {
            word = word << 8 | UInt32(octet)
            count += 1
            guard count == 3 else { continue }
            for shift: UInt32 in [18, 12, 6, 0] { text.append(character(of: word >> shift & 63)) }
            (word, count) = (0, 0)
        }
        if count > 0 {
            word <<= count == 1 ? 16 : 8
            text.append(character(of: word >> 18))
            text.append(character(of: word >> 12 & 63))
            text.append(count == 2 ? character(of: word >> 6 & 63) : UInt8(ascii: "="))
            text.append(UInt8(ascii: "="))
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of some text.
    ///
    /// - Parameter text: characters of the alphabet with their padding; no white space, no line breaks.
    /// - Returns: `nil` for another character, wrong padding, or bits that must be zero and are not.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        var decoder = Decoder()
        do throws(Base64Error) {
            for character in text.utf8 { try decoder.append(character) }
            return try decoder.finish()
        } catch {
            return nil
        }
    }

    private static func character(of value: UInt32) -> UInt8 {
        let value = UInt8(truncatingIfNeeded: value)
        return switch value {
        case 0..<26: UInt8(ascii: "A") + value
        case 26..<52: UInt8(ascii: "a") + (value - 26)
        case 52..<62: UInt8(ascii: "0") + (value - 52)
        case 62: UInt8(ascii: "+")
        default: UInt8(ascii: "/")
        }
    }

    /// The value of each octet as a character; 255 where it is none.
    static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for value in UInt8(0)..<64 { values[Int(character(of: UInt32(value)))] = value }
        return values
    }()
}
