import HoldfastX509

/// A fully qualified DNS name as the identity of a server: A-labels only, lower case, without the final dot.
public struct DNSName: Hashable, Sendable, CustomStringConvertible {
    /// The name, lower case, without a final dot.
    public let text: String

    /// A name from its text.
    ///
    /// - Parameter text: A-labels (`xn--…`) between dots, at most 253 octets, each label 1-63 letters, digits,
    ///   hyphens or underscores, with no hyphen at its edges (RFC 1123 §2.1); one final dot is dropped (RFC 9525 §2:
    ///   a reference identifier is fully qualified).
    /// - Throws: ``ServerNameError`` saying what is wrong. U-labels are refused: convert them where they come in.
    public init(_ text: some StringProtocol) throws(ServerNameError) {
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
    public var parent: DNSName? {
        guard let dot = text.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        return DNSName(checked: text[text.index(after: dot)...])
    }

    private init(checked text: Substring) { self.text = String(text) }

    /// Whether a last label makes other software read the name as an IPv4 address: digits, or `0x` and hexadecimal ones
    /// (inet_aton(3); URL Standard §3.5, "ends in a number").
    private static func isNumber(_ label: some Collection<UInt8>) -> Bool {
        if label.allSatisfy({ (48...57).contains($0) }) { return true }
        return label.starts(with: "0x".utf8)
            && label.dropFirst(2).allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit }
    }

    static func isLabel(_ label: some Collection<UInt8>) -> Bool {
        guard (1...63).contains(label.count) else { return false }
        var first: UInt8 = 0
        var last: UInt8 = 0
        for (index, octet) in label.enumerated() {
            switch octet {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                if index == 0 { first = octet }
                last = octet
            default: return false
            }
        }
        return first != UInt8(ascii: "-") && last != UInt8(ascii: "-")
    }

    /// Go takes such a name at the end of a label, and OpenSSL and Chromium compare it as it is, since resolvers answer
    /// for it (RFC 2181 §11). No certificate may name it (RFC 5280 §4.2.1.6, "preferred name syntax"); only a wildcard
    /// would stand for it.
    private static func hasHyphenAtEdge(_ label: Substring.UTF8View) -> Bool {
        label.first == UInt8(ascii: "-") || label.last == UInt8(ascii: "-")
    }

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
        octets.count <= 253 && HostLabels(octets).allSatisfy(DNSName.isLabel)
    }
}

/// An error for a text that is no server name.
public struct ServerNameError: Error, Hashable, Sendable {
    public enum Reason: String, Hashable, Sendable {
        case empty = "is empty"
        case notASCII = "has characters outside ASCII; convert it to A-labels first"
        case tooLong = "is longer than 253 octets"
        case badLabel = "has a label that is not 1-63 letters, digits, hyphens or underscores"
        /// RFC 952: "The last character must not be a minus sign or period"; RFC 1123 §2.1 allows a digit as the first
        /// character beside a letter; RFC 5890 §2.3.1: no hyphen "at the beginning or end".
        case hyphenAtEdge =
            "has a label that begins or ends with a hyphen, which no host name has (RFC 1123 §2.1)"
        case numericTopLabel = "ends in a number and is no IPv4 address"
        case badAddress = "is no IPv6 address"
    }

    /// The text as given.
    public let text: String
    /// The reason that it is no server name.
    public let reason: Reason
}
