import HoldfastHTTP
import HoldfastServing
import HoldfastTrust
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTransport

/// The loop that carries out requests.
@Suite("The loop of a partition")
struct ClientLoopTests {
    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    @Test(
        "a trusted server is asked and answers, and its connection serves again", arguments: [TLSVersion.tls12, .tls13])
    func trusted(version: TLSVersion) async throws {
        let server = try world.server { $0.maximumVersion = version }
        let judge = world.trusting(after: .milliseconds(20))
        var request = world.request(port: server.port)
        request.message.target = "/a?b=c"
        let first = try await engine.perform(request, judge: judge)
        let second = try await engine.perform(request, judge: judge)
        #expect(first.text == "GET /a?b=c" && first.httpVersion == "1.1" && !first.isReusedConnection)
        #expect(second.isReusedConnection && second.connection === first.connection)
        #expect(first.connection.tlsVersion == version.description && judge.questions.count == 1)
        #expect(server.counters.connections == 1)
    }

    @Test("with a judge that refuses not one HTTP byte reaches the server", arguments: [TLSVersion.tls12, .tls13])
    func refused(version: TLSVersion) async throws {
        let server = try world.server { $0.maximumVersion = version }
        let error = await failure { () throws(TransportError) in
            try await engine.perform(
                world.request(port: server.port), judge: TestJudge.refusing(after: .milliseconds(20)))
        }
        #expect(error?.code == .certificateRefused && error?.trustFailure?.cause.code == .issuerNotFound)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.handshakesCompleted == 0 && server.counters.applicationBytesReceived == 0)
    }

    @Test("a kept connection is for who was judged, by the policy that judged: another one is judged for itself")
    func otherPolicy() async throws {
        let server = try world.server()
        _ = try await engine.perform(world.request(port: server.port, under: "first"), judge: world.trusting())
        let received = server.counters.applicationBytesReceived
        let error = await failure { () throws(TransportError) in
            try await engine.perform(world.request(port: server.port, under: "second"), judge: TestJudge.refusing())
        }
        #expect(error?.code == .certificateRefused)
        #expect(server.counters.applicationBytesReceived == received && server.counters.requestsReceived == 1)
    }

    /// RFC 9110 §9.2.2: what may be repeated goes out once more where a kept connection had ended, and nothing else.
    @Test("a request that was lost with a kept connection goes out again by its method", arguments: ["GET", "POST"])
    func lost(method: String) async throws {
        let seen = Notes<String>()
        let server = try world.conversing { connection throws(ServingError) in
            for number in 0..<2 {
                let (head, _) = try connection.readHead()
                guard !head.isEmpty else { return }
                seen.add("\(connection.facts.number) \(head.prefix { $0 != " " })")
                guard number == 0 else { return }
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        }
        let judge = world.trusting()
        _ = try await engine.perform(world.request(port: server.port), judge: judge)
        var request = world.request(port: server.port)
        request.message.method = method
        let result = await failure { () throws(TransportError) in try await engine.perform(request, judge: judge) }
        #expect(result?.code == (method == "GET" ? nil : .emptyReply))
        #expect(seen.lines == ["1 GET", "1 \(method)"] + (method == "GET" ? ["2 GET"] : []))
    }

    @Test("many at a time over HTTP/1.1, each with its own answer")
    func many() async throws {
        let server = try world.server()
        let judge = world.trusting()
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            for number in 0..<40 {
                group.addTask {
                    var request = world.request(port: server.port)
                    request.message.target = "/\(number)"
                    return (number, try await engine.perform(request, judge: judge).text)
                }
            }
            for try await (number, text) in group { #expect(text == "GET /\(number)") }
        }
        #expect(judge.questions.count == server.counters.connections)
    }

    @Test("content of a known length has ended with its last octet, whenever its maker says so")
    func knownLength() async throws {
        let server = try world.answering { ServerResponse(text: String(decoding: $0.body, as: UTF8.self)) }
        var request = world.request(port: server.port)
        request.message.method = "POST"
        request.message.upload = UploadBody(length: 4) {
            // It never ends by itself.
            AsyncStream<[UInt8]> { $0.yield(Array("four".utf8)) }
        }
        let judge = world.trusting()
        for number in 0..<2 {
            let response = try await engine.perform(request, judge: judge)
            #expect(response.text == "four" && response.isReusedConnection == (number == 1))
        }
    }

    @Test("nobody waits for a server that says nothing, and whoever is cancelled goes at once")
    func late() async throws {
        let server = try world.conversing { connection throws(ServingError) in
            while try !connection.read().isEmpty {}
        }
        var request = world.request(port: server.port)
        request.limits.idleTimeout = .milliseconds(200)
        let judge = world.trusting()
        let late = await failure { () throws(TransportError) in try await engine.perform(request, judge: judge) }
        #expect(late?.code == .timedOut && late?.phase == .transfer)
        request.limits.idleTimeout = nil
        let waiting = Task { [request] in
            await failure { () throws(TransportError) in try await engine.perform(request, judge: judge) }
        }
        #expect(await server.reaches { $0.openConnections == 1 })
        waiting.cancel()
        #expect(await waiting.value?.code == .cancelled)
        #expect(await server.reaches { $0.openConnections == 0 })
    }

    @Test("the limit of a request over a kept connection holds, however long its partition would have slept")
    func lateOverKept() async throws {
        let server = try world.conversing { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            while try !connection.read().isEmpty {}
        }
        let judge = world.trusting()
        var request = world.request(port: server.port)
        _ = try await engine.perform(request, judge: judge)
        request.limits.timeout = .milliseconds(200)
        var slow = world.request(port: server.port, sharing: "another partition")
        slow.limits.timeout = .seconds(30)
        let order = Notes<String>()
        let other = Task { [engine, slow] in
            _ = await failure { () throws(TransportError) in try await engine.perform(slow, judge: judge) }
            _ = await failure { () throws(TransportError) in try await engine.perform(slow, judge: judge) }
            order.add("other")
        }
        let late = await failure { () throws(TransportError) in try await engine.perform(request, judge: judge) }
        order.add("kept")
        other.cancel()
        await other.value
        // The partition would have looked again after a minute.
        #expect(late?.code == .timedOut && order.lines.first == "kept")
    }
}
