import HoldfastX509

/// `application/x-www-form-urlencoded` (URL Standard §5.2).
package enum FormURLEncoding {
    package static let mediaType = "application/x-www-form-urlencoded"

    /// Names and values as one text, in UTF-8; line breaks become CRLF (HTML Standard §4.10.21.4).
    package static func encoded(_ fields: [(name: String, value: String)]) -> [UInt8] {
        var text: [UInt8] = []
        for (name, value) in fields {
            if !text.isEmpty { text.append(UInt8(ascii: "&")) }
            text += encoded(name)
            text.append(UInt8(ascii: "="))
            text += encoded(value)
        }
        return text
    }

    private static func encoded(_ text: String) -> [UInt8] {
        var out: [UInt8] = []
        var previous: UInt8 = 0
        for octet in text.utf8 {
            defer { previous = octet }
            switch octet {
            case UInt8(ascii: " "): out.append(UInt8(ascii: "+"))
            case _ where ASCIIText.isLetterOrDigit(octet) || "*-._".utf8.contains(octet): out.append(octet)
            case 0x0D: out += Array("%0D%0A".utf8)
            case 0x0A where previous == 0x0D: break
            case 0x0A: out += Array("%0D%0A".utf8)
            default: out += PercentEncoding.encoded(octet)
            }
        }
        return out
    }
}
