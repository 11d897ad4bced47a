import HoldfastX509

/// Octets of a text as a percent sign and two hexadecimal digits (RFC 3986 §2.1).
package enum PercentEncoding {
    /// Octets, those encoded that are none of the ones that stand for themselves; digits in upper case.
    package static func encoded(_ octets: some Sequence<UInt8>, but isPlain: (UInt8) -> Bool) -> [UInt8] {
        var encoded: [UInt8] = []
        for octet in octets {
            if isPlain(octet) { encoded.append(octet) } else { encoded += self.encoded(octet) }
        }
        return encoded
    }

    /// One octet, encoded.
    package static func encoded(_ octet: UInt8) -> [UInt8] {
        [UInt8(ascii: "%"), digits[Int(octet >> 4)], digits[Int(octet & 15)]]
    }

    /// Whether an octet is an unreserved character, which needs no encoding anywhere in a URL (§2.3).
    package static func isUnreserved(_ octet: UInt8) -> Bool {
        ASCIIText.isLetterOrDigit(octet) || "-._~".utf8.contains(octet)
    }

    /// A text with its encoding undone; nil where a percent sign has not two digits behind it, and where the octets are
    /// no UTF-8.
    package static func decoded(_ text: String) -> String? {
        var octets: [UInt8] = []
        var rest = Substring(text).utf8
        while let octet = rest.popFirst() {
            guard octet == UInt8(ascii: "%") else {
                octets.append(octet)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, digits.allSatisfy(isHexadecimal), let value = UInt8(Substring(digits), radix: 16)
            else { return nil }
            octets.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: octets, as: UTF8.self)
    }

    private static func isHexadecimal(_ octet: UInt8) -> Bool { Unicode.Scalar(octet).properties.isASCIIHexDigit }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
