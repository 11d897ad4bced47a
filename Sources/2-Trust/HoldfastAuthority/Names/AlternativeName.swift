public import HoldfastX509

extension GeneralName {
    /// The subject alternative name that a text stands for, checked for its form.
    ///
    /// - Parameter text: A host name (an A-label, or a wildcard for the first label), an IP address, a mailbox; or one
    ///   of them, or a URI, behind `DNS:`, `IP:`, `email:` or `URI:`, as OpenSSL writes them.
    /// - Throws: ``AuthorityError`` for what is not of its form. A name that no public issuer would certify, such as
    ///   `localhost`, is fine.
    public init(alternativeName text: String) throws(AuthorityError) {
        guard let colon = text.firstIndex(of: ":") else {
            self = try Self.guessed(text)
            return
        }
        let value = String(text[text.index(after: colon)...])
        switch text[..<colon].asciiLowercased() {
        case "dns": self = try Self.host(value)
        case "ip": self = try Self.address(value)
        case "email": self = try Self.mailbox(value)
        case "uri": self = try Self.uri(value)
        default: self = try Self.guessed(text)
        }
    }

    private static func guessed(_ text: String) throws(AuthorityError) -> GeneralName {
        if text.contains("@") { return try mailbox(text) }
        let name = try GeneralName.host(unchecked: text)
        if case .dnsName = name { return try host(text) }
        return name
    }

    private static func address(_ text: String) throws(AuthorityError) -> GeneralName {
        let name = try GeneralName.host(unchecked: text)
        guard case .ipAddress = name else { throw .malformedName(text, expected: .ipAddress) }
        return name
    }

    private static func host(_ text: String) throws(AuthorityError) -> GeneralName {
        guard let name = IA5String(text) else { throw .nameNotASCII(text) }
        guard DomainSyntax.isHost(name.bytes, allowsWildcard: true) else {
            throw .malformedName(text, expected: .hostName)
        }
        return .dnsName(name)
    }

    private static func mailbox(_ text: String) throws(AuthorityError) -> GeneralName {
        guard let name = IA5String(text) else { throw .nameNotASCII(text) }
        guard DomainSyntax.isMailbox(name.bytes) else { throw .malformedName(text, expected: .mailAddress) }
        return .rfc822Name(name)
    }

    private static func uri(_ text: String) throws(AuthorityError) -> GeneralName {
        guard let name = IA5String(text) else { throw .nameNotASCII(text) }
        guard DomainSyntax.isURI(name.bytes) else { throw .malformedName(text, expected: .uri) }
        return .uniformResourceIdentifier(name)
    }
}

/// The forms that RFC 5280 §4.2.1.6 asks of names.
enum DomainSyntax {
    /// The "preferred name syntax" of RFC 1034 §3.5 as modified by RFC 1123 §2.1, and a wildcard as the whole first
    /// label.
    static func isHost(_ name: ArraySlice<UInt8>, allowsWildcard: Bool) -> Bool {
        // RFC 1035 §2.3.4: 255 octets with the lengths, which leaves 253 characters; 63 a label.
        guard (1...253).contains(name.count) else { return false }
        var labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if allowsWildcard, labels.count > 1, labels[0].elementsEqual("*".utf8) { labels.removeFirst() }
        // Whoever asks for such a name asks for an address (URL Standard §3.5, "ends in a number"; RFC 3986 §3.2.2).
        if let last = labels.last, isNumber(last) { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { ASCIIText.isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
        }
    }

    /// Whether a label is digits, or `0x` and hexadecimal digits.
    private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
        if label.allSatisfy({ (0x30...0x39).contains($0) }) { return true }
        guard label.count >= 2, label.first == 0x30, [0x58, 0x78].contains(label[label.startIndex + 1]) else {
            return false
        }
        return label.dropFirst(2).allSatisfy {
            (0x30...0x39).contains($0) || (0x41...0x46).contains($0 & 0xDF)
        }
    }

    /// A local part of visible characters, `@`, a host (RFC 5321 §4.1.2; quoted local parts are not taken).
    static func isMailbox(_ name: ArraySlice<UInt8>) -> Bool {
        guard let at = name.lastIndex(of: UInt8(ascii: "@")) else { return false }
        let local = name[..<at]
        let special = Array("()<>[]:;@\\,\"".utf8)
        // RFC 5321 §4.5.3.1.1: 64 octets.
        return (1...64).contains(local.count)
            && local.allSatisfy { (0x21...0x7E).contains($0) && !special.contains($0) }
            && isHost(name[(at + 1)...], allowsWildcard: false)
    }

    /// Characters of RFC 3986, a scheme, and something behind it: "the name MUST NOT be a relative URI".
    static func isURI(_ name: ArraySlice<UInt8>) -> Bool {
        guard let colon = name.firstIndex(of: UInt8(ascii: ":")), colon > name.startIndex, colon + 1 < name.endIndex
        else { return false }
        let scheme = name[..<colon]
        let others = Array("+-.".utf8)
        return scheme.allSatisfy { ASCIIText.isLetterOrDigit($0) || others.contains($0) }
            && !(scheme.first.map { (0x30...0x39).contains($0) } ?? true)
            && name.allSatisfy { (0x21...0x7E).contains($0) && !Array("<>\"\\^`{|}".utf8).contains($0) }
    }
}

extension GeneralName {
    /// The subject alternative name for a host as people write it: an `iPAddress` for a literal IPv4 or IPv6 address,
    /// otherwise a `dNSName` of the text as it is, wildcards and names that no server should have included.
    static func host(unchecked text: String) throws(AuthorityError) -> GeneralName {
        if let address = IPAddress(text) { return .ipAddress(address.bytes[...]) }
        guard !text.contains(":") else { throw .malformedAddress(text) }
        guard let name = IA5String(text) else { throw .nameNotASCII(text) }
        return .dnsName(name)
    }
}
