import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Decisions that take their time: a person who is asked, an answer from the network.
@Suite("Slow decisions", .serialized)
struct SlowDecisionTests {
    private struct SlowJudge: HandshakeJudge {
        let policy: TrustPolicy
        let delay: Duration
        let at: Instant
        let engine = TrustEngine()

        func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
            // A cancelled sleep only ends early: the verdict is still the evaluator's.
            try? await Task.sleep(for: delay)
            do throws(TrustFailure) {
                return .accept(try engine.evaluate(handshake.trust, with: policy, at: at))
            } catch {
                return .refuse(error)
            }
        }
    }

    /// Decides nothing until a number of handshakes are asked about.
    private struct AssemblyJudge: HandshakeJudge {
        let assembly: Assembly
        let then: SlowJudge

        func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
            await assembly.arrive()
            return await then.judge(handshake)
        }
    }

    /// Decides nothing until a gate is opened.
    private struct GateJudge: HandshakeJudge {
        let gate: AsyncStream<Never>
        let then: SlowJudge

        func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
            for await _ in gate {}
            return await then.judge(handshake)
        }
    }

    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func request(_ server: TLSServer, _ policy: TrustPolicy, timeout: Duration = .seconds(180))
        -> TransportRequest
    {
        var request = TransportRequest(
            kind: .request, host: Loopback.host, port: server.port, sharing: .shared(key: [1]),
            policyDigest: policy.digest)
        request.connection.dial.place = IPAddress("127.0.0.1").map { DialTargets.Place(.ip($0), port: server.port) }
        request.limits.timeout = timeout
        return request
    }

    private func policy(refusing: Bool) throws -> TrustPolicy {
        var policy = bench.trusting(try ServerName(Loopback.host))
        if refusing { policy.rules = [RefuseAll()] }
        return policy
    }

    /// Threads of this process that run a partition's loop cannot be told apart; all are counted.
    private func threadCount() -> Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    }

    @Test("200 handshakes wait for their decisions side by side, on one thread")
    func twoHundred() async {
        // In a process of its own, whose threads are all there is to count.
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                let tests = try SlowDecisionTests()
                for refusing in [true, false] { try await tests.twoHundred(refusing: refusing) }
            }
        }
    }

    private func twoHundred(refusing: Bool) async throws {
        let server = try bench.server()
        let policy = try policy(refusing: refusing)
        // Nobody is answered before all have asked, and then each only after 300 ms.
        let judge = AssemblyJudge(
            assembly: Assembly(200), then: SlowJudge(policy: policy, delay: .milliseconds(300), at: bench.now))
        let engine = try TransportEngine()
        let request = request(server, policy)
        let before = threadCount()
        let began = ContinuousClock.now
        let (outcomes, threads) = await withTaskGroup(of: String.self) { group in
            for _ in 0..<200 {
                group.addTask {
                    do throws(TransportError) {
                        return "\(try await engine.perform(request, judge: judge).status)"
                    } catch {
                        return error.code.rawValue
                    }
                }
            }
            var outcomes: [String: Int] = [:]
            var threads = 0
            for await outcome in group {
                // The server has a thread a connection; this side adds one, beside the few of Swift's pool.
                if outcomes.isEmpty { threads = threadCount() - before - server.counters.openConnections }
                outcomes[outcome, default: 0] += 1
            }
            return (outcomes, threads)
        }
        print("200 decisions of 300 ms, \(refusing ? "refused" : "accepted"): \(began.duration(to: .now))")
        #expect(outcomes == [refusing ? "certificateRefused" : "200": 200], "\(outcomes)")
        #expect(threads < 50, "\(threads)")
        if refusing {
            #expect(await server.becomesIdle(afterAtLeast: 200))
            #expect(server.counters.applicationBytesReceived == 0)
        }
    }

    @Test("a request that ends while its decision is open frees nothing that the handshake still uses")
    func abandoned() async throws {
        let server = try bench.server()
        let policy = try policy(refusing: false)
        let judge = SlowJudge(policy: policy, delay: .seconds(5), at: bench.now)
        let engine = try TransportEngine()
        let late = request(server, policy, timeout: .milliseconds(250))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let task = Task { try await engine.perform(late, judge: judge) }
                    if number.isMultiple(of: 2) {
                        try? await Task.sleep(for: .milliseconds(100))
                        task.cancel()
                    }
                    if case .success = await task.result { Issue.record("answered") }
                }
            }
        }
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.applicationBytesReceived == 0)
        engine.shutdown()
    }

    @Test("while one decision is open, other requests go on")
    func others() async throws {
        let server = try bench.server()
        let policy = try policy(refusing: false)
        let engine = try TransportEngine()
        let quick = SlowJudge(policy: policy, delay: .zero, at: bench.now)
        let (gate, opener) = AsyncStream<Never>.makeStream()
        let request = request(server, policy)
        let waiting = Task {
            try await engine.perform(request, judge: GateJudge(gate: gate, then: quick))
        }
        try await eventually("a connection") { server.counters.connections > 0 }
        for _ in 0..<20 { #expect(try await engine.perform(request, judge: quick).status == 200) }
        opener.finish()
        #expect(try await waiting.value.status == 200)
    }
}
