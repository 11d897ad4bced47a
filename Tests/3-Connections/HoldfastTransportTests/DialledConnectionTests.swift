import HoldfastServing
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTransport

/// Connections that are dialled for libcurl, which looks into its pool once more before it takes one.
@Suite("Dialled connections")
struct DialledConnectionTests {
    /// Has one address, and waits for a gate before it is connected.
    private struct OneAddress: Dialler {
        let endpoint: Endpoint
        let gate: Gate
        let dials = Notes<Endpoint>()

        func dial() async throws(TransportError) -> DialledSocket {
            await gate.pass()
            dials.add(endpoint)
            guard dials.all.count == 1 else {
                throw TransportError(
                    .name, .couldNotResolveHost, Verbatim("the only address was dialled before"),
                    advice: Verbatim("none"))
            }
            do throws(ConnectError) {
                return try await SocketConnector.shared.connect(to: endpoint, within: .seconds(60))
            } catch {
                throw error.error(for: "\(endpoint)")
            }
        }

        func mayUse(_ endpoint: Endpoint) -> Bool { true }
        func opened(_ record: ConnectionRecord) {}
        func mayDialAgain(_ endpoint: Endpoint) {}
        var progress: DialProgress { .connecting }
    }

    @Test("the pool has another that is not for the request, by then: the dialled one is used, and none dialled again")
    func pooledMeanwhile() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let engine = try TransportEngine()
        let (answer, connecting) = (Gate(), Gate())
        defer { answer.open() }
        let server = try world.answering { request in
            if request.target == "/held" { answer.holdThread() }
            return ServerResponse(text: "ok")
        }
        let endpoint = Endpoint(try #require(IPAddress("127.0.0.1")), port: server.port)
        func request(_ target: String, under policy: String, by dialler: OneAddress) -> TransportRequest {
            var request = world.request(port: server.port, under: policy)
            request.message.target = target
            request.connection.dial = DialTargets()
            request.connection.dialler = dialler
            return request
        }
        let open = Gate()
        open.open()
        let held = request("/held", under: "first", by: OneAddress(endpoint: endpoint, gate: open))
        let first = Task { try await engine.perform(held, judge: world.trusting()) }
        try await eventually("a request that is held") { server.counters.requestsReceived == 1 }

        let dialler = OneAddress(endpoint: endpoint, gate: connecting)
        let other = request("/", under: "second", by: dialler)
        let judge = world.trusting()
        let second = Task { try await engine.perform(other, judge: judge) }
        try await eventually("a dialler that waits") { connecting.waiting == 1 }
        answer.open()
        let pooled = try await first.value
        connecting.open()

        let response = try await second.value
        #expect(response.text == "ok" && !response.isReusedConnection)
        #expect(response.connection.id != pooled.connection.id)
        #expect(judge.questions.count == 1 && dialler.dials.all.count == 1)
        #expect(server.counters.connections == 2)
    }
}
