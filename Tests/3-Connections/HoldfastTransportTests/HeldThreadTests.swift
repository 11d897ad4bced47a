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
    /// RFC 5246 §7.4.1.1: HelloRequest "MAY be sent by the server at any time", and before the ServerHello, and after
    /// it, "This message will be ignored by the client". libssl passes over as many as come in one turn.
    @Test("is not held by a server that never comes to its ServerHello")
    func helloRequests() async throws {
        let isOver = Atomic(false)
        let hasGivenUp = Atomic(false)
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let flood = Array([[UInt8]](repeating: [22, 3, 3, 0, 4, 0, 0, 0, 0], count: 4_096).joined())
        let hostile = try RawServer { connection throws(ServingError) in
            let end = ContinuousClock.now.advanced(by: .seconds(60))
            while !isOver.load(ordering: .relaxed) {
                guard ContinuousClock.now < end else { return hasGivenUp.store(true, ordering: .relaxed) }
                try connection.write(flood, until: .after(.seconds(60)))
            }
        }
        let server = try world.server()
        let engine = try TransportEngine()
        let judge = world.trusting()
        // The same partition, but for the port.
        func request(_ port: UInt16, _ timeout: Duration) -> TransportRequest {
            var request = world.request(port: port)
            request.connection.dial = DialTargets(addresses: [.loopback])
            request.limits.timeout = timeout
            return request
        }
        let flooded = request(hostile.port, .seconds(5))
        let late = Task {
            await failure { () throws(TransportError) in try await engine.perform(flooded, judge: judge) }
        }
        #expect(await hostile.reaches { $0.connections == 1 })
        _ = try await engine.perform(request(server.port, .seconds(180)), judge: judge)
        let wasFree = !hasGivenUp.load(ordering: .relaxed)
        #expect(wasFree, "others were served while the flood went on")
        #expect(await late.value?.code == .timedOut)
        let wasInTime = !hasGivenUp.load(ordering: .relaxed)
        #expect(wasInTime, "the deadline came while the flood went on")
        isOver.store(true, ordering: .relaxed)
    }

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
