import HoldfastX509

/// A dNSName subtree (RFC 5280 §4.2.1.10): a name, and everything made by adding labels to its left.
enum DNSConstraint {
    /// Whether the base can be read: empty (every name), or a host name. A leading dot is the syntax of other types.
    static func isValid(base: ArraySlice<UInt8>) -> Bool { base.isEmpty || isHostName(base) }

    /// Whether a dNSName can be read: a host name, or one behind a wildcard as the whole left-most label.
    static func isReadable(name: ArraySlice<UInt8>) -> Bool { isHostName(fixedPart(of: name)) }

    /// At most 253 octets of labels, without a final dot: what DNS has room for (RFC 1034 §3.1).
    static func isHostName(_ text: ArraySlice<UInt8>) -> Bool {
        text.count <= 253
            && text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy(DNSName.isLabel)
    }

    /// Whether every name that a dNSName stands for lies within the subtree.
    static func contains(base: ArraySlice<UInt8>, name: ArraySlice<UInt8>) -> Bool {
        isWithin(fixedPart(of: name), base)
    }

    /// Whether some name that a dNSName stands for lies within the subtree.
    ///
    /// `*.example.com` stands for `bar.example.com` too, and is excluded with it (CVE-2025-61727).
    static func overlaps(base: ArraySlice<UInt8>, name: ArraySlice<UInt8>) -> Bool {
        if contains(base: base, name: name) { return true }
        guard isWildcard(name), let dot = base.firstIndex(of: UInt8(ascii: ".")) else { return false }
        return ASCIIText.equal(base[(dot + 1)...], fixedPart(of: name))
    }

    static func isWildcard(_ name: ArraySlice<UInt8>) -> Bool { name.starts(with: [0x2A, 0x2E]) }

    /// The domain that a wildcard stands before, or the name itself.
    static func fixedPart(of name: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        isWildcard(name) ? name.dropFirst(2) : name
    }

    static func isWithin(_ name: ArraySlice<UInt8>, _ base: ArraySlice<UInt8>) -> Bool {
        if base.isEmpty { return true }
        guard name.count >= base.count, ASCIIText.equal(name.suffix(base.count), base) else { return false }
        return name.count == base.count || name[name.endIndex - base.count - 1] == UInt8(ascii: ".")
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
