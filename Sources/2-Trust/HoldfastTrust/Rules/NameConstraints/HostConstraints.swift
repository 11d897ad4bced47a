import HoldfastX509

/// A dNSName subtree (RFC 5280 §4.2.1.10): a name, and everything made by adding labels to its left.
///
/// A dot before the name is the syntax of other types, one behind it of none: profiles decide whether either refuses
/// the authority. Where it does not, a dot before it permits what is below the domain alone, as Chromium and trustd
/// read it, and excludes the domain too; one behind it changes nothing.
enum DNSConstraint {
    private static let dot = UInt8(ascii: ".")

    /// Whether the base can be read: empty (every name), or a host name, with one dot before and one behind it at most.
    static func isValid(base: ArraySlice<UInt8>) -> Bool { base.isEmpty || isHostName(domain(of: base)) }

    static func hasLeadingDot(_ base: ArraySlice<UInt8>) -> Bool { base.first == dot }

    static func hasTrailingDot(_ base: ArraySlice<UInt8>) -> Bool { base.last == dot }

    /// The base without a dot before or behind it.
    static func domain(of base: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let rest = hasLeadingDot(base) ? base.dropFirst() : base
        return hasTrailingDot(rest) ? rest.dropLast() : rest
    }

    /// Whether a dNSName can be read: a host name, or one behind a wildcard as the whole left-most label.
    static func isReadable(name: ArraySlice<UInt8>) -> Bool { isHostName(fixedPart(of: name)) }

    /// At most 253 octets of labels, without a final dot: what DNS has room for (RFC 1034 §3.1).
    static func isHostName(_ text: ArraySlice<UInt8>) -> Bool {
        text.count <= 253
            && text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(HostName.isLabel)
    }

    /// Whether every name that a dNSName stands for lies within the subtree.
    static func contains(base: ArraySlice<UInt8>, name: ArraySlice<UInt8>) -> Bool {
        hasLeadingDot(base) ? isBelow(name, domain(of: base)) : isWithin(name, domain(of: base))
    }

    /// Whether some name that a dNSName stands for lies within the subtree.
    ///
    /// `*.example.com` stands for `bar.example.com` too, and is excluded with it (CVE-2025-61727).
    static func overlaps(base: ArraySlice<UInt8>, name: ArraySlice<UInt8>) -> Bool {
        let domain = domain(of: base)
        if isWithin(fixedPart(of: name), domain) { return true }
        guard isWildcard(name), let dot = domain.firstIndex(of: dot) else { return false }
        return ASCIIText.equal(domain[(dot + 1)...], fixedPart(of: name))
    }

    static func isWildcard(_ name: ArraySlice<UInt8>) -> Bool { name.starts(with: [0x2A, 0x2E]) }

    /// The domain that a wildcard stands before, or the name itself.
    static func fixedPart(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        isWildcard(name) ? name.dropFirst(2) : name
    }

    static func isWithin(_ name: ArraySlice<UInt8>, _ base: ArraySlice<UInt8>) -> Bool {
        base.isEmpty || ASCIIText.equal(name, base) || isBelow(name, base)
    }

    /// Whether a name is made by adding one label or more to the left of another.
    private static func isBelow(_ name: ArraySlice<UInt8>, _ base: ArraySlice<UInt8>) -> Bool {
        name.count > base.count && name[name.endIndex - base.count - 1] == dot
            && ASCIIText.equal(name.suffix(base.count), base)
    }
}

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
        guard port.allSatisfy(ASCIIText.isDigit), DNSConstraint.isHostName(host),
            let top = host.split(separator: UInt8(ascii: ".")).last, !top.allSatisfy(ASCIIText.isDigit)
        else { return nil }
        return host
    }

    private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
        guard let first = text.first, ASCIIText.isLetter(first) else { return false }
        return text.allSatisfy { ASCIIText.isLetterOrDigit($0) || [0x2B, 0x2D, 0x2E].contains($0) }
    }

    /// RFC 3986 §2: browsers take a backslash for a slash, and drop spaces and controls.
    private static func isURICharacter(_ octet: UInt8) -> Bool {
        (0x21...0x7E).contains(octet) && !Self.forbidden.contains(octet)
    }

    private static let forbidden = Set("\"<>\\^`{|}".utf8)
}

/// The host form shared by rfc822Name and URI subtrees: a host alone, or with a leading dot the hosts below it.
enum HostConstraint {
    /// Empty (no host at all), or a host name, or one behind a dot.
    static func isValid(base: ArraySlice<UInt8>) -> Bool {
        base.isEmpty || DNSConstraint.isHostName(base.first == UInt8(ascii: ".") ? base.dropFirst() : base)
    }

    /// Whether the host is certainly within the subtree; none is within an empty one, which has no meaning in RFC 5280
    /// and is every host to some verifiers and no host to others.
    static func contains(base: ArraySlice<UInt8>, host: ArraySlice<UInt8>) -> Bool {
        guard base.first == UInt8(ascii: ".") else { return !base.isEmpty && ASCIIText.equal(base, host) }
        return host.count > base.count && ASCIIText.equal(host.suffix(base.count), base)
    }

    /// Whether the host may be within the subtree: an empty one may mean any.
    static func overlaps(base: ArraySlice<UInt8>, host: ArraySlice<UInt8>) -> Bool {
        base.isEmpty || contains(base: base, host: host)
    }
}

/// An iPAddress subtree (RFC 5280 §4.2.1.10): an address and a mask of its length, as in RFC 4632.
enum AddressConstraint {
    /// Eight octets for IPv4, thirty-two for IPv6, the mask ones before zeros.
    static func isValid(base: ArraySlice<UInt8>) -> Bool {
        guard base.count == 8 || base.count == 32 else { return false }
        var isPastPrefix = false
        for octet in base.suffix(base.count / 2) {
            for bit in stride(from: 7, through: 0, by: -1) {
                let isSet = octet >> UInt8(bit) & 1 == 1
                if isSet, isPastPrefix { return false }
                if !isSet { isPastPrefix = true }
            }
        }
        return true
    }

    static func contains(base: ArraySlice<UInt8>, name: ArraySlice<UInt8>) -> Bool {
        guard base.count == name.count * 2 else { return false }
        return zip(zip(base.prefix(name.count), base.suffix(name.count)), name).allSatisfy { pair, octet in
            pair.0 & pair.1 == octet & pair.1
        }
    }
}
