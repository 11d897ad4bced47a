import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Synchronization
import TestSupport
import Testing

@testable import HoldfastResolving

/// Time goes on when a test says so, and connections come about when it says so.
private final class Track: Sendable {
    private struct State {
        var events: [String] = []
        var waiting: [String: CheckedContinuation<Result<String, ConnectError>, Never>] = [:]
        var sleepers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    var events: [String] { state.withLock(\.events) }

    func connect(_ candidate: DialCandidate) async throws(ConnectError) -> String {
        let name = candidate.endpoint.address.description
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add("dial \(name)") { $0.waiting[name] = continuation }
            }
        } onCancel: {
            end(name, .failure(ConnectError(.cancelled, candidate.endpoint)))
        }
        return try result.get()
    }

    func sleep() async {
        await withCheckedContinuation { continuation in add("wait") { $0.sleepers.append(continuation) } }
    }

    func end(_ name: String, _ result: Result<String, ConnectError>) {
        state.withLock { $0.waiting.removeValue(forKey: name) }?.resume(returning: result)
    }

    func connected(_ name: String) { end(name, .success(name)) }

    func refused(_ name: String) throws {
        let endpoint = Endpoint(try #require(IPAddress(name)), port: 443)
        end(name, .failure(ConnectError(.system(111), endpoint)))
    }

    /// The last one that sleeps wakes up.
    func passTime() { state.withLock { $0.sleepers.popLast() }?.resume() }

    func letGo() {
        for sleeper in state.withLock({ state in
            defer { state.sleepers = [] }; return state.sleepers
        }) { sleeper.resume() }
    }

    func note(_ event: String) { add(event) { _ in } }

    private func add(_ event: String, _ change: (inout State) -> Void) {
        state.withLock { state in
            state.events.append(event)
            change(&state)
        }
    }

    /// Waits until so many things have happened.
    func wait(for count: Int) async throws {
        try await eventually("\(count) of \(events)") { events.count >= count }
    }
}

/// A race that runs, and its end.
private final class Running<End: Sendable>: Sendable {
    private let end = Mutex<End?>(nil)
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ run: @escaping @Sendable () async -> End) {
        task.withLock {
            $0 = Task {
                let end = await run()
                self.end.withLock { $0 = end }
            }
        }
    }

    func cancel() { task.withLock { $0?.cancel() } }

    var value: End {
        get async throws {
            try await eventually("the end") { end.withLock { $0 != nil } }
            return try #require(end.withLock { $0 })
        }
    }
}

@Suite("Happy Eyeballs (RFC 8305 §4 and §5)", .hangLimit)
struct AddressRaceTests {
    private let track = Track()

    private func candidates(_ names: String...) throws -> [DialCandidate] {
        try names.map { DialCandidate(endpoint: Endpoint(try #require(IPAddress($0)), port: 443), source: "test") }
    }

    private func race(
        _ known: [DialCandidate], more: [[DialCandidate]] = [], announcing: Bool = false, stall: Duration? = nil
    ) -> Running<(winner: String?, overtaken: [String])> {
        let pending = Batches(more)
        let race = AddressRace<String>(
            delay: .milliseconds(250), stall: stall,
            connect: { [track] candidate throws(ConnectError) in try await track.connect(candidate) },
            sleep: { [track] _ in await track.sleep() })
        return Running { [track] in
            let win = await race.run(known) {
                track.note("ask")
                return pending.next(announcing: announcing)
            } failed: { candidate, _ in
                track.note("failed \(candidate.endpoint.address)")
            }
            track.letGo()
            return (win?.socket, win?.overtaken.map { "\($0.endpoint.address)" } ?? [])
        }
    }

    private final class Batches: Sendable {
        private let state: Mutex<[[DialCandidate]]>
        init(_ batches: [[DialCandidate]]) { state = Mutex(batches) }
        func next(announcing: Bool) -> AddressBatch? {
            state.withLock { state in
                guard !state.isEmpty else { return nil }
                return AddressBatch(candidates: state.removeFirst(), announcesMore: announcing && !state.isEmpty)
            }
        }
    }

    @Test("kinds of address in turn, beginning with the first one's")
    func interleaved() throws {
        let mixed = try candidates("2001:db8::1", "2001:db8::2", "192.0.2.1", "2001:db8::3", "192.0.2.2")
        #expect(
            mixed.interleaved.map { "\($0.endpoint.address)" } == [
                "2001:db8::1", "192.0.2.1", "2001:db8::2", "192.0.2.2", "2001:db8::3",
            ])
    }

    @Test("the next begins when the delay is over, the first to connect wins")
    func staggered() async throws {
        let running = race(try candidates("192.0.2.1", "192.0.2.2", "192.0.2.3"))
        try await track.wait(for: 2)
        #expect(Set(track.events) == ["dial 192.0.2.1", "wait"])
        track.passTime()
        try await track.wait(for: 4)
        #expect(Set(track.events.suffix(2)) == ["dial 192.0.2.2", "wait"])
        track.connected("192.0.2.1")
        let result = try await running.value
        #expect(result.winner == "192.0.2.1" && result.overtaken == ["192.0.2.2"])
    }

    @Test("one that fails does not let the next one wait")
    func failing() async throws {
        let running = race(try candidates("192.0.2.1", "192.0.2.2"))
        try await track.wait(for: 2)
        try track.refused("192.0.2.1")
        try await track.wait(for: 5)
        #expect(Set(track.events.dropFirst(2)) == ["failed 192.0.2.1", "dial 192.0.2.2", "wait"])
        track.connected("192.0.2.2")
        #expect(try await running.value.winner == "192.0.2.2")
    }

    @Test("more addresses are asked for when nobody is left, and none is the end")
    func more() async throws {
        let running = race(try candidates("192.0.2.1"), more: [try candidates("192.0.2.2")])
        try await track.wait(for: 2)
        #expect(!track.events.contains("ask"))
        try track.refused("192.0.2.1")
        try await track.wait(for: 6)
        #expect(track.events.contains("dial 192.0.2.2"))
        try track.refused("192.0.2.2")
        #expect(try await running.value.winner == nil)
        #expect(track.events.count { $0 == "ask" } == 2)
    }

    @Test("addresses that are announced are taken in while others are dialled")
    func announced() async throws {
        let running = race(
            [], more: [try candidates("192.0.2.1"), try candidates("2001:db8::1")], announcing: true)
        try await track.wait(for: 4)
        #expect(track.events.contains("dial 192.0.2.1") && track.events.count { $0 == "ask" } == 2)
        track.passTime()
        try await track.wait(for: 6)
        #expect(track.events.contains("dial 2001:db8::1"))
        track.connected("2001:db8::1")
        let result = try await running.value
        #expect(result.winner == "2001:db8::1" && result.overtaken == ["192.0.2.1"])
    }

    @Test("nobody waits any longer: those that are dialled are given up")
    func cancelled() async throws {
        let running = race(try candidates("192.0.2.1"))
        try await track.wait(for: 2)
        running.cancel()
        #expect(try await running.value.winner == nil)
    }

    @Test("addresses that come when the delay is over are dialled at once")
    func late() async throws {
        let gate = Gate()
        let (first, second) = (try candidates("192.0.2.1"), try candidates("192.0.2.2"))
        let race = AddressRace<String>(
            delay: .milliseconds(250),
            connect: { [track] candidate throws(ConnectError) in try await track.connect(candidate) },
            sleep: { [track] _ in await track.sleep() })
        let running = Running { [track] in
            let win = await race.run([]) {
                track.note("ask")
                guard track.events.count(where: { $0 == "ask" }) > 1 else {
                    return AddressBatch(candidates: first, announcesMore: true)
                }
                await gate.pass()
                return AddressBatch(candidates: second, announcesMore: false)
            } failed: { _, _ in
            }
            track.letGo()
            return win?.socket
        }
        try await track.wait(for: 4)
        track.passTime()
        gate.open()
        try await track.wait(for: 5)
        #expect(track.events.contains("dial 192.0.2.2"))
        track.connected("192.0.2.2")
        #expect(try await running.value == "192.0.2.2")
    }

    @Test("more are asked for when the last one stalls, and it may still win")
    func stalling() async throws {
        let running = race(
            try candidates("192.0.2.1"), more: [try candidates("192.0.2.2")], stall: .seconds(5))
        try await track.wait(for: 3)
        #expect(!track.events.contains("ask"))
        // Both have passed: the delay, and the time after which it counts as stalled.
        track.passTime()
        track.passTime()
        try await track.wait(for: 7)
        #expect(track.events.contains("ask") && track.events.contains("dial 192.0.2.2"))
        track.connected("192.0.2.1")
        let result = try await running.value
        #expect(result.winner == "192.0.2.1" && result.overtaken == ["192.0.2.2"])
    }
}
