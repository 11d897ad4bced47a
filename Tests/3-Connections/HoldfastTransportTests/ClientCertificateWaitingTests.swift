import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTransport

/// What happens while it is being chosen who the client is, and which requests the answer holds for.
@Suite("Waiting for a client certificate", .serialized)
struct ClientCertificateWaitingTests {
    let world: Loopback
    let identity: HandshakeIdentity

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        identity = try HandshakeIdentity(try world.root.issue(.client(name: "Alice", at: world.now)))
    }

    private func server(_ version: TLSVersion = .tls13, requires: Bool = true) throws -> TLSServer {
        try world.server {
            $0.maximumVersion = version
            $0.requiresClientCertificate = requires
            $0.requestsClientCertificate = true
            $0.handshakeTimeout = .seconds(300)
        }
    }

    @Test("a slow answer is taken", arguments: [TLSVersion.tls12, .tls13])
    func slow(version: TLSVersion) async throws {
        let server = try server(version)
        let engine = try TransportEngine()
        let judge = ClientJudge(world) { [identity] _ in
            try? await Task.sleep(for: .milliseconds(50))
            return .use(identity)
        }
        let response = try await engine.perform(world.request(port: server.port), judge: judge)
        #expect(response.status == 200 && response.connection.isClientCertificateSent)
        #expect(judge.questions.count == 1)
    }

    @Test("fifty at once: none is answered before all were asked", arguments: [TLSVersion.tls12, .tls13])
    func fifty(version: TLSVersion) async throws {
        let server = try server(version)
        let engine = try TransportEngine()
        let asked = Lock(0)
        let judge = ClientJudge(world) { [identity] _ in
            asked.withLock { $0 += 1 }
            while asked.withLock({ $0 }) < 50, !Task.isCancelled { try? await Task.sleep(for: .milliseconds(5)) }
            return .use(identity)
        }
        var request = world.request(.handshakeOnly, port: server.port)
        request.limits.timeout = .seconds(300)
        let each = request
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<50 {
                group.addTask { try await engine.perform(each, judge: judge).connection.isClientCertificateSent }
            }
            for try await isSent in group { #expect(isSent) }
        }
        #expect(judge.questions.count == 50)
        #expect(engine.connectionCounts.opened == 50)
    }

    @Test("cancelling ends the handshake in the middle of the question", arguments: [TLSVersion.tls12, .tls13])
    func cancelled(version: TLSVersion) async throws {
        let server = try server(version)
        let engine = try TransportEngine()
        let judge = ClientJudge(world) { _ in
            try? await Task.sleep(for: .seconds(600))
            return .without()
        }
        let request = world.request(port: server.port)
        let task = Task { try await engine.perform(request, judge: judge) }
        try await eventually("a question") { !judge.questions.isEmpty }
        task.cancel()
        guard case .failure(let error as TransportError) = await task.result else {
            Issue.record("answered")
            return
        }
        #expect(error.isCancelled && error.phase == .tls, "\(error)")
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.handshakesCompleted == 0 && server.counters.applicationBytesReceived == 0)
    }

    @Test("a time limit ends it too, and says what was waited for")
    func late() async throws {
        let server = try server()
        let engine = try TransportEngine()
        var request = world.request(port: server.port)
        request.limits.timeout = .seconds(2)
        let asked = request
        let judge = ClientJudge(world) { _ in
            try? await Task.sleep(for: .seconds(600))
            return .without()
        }
        let error = await failure { () throws(TransportError) in try await engine.perform(asked, judge: judge) }
        #expect(error?.isTimeout == true, "\(String(describing: error))")
        if !judge.questions.isEmpty {
            #expect(error?.message.contains("client's certificate was being chosen") == true)
        }
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.handshakesCompleted == 0)
    }

    @Test("an answer for one request serves that request alone, however often it is sent")
    func scopes() async throws {
        let server = try server(requires: false)
        let engine = try TransportEngine()
        func perform(_ taskID: UInt64, _ judge: ClientJudge, isAttended: Bool = false) async throws -> UInt64 {
            var request = world.request(port: server.port)
            request.taskID = taskID
            request.isAttended = isAttended
            return try await engine.perform(request, judge: judge).connection.id
        }
        let own = ClientJudge(world) { [identity] _ in .use(identity, scope: .request(7)) }
        let everybodys = ClientJudge(world) { _ in .without() }
        let first = try await perform(7, own)
        #expect(try await perform(7, own) == first)
        let second = try await perform(8, everybodys)
        #expect(second != first)
        #expect(try await perform(9, everybodys) == second)
        #expect(own.questions.count == 1 && everybodys.questions.count == 1)
        // The same for what was said about the server.
        let doubting = ClientJudge(world, scope: .request(11)) { _ in .without() }
        engine.shutdown()
        let other = try TransportEngine()
        var request = world.request(port: server.port)
        request.taskID = 11
        let third = try await other.perform(request, judge: doubting).connection.id
        request.taskID = 12
        #expect(try await other.perform(request, judge: everybodys).connection.id != third)
        #expect(other.connectionCounts == ConnectionCounts(opened: 2, reused: 0, resumed: 0))
    }

    @Test("what nobody was asked is asked of a request that brings somebody")
    func unattended() async throws {
        let server = try server(requires: false)
        let engine = try TransportEngine()
        let nobody = ClientJudge(world) { _ in .without(scope: .unattendedRequests) }
        let somebody = ClientJudge(world) { [identity] _ in .use(identity, scope: .request(2)) }
        var request = world.request(port: server.port)
        request.taskID = 1
        let first = try await engine.perform(request, judge: nobody)
        request.isAttended = true
        request.taskID = 2
        let second = try await engine.perform(request, judge: somebody)
        #expect(second.connection.id != first.connection.id && second.connection.isClientCertificateSent)
        #expect(somebody.questions.count == 1)
    }
}
