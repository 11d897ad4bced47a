/// A uniformResourceIdentifier subtree (RFC 5280 §4.2.1.10): it speaks of the host alone.
enum URIConstraint {
    static func isValid(base: ArraySlice<UInt8>) -> Bool {
        DNSConstraint.isValid(base: base.first == UInt8(ascii: ".") ? base.dropFirst() : base)
    }

    /// Whether the URI's host lies within the subtree; nil for a URI without a fully qualified host, which RFC 5280
    /// asks to be refused wherever a constraint of this type applies.
    static func contains(base: ArraySlice<UInt8>, name: ArraySlice<UInt8>) -> Bool? {
        host(of: name).map { HostConstraint.contains(base: base, host: $0) }
    }

    private static func host(of uri: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let slash = UInt8(ascii: "/")
        guard let colon = uri.firstIndex(of: UInt8(ascii: ":")),
            uri[(colon + 1)...].starts(with: [slash, slash])
        else { return nil }
        var authority = uri[(colon + 3)...].prefix { ![slash, UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
        if let at = authority.lastIndex(of: UInt8(ascii: "@")) { authority = authority[(at + 1)...] }
        // An IP literal is no fully qualified domain name.
        guard authority.first != UInt8(ascii: "[") else { return nil }
        let host = authority.prefix { $0 != UInt8(ascii: ":") }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy(DNSName.isLabel), let last = labels.last,
            !last.allSatisfy({ (48...57).contains($0) })
        else { return nil }
        return host
    }
}
