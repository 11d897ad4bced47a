/// Says which addresses a name has.
///
/// An answer says where to connect, and never who is there: whatever a resolver says, the server is judged by its
/// certificate for the name. A resolver that lies costs time and no trust.
///
/// Safe to use from any task. A query ends soon after its task is cancelled, and at its time limit at the latest.
public protocol Resolver: Sendable {
    /// What people know it by: `system`, `hosts`, the host of a DNS over HTTPS server.
    var name: String { get }
    /// What it asks, the same in every run of the program; has no secret in it.
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
    /// It may.
    public var isCacheable: Bool { true }
}
