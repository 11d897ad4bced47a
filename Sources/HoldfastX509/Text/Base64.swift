/// Base64 with padding (RFC 4648 §4).
public enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    private static let padding = UInt8(ascii: "=")
    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()

    /// The text of some bytes, without line breaks.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        let bytes = Array(bytes)
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var word: UInt32 = 0
            for offset in 0..<3 { word = word << 8 | UInt32(offset < group.count ? group[start + offset] : 0) }
            for position in 0..<4 {
                let value = Int(word >> UInt32(18 - 6 * position) & 63)
                text.append(position <= group.count ? alphabet[value] : padding)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of some text; nil for a character outside the alphabet, wrong padding, or bits that must be zero.
    public static func decode(_ text: String) -> [UInt8]? {
        if case .bytes(let bytes) = decode(Array(text.utf8)[...]) { bytes } else { nil }
    }

    enum Decoding {
        case bytes([UInt8])
        /// The index of the character that cannot be read.
        case invalid(at: Int)
    }

    /// RFC 4648 §3.5: "decoders MAY … reject an encoding if the pad bits have not been set to zero"; this one does.
    static func decode(_ characters: ArraySlice<UInt8>) -> Decoding {
        guard characters.count.isMultiple(of: 4) else { return .invalid(at: characters.endIndex) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 4 * 3)
        var index = characters.startIndex
        while index < characters.endIndex {
            let isLast = index + 4 == characters.endIndex
            let pads = isLast ? characters[index..<(index + 4)].reversed().prefix { $0 == padding }.count : 0
            guard pads <= 2 else { return .invalid(at: index) }
            var word: UInt32 = 0
            for position in 0..<4 {
                let value = position >= 4 - pads ? 0 : values[Int(characters[index + position])]
                guard value < 64 else { return .invalid(at: index + position) }
                word = word << 6 | UInt32(value)
            }
            guard pads == 0 || word & (pads == 1 ? 0xFF : 0xFFFF) == 0 else { return .invalid(at: index + 3 - pads) }
            for shift in [UInt32(16), 8, 0].prefix(3 - pads) { bytes.append(UInt8(truncatingIfNeeded: word >> shift)) }
            index += 4
        }
        return .bytes(bytes)
    }
}
