import Foundation
import LoopbackSupport
import Testing

@testable import HoldfastTransport

/// Odd answers as the engines take them, each over connections of its own to servers of ours.
@Suite("Odd answers")
struct OddAnswerTests {
    @Test("each is taken, or refused, as the standard has it", arguments: OddFamily.all)
    func own(family: OddFamily) async throws {
        let outcomes = try await Self.outcomes(of: family, byOwnConnections: true)
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
        let known = Set(names)
        for name in OddDifference.byName.keys where !known.contains(name) { Issue.record("no answer \(name)") }
    }

    /// As long as both are here: what differs stands in ``OddDifference/all`` with its reason, and nothing else there.
    ///
    /// Measured with one version of libcurl: others read some rows in other ways.
    @Test(
        "libcurl takes each in the same way, but for the ones that are listed",
        .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "a peer's: make test-peers"),
        .enabled(if: Library.versions.hasPrefix("libcurl/7.88.")), arguments: OddFamily.all)
    func both(family: OddFamily) async throws {
        async let own = Self.outcomes(of: family, byOwnConnections: true)
        async let libcurl = Self.outcomes(of: family, byOwnConnections: false)
        let listed = OddDifference.byName
        for (answer, (own, libcurl)) in zip(family.answers, zip(try await own, try await libcurl)) {
            let difference = listed[answer.name]
            let isHTTP2 = answer.ask.wire == .http2
            // Both have refused it.
            let isByChance = isHTTP2 && own.summary == "http2" && OddDifference.isSame(libcurl.summary, "http2")
            let differs = own != libcurl && !isByChance
            #expect(
                differs == (difference != nil), "\(answer.name): \(own.summary), libcurl: \(libcurl.summary)")
            guard let difference else { continue }
            let isMeant = libcurl.summary == difference || isHTTP2 && OddDifference.isSame(libcurl.summary, difference)
            #expect(isMeant, "\(answer.name): \(libcurl.summary), not \(difference)")
        }
    }

    /// Requests at a time.
    private static let width = 16

    /// The outcome of each answer, by servers and an engine of their own.
    private static func outcomes(of family: OddFamily, byOwnConnections isOwn: Bool) async throws -> [OddOutcome] {
        let world = try Loopback(host: "odd.test", hasIntermediate: false)
        let server = try OddServer(family.answers, world)
        var configuration = TransportEngine.Configuration()
        configuration.usesOwnConnections = isOwn
        let engine = try TransportEngine(configuration)
        return await withTaskGroup(of: (Int, OddOutcome).self) { group in
            var outcomes = [OddOutcome](repeating: OddOutcome(), count: family.answers.count)
            for (number, answer) in family.answers.enumerated() {
                if number >= width, let ended = await group.next() { outcomes[ended.0] = ended.1 }
                let waits = !isOwn && OddDifference.byName[answer.name]?.contains("timedOut") == true
                group.addTask {
                    let limit: Duration? = waits ? .seconds(2) : nil
                    return (number, await .of(answer, number, from: server, by: engine, world, within: limit))
                }
            }
            for await (number, outcome) in group { outcomes[number] = outcome }
            return outcomes
        }
    }
}
