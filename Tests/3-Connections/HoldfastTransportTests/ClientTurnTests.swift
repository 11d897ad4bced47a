import Foundation
import HoldfastFiles
import HoldfastServing
import HoldfastStatements
import HoldfastSystem
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTransport

/// The turns of a partition's loop: who is told what by which thread, and what is waited for.
@Suite("The turns of a partition's loop")
struct ClientTurnTests {
    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    /// A request that shares a partition with those to other ports.
    private func request(_ port: UInt16) -> TransportRequest {
        var request = world.request(port: port)
        request.connection.dial = DialTargets(addresses: [.loopback])
        return request
    }

    // MARK: Progress

    @Test("progress is told on the partition's thread alone, also of a request that begins on its caller's")
    func progress() async throws {
        let rounds = 8
        let (gates, told) = ((0..<rounds).map { _ in Gate() }, Notes<(round: Int, isInTask: Bool)>())
        defer { for gate in gates { gate.open() } }
        let server = try world.conversing { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write(Self.answer)
            for gate in gates {
                _ = try connection.readHead()
                gate.holdThread()
                try connection.write(Self.answer)
            }
        }
        let judge = world.trusting()
        _ = try await engine.perform(request(server.port), judge: judge)
        for round in 0..<rounds {
            var request = request(server.port)
            // A partition's thread is of no task: whoever asks for a request is.
            request.progress = { _ in told.add((round, unsafe withUnsafeCurrentTask { unsafe $0 != nil })) }
            async let response = engine.perform(request, judge: judge)
            // Nothing has come of it but that it went out.
            try await eventually("it is told") { told.all.contains { $0.round == round } }
            gates[round].open()
            #expect(try await response.isReusedConnection)
        }
        #expect(!told.all.contains { $0.isInTask })
    }

    // MARK: Room

    /// Connects a socket whose system keeps next to nothing of what is sent, and keeps a second descriptor of it.
    private struct NarrowDialler: Dialler {
        let endpoint: Endpoint
        let sockets = Notes<StreamSocket>()

        func dial() async throws(TransportError) -> DialledSocket {
            let began = ContinuousClock.now
            do throws(SystemError) {
                let owned = try OwnedDescriptor.tcp(for: endpoint.address)
                OwnedDescriptor.set(SO_SNDBUF, of: SOL_SOCKET, to: 4 << 10, on: owned.number)
                let isConnecting = try owned.connect(to: endpoint)
                let socket = StreamSocket(adopting: dup(owned.number))
                if isConnecting { try? socket.poll(for: .writable, until: .after(.seconds(180))) }
                sockets.add(socket)
                return DialledSocket(owned.release(), to: endpoint, resolved: began, began: began, connected: .now)
            } catch {
                throw TransportError(.connect, .couldNotConnect, Verbatim("no socket"), advice: Verbatim("none"))
            }
        }

        func mayUse(_ endpoint: Endpoint) -> Bool { true }
        func opened(_ record: ConnectionRecord) {}
        func mayDialAgain(_ endpoint: Endpoint) {}
        var progress: DialProgress { .connecting }
    }

    /// RFC 8446 §4.6.3: a KeyUpdate with `update_requested` is answered by one "prior to sending its next Application
    /// Data record"; libssl answers before it reads on.
    @Test("what waits for room to be sent before it is read on goes on when there is room", .hangLimit)
    func room() async throws {
        let isRead = Gate()
        defer { isRead.open() }
        let server = try world.conversing { connection throws(ServingError) in
            _ = try connection.readHead()
            // More answers than both systems keep while nobody reads them.
            for _ in 0..<16_000 { try connection.provoke(.keyUpdate) }
            try connection.write(Self.answer)
            isRead.holdThread()
            while try !connection.read().isEmpty {}
        }
        let dialler = NarrowDialler(endpoint: Endpoint(.loopback, port: server.port))
        var request = world.request(port: server.port)
        request.connection.dial = DialTargets()
        request.connection.dialler = dialler
        request.connection.isClosed = true
        let asked = request
        let answer = Task { try await engine.perform(asked, judge: world.trusting()) }
        try await eventually("the client's socket takes nothing more") {
            guard var entry = dialler.sockets.all.first?.entry(for: .writable), server.counters.handshakesCompleted > 0
            else { return false }
            return unsafe poll(&entry, 1, 0) == 0
        }
        isRead.open()
        #expect(try await answer.value.text == "ok")
        #expect(await server.becomesIdle(afterAtLeast: 1))
        // "… causes an implementation which receives multiple KeyUpdates while it is silent to respond with a single
        // update": not each has an answer of its own.
        #expect((1...16_000).contains(server.counters.keyUpdatesReceived))
    }
}
