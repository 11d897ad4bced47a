import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// The judge of a server, by handshakes that a test makes up.
@Suite(.ownThread) struct ATSJudgeTests {
    private let samples: TraceSamples

    init() throws { samples = try TraceSamples() }

    @Test("A server that hangs after the first handshake: an end in time, what was judged is kept, the rest says so")
    func hangsLater() async throws {
        let timeout = Duration.milliseconds(400)
        let good = try samples.tls13().trace
        let late = try samples.ended(.failed(TraceError(.tls, .timedOut, TraceSentence.noEnd(within: timeout)))).trace
        let given = Notes<Duration>()
        let judge = ATSJudge(of: try ServerName("www.example.com"), anchors: .only([]), timeout: timeout) {
            configuration, _ in
            given.add(configuration.timeout)
            guard given.all.count > 1 else { return good }
            try? await Task.sleep(for: configuration.timeout)
            return late
        }
        let report = await judge.report(on: "https://www.example.com")
        // "all handshakes with one server take at most twice the time of --timeout": each gets what is left of it.
        let waited = given.all.dropFirst()
        #expect(waited.allSatisfy { $0 <= timeout } && waited.reduce(.zero, +) <= timeout * 2 + .milliseconds(20))
        #expect((1...3).contains(waited.count), "\(given.all)")
        #expect(report.accepted && report.exitCode == 0 && report.failure == nil)
        let judged = report.results.filter(report.isJudged).map(\.row.name)
        #expect(judged == ["ATS Default Connection", "TLSv1.2"])
        #expect(report.text().split(separator: "\n").count { $0.hasPrefix("    ----  ") } == 14)
        #expect(report.text().contains("not judged: the other handshakes took all the time that there was"))
    }

    @Test("A first handshake that stops half-way in is exit code 7, as check has it, and the only one")
    func halfWay() async throws {
        var trace = try samples.tls13().trace
        trace.outcome = .failed(TraceError(.tls, .timedOut, TraceSentence.noEnd(within: .milliseconds(400))))
        let stopped = trace
        let asked = Notes<Bool>()
        let judge = ATSJudge(of: try ServerName("www.example.com"), anchors: .only([])) { _, _ in
            asked.add(true)
            return stopped
        }
        let report = await judge.report(on: "https://www.example.com")
        #expect(report.exitCode == 7 && report.failure?.code == "timedOut" && asked.all.count == 1)
        #expect(report.sentence.hasPrefix("whether iOS will accept this server is not known: "))
    }
}
