import LoopbackSupport
import Testing

@testable import HoldfastTransport

/// Odd answers as they are taken, each over connections of its own to servers of ours.
@Suite("Odd answers")
struct OddAnswerTests {
    @Test("each is taken, or refused, as the standard has it", arguments: OddFamily.all)
    func taken(family: OddFamily) async throws {
        let outcomes = try await Self.outcomes(of: family)
        for (answer, outcome) in zip(family.answers, outcomes) {
            #expect(outcome.summary == answer.outcome, "\(answer.name)")
        }
    }

    @Test("each has a name of its own, and there are many")
    func names() {
        let names = OddFamily.all.flatMap(\.answers).map(\.name)
        for (name, rows) in Dictionary(grouping: names, by: \.self) where rows.count > 1 {
            Issue.record("\(rows.count) answers are called \(name)")
        }
        #expect(names.count >= 400)
    }

    /// Requests at a time.
    private static let width = 16

    /// The outcome of each answer, by servers and an engine of their own.
    private static func outcomes(of family: OddFamily) async throws -> [OddOutcome] {
        let world = try Loopback(host: "odd.test", hasIntermediate: false)
        let server = try OddServer(family.answers, world)
        let engine = try TransportEngine()
        return await withTaskGroup(of: (Int, OddOutcome).self) { group in
            var outcomes = [OddOutcome](repeating: OddOutcome(), count: family.answers.count)
            for (number, answer) in family.answers.enumerated() {
                if number >= width, let ended = await group.next() { outcomes[ended.0] = ended.1 }
                group.addTask { (number, await .of(answer, number, from: server, by: engine, world)) }
            }
            for await (number, outcome) in group { outcomes[number] = outcome }
            return outcomes
        }
    }
}
