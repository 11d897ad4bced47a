import HoldfastHTTP
import HoldfastStatements
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// One connection of a client's, from its first byte to its end.
final class FrontConnection: Sendable {
    let gate: Gate
    let socket: FrontSocket
    let number: UInt64

    var limits: GateLimits { gate.configuration.limits }

    init(_ gate: Gate, _ socket: FrontSocket, _ number: UInt64) {
        (self.gate, self.socket, self.number) = (gate, socket, number)
    }

    /// Serves the client; returns when there is nothing left to do.
    func run() async {
        await withTaskCancellationHandler {
            do throws(GateError) {
                try await serve()
            } catch {
                // Whatever ended the connection, the client sees its end; refusals were told where they were made.
            }
            socket.close()
        } onCancel: {
            socket.close()
        }
    }

    private func serve() async throws(GateError) {
        let client = BufferedStream(socket)
        guard let target = try await readTarget(client) else { return }
        gate.opened(number)
        try await serve(target, client)
    }

    // MARK: The proxy's request

    /// Reads where the client wants to go; nil where it was turned away.
    private func readTarget(_ client: BufferedStream) async throws(GateError) -> GateTarget? {
        try await socket.within(limits.opening) { () async throws(GateError) -> GateTarget? in
            while true {
                do throws(MessageError) {
                    guard let head = try await client.request(limits) else { return nil }
                    if case .wantsCredentials = decision(about: head) {
                        // A request with content is not one that could be followed by another.
                        let mayAsk = try MessageFraming(of: head) == .none && head.keepsConnection
                        turnAway(GateSentence.noCredentials.statement)
                        guard await answer(Self.wantsCredentials, keepsConnection: mayAsk), mayAsk else { return nil }
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
                        _ = await answer(plain(target, path), keepsConnection: false)
                        return nil
                    case .path: return nil
                    }
                } catch {
                    turnAway(error.statement)
                    _ = await answer(PlainAnswer(error.status, error.statement.english), keepsConnection: false)
                    return nil
                }
            }
        }
    }

    private func decision(about head: RequestHead) -> AccessRule.Decision {
        gate.access.decision(about: head.fields, from: socket.peer, to: socket.own)
    }

    /// Whether a target is this gate itself, by whatever name of this machine.
    private func isItself(_ target: GateTarget) -> Bool {
        guard target.port == gate.endpoint.port else { return false }
        switch target.name {
        case .ip(let address): return address.isThisMachine || address == socket.own?.address
        case .dns(let name): return name.text == "localhost" || name.text.hasSuffix(".localhost")
        }
    }

    private static let wantsCredentials = PlainAnswer(
        407, "this gate is for programs that were started with it",
        adding: [HTTPField("Proxy-Authenticate", "Basic realm=\"\(GateVia.pseudonym)\", charset=\"UTF-8\"")])

    /// The answer to a request without TLS.
    private func plain(_ target: GateTarget, _ path: String) -> PlainAnswer {
        let isKnown = gate.session.knownHosts?.knowledge(of: target.name) != nil
        let refusal = Refusal(
            403, GateSentence.withoutTLS(server: "\(target)").statement, advice: .askForHTTPS, of: target)
        var event = GateEvent(.refused, number, at: gate.now, server: target, refusal.statement)
        event.codes = ["plainHTTP"]
        gate.journal.note(event)
        guard isKnown || gate.configuration.plainHTTP == .upgraded else {
            return PlainAnswer(
                403, refusal.message + "\nhint: " + refusal.hint, adding: [refusal.proxyStatus])
        }
        // RFC 6797 §8.3: port 80 becomes 443, another one stays.
        let place = target.port == 80 ? String("\(target)".dropLast(3)) : "\(target)"
        return PlainAnswer(
            307, "with TLS, please", adding: [HTTPField("Location", "https://\(place)\(path)"), refusal.proxyStatus])
    }

    func answer(_ answer: PlainAnswer, keepsConnection: Bool) async -> Bool {
        do throws(GateError) {
            try await socket.write(answer.bytes(keepsConnection: keepsConnection))
            return true
        } catch {
            return false
        }
    }

    func turnAway(_ why: Statement) {
        gate.journal.note(GateEvent(.turnedAway, number, at: gate.now, why))
    }

    // MARK: The tunnel

    private func serve(_ target: GateTarget, _ client: BufferedStream) async throws(GateError) {
        let treatment = gate.configuration.scope.treatment(of: target.name)
        guard treatment == .judge else { return try await pass(target, client, observes: treatment == .observe) }
        guard gate.authority.issues(for: target.name) else {
            let why = GateSentence.notVouchedFor(name: "\(target.name)").statement
            turnAway(why)
            _ = await answer(PlainAnswer(503, why.english), keepsConnection: false)
            return
        }
        try await confirm()
        guard let hello = try await readHello(client, for: target) else { return }
        let decisions = gate.decisions.stamp()
        let server: JudgedStream
        do throws(HTTPSError) {
            server = try await OwnTask.run { () async throws(HTTPSError) -> JudgedStream in
                try await self.open(target, offering: hello.applicationProtocols)
            }
        } catch {
            return try await refuse(target, error, hello, client, since: decisions)
        }
        defer { server.close() }
        try await join(client, server, server.tunnel.applicationProtocol, to: target)
    }

    /// Connects to a server and judges it.
    ///
    /// - Parameter protocols: the client's, which are offered to the server: what the two agree on, both speak.
    private func open(
        _ target: GateTarget, offering protocols: [String]
    ) async throws(HTTPSError) -> JudgedStream {
        let tunnel = try await gate.session.openTunnel(
            to: target.url, offering: Array(protocols.prefix(16)), timeout: limits.connect)
        var event = GateEvent(.accepted, number, at: gate.now, server: target)
        event.take(tunnel.connection)
        gate.configuration.judged?(target.url, .success(tunnel.connection))
        if let exception = tunnel.connection.evaluation?.exception {
            event.statement = GateSentence.acceptedByException(until: exception.until).statement
        }
        gate.journal.note(event)
        return JudgedStream(tunnel)
    }

    /// Meets the client as the server's stand-in, and hands on what either says.
    private func join(
        _ client: BufferedStream, _ server: JudgedStream, _ applicationProtocol: String?, to target: GateTarget
    ) async throws(GateError) {
        guard applicationProtocol != "h2" else { return try await joinHTTP2(client, server, to: target) }
        let front = try await meet(client, speaking: applicationProtocol, for: target)
        socket.limitIdle(to: limits.idle)
        try await relay(front, server, applicationProtocol, to: target)
    }

    private func joinHTTP2(
        _ client: BufferedStream, _ server: JudgedStream, to target: GateTarget
    ) async throws(GateError) {
        let bridge = try HTTP2Bridge(to: target, limits) { [gate, number] method, path in
            gate.journal.note(GateEvent(.request, number, at: gate.now, server: target, method: method, path))
        }
        // Some servers wait for their client's preface (RFC 9113 §3.4) before they say anything; why one has ended
        // already, reading tells.
        try? await server.write(bridge.output(to: .server))
        let begin = PrefetchedStream.First { await server.next() }
        let front = try await meet(client, speaking: "h2", for: target)
        // SETTINGS are the first that a server sends. One that ends in their place, as for want of a client's
        // certificate in TLS 1.3, gives its reason here.
        let first = try await ClosingLimit.within(limits.connect, closing: server) { await begin.value }
        guard case .success(.some) = first else {
            return try await answer(endedEarly(first.why, target), speaking: "h2", front)
        }
        socket.limitIdle(to: limits.idle)
        await HTTP2Relay(front, PrefetchedStream(server, first: begin), by: bridge).run()
    }

    func confirm() async throws(GateError) { try await socket.write(Array("HTTP/1.1 200 OK\r\n\r\n".utf8)) }

    /// Reads the client's ClientHello; nil where it was turned away.
    private func readHello(
        _ client: BufferedStream, for target: GateTarget
    ) async throws(GateError) -> OfferedHello? {
        try await socket.within(limits.opening) { () async throws(GateError) -> OfferedHello? in
            while true {
                switch OfferedHello.look(at: client.waiting) {
                case .needsMore: guard try await client.more() else { return nil }
                case .notTLS:
                    turnAway(GateSentence.notTLS(server: "\(target)").statement)
                    return nil
                case .malformed(let why):
                    turnAway(why)
                    return nil
                case .hello(let hello):
                    // One that names another server than CONNECT did would be shown a certificate for neither.
                    if let name = hello.serverName, (try? ServerName(name)) != target.name {
                        turnAway(GateSentence.otherServer(server: "\(target)").statement)
                        return nil
                    }
                    return hello
                }
            }
        }
    }

    /// Does TLS with the client, as this run's stand-in for the server.
    private func meet(
        _ client: BufferedStream, speaking applicationProtocol: String?, for target: GateTarget
    ) async throws(GateError) -> FrontTLS {
        let context = try gate.authority.context(for: target.name, speaking: applicationProtocol)
        let begun = Array(client.take(.max))
        do throws(GateError) {
            return try await socket.within(limits.opening) { () async throws(GateError) -> FrontTLS in
                try await FrontTLS(context, over: client.stream, begun: begun)
            }
        } catch {
            let reason = error.statement
            turnAway(GateSentence.certificateNotTaken(server: "\(target)", reason: reason).statement)
            throw error
        }
    }

    private func relay(
        _ front: FrontTLS, _ server: JudgedStream, _ applicationProtocol: String?, to target: GateTarget
    ) async throws(GateError) {
        switch applicationProtocol {
        case "http/1.1":
            try await relayHTTP1(BufferedStream(front), BufferedStream(server), to: target)
            await front.endWriting()
        case nil: try await relayUnknown(front, server, to: target)
        default: await StreamPump.join(front, server)
        }
    }

    private func relayHTTP1(
        _ client: BufferedStream, _ server: BufferedStream, to target: GateTarget
    ) async throws(GateError) {
        let (gate, number) = (gate, number)
        let relay = HTTP1Relay(target: target, limits: limits) { head in
            gate.journal.note(
                GateEvent(.request, number, at: gate.now, server: target, method: head.method, head.target))
        } ended: { why in
            self.endedEarly(why, target)
        }
        try await relay.run(client, server)
    }

    /// Notes that a server that was accepted has ended the connection before it answered anything.
    private func endedEarly(_ why: Statement, _ target: GateTarget) -> Refusal {
        gate.journal.note(GateEvent(.refused, number, at: gate.now, server: target, why))
        return Refusal(502, why, proxyError: "connection_terminated", of: target)
    }

    /// Finds out which side speaks first where nobody has said what is spoken: in HTTP it is the client.
    private func relayUnknown(
        _ front: FrontTLS, _ server: JudgedStream, to target: GateTarget
    ) async throws(GateError) {
        let fromClient = PrefetchedStream.First { await front.next() }
        let fromServer = PrefetchedStream.First { await server.next() }
        let other = PrefetchedStream(server, first: fromServer)
        guard await Self.isFirst(fromClient, before: fromServer) else {
            guard case .success(.some) = await fromServer.value else {
                return try await answerEarly(fromClient, endedEarly(await fromServer.value.why, target), front)
            }
            return await StreamPump.join(PrefetchedStream(front, first: fromClient), other)
        }
        let client = BufferedStream(front, begun: try await fromClient.value.get() ?? [])
        guard FirstBytes.areHTTP(client.waiting) else {
            try await server.write(Array(client.take(.max)))
            return await StreamPump.join(front, other)
        }
        try await relayHTTP1(client, BufferedStream(other), to: target)
        await front.endWriting()
    }

    /// Answers the request that is on its way to a server that has ended already, where it is one of HTTP.
    private func answerEarly(
        _ first: PrefetchedStream.First, _ refusal: Refusal, _ front: FrontTLS
    ) async throws(GateError) {
        let piece = try await ClosingLimit.within(.seconds(1), closing: front) {
            () async throws(GateError) -> [UInt8]? in
            try await first.value.get()
        }
        guard let piece, FirstBytes.areHTTP(piece[...]) else { return }
        try await answer(refusal, speaking: nil, front, begun: piece)
    }

    /// Whether one of two pieces comes first; whoever waits for the other goes on waiting.
    private static func isFirst(
        _ one: PrefetchedStream.First, before other: PrefetchedStream.First
    ) async -> Bool {
        let (firsts, continuation) = AsyncStream.makeStream(of: Bool.self)
        for (piece, isOne) in [(one, true), (other, false)] {
            Task {
                _ = await piece.value
                continuation.yield(isOne)
            }
        }
        var iterator = firsts.makeAsyncIterator()
        return await iterator.next() ?? true
    }

    // MARK: Refusals

    /// Tells the client why there is no way to a server, in a protocol that it offers.
    private func refuse(
        _ target: GateTarget, _ error: HTTPSError, _ hello: OfferedHello, _ client: BufferedStream,
        since decisions: [UInt8]
    ) async throws(GateError) {
        var event = GateEvent(.refused, number, at: gate.now, server: target)
        event.take(error)
        gate.configuration.judged?(target.url, .failure(error))
        gate.journal.note(event)
        let offered = hello.applicationProtocols
        let spoken = offered.contains("http/1.1") ? "http/1.1" : offered.contains("h2") ? "h2" : nil
        // A client that speaks neither would take a page for something else.
        guard offered.isEmpty || spoken != nil else { return }
        let front = try await meet(client, speaking: spoken, for: target)
        try await answer(
            Refusal(error, of: target, goOnLimit: gate.configuration.goOnLimit), speaking: spoken, front,
            since: decisions)
    }

    /// Answers a client's requests by the gate itself.
    ///
    /// - Parameter decisions: the stamp of the user's decisions that the server was judged by; nil where it was not
    ///   refused for its certificate.
    private func answer(
        _ refusal: Refusal, speaking applicationProtocol: String?, _ front: FrontTLS, begun: [UInt8] = [],
        since decisions: [UInt8]? = nil
    ) async throws(GateError) {
        let (gate, number) = (gate, number)
        let desk = RefusalDesk(
            refusal, language: gate.configuration.language, clock: gate.session.configuration.clock,
            isOver: { decisions.map { $0 != gate.decisions.stamp() } ?? false }
        ) { exception in
            gate.decisions.add(exception)
            gate.journal.note(
                GateEvent(
                    .wentOn, number, at: gate.now, server: refusal.target,
                    GateSentence.goesOn(until: exception.until).statement))
        }
        let tunnel = RefusedTunnel(desk: desk, limits: limits)
        socket.limitIdle(to: limits.rest)
        if applicationProtocol == "h2" {
            try await tunnel.answerHTTP2(front)
        } else {
            try await tunnel.answerHTTP1(BufferedStream(front, begun: begun))
        }
    }
}

extension Result<[UInt8]?, GateError> {
    /// The reason why there are no bytes.
    fileprivate var why: Statement {
        guard case .failure(let error) = self else { return GateSentence.endedUnasked.statement }
        return error.statement
    }
}

extension Gate {
    /// The time, as servers are judged by it.
    var now: Instant { session.configuration.clock() }
}
