import HoldfastHTTP
import HoldfastLibC
import HoldfastX509

/// The decision about who may use the gate: whoever shows this run's credentials, and, unless that is switched off,
/// programs of the gate's own user on this machine.
struct AccessRule: Sendable {
    /// The decisions.
    enum Decision: Hashable, Sendable {
        case allowed
        /// The client is asked for credentials.
        case wantsCredentials
    }

    let credentials: GateCredentials
    let requiresCredentials: Bool
    /// The user of a client's socket; nil where nobody can tell.
    let userOf: @Sendable (_ client: Endpoint, _ server: Endpoint) -> UInt32?
    let ownUser: UInt32

    init(
        _ credentials: GateCredentials, requiresCredentials: Bool,
        userOf: @escaping @Sendable (Endpoint, Endpoint) -> UInt32? = { PeerUser.user(of: $0, connectedTo: $1) },
        ownUser: UInt32 = UInt32(geteuid())
    ) {
        self.credentials = credentials
        self.requiresCredentials = requiresCredentials
        self.userOf = userOf
        self.ownUser = ownUser
    }

    /// Whether a client's socket is one of the gate's own user, where that is known in a moment. It lets nobody in.
    func isOwn(_ socket: FrontSocket) -> Bool {
        guard let client = socket.peer, let server = socket.own, client.address.isLoopback else { return false }
        return PeerUser.quickUser(of: client, connectedTo: server) == ownUser
    }

    /// Decides about a client by what its first request shows, and by its socket.
    func decision(
        about fields: [HTTPField], from client: Endpoint?, to server: Endpoint?
    ) -> Decision {
        if credentials.areShown(by: fields) { return .allowed }
        // Credentials that are wrong are somebody else's: they are not made good by who shows them.
        guard !requiresCredentials, fields.all("proxy-authorization").isEmpty, let client, let server,
            client.address.isLoopback, server.address.isLoopback, userOf(client, server) == ownUser
        else { return .wantsCredentials }
        return .allowed
    }
}
