/// A dNSName alternative name as RFC 9525 lets it be matched: exact, or a wildcard as the whole left-most label.
struct DNSPattern {
    /// Whether a presented dNSName stands for the reference name.
    ///
    /// RFC 9525 §6.3: the wildcard matches exactly one label and must be the complete left-most one; comparison is
    /// case-insensitive (RFC 4343). A pattern with a final dot, an empty label or octets outside LDH matches nothing.
    static func matches(_ pattern: ArraySlice<UInt8>, _ name: DNSName) -> Bool {
        let name = name.text.utf8
        let isWildcard = pattern.starts(with: [UInt8(ascii: "*"), UInt8(ascii: ".")])
        let fixed = isWildcard ? pattern.dropFirst(2) : pattern
        guard isHostName(fixed) else { return false }
        guard isWildcard else { return ASCIIText.equal(fixed, Array(name)[...]) }
        // One label below a wildcard would be a top-level domain: `*.com` names nobody.
        guard fixed.contains(UInt8(ascii: ".")), let dot = name.firstIndex(of: UInt8(ascii: ".")) else { return false }
        return ASCIIText.equal(fixed, Array(name[name.index(after: dot)...])[...])
    }

    private static func isHostName(_ octets: ArraySlice<UInt8>) -> Bool {
        guard !octets.isEmpty, octets.count <= 253 else { return false }
        return octets.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            .allSatisfy(DNSName.isLabel)
    }
}
