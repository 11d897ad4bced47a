import FoundationEssentials

/// JSON on one line, as every command prints it.
package enum JSONLine {
    /// The value's JSON with sorted keys, without a line end.
    ///
    /// DEL and C1 controls, which JSON lets pass, are escaped: some terminals obey them.
    package static func bytes(of value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return escapingControls(Array(try encoder.encode(value)))
    }

    private static func escapingControls(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            // UTF-8 of U+0080-U+009F is C2 80 to C2 9F.
            let isPair = byte == 0xc2 && index + 1 < bytes.count && bytes[index + 1] < 0xa0
            if byte == 0x7f || isPair {
                let value = isPair ? bytes[index + 1] : byte
                result += Array("\\u00\(String(value, radix: 16))".utf8)
                index += isPair ? 2 : 1
            } else {
                result.append(byte)
                index += 1
            }
        }
        return result
    }
}
