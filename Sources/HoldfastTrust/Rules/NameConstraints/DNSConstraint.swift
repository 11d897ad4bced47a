import HoldfastX509

/// A dNSName subtree (RFC 5280 §4.2.1.10): a name, and everything made by adding labels to its left.
///
/// A dot before the name is the syntax of other types, one behind it of none: profiles decide whether either refuses the
/// authority. Where it does not, a dot before it permits what is below the domain alone, as Chromium and trustd read it,
/// and excludes the domain too; one behind it changes nothing.
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
            && text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(DNSName.isLabel)
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

/// Comparison of ASCII text without regard to case, as DNS asks for (RFC 4343).
enum ASCIIText {
    static func equal(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
        left.count == right.count && zip(left, right).allSatisfy { lowercased($0) == lowercased($1) }
    }

    static func lowercased(_ octet: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(octet) ? octet | 0x20 : octet
    }
}
