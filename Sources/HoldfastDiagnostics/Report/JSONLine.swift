import FoundationEssentials
package import HoldfastX509

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

/// Numbers and instants as every JSON that is printed has them: as exact as they are known, and no longer.
package enum JSONNumber {
    /// A number with at most three decimals: a time in milliseconds to the microsecond, a ratio.
    package static func rounded(_ value: Double) -> Double {
        let scaled = (value * 1_000).rounded()
        // Beyond this a number has no such decimals, and what is no number stays none.
        return scaled.magnitude < 9e15 ? scaled / 1_000 : value
    }

    /// A length of time in milliseconds, with at most three decimals.
    package static func milliseconds(_ duration: Duration) -> Double { rounded(duration / .milliseconds(1)) }
}

extension Instant {
    /// RFC 3339 with whole milliseconds; a fraction only where there is one.
    ///
    /// Cut off and not rounded, so that no instant is told as a later one.
    package var toTheMillisecond: String {
        Instant(secondsSince1970: secondsSince1970, nanoseconds: nanoseconds / 1_000_000 * 1_000_000).description
    }
}
