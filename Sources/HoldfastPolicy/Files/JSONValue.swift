/// JSON (RFC 8259) as far as the files of this room need it: texts, lists and objects.
///
/// Numbers, `true`, `false` and `null` are read and not told apart: they stand in no file of ours, and in one of a later
/// version they must not hide which version it is.
indirect enum JSONValue: Hashable {
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
    case other

    /// Why bytes are no JSON, or none that is read here.
    struct SyntaxError: Error, Hashable, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    /// Reads one value with nothing behind it.
    ///
    /// RFC 8259 §4 leaves a name that occurs twice in an object open; here it is an error, as is UTF-8 that is none.
    init(_ bytes: [UInt8]) throws(SyntaxError) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw SyntaxError("it is no UTF-8") }
        var reader = JSONReader(bytes)
        self = try reader.value(depth: 0)
        try reader.end()
    }

    var text: String? { if case .string(let text) = self { text } else { nil } }
    var array: [JSONValue]? { if case .array(let array) = self { array } else { nil } }
    var object: [String: JSONValue]? { if case .object(let object) = self { object } else { nil } }
}

/// Reads JSON from bytes that are UTF-8.
private struct JSONReader {
    /// Lists and objects within each other; our files have three.
    private static let maximumDepth = 16

    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func value(depth: Int) throws(JSONValue.SyntaxError) -> JSONValue {
        guard depth < Self.maximumDepth else { throw JSONValue.SyntaxError("it is nested too deeply") }
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"): return .object(try object(depth: depth))
        case UInt8(ascii: "["): return .array(try array(depth: depth))
        case UInt8(ascii: "\""): return .string(try string())
        default: return try other()
        }
    }

    mutating func end() throws(JSONValue.SyntaxError) {
        skipSpace()
        guard index == bytes.count else { throw unexpected() }
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        skipSpace()
        guard let octet = peek, UInt32(octet) == character.value else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let octet = peek, [0x20, 0x09, 0x0a, 0x0d].contains(octet) { index += 1 }
    }

    private func unexpected() -> JSONValue.SyntaxError {
        JSONValue.SyntaxError(index < bytes.count ? "byte \(index) is not expected there" : "it ends too early")
    }

    private mutating func object(depth: Int) throws(JSONValue.SyntaxError) -> [String: JSONValue] {
        index += 1
        var members: [String: JSONValue] = [:]
        if take("}") { return members }
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw unexpected() }
            let name = try string()
            guard take(":") else { throw unexpected() }
            guard members[name] == nil else { throw JSONValue.SyntaxError("the name '\(name)' stands there twice") }
            members[name] = try value(depth: depth + 1)
        } while take(",")
        guard take("}") else { throw unexpected() }
        return members
    }

    private mutating func array(depth: Int) throws(JSONValue.SyntaxError) -> [JSONValue] {
        index += 1
        var items: [JSONValue] = []
        if take("]") { return items }
        repeat { items.append(try value(depth: depth + 1)) } while take(",")
        guard take("]") else { throw unexpected() }
        return items
    }

    private mutating func other() throws(JSONValue.SyntaxError) -> JSONValue {
        let start = index
        while let octet = peek, isWordOctet(octet) { index += 1 }
        let word = bytes[start..<index]
        let isNumber = word.first.map { $0 == UInt8(ascii: "-") || isDigit($0) } ?? false
        guard isNumber || ["true", "false", "null"].contains(where: { word.elementsEqual($0.utf8) }) else {
            index = start
            throw unexpected()
        }
        return .other
    }

    private func isDigit(_ octet: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(octet) }

    private func isWordOctet(_ octet: UInt8) -> Bool {
        isDigit(octet) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(octet) || "+-.E".utf8.contains(octet)
    }

    private mutating func string() throws(JSONValue.SyntaxError) -> String {
        index += 1
        var text: [UInt8] = []
        while let octet = peek {
            index += 1
            switch octet {
            case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"): text += String(try escape()).utf8
            case 0x20...: text.append(octet)
            default:
                index -= 1
                throw unexpected()
            }
        }
        throw unexpected()
    }

    private mutating func escape() throws(JSONValue.SyntaxError) -> Unicode.Scalar {
        guard let octet = peek else { throw unexpected() }
        index += 1
        switch octet {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(octet)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try codeUnit()
            if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
            // RFC 8259 §7: beyond the basic plane a pair of surrogates stands for a character.
            guard (0xd800...0xdbff).contains(first), peek == UInt8(ascii: "\\") else { throw unexpected() }
            index += 1
            guard peek == UInt8(ascii: "u") else { throw unexpected() }
            index += 1
            let second = try codeUnit()
            guard (0xdc00...0xdfff).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xd800) << 10 + UInt32(second) - 0xdc00)
            else { throw unexpected() }
            return scalar
        default:
            index -= 1
            throw unexpected()
        }
    }

    private mutating func codeUnit() throws(JSONValue.SyntaxError) -> UInt16 {
        let end = index + 4
        guard end <= bytes.count, bytes[index..<end].allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
            let value = UInt16(String(decoding: bytes[index..<end], as: UTF8.self), radix: 16)
        else { throw unexpected() }
        index = end
        return value
    }
}
