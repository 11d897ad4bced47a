import HoldfastAuthority
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Testing

@testable import HoldfastTransport

/// libcurl ignores how a handshake was decided when it picks a pooled connection.
@Suite("Pooled connections")
struct PoolingTests {
    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    @Test("serve the next request under the same decision, without another handshake")
    func reused() async throws {
        let server = try world.server()
        let judge = world.trusting()
        let request = world.request(port: server.port)
        let first = try await engine.perform(request, judge: judge)
        let second = try await engine.perform(request, judge: judge)
        #expect(!first.isReusedConnection && second.isReusedConnection)
        #expect(first.connection === second.connection)
        #expect(judge.questions.count == 1)
        #expect(server.counters.connections == 1)
    }

    @Test("one pool, two policies: the second is judged for itself, on a connection of its own")
    func otherPolicyInOnePool() async throws {
        let server = try world.server()
        let first = try await engine.perform(
            world.request(port: server.port, under: "first"), judge: world.trusting())
        let judge = world.trusting()
        let second = try await engine.perform(world.request(port: server.port, under: "second"), judge: judge)
        #expect(judge.questions.count == 1)
        #expect(second.connection.id != first.connection.id)
        #expect(!second.isReusedConnection)
        #expect(server.counters.connections == 2)
    }

    @Test("one pool, and the second policy refuses: not one byte of its request")
    func refusalInOnePool() async throws {
        let server = try world.server()
        _ = try await engine.perform(world.request(port: server.port, under: "first"), judge: world.trusting())
        let received = server.counters.applicationBytesReceived
        let error = await failure { () throws(TransportError) in
            try await engine.perform(world.request(port: server.port, under: "second"), judge: TestJudge.refusing())
        }
        #expect(error?.code == .certificateRefused, "\(String(describing: error))")
        #expect(await server.reaches { $0.connections == 2 && $0.openConnections == 0 })
        #expect(server.counters.applicationBytesReceived == received)
        #expect(server.counters.requestsReceived == 1)
    }

    @Test("partitions share nothing, also where everything else is the same")
    func partitions() async throws {
        let server = try world.server()
        let judge = world.trusting()
        let one = try await engine.perform(world.request(port: server.port, sharing: "one"), judge: judge)
        let two = try await engine.perform(world.request(port: server.port, sharing: "two"), judge: judge)
        let again = try await engine.perform(world.request(port: server.port, sharing: "one"), judge: judge)
        #expect(!two.isReusedConnection && again.isReusedConnection)
        #expect(one.connection.id == again.connection.id && one.connection.id != two.connection.id)
        #expect(judge.questions.count == 2)
    }

    @Test("a changed dial target is obeyed at once: a name's old address is not used from the pool")
    func dialTargets() async throws {
        let (here, there) = (try world.server(), try world.server())
        let address = try #require(IPAddress("127.0.0.1"))
        for isPlace in [true, false] {
            for (server, other) in [(here, there), (there, here), (here, there)] {
                var request = world.request(port: here.port)
                request.connection.dial = DialTargets()
                // Addresses have no port, so that both servers stand behind the port of the one.
                if isPlace {
                    request.connection.dial.place = .loopback(server.port)
                } else {
                    request.port = server.port
                    request.connection.dial.addresses = [address]
                }
                let before = (server.counters.requestsReceived, other.counters.requestsReceived)
                _ = try await engine.perform(request, judge: world.trusting())
                #expect(server.counters.requestsReceived == before.0 + 1)
                #expect(other.counters.requestsReceived == before.1)
            }
        }
    }

    @Test("a request that shares nothing opens and closes its own")
    func unshared() async throws {
        let server = try world.server()
        let judge = world.trusting()
        var request = world.request(port: server.port)
        request.connection.sharing = .never
        for _ in 0..<3 { #expect(!(try await engine.perform(request, judge: judge).isReusedConnection)) }
        #expect(judge.questions.count == 3)
        #expect(await server.becomesIdle(afterAtLeast: 3))
    }

    @Test("a connection that the server closed meanwhile is replaced, and judged again")
    func closedByServer() async throws {
        var configuration = TLSServerConfiguration(try world.identity())
        configuration.idleTimeout = .milliseconds(50)
        let server = try TLSServer(configuration) { _ in ServerResponse(text: "ok") }
        let judge = world.trusting()
        let request = world.request(port: server.port)
        _ = try await engine.perform(request, judge: judge)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(try await engine.perform(request, judge: judge).text == "ok")
        #expect(judge.questions.count == 2)
    }

    @Test("a check of the handshake alone neither uses the pool nor fills it")
    func handshakeOnly() async throws {
        let server = try world.server()
        let judge = world.trusting()
        _ = try await engine.perform(world.request(port: server.port), judge: judge)
        let check = try await engine.perform(world.request(.handshakeOnly, port: server.port), judge: judge)
        #expect(check.status == 0 && check.connection.evaluation != nil && !check.isReusedConnection)
        #expect(judge.questions.count == 2)
        #expect(try await engine.perform(world.request(port: server.port), judge: judge).isReusedConnection)
        #expect(server.counters.requestsReceived == 2)
    }
}
