public import HoldfastTrust

/// What a resolver answered.
public struct ResolverAnswer: Hashable, Sendable {
    /// The addresses in the resolver's order, none twice, all of the kind that was asked for.
    public var addresses: [IPAddress]
    /// How long it may be kept, from when the resolver gave it; nil where it does not say.
    public var timeToLive: Duration?
    /// The name of the resolver that gave it.
    public var resolver: String
    /// How long ago that was; nothing for an answer that was not kept.
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
