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

/// A fault for which text is not Base64.
public enum Base64Error: Error, Hashable, Sendable {
    /// A character outside the alphabet.
    case invalidCharacter(UInt8)
    /// Padding that begins too early in a group of four characters.
    case misplacedPadding
    /// Characters after the padding, which ends the data.
    case dataAfterPadding
    /// Bits that belong to no byte and are not zero (RFC 4648 §3.5).
    case padBitsNotZero
    /// The text ends within a group of four characters.
    case incompleteGroup
}

extension Base64 {
    /// A decoder that takes a text piece by piece, so that an error is known to be in a certain line.
    struct Decoder {
        private var bytes: [UInt8] = []
        private var word: UInt32 = 0
        /// Characters in the current group, padding included.
        private var count = 0
        private var padding = 0

        /// Makes a decoder with room for so many bytes.
        init(capacity: Int = 0) { bytes.reserveCapacity(capacity) }

        /// Appends the characters of a line, white space left out.
        mutating func append(line: ArraySlice<UInt8>) throws(Base64Error) {
            var index = line.startIndex
            while true {
                if count == 0, padding == 0 { index = appendGroups(line, from: index) }
                guard index < line.endIndex else { return }
                if !PEMLine.isSpace(line[index]) { try append(line[index]) }
                index += 1
            }
        }

        /// Appends groups of four characters of the alphabet, up to the first other one; the index behind them.
        private mutating func appendGroups(_ line: ArraySlice<UInt8>, from start: Int) -> Int {
            let values = Base64.values
            var index = start
            while line.endIndex - index >= 4 {
                let first = UInt32(values[Int(line[index])])
                let second = UInt32(values[Int(line[index + 1])])
                let third = UInt32(values[Int(line[index + 2])])
                let fourth = UInt32(values[Int(line[index + 3])])
                guard first | second | third | fourth < 64 else { break }
                let word = first << 18 | second << 12 | third << 6 | fourth
                bytes.append(UInt8(truncatingIfNeeded: word >> 16))
                bytes.append(UInt8(truncatingIfNeeded: word >> 8))
                bytes.append(UInt8(truncatingIfNeeded: word))
                index += 4
            }
            return index
        }

        mutating func append(_ character: UInt8) throws(Base64Error) {
            if character == UInt8(ascii: "=") { return try appendPadding() }
            let value = Base64.values[Int(character)]
            guard value < 64 else { throw .invalidCharacter(character) }
            guard padding == 0 else { throw .dataAfterPadding }
            word = word << 6 | UInt32(value)
            count += 1
            if count == 4 { endGroup() }
        }

        /// RFC 4648 §3.5: decoders may reject an encoding whose pad bits are not zero. This one does, lest two texts
        /// stand for one certificate.
        private mutating func appendPadding() throws(Base64Error) {
            if padding > 0 && count == 0 { throw .dataAfterPadding }
            guard count >= 2 else { throw .misplacedPadding }
            if padding == 0 {
                guard word & (count == 2 ? 0xF : 0x3) == 0 else { throw .padBitsNotZero }
            }
            padding += 1
            word <<= 6
            count += 1
            if count == 4 { endGroup() }
        }

        private mutating func endGroup() {
            bytes.append(UInt8(truncatingIfNeeded: word >> 16))
            if padding < 2 { bytes.append(UInt8(truncatingIfNeeded: word >> 8)) }
            if padding < 1 { bytes.append(UInt8(truncatingIfNeeded: word)) }
            (word, count) = (0, 0)
        }

        /// The bytes, once all characters are there.
        func finish() throws(Base64Error) -> [UInt8] {
            guard count == 0 else { throw .incompleteGroup }
            return bytes
        }
    }
}
