import HoldfastServing
import HoldfastSystem
import HoldfastX509
import LoopbackSupport
import Synchronization
import Testing

@testable import HoldfastTransport

/// One thread serves all exchanges of a partition: no server may keep it.
@Suite("The thread of a partition")
struct HeldThreadTests {
    @Test("ends any number of requests that waited for a connection, and fail at once when they may have one")
    func queue() async throws {
        var configuration = TransportEngine.Configuration()
        configuration.maximumConnections = 1
        let engine = try TransportEngine(configuration)
        let world = try Loopback(host: "127.0.0.1", hasIntermediate: false)
        let silent = try RawServer { connection throws(ServingError) in
            try connection.readToEnd(until: .after(.seconds(3_600)))
        }
        let judge = world.trusting()
        var first = world.request(port: silent.port)
        first.connection.dial = DialTargets()
        let holding = first
        let holder = Task {
            await failure { () throws(TransportError) in try await engine.perform(holding, judge: judge) }
        }
        #expect(await silent.reaches { $0.connections == 1 })
        // There is no way to all of the network's machines at once (ip(7)).
        var request = first
        request.host = "255.255.255.255"
        let waiting = request
        request.limits.timeout = .milliseconds(500)
        let last = request
        let others = Self.count
        let begun = Counter()
        let codes = await withTaskGroup(of: TransportError.Code?.self) { group in
            for _ in 0..<others {
                group.addTask {
                    begun.number.add(1, ordering: .relaxed)
                    return await failure { () throws(TransportError) in
                        try await engine.perform(waiting, judge: judge)
                    }?.code
                }
            }
            while begun.number.load(ordering: .relaxed) < others { await Task.yield() }
            _ = await failure { () throws(TransportError) in try await engine.perform(last, judge: judge) }
            holder.cancel()
            return await group.reduce(into: Set<TransportError.Code?>()) { $0.insert($1) }
        }
        #expect(codes == [.unreachable])
        #expect(await holder.value?.code == .cancelled)
    }

    private static let count = 6_000

    private final class Counter: Sendable { let number = Atomic(0) }
}
