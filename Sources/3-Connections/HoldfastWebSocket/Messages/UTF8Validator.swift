/// Checks text as its octets come (RFC 3629 §4): overlong forms, surrogates and what is beyond U+10FFFF are none, and
/// are found with the octet that makes them so.
package struct UTF8Validator: Hashable, Sendable {
    /// Octets of the character that has begun which are to come.
    private var left = 0
    /// The least and the greatest value of the next one of these.
    private var (least, greatest) = (UInt8(0x80), UInt8(0xBF))

    package init() {}

    /// Whether no character has begun that is not all there.
    package var isWhole: Bool { left == 0 }

    /// Takes the next octets; false where they are no text.
    package mutating func take(_ octets: [UInt8]) -> Bool { unsafe octets.withUnsafeBytes { unsafe take($0) } }

    private mutating func take(_ octets: UnsafeRawBufferPointer) -> Bool {
        var place = 0
        while place < octets.count {
            if left == 0 {
                // Eight octets of ASCII at once.
                while place + 8 <= octets.count,
                    unsafe octets.loadUnaligned(fromByteOffset: place, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
                {
                    place += 8
                }
                guard place < octets.count else { return true }
            }
            guard unsafe take(octets[place]) else { return false }
            place += 1
        }
        return true
    }

    private mutating func take(_ octet: UInt8) -> Bool {
        guard left == 0 else {
            guard least...greatest ~= octet else { return false }
            left -= 1
            (least, greatest) = (0x80, 0xBF)
            return true
        }
        switch octet {
        case 0x00...0x7F: break
        case 0xC2...0xDF: left = 1
        case 0xE0: (left, least) = (2, 0xA0)
        case 0xED: (left, greatest) = (2, 0x9F)
        case 0xE1...0xEF: left = 2
        case 0xF0: (left, least) = (3, 0x90)
        case 0xF1...0xF3: left = 3
        case 0xF4: (left, greatest) = (3, 0x8F)
        default: return false
        }
        return true
    }
}
