package import HoldfastX509

/// A Set-Cookie field as it is read, before anybody asks whether its server may say so
/// (draft-ietf-httpbis-rfc6265bis §5.6).
package struct SetCookie {
    /// Octets of name and value together; a longer one is not kept.
    static let pairLimit = 4096
    /// Octets of an attribute's value; a longer one counts as not written.
    static let attributeLimit = 1024
    /// The longest life of a cookie (§5.5): 400 days.
    static let longestLife: Int64 = 400 * 86_400

    let name: String
    let value: String
    private(set) var maxAge: Instant?
    private(set) var expires: Instant?
    /// In lower case where it is ASCII, without a leading dot; empty where the server wrote nothing; nil for none.
    package private(set) var domain: String?
    /// Empty where the default is meant; nil for none.
    private(set) var path: String?
    private(set) var isSecure = false
    private(set) var isHTTPOnly = false
    private(set) var sameSite = Cookie.SameSite.unspecified

    /// Reads the value of a `Set-Cookie` field.
    ///
    /// - Parameters:
    ///   - text: the field's value.
    ///   - now: what a life in seconds is counted from, and how far ahead is far.
    /// - Returns: nil for what is no cookie, or over a limit.
    package init?(_ text: String, at now: Instant) {
        let bytes = Array(text.utf8)
        guard !bytes.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { return nil }
        let parts = bytes.split(separator: UInt8(ascii: ";"), maxSplits: 1, omittingEmptySubsequences: false)
        guard let pair = parts.first else { return nil }
        let equals = pair.firstIndex(of: UInt8(ascii: "="))
        let nameBytes = Self.trimmed(equals.map { pair[..<$0] } ?? [])
        let valueBytes = Self.trimmed(equals.map { pair[($0 + 1)...] } ?? pair)
        guard !nameBytes.isEmpty || !valueBytes.isEmpty, nameBytes.count + valueBytes.count <= Self.pairLimit else {
            return nil
        }
        name = String(decoding: nameBytes, as: UTF8.self)
        value = String(decoding: valueBytes, as: UTF8.self)
        guard parts.count == 2 else { return }
        for attribute in parts[1].split(separator: UInt8(ascii: ";")) {
            let equals = attribute.firstIndex(of: UInt8(ascii: "="))
            let value = Self.trimmed(equals.map { attribute[($0 + 1)...] } ?? [])
            guard value.count <= Self.attributeLimit else { continue }
            read(
                String(decoding: Self.trimmed(equals.map { attribute[..<$0] } ?? attribute), as: UTF8.self)
                    .asciiLowercased(),
                value, at: now)
        }
    }

    /// Reads one attribute; of attributes that come twice, the last one counts.
    private mutating func read(_ name: String, _ value: ArraySlice<UInt8>, at now: Instant) {
        let text = String(decoding: value, as: UTF8.self)
        switch name {
        case "max-age": maxAge = Self.end(maxAge: value, at: now) ?? maxAge
        case "expires":
            guard let date = CookieDate.instant(value) else { return }
            expires = min(date, now.advanced(bySeconds: Self.longestLife))
        case "domain":
            let name = text.hasPrefix(".") ? String(text.dropFirst()) : text
            // That of U+212A, the Kelvin sign, is the ASCII letter k: what is not ASCII is refused, and stays that.
            domain = name.utf8.allSatisfy { $0 < 0x80 } ? name.asciiLowercased() : name
        case "path": path = text.utf8.first == UInt8(ascii: "/") ? text : ""
        case "secure": isSecure = true
        case "httponly": isHTTPOnly = true
        case "samesite":
            sameSite =
                switch text.asciiLowercased() {
                case "none": .none
                case "lax": .lax
                case "strict": .strict
                default: .unspecified
                }
        default: break
        }
    }

    /// When a life of so many seconds ends; nil where that is no number. Nothing and less are over already.
    private static func end(maxAge: ArraySlice<UInt8>, at now: Instant) -> Instant? {
        let isNegative = maxAge.first == UInt8(ascii: "-")
        let digits = isNegative ? maxAge.dropFirst() : maxAge
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        var seconds: Int64 = 0
        for digit in digits { seconds = min(seconds * 10 + Int64(digit - 0x30), Self.longestLife) }
        return isNegative || seconds == 0
            ? Instant(secondsSince1970: 0) : now.advanced(bySeconds: seconds)
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (octet: UInt8) in octet == 0x20 || octet == 0x09 }
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return [] }
        return bytes[first...last]
    }
}
