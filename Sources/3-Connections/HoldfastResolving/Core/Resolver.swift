public import HoldfastTrust
public import HoldfastX509

/// A source of addresses for names.
///
/// An answer says where to connect, and never who is there: whatever a resolver says, the server is judged by its
/// certificate for the name. A resolver that lies costs time and no trust.
///
/// Safe to use from any task. A query ends soon after its task is cancelled, and at its time limit at the latest.
public protocol Resolver: Sendable {
    /// The name by which people know it: `system`, `hosts`, the host of a DNS over HTTPS server.
    var name: String { get }
    /// A text for what it asks, equal in every run of the program; has no secret in it.
    ///
    /// Caches keep answers under it, on disk too: two resolvers that may answer differently must not share one.
    var identifier: String { get }
    /// Whether what it says may be kept. The system's resolver and files have caches of their own, or are one.
    var isCacheable: Bool { get }

    /// The addresses of one kind that a name has.
    ///
    /// - Returns: an answer without addresses where the name is there and has none of that kind.
    /// - Throws: ``ResolverError``, which also says that the name is not there.
    func resolve(_ query: ResolverQuery) async throws(ResolverError) -> ResolverAnswer
}

extension Resolver {
    /// True: answers may be kept unless a resolver says otherwise.
    public var isCacheable: Bool { true }
}

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

/// An answer of a resolver: the addresses of one kind.
public struct ResolverAnswer: Hashable, Sendable {
    /// The addresses in the resolver's order, none twice, all of the kind that was asked for.
    public var addresses: [IPAddress]
    /// The time for which the answer may be kept, from when the resolver gave it; nil where it does not say.
    public var timeToLive: Duration?
    /// The name of the resolver that gave it.
    public var resolver: String
    /// The time that has passed since the resolver gave the answer; nothing for an answer that was not kept.
    public var age: Duration = .zero
    /// Whether it is kept longer than it may be, since nothing newer is to be had yet (RFC 8767).
    public var isStale = false

    public init(_ addresses: [IPAddress], timeToLive: Duration? = nil, from resolver: String) {
        var seen: Set<IPAddress> = []
        self.addresses = addresses.filter { seen.insert($0).inserted }
        self.timeToLive = timeToLive
        self.resolver = resolver
    }
}
