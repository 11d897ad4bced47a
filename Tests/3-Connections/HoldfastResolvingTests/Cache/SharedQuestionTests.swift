import HoldfastResolving
import HoldfastTrust
import Synchronization
import TestSupport
import Testing

struct SharedQuestionTests {
    private let gate = Gate()
    /// Answers when the gate is open.
    private let resolver: ScriptedResolver
    private let query: ResolverQuery

    init() throws {
        // Tests may be starved for minutes.
        query = ResolverQuery(try dnsName(), .ipv4, timeout: .seconds(3_600))
        resolver = ScriptedResolver { [gate] query, number throws(ResolverError) in
            await gate.pass()
            if Task.isCancelled { throw ResolverError(.cancelled, from: "scripted") }
            return .of(UInt8(truncatingIfNeeded: number))
        }
    }

    @Test(arguments: [true, false]) func whoAsksTheSameSharesTheQuestion(isCacheable: Bool) async throws {
        let resolver = ScriptedResolver(isCacheable: isCacheable) { [gate] _, _ in
            await gate.pass()
            return .of(1)
        }
        let cache = ResolverCache()
        try await withThrowingTaskGroup(of: ResolverAnswer.self) { group in
            for _ in 0..<100 { group.addTask { try await cache.answer(to: query, from: resolver) } }
            try await eventually("all wait") { cache.statistics.misses == 100 }
            gate.open()
            for try await answer in group { #expect(answer.addresses == [try address(1)]) }
        }
        #expect(resolver.asked == 1)
        #expect(cache.statistics.shared == 99)
        _ = try await cache.answer(to: query, from: resolver)
        // What may not be kept is asked again.
        #expect(resolver.asked == (isCacheable ? 1 : 2))
        #expect(cache.statistics.entries == (isCacheable ? 1 : 0))
    }

    @Test func otherKindsNamesAndResolversAreOtherQuestions() async throws {
        let cache = ResolverCache()
        gate.open()
        let other = ScriptedResolver("other") { _, _ in .of(200) }
        _ = try await cache.answer(to: query, from: resolver)
        _ = try await cache.answer(to: ResolverQuery(query.name, .ipv6), from: resolver)
        _ = try await cache.answer(to: ResolverQuery(try dnsName("a.example.com"), .ipv4), from: resolver)
        #expect(try await cache.answer(to: query, from: other).addresses == [try address(200)])
        #expect(resolver.asked == 3)
        // The time limit is none of the question.
        _ = try await cache.answer(to: ResolverQuery(query.name, .ipv4, timeout: .seconds(1)), from: resolver)
        #expect(resolver.asked == 3)
    }

    @Test func whoIsCancelledLeavesTheOthersTheirAnswer() async throws {
        let cache = ResolverCache()
        let first = Task { try await cache.answer(to: query, from: resolver) }
        try await eventually("the first asks") { gate.waiting == 1 }
        let second = Task { try await cache.answer(to: query, from: resolver) }
        try await eventually("the second waits") { cache.statistics.shared == 1 }
        first.cancel()
        #expect(await first.result == .failure(ResolverError(.cancelled, from: "scripted")))
        gate.open()
        #expect(try await second.value.addresses == [try address(1)])
        #expect(resolver.asked == 1)
        #expect(resolver.cancelled == 0)
    }

    @Test func theLastOneCancelledEndsTheQuestion() async throws {
        let cache = ResolverCache()
        let tasks = (0..<5).map { _ in Task { try await cache.answer(to: query, from: resolver) } }
        try await eventually("all wait") { cache.statistics.misses == 5 && gate.waiting == 1 }
        for task in tasks { task.cancel() }
        for task in tasks {
            #expect(await task.result == .failure(ResolverError(.cancelled, from: "scripted")))
        }
        try await eventually("it ended") { resolver.cancelled == 1 }
        #expect(cache.statistics.inFlight == 0)
        // Nothing is remembered of it.
        gate.open()
        #expect(try await cache.answer(to: query, from: resolver).addresses == [try address(2)])
    }

    @Test func whoIsCancelledBeforeDoesNotAsk() async throws {
        let cache = ResolverCache()
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await cache.answer(to: query, from: resolver)
        }
        task.cancel()
        #expect(await task.result == .failure(ResolverError(.cancelled, from: "scripted")))
        #expect(resolver.asked == 0)
    }

    /// The question of another may take longer than one's own limit.
    @Test func nobodyWaitsBeyondTheOwnLimit() async throws {
        let pauses = ManualPauses()
        let cache = ResolverCache(clock: { .now }, pause: pauses.wait)
        let short = ResolverQuery(query.name, .ipv4, timeout: .milliseconds(5))
        async let first = cache.answer(to: query, from: resolver)
        try await eventually("the first asks") { gate.waiting == 1 }
        #expect(pauses.begun.isEmpty)
        let second = Task { try await cache.answer(to: short, from: resolver) }
        try await eventually("the second waits") { pauses.begun == [.milliseconds(5)] }
        pauses.end(.milliseconds(5))
        #expect(await second.result == .failure(ResolverError(.timedOut, from: "scripted")))
        gate.open()
        #expect(try await first.addresses == [try address(1)])
    }

    @Test(arguments: [0, 1, 2]) func whatIsRemovedMeanwhileIsNotKept(way: Int) async throws {
        let cache = ResolverCache()
        async let first = cache.answer(to: query, from: resolver)
        try await eventually("the first asks") { gate.waiting == 1 }
        switch way {
        case 0: cache.removeAll()
        case 1: cache.remove(query.name)
        default: cache.networkChanged()
        }
        // Who comes after that does not share a question from before.
        async let second = cache.answer(to: query, from: resolver)
        try await eventually("the second asks") { gate.waiting == 2 }
        gate.open()
        _ = try await (first, second)
        #expect(try await cache.answer(to: query, from: resolver).addresses == [try address(2)])
        #expect(resolver.asked == 2)
    }

    @Test func aRenewedAnswerIsKept() async throws {
        let cache = ResolverCache()
        gate.open()
        _ = try await cache.answer(to: query, from: resolver)
        #expect(try await cache.renewedAnswer(to: query, from: resolver).addresses == [try address(2)])
        #expect(try await cache.answer(to: query, from: resolver).addresses == [try address(2)])
        #expect(cache.keptAnswer(to: query, from: ScriptedResolver("other") { _, _ in .of(1) }) == nil)
    }
}

extension Result where Success == ResolverAnswer, Failure == any Error {
    static func == (left: Self, right: Result<ResolverAnswer, ResolverError>) -> Bool {
        switch (left, right) {
        case (.success(let left), .success(let right)): left == right
        case (.failure(let left), .failure(let right)): left as? ResolverError == right
        default: false
        }
    }
}
