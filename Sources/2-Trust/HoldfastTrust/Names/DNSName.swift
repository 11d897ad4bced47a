public import HoldfastX509

/// A fully qualified DNS name as the identity of a server: A-labels only, lower case, without the final dot.
public struct DNSName: Hashable, Sendable, CustomStringConvertible {
    private let name: HostName

    /// The name, lower case, without a final dot.
    public var text: String { name.text }

    /// A name from its text.
    ///
    /// - Parameter text: A-labels (`xn--…`) between dots, at most 253 octets, each label 1-63 letters, digits,
    ///   hyphens or underscores, with no hyphen at its edges (RFC 1123 §2.1); one final dot is dropped (RFC 9525 §2:
    ///   a reference identifier is fully qualified).
    /// - Throws: ``ServerNameError`` saying what is wrong. U-labels are refused: convert them where they come in.
    public init(_ text: some StringProtocol) throws(ServerNameError) { name = try HostName(text) }

    /// The identity that a server proves which is dialled by a name.
    package init(_ name: HostName) { self.name = name }

    /// The name without its first label; nil for a single one.
    public var parent: DNSName? { name.parent.map { DNSName($0) } }

    public var description: String { text }
}

/// The labels of a host name from the left, as octets; empty ones too.
struct HostLabels: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>?

    init(_ name: ArraySlice<UInt8>) { rest = name }

    mutating func next() -> ArraySlice<UInt8>? {
        guard let name = rest else { return nil }
        guard let dot = name.firstIndex(of: UInt8(ascii: ".")) else {
            rest = nil
            return name
        }
        rest = name[(dot + 1)...]
        return name[..<dot]
    }
}

/// A dNSName alternative name as RFC 9525 lets it be matched: exact, or a wildcard as the whole left-most label.
struct DNSPattern {
    /// Whether a presented dNSName stands for the reference name.
    ///
    /// RFC 9525 §6.3: the wildcard matches exactly one label and must be the complete left-most one; comparison is
    /// case-insensitive (RFC 4343). A pattern with a final dot, an empty label or octets outside LDH matches nothing.
    static func matches(_ pattern: ArraySlice<UInt8>, _ name: DNSName) -> Bool {
        let name = name.text.utf8
        let isWildcard = pattern.starts(with: "*.".utf8)
        let fixed = isWildcard ? pattern.dropFirst(2) : pattern
        guard isHostName(fixed) else { return false }
        guard isWildcard else { return ASCIIText.equal(fixed, name) }
        // One label below a wildcard would be a top-level domain: `*.com` names nobody.
        guard fixed.contains(UInt8(ascii: ".")), let dot = name.firstIndex(of: UInt8(ascii: ".")) else { return false }
        return ASCIIText.equal(fixed, name[name.index(after: dot)...])
    }

    private static func isHostName(_ octets: ArraySlice<UInt8>) -> Bool {
        octets.count <= 253 && HostLabels(octets).allSatisfy(HostName.isLabel)
    }
}
