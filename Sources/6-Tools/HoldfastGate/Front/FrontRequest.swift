import HoldfastHTTP
import HoldfastHTTPS
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// The request of a client to the gate itself: who may ask, and where to.
struct FrontRequest: Sendable {
    let client: FrontClient

    /// Reads where the client wants to go; nil where it was turned away.
    func read(_ stream: BufferedStream) async throws(GateError) -> GateTarget? {
        try await client.socket.within(client.limits.opening) { () async throws(GateError) -> GateTarget? in
            while true {
                do throws(MessageError) {
                    guard let head = try await stream.request(client.limits) else { return nil }
                    if case .wantsCredentials = decision(about: head) {
                        // A request with content is not one that could be followed by another.
                        let mayAsk = try MessageFraming(of: head) == .none && head.keepsConnection
                        client.turnAway(GateSentence.noCredentials.statement)
                        guard await client.answer(Self.wantsCredentials, keepsConnection: mayAsk), mayAsk else {
                            return nil
                        }
                        continue
                    }
                    switch try RequestTarget(toProxy: head) {
                    case .tunnel(let target):
                        guard try MessageFraming(of: head) == .none else {
                            throw MessageError(400, .connectWithContent)
                        }
                        guard !isItself(target) else { throw MessageError(403, .noGate) }
                        return target
                    case .plain(let target, let path):
                        _ = await client.answer(plain(target, path))
                        return nil
                    case .path: return nil
                    }
                } catch {
                    client.turnAway(error.statement)
                    _ = await client.answer(PlainAnswer(error.status, error.statement.english))
                    return nil
                }
            }
        }
    }

    private func decision(about head: RequestHead) -> AccessRule.Decision {
        client.gate.access.decision(about: head.fields, from: client.socket.peer, to: client.socket.own)
    }

    /// Whether a target is this gate itself, by whatever name of this machine.
    private func isItself(_ target: GateTarget) -> Bool {
        guard target.port == client.gate.endpoint.port else { return false }
        switch target.name {
        case .ip(let address): return address.isThisMachine || address == client.socket.own?.address
        case .dns(let name): return name.text == "localhost" || name.text.hasSuffix(".localhost")
        }
    }

    private static let wantsCredentials = PlainAnswer(
        407, "this gate is for programs that were started with it",
        adding: [HTTPField("Proxy-Authenticate", "Basic realm=\"\(GateVia.pseudonym)\", charset=\"UTF-8\"")])

    /// The answer to a request without TLS.
    private func plain(_ target: GateTarget, _ path: String) -> PlainAnswer {
        let gate = client.gate
        let isKnown = gate.session.knownHosts?.knowledge(of: target.name) != nil
        let refusal = Refusal(
            403, GateSentence.withoutTLS(server: "\(target)").statement, advice: .askForHTTPS, of: target)
        var event = client.event(.refused, of: target, refusal.statement)
        event.codes = ["plainHTTP"]
        client.note(event)
        guard isKnown || gate.configuration.plainHTTP == .upgraded else {
            return PlainAnswer(
                403, refusal.message + "\nhint: " + refusal.hint, adding: [refusal.proxyStatus])
        }
        // RFC 6797 §8.3: port 80 becomes 443, another one stays.
        let place = target.port == 80 ? String("\(target)".dropLast(3)) : "\(target)"
        return PlainAnswer(
            307, "with TLS, please", adding: [HTTPField("Location", "https://\(place)\(path)"), refusal.proxyStatus])
    }
}
