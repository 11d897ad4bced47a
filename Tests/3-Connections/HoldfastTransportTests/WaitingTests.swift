import Glibc
import HoldfastServing
import HoldfastTrust
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTransport

/// What happens while a certificate is being judged, and to those who do not wait for the end.
@Suite("Waiting for a decision", .serialized)
struct WaitingTests {
    let world: Loopback

    init() throws { world = try Loopback(host: "example.test", hasIntermediate: false) }

    /// Processor time of the whole process.
    private static func cpuMilliseconds() -> Double {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1_000_000
    }

    @Test("slow answers are taken, yes and no alike", arguments: [TLSVersion.tls12, .tls13])
    func slow(version: TLSVersion) async throws {
        let server = try world.server { $0.maximumVersion = version }
        let engine = try TransportEngine()
        let request = world.request(port: server.port)
        let response = try await engine.perform(request, judge: world.trusting(after: .seconds(1)))
        #expect(response.status == 200)
        let timing = response.connection.timing
        #expect((timing.trust ?? 0) >= 1_000)
        #expect((timing.tls ?? .infinity) < (timing.trust ?? 0), "the decision's time is not TLS's")
        let refused = await failure { () throws(TransportError) in
            try await engine.perform(
                world.request(.handshakeOnly, port: server.port), judge: TestJudge.refusing(after: .milliseconds(150)))
        }
        #expect(refused?.code == .certificateRefused, "\(String(describing: refused))")
        #expect(server.counters.requestsReceived == 1)
    }

    @Test("a hundred decisions under way cost next to no processor time")
    func idle() async {
        // In a process of its own, where nothing else works.
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                let world = try Loopback(host: "example.test", hasIntermediate: false)
                let server = try world.server()
                let engine = try TransportEngine()
                let request = world.request(.handshakeOnly, port: server.port)
                let judge = world.trusting(after: .seconds(2))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<100 { group.addTask { _ = try await engine.perform(request, judge: judge) } }
                    try await eventually("a hundred questions") { judge.questions.count >= 100 }
                    let before = Self.cpuMilliseconds()
                    try await Task.sleep(for: .milliseconds(700))
                    let spent = Self.cpuMilliseconds() - before
                    // Sanitizers make everything several times as dear; a loop that spins spends all of them.
                    let isPlain = unsafe getenv("TSAN_OPTIONS") == nil && getenv("ASAN_OPTIONS") == nil
                    let most = isPlain ? 70.0 : 350.0
                    #expect(spent < most, "\(spent) ms of 700")
                    try await group.waitForAll()
                }
            }
        }
    }

    @Test("a time limit ends the handshake in the middle of the decision")
    func late() async throws {
        let server = try world.server()
        let engine = try TransportEngine()
        var request = world.request(port: server.port)
        request.limits.timeout = .milliseconds(200)
        let error = await failure { () throws(TransportError) in
            try await engine.perform(request, judge: world.trusting(after: .seconds(60)))
        }
        #expect(error?.isTimeout == true && error?.phase == .tls, "\(String(describing: error))")
        #expect(error?.message.contains("being judged") == true)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.handshakesCompleted == 0)
        // handshake_failure (40): nothing was said about the certificate.
        #expect(server.counters.alertsReceived.map(\.code) == [40])
    }

    @Test("cancelling the task ends the handshake in the middle of the decision")
    func cancelled() async throws {
        let server = try world.server()
        let engine = try TransportEngine()
        let judge = world.trusting(after: .seconds(60))
        let request = world.request(port: server.port)
        let task = Task { try await engine.perform(request, judge: judge) }
        try await eventually("a question") { !judge.questions.isEmpty }
        task.cancel()
        guard case .failure(let error as TransportError) = await task.result else {
            Issue.record("answered")
            return
        }
        #expect(error.isCancelled, "\(error)")
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test("a task that was cancelled before it began does not connect for long")
    func cancelledBefore() async throws {
        let server = try RawServer(serve: RawBehaviour.neverAnswers)
        let engine = try TransportEngine()
        let request = world.request(port: server.port)
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await engine.perform(request, judge: world.trusting())
        }
        guard case .failure(let error as TransportError) = await task.result else {
            Issue.record("answered")
            return
        }
        #expect(error.isCancelled, "\(error)")
    }

    @Test("a server that never answers the first message")
    func silent() async throws {
        let server = try RawServer(serve: RawBehaviour.neverAnswers)
        let engine = try TransportEngine()
        var request = world.request(port: server.port)
        request.limits.timeout = .milliseconds(200)
        let error = await failure { () throws(TransportError) in
            try await engine.perform(request, judge: world.trusting())
        }
        #expect(error?.isTimeout == true && error?.phase == .tls, "\(String(describing: error))")
        #expect(error?.certificateWasAccepted == false)
    }

    @Test("requests that end in every order while others wait leave nothing behind")
    func churn() async throws {
        let server = try world.server()
        let engine = try TransportEngine()
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<120 {
                let judge =
                    number % 3 == 0
                    ? TestJudge.refusing(after: .milliseconds(number)) : world.trusting(after: .milliseconds(number))
                var request = world.request(number % 2 == 0 ? .request : .handshakeOnly, port: server.port)
                request.limits.timeout = .milliseconds(30 + number % 90)
                let asked = request
                group.addTask {
                    let task = Task { try await engine.perform(asked, judge: judge) }
                    if number % 5 == 0 {
                        try? await Task.sleep(for: .milliseconds(number / 2))
                        task.cancel()
                    }
                    _ = await task.result
                }
            }
        }
        let last = try await engine.perform(world.request(port: server.port), judge: world.trusting())
        #expect(last.status == 200)
        engine.shutdown()
        #expect(await server.becomesIdle(afterAtLeast: 1))
    }

    @Test("shutting down ends what is under way, and what comes later")
    func shutDown() async throws {
        let server = try world.server()
        let engine = try TransportEngine()
        let judge = world.trusting(after: .seconds(5))
        let request = world.request(port: server.port)
        let task = Task { try await engine.perform(request, judge: judge) }
        try await eventually("a question") { !judge.questions.isEmpty }
        engine.shutdown()
        for result in [await task.result, await Task { try await engine.perform(request, judge: judge) }.result] {
            guard case .failure(let error as TransportError) = result else {
                Issue.record("answered")
                continue
            }
            #expect(error.code == .shutDown, "\(error)")
        }
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test("a partition that has nothing to do ends, and begins again when asked")
    func idlePartition() async throws {
        let server = try world.server()
        var configuration = TransportEngine.Configuration()
        configuration.idleTimeout = .milliseconds(50)
        let engine = try TransportEngine(configuration)
        let request = world.request(port: server.port)
        for round in 1...3 {
            let response = try await engine.perform(request, judge: world.trusting())
            #expect(!response.isReusedConnection)
            #expect(await server.becomesIdle(afterAtLeast: round))
        }
    }

    @Test("more partitions than are kept: the oldest ends, and nothing is lost")
    func manyPartitions() async throws {
        let server = try world.server()
        var configuration = TransportEngine.Configuration()
        configuration.maximumPartitions = 2
        let engine = try TransportEngine(configuration)
        for number in 0..<6 {
            let request = world.request(port: server.port, sharing: "\(number)")
            #expect(try await engine.perform(request, judge: world.trusting()).status == 200)
        }
        #expect(await server.reaches { $0.openConnections <= 2 })
        let recent = world.request(port: server.port, sharing: "5")
        #expect(try await engine.perform(recent, judge: world.trusting()).isReusedConnection)
    }
}
