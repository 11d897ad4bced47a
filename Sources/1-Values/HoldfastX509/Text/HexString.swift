/// Hexadecimal text, two lower-case digits an octet.
public enum HexString {
    /// The digits of each octet.
    ///
    /// - Parameters:
    ///   - bytes: the octets.
    ///   - separator: what stands between two octets, as the colon in fingerprints.
    public static func encode(_ bytes: some Collection<UInt8>, separator: String = "") -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * (2 + separator.utf8.count))
        for (index, octet) in bytes.enumerated() {
            if index > 0 { text += separator.utf8 }
            append(CollectionOfOne(octet), to: &text)
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the digits of each octet, as ASCII.
    static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
        for octet in bytes {
            text.append(digit(octet >> 4))
            text.append(digit(octet & 15))
        }
    }

    private static func digit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value
    }

    /// The octets of hexadecimal text.
    ///
    /// - Parameter text: two digits an octet, in either case, without separators.
    /// - Returns: `nil` for anything else.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        let characters = Array(text.utf8)
        guard characters.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(characters.count / 2)
        for index in stride(from: 0, to: characters.count, by: 2) {
            guard let high = value(of: characters[index]), let low = value(of: characters[index + 1]) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
