package import HoldfastAuthority
package import HoldfastServing
package import HoldfastX509

extension Loopback {
    /// A server that answers every request with its method and its target.
    package func server(
        as identity: Identity? = nil, on address: IPAddress = .loopback, port: UInt16 = 0,
        _ change: (inout TLSServerConfiguration) throws -> Void = { _ in }
    ) throws -> TLSServer {
        try answering(as: identity, on: address, port: port, change) { request in
            ServerResponse(text: "\(request.method) \(request.target)")
        }
    }

    /// A server that answers as it is told.
    package func answering(
        as identity: Identity? = nil, on address: IPAddress = .loopback, port: UInt16 = 0,
        _ change: (inout TLSServerConfiguration) throws -> Void = { _ in },
        _ answer: @escaping @Sendable (ServerRequest) -> ServerResponse
    ) throws -> TLSServer {
        var configuration = TLSServerConfiguration(try identity ?? self.identity())
        try change(&configuration)
        return try TLSServer(configuration, on: address, port: port, handler: answer)
    }

    /// A server that says what it likes after the handshake.
    package func conversing(
        _ conversation: @escaping @Sendable (TLSConversation) throws(ServingError) -> Void
    ) throws -> TLSServer {
        try server { $0.conversation = conversation }
    }

    /// The rule that leads a name and a port to that port of this machine, in the words of `--connect-to`.
    package static func connectTo(_ port: UInt16, host: String = host) -> String { "\(host):\(port):127.0.0.1:\(port)" }
}
