import FoundationEssentials

/// JSON text as it is written, value by value: the bytes that Foundation's encoder makes with sorted keys and slashes
/// as they are, without its boxes and tables. A verdict has some three hundred values, and a scan a hundred thousand
/// verdicts.
struct JSONOutput {
    private(set) var bytes: [UInt8] = []

    /// Writes any value; one of a kind that is not known here as Foundation's encoder writes it.
    mutating func write(_ value: any Encodable) throws {
        // Most are texts: asking for the one type costs less than asking who conforms.
        if let text = value as? String {
            write(text: text)
        } else if let value = value as? any JSONWritable {
            try value.write(to: &self)
        } else if let report = value as? any JSONReport {
            try report.json.write(to: &self)
        } else if let word = value as? any RawRepresentable, let text = word.rawValue as? String {
            write(text: text)
        } else {
            bytes += try Self.encoder.encode(value)
        }
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }

    /// Writes what stands for itself: a number, `true`, a bracket.
    mutating func write(verbatim text: some Sequence<UInt8>) { bytes += text }

    /// Writes a text in quotes (RFC 8259 §7).
    mutating func write(text: String) {
        bytes.append(Self.quote)
        defer { bytes.append(Self.quote) }
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != Self.quote && $0 != UInt8(ascii: "\\") }) {
            bytes += text.utf8
            return
        }
        for octet in text.utf8 {
            switch octet {
            case Self.quote, UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), octet]
            case 0x20...: bytes.append(octet)
            case 0x08: bytes += Array("\\b".utf8)
            case 0x09: bytes += Array("\\t".utf8)
            case 0x0a: bytes += Array("\\n".utf8)
            case 0x0c: bytes += Array("\\f".utf8)
            case 0x0d: bytes += Array("\\r".utf8)
            default:
                let digits = Array("0123456789abcdef".utf8)
                bytes += Array("\\u00".utf8) + [digits[Int(octet >> 4)], digits[Int(octet & 0xf)]]
            }
        }
    }

    /// Writes an object, its members in the order of their names.
    mutating func write(members: [(name: String, value: any Encodable)]) throws {
        bytes.append(UInt8(ascii: "{"))
        var isFirst = true
        for (name, value) in members.sorted(by: { $0.name < $1.name }) {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(text: name)
            bytes.append(UInt8(ascii: ":"))
            try write(value)
        }
        bytes.append(UInt8(ascii: "}"))
    }

    /// Writes a list.
    mutating func write(list: some Sequence<any Encodable>) throws {
        bytes.append(UInt8(ascii: "["))
        var isFirst = true
        for value in list {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            try write(value)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    private static let quote = UInt8(ascii: "\"")
}

/// A value that writes itself as JSON.
protocol JSONWritable: Encodable {
    func write(to output: inout JSONOutput) throws
}

extension String: JSONWritable {
    func write(to output: inout JSONOutput) { output.write(text: self) }
}

extension Bool: JSONWritable {
    func write(to output: inout JSONOutput) { output.write(verbatim: (self ? "true" : "false").utf8) }
}

extension JSONWritable where Self: FixedWidthInteger {
    func write(to output: inout JSONOutput) { output.write(verbatim: description.utf8) }
}

extension Int: JSONWritable {}
extension Int32: JSONWritable {}
extension Int64: JSONWritable {}
extension UInt16: JSONWritable {}

extension Double: JSONWritable {
    func write(to output: inout JSONOutput) throws {
        guard isFinite else {
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: [], debugDescription: "JSON has no such number"))
        }
        let text = description
        output.write(verbatim: (text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
    }
}

extension Optional: JSONWritable where Wrapped: Encodable {
    func write(to output: inout JSONOutput) throws {
        if let self { try output.write(self) } else { output.write(verbatim: "null".utf8) }
    }
}

extension Array: JSONWritable where Element: Encodable {
    func write(to output: inout JSONOutput) throws { try output.write(list: map { $0 as any Encodable }) }
}

extension Dictionary: JSONWritable where Key == String, Value: Encodable {
    func write(to output: inout JSONOutput) throws {
        try output.write(members: map { (name: $0, value: $1 as any Encodable) })
    }
}

extension JSONObject: JSONWritable {
    func write(to output: inout JSONOutput) throws { try output.write(members: members) }
}
