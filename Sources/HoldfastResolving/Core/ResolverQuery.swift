public import HoldfastTrust

/// One question: the addresses of one kind that a name has.
public struct ResolverQuery: Hashable, Sendable {
    public var name: DNSName
    public var kind: AddressKind
    /// For the whole answer.
    public var timeout: Duration

    public init(_ name: DNSName, _ kind: AddressKind, timeout: Duration = .seconds(5)) {
        self.name = name
        self.kind = kind
        self.timeout = timeout
    }
}

/// The kinds of addresses, which the DNS answers one by one.
public enum AddressKind: String, Hashable, Sendable, CaseIterable {
    case ipv4
    case ipv6

    public init(of address: IPAddress) { self = address.bytes.count == 4 ? .ipv4 : .ipv6 }

    /// The type of its records: A (RFC 1035 §3.2.2) or AAAA (RFC 3596 §2.1).
    public var recordType: UInt16 { self == .ipv4 ? 1 : 28 }
}
