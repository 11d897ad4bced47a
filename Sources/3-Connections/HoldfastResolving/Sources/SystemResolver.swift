package import HoldfastTransport
import HoldfastTrust

/// The system's resolver (`getaddrinfo`): hosts file, DNS, and whatever else the system is set up to ask.
///
/// It says no time to live, and keeps answers itself where the system does. Whoever controls the network's DNS controls
/// what it says.
public struct SystemResolver: Resolver {
    public let name = "system"
    public let identifier = "system"
    public var isCacheable: Bool { false }
    private let ask: @Sendable (String, TransportRequest.AddressFamily) -> NameLookup.Answer

    public init() { self.init(asking: NameLookup.system) }

    /// Makes a resolver that asks something else in the system's place.
    ///
    /// - Parameter ask: answers instead of the system; runs on a thread of its own.
    package init(asking ask: @escaping @Sendable (String, TransportRequest.AddressFamily) -> NameLookup.Answer) {
        self.ask = ask
    }

    /// The addresses in ascending order, for the system's own order follows its routes and not the name's.
    public func resolve(_ query: ResolverQuery) async throws(ResolverError) -> ResolverAnswer {
        do throws(TransportError) {
            let addresses = try await NameLookup.known(
                of: query.name.text, family: query.kind == .ipv4 ? .ipv4 : .ipv6, timeout: query.timeout, asking: ask)
            return ResolverAnswer(addresses.filter { AddressKind(of: $0) == query.kind }, from: name)
        } catch {
            let reason = Self.reason(error)
            if reason == .noSuchName, await hasOtherAddresses(query) { return ResolverAnswer([], from: name) }
            throw ResolverError(reason, from: name)
        }
    }

    /// Whether the name is there all the same, with addresses of the other kind alone.
    ///
    /// EAI_NONAME says that a name "does not resolve for the supplied parameters" (POSIX, getaddrinfo), the kind among
    /// them, as of names in the hosts file. That there is no such name holds of every type (RFC 2308 §2.1); of one type
    /// it is no data (§2.2).
    private func hasOtherAddresses(_ query: ResolverQuery) async -> Bool {
        let others = try? await NameLookup.known(
            of: query.name.text, family: query.kind == .ipv4 ? .ipv6 : .ipv4, timeout: query.timeout, asking: ask)
        return others.map { !$0.isEmpty } ?? false
    }

    private static func reason(_ error: TransportError) -> ResolverError.Reason {
        if error.isTimeout { return .timedOut }
        if error.isCancelled { return .cancelled }
        return error.code == .couldNotResolveHost ? .noSuchName : .unreachable(error.statement)
    }
}
