import HoldfastStatements
import HoldfastTrust

/// TLS with a client: the ClientHello that it begins with, and the handshake in which this run stands in for a server.
struct FrontHandshake: Sendable {
    let client: FrontClient
    let target: GateTarget

    /// Reads the client's ClientHello; nil where it was turned away.
    func readHello(_ stream: BufferedStream) async throws(GateError) -> OfferedHello? {
        try await client.socket.within(client.limits.opening) { () async throws(GateError) -> OfferedHello? in
            while true {
                switch OfferedHello.look(at: stream.waiting) {
                case .needsMore: guard try await stream.more() else { return nil }
                case .notTLS:
                    client.turnAway(GateSentence.notTLS(server: "\(target)").statement)
                    return nil
                case .malformed(let why):
                    client.turnAway(why)
                    return nil
                case .hello(let hello):
                    // One that names another server than CONNECT did would be shown a certificate for neither.
                    if let name = hello.serverName, (try? ServerName(name)) != target.name {
                        client.turnAway(GateSentence.otherServer(server: "\(target)").statement)
                        return nil
                    }
                    return hello
                }
            }
        }
    }

    /// Does TLS with the client, as this run's stand-in for the server.
    func meet(
        _ stream: BufferedStream, speaking applicationProtocol: String?
    ) async throws(GateError) -> FrontTLS {
        let context = try client.gate.authority.context(for: target.name, speaking: applicationProtocol)
        let begun = Array(stream.take(.max))
        do throws(GateError) {
            return try await client.socket.within(client.limits.opening) { () async throws(GateError) -> FrontTLS in
                try await FrontTLS(context, over: stream.stream, begun: begun)
            }
        } catch {
            let reason = error.statement
            client.turnAway(GateSentence.certificateNotTaken(server: "\(target)", reason: reason).statement)
            throw error
        }
    }
}
