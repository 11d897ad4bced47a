import HoldfastX509

/// References such as `&amp;` and `&#x2F;` in a page (HTML Standard §13.2.5.72 to 80).
///
/// Of the named ones those that stand for ASCII and the no-break space are known; others are left as they are written.
enum CharacterReferences {
    /// The references that a page may write without a semicolon.
    private static let legacy: [String: String] = [
        "amp": "&", "AMP": "&", "lt": "<", "LT": "<", "gt": ">", "GT": ">", "quot": "\"", "QUOT": "\"",
        "nbsp": "\u{A0}",
    ]

    private static let others: [String: String] = [
        "apos": "'", "Tab": "\t", "NewLine": "\n", "excl": "!", "num": "#", "dollar": "$", "percnt": "%", "lpar": "(",
        "rpar": ")", "ast": "*", "midast": "*", "plus": "+", "comma": ",", "period": ".", "sol": "/", "colon": ":",
        "semi": ";", "equals": "=", "quest": "?", "commat": "@", "lsqb": "[", "lbrack": "[", "bsol": "\\", "rsqb": "]",
        "rbrack": "]", "Hat": "^", "lowbar": "_", "UnderBar": "_", "grave": "`", "DiacriticalGrave": "`", "lcub": "{",
        "lbrace": "{", "verbar": "|", "vert": "|", "VerticalLine": "|", "rcub": "}", "rbrace": "}",
        "NonBreakingSpace": "\u{A0}",
    ]

    /// The characters for the numbers from 128 to 159, which pages of Windows have written (§13.2.5.80).
    private static let windows: [UInt32: UInt32] = [
        0x80: 0x20AC, 0x82: 0x201A, 0x83: 0x0192, 0x84: 0x201E, 0x85: 0x2026, 0x86: 0x2020, 0x87: 0x2021, 0x88: 0x02C6,
        0x89: 0x2030, 0x8A: 0x0160, 0x8B: 0x2039, 0x8C: 0x0152, 0x8E: 0x017D, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201C,
        0x94: 0x201D, 0x95: 0x2022, 0x96: 0x2013, 0x97: 0x2014, 0x98: 0x02DC, 0x99: 0x2122, 0x9A: 0x0161, 0x9B: 0x203A,
        0x9C: 0x0153, 0x9E: 0x017E, 0x9F: 0x0178,
    ]

    /// Letters of the longest name above.
    private static let longestName = 16

    /// Text with its references resolved; what is no UTF-8 becomes U+FFFD.
    ///
    /// - Parameter inAttribute: whether `&name=` and `&name1` are left alone, as queries of URLs are written.
    static func resolved(_ bytes: ArraySlice<UInt8>, inAttribute: Bool = false) -> String {
        guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var rest = bytes
        while let first = rest.first {
            if first == UInt8(ascii: "&"), let (meaning, length) = reference(rest, inAttribute: inAttribute) {
                text += Array(meaning.utf8)
                rest = rest.dropFirst(length)
            } else {
                text.append(first)
                rest = rest.dropFirst()
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The text that the reference at the front stands for, and how long it is; nil for none.
    private static func reference(_ bytes: ArraySlice<UInt8>, inAttribute: Bool) -> (String, Int)? {
        let body = bytes.dropFirst()
        if body.first == UInt8(ascii: "#") { return number(body.dropFirst()) }
        let name = body.prefix(longestName).prefix { ASCIIText.isLetterOrDigit($0) }
        let behind = body.dropFirst(name.count).first
        let text = String(decoding: name, as: UTF8.self)
        if behind == UInt8(ascii: ";") {
            return (legacy[text] ?? others[text]).map { ($0, name.count + 2) }
        }
        for length in [4, 3, 2] where name.count >= length {
            guard let meaning = legacy[String(decoding: name.prefix(length), as: UTF8.self)] else { continue }
            let next = body.dropFirst(length).first
            if inAttribute, let next, next == UInt8(ascii: "=") || ASCIIText.isLetterOrDigit(next) { return nil }
            return (meaning, length + 1)
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> (String, Int)? {
        let isHex = bytes.first == UInt8(ascii: "x") || bytes.first == UInt8(ascii: "X")
        let digits = bytes.dropFirst(isHex ? 1 : 0).prefix { digit($0, isHex ? 16 : 10) != nil }
        guard !digits.isEmpty else { return nil }
        var value: UInt32 = 0
        for octet in digits { value = min(value * (isHex ? 16 : 10) + (digit(octet, 16) ?? 0), 0x11_0000) }
        let hasEnd = bytes.dropFirst((isHex ? 1 : 0) + digits.count).first == UInt8(ascii: ";")
        let scalar = value == 0 ? nil : Unicode.Scalar(windows[value] ?? value)
        return (String(scalar ?? "\u{FFFD}"), 2 + (isHex ? 1 : 0) + digits.count + (hasEnd ? 1 : 0))
    }

    private static func digit(_ octet: UInt8, _ base: UInt8) -> UInt32? {
        switch octet {
        case 0x30...0x39: UInt32(octet - 0x30)
        case 0x41...0x46 where base == 16: UInt32(octet - 0x41 + 10)
        case 0x61...0x66 where base == 16: UInt32(octet - 0x61 + 10)
        default: nil
        }
    }
}
