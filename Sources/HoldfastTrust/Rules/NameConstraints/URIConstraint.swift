/// A uniformResourceIdentifier subtree (RFC 5280 §4.2.1.10): it speaks of the host alone.
enum URIConstraint {
    static func isValid(base: ArraySlice<UInt8>) -> Bool { HostConstraint.isValid(base: base) }

    /// Whether the URI's host lies within the subtree; nil for a URI without a fully qualified host, which RFC 5280
    /// asks to be refused wherever a constraint of this type applies.
    static func contains(base: ArraySlice<UInt8>, name: ArraySlice<UInt8>) -> Bool? {
        host(of: name).map { HostConstraint.contains(base: base, host: $0) }
    }

    /// The host of a URI that has one and is written as RFC 3986 §3 has it; nil for any other.
    static func host(of uri: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let slash = UInt8(ascii: "/")
        guard uri.allSatisfy(isURICharacter), let colon = uri.firstIndex(of: UInt8(ascii: ":")),
            isScheme(uri[..<colon]), uri[(colon + 1)...].starts(with: [slash, slash])
        else { return nil }
        var authority = uri[(colon + 3)...].prefix { ![slash, UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        let parts = authority.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        // A second `@` would be read as one host by some, and as another by others.
        guard parts.count <= 2, let last = parts.last else { return nil }
        authority = last
        // An IP literal is no fully qualified domain name.
        guard authority.first != UInt8(ascii: "[") else { return nil }
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        let port = authority[host.endIndex...].dropFirst()
        guard port.allSatisfy(isDigit), DNSConstraint.isHostName(host),
            let top = host.split(separator: UInt8(ascii: ".")).last, !top.allSatisfy(isDigit)
        else { return nil }
        return host
    }

    private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, isLetter(first) else { return false }
        return text.allSatisfy { isLetter($0) || isDigit($0) || [0x2B, 0x2D, 0x2E].contains($0) }
    }

    private static func isLetter(_ octet: UInt8) -> Bool { (0x61...0x7A).contains(octet | 0x20) }

    private static func isDigit(_ octet: UInt8) -> Bool { (0x30...0x39).contains(octet) }

    /// RFC 3986 §2: browsers take a backslash for a slash, and drop spaces and controls.
    private static func isURICharacter(_ octet: UInt8) -> Bool {
        (0x21...0x7E).contains(octet) && !Self.forbidden.contains(octet)
    }

    private static let forbidden = Set("\"<>\\^`{|}".utf8)
}
