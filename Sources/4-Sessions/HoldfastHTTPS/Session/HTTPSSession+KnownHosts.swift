import HoldfastTransport
import HoldfastTrust
public import HoldfastWeb

extension HTTPSSession {
    /// The place where a session keeps which hosts want nothing but TLS (RFC 6797).
    public enum StrictTransportHandling: Sendable {
        /// Keeps them in memory, in a store that ends with the session: ``HTTPSSession/knownHosts``.
        case ofSession
        /// Keeps them in this store.
        case shared(KnownHostStore)
        /// Neither asks nor keeps.
        case none
    }
}

extension KnownHostStore {
    /// Notes what an answer says of its host, if it came over a connection that the session's own policy accepted:
    /// where "there are no underlying secure transport errors or warnings" (§8.1). A user's exception, a handler's own
    /// proof and a test that accepts anything have let in what it refuses.
    func learn(from response: HTTPSResponse) {
        guard !response.connection.isPlain, let field = StrictTransportField.first(of: response.fields),
            response.restsOnPolicy
        else { return }
        note(field, of: response.url.serverName)
    }
}
