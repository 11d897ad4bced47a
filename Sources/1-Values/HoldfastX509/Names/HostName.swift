/// A fully qualified DNS name in the form in which it is looked up and compared: A-labels only, lower case, without the
/// final dot.
@usableFromInline
package struct HostName: Hashable, Sendable, CustomStringConvertible {
    /// The name, lower case, without a final dot.
    package let text: String

    /// A name from its text.
    ///
    /// - Parameter text: A-labels (`xn--…`) between dots, at most 253 octets, each label 1-63 letters, digits,
    ///   hyphens or underscores, with no hyphen at its edges (RFC 1123 §2.1); one final dot is dropped (RFC 9525 §2:
    ///   a reference identifier is fully qualified).
    /// - Throws: ``ServerNameError`` saying what is wrong. U-labels are refused: convert them where they come in.
    package init(_ text: some StringProtocol) throws(ServerNameError) {
        // Before anything is made lower case: that of U+212A, the Kelvin sign, is the ASCII letter k.
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            throw ServerNameError(text: String(text), reason: .notASCII)
        }
        var name = text.asciiLowercased()
        if name.utf8.last == UInt8(ascii: ".") { name.removeLast() }
        guard !name.isEmpty else { throw ServerNameError(text: String(text), reason: .empty) }
        guard name.utf8.count <= 253 else { throw ServerNameError(text: String(text), reason: .tooLong) }
        let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        for label in labels {
            guard !Self.hasHyphenAtEdge(label) else {
                throw ServerNameError(text: String(text), reason: .hyphenAtEdge)
            }
            guard Self.isLabel(label) else { throw ServerNameError(text: String(text), reason: .badLabel) }
        }
        if let last = labels.last, Self.isNumber(last) {
            throw ServerNameError(text: String(text), reason: .numericTopLabel)
        }
        self.text = name
    }

    /// The name without its first label; nil for a single one.
    package var parent: HostName? {
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        return HostName(checked: text[text.index(after: dot)...])
    }

    private init(checked text: Substring) { self.text = String(text) }

    /// Whether a last label makes other software read the name as an IPv4 address: digits, or `0x` and hexadecimal ones
    /// (inet_aton(3); URL Standard §3.5, "ends in a number").
    private static func isNumber(_ label: some Collection<UInt8>) -> Bool {
        if label.allSatisfy({ (48...57).contains($0) }) { return true }
        return label.starts(with: "0x".utf8)
            && label.dropFirst(2).allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
    }

    /// Whether octets are one label of a name.
    @inlinable
    package static func isLabel(_ label: some Collection<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard (1...63).contains(label.count), label.first != hyphen else { return false }
        var last: UInt8 = 0
        for octet in label {
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                last = octet
            default: return false
            }
        }
        return last != hyphen
    }

    /// Go takes such a name at the end of a label, and OpenSSL and Chromium compare it as it is, since resolvers answer
    /// for it (RFC 2181 §11). No certificate may name it (RFC 5280 §4.2.1.6, "preferred name syntax"); only a wildcard
    /// would stand for it.
    private static func hasHyphenAtEdge(_ label: Substring.UTF8View) -> Bool {
        label.first == UInt8(ascii: "-") || label.last == UInt8(ascii: "-")
    }

    @usableFromInline package var description: String { text }
}

/// A host as it is dialled: a DNS name or an address.
package enum Host: Hashable, Sendable, CustomStringConvertible {
    case name(HostName)
    case address(IPAddress)

    /// A host from text: an IP literal, with or without the brackets of a URL, or a DNS name of A-labels.
    ///
    /// - Throws: ``ServerNameError`` for anything else; U-labels are converted before, where the name comes in.
    package init(_ text: String) throws(ServerNameError) {
        if text.hasPrefix("[") {
            guard text.hasSuffix("]"), let address = IPAddress(text.dropFirst().dropLast()), address.bytes.count == 16
            else { throw ServerNameError(text: text, reason: .badAddress) }
            self = .address(address)
        } else if let address = IPAddress(text) {
            self = .address(address)
        } else if text.contains(":") {
            throw ServerNameError(text: text, reason: .badAddress)
        } else {
            self = .name(try HostName(text))
        }
    }

    package var description: String {
        switch self {
        case .name(let name): name.text
        case .address(let address): address.description
        }
    }
}
