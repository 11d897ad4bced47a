import HoldfastAuthority
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Pins for a host that no request is for refuse nothing: whoever misspelt it is told, and nobody is refused for it.
@Suite("Pins that match no server", .hangLimit)
struct UnmatchedPinTests {
    let bench: Loopback
    private let witness = Witness()

    init() throws { bench = try Loopback() }

    private func set() throws -> PinSet {
        try PinSet(anywhere: [Pin(Certificate(der: bench.root.certificate))], backup: .waived)
    }

    private func pattern(_ text: String) throws -> HostPattern { try HostPattern(text, publicSuffixes: nil) }

    private func session(
        _ server: TLSServer, _ rules: [String: PinnedHosts.Rule], everywhere: PinSet? = nil
    ) throws -> (HTTPSSession, TrustPins) {
        var patterns: [HostPattern: PinnedHosts.Rule] = [:]
        for (text, rule) in rules { patterns[try pattern(text)] = rule }
        let pins = TrustPins(try PinnedHosts(patterns, everywhere: everywhere))
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.trust.adjustPolicy { $0.pins = pins }
        configuration.observer = witness
        return (HTTPSSession(configuration: configuration), pins)
    }

    @Test(
        "a letter too many, another, one missing, `*.` for a name with none before it: a warning, once",
        arguments: ["www.holdfasst.test", "www.holdfest.test", "www.holdfat.test", "*.www.holdfast.test"])
    func near(_ written: String) async throws {
        let server = try bench.server()
        let (session, pins) = try session(server, [written: .pinned(set())])
        let url = try bench.url(server)
        for _ in 0..<2 { #expect(try await session.data(from: url).status == 200) }
        #expect(witness.warnings.all.count == 1)
        let warning = try #require(witness.warnings.all.first)
        #expect(warning.contains("no pins are in force for \(Loopback.host)") && warning.contains(written))
        #expect(try session.unmatchedPinPatterns == [pattern(written)])
        // Other pins are another question.
        pins.replace(with: try PinnedHosts([pattern("www.holdfasd.test"): .pinned(set())]))
        #expect(try await session.data(from: url).status == 200)
        #expect(witness.warnings.all.count == 2)
        #expect(try session.unmatchedPinPatterns == [pattern("www.holdfasd.test")])
    }

    @Test("patterns that are for the server, or far from it, or whose name is excluded, are no slip")
    func far() async throws {
        let server = try bench.server()
        let url = try bench.url(server)
        let set = try set()
        let rows: [(rules: [String: PinnedHosts.Rule], everywhere: PinSet?, unmatched: [String])] = [
            ([Loopback.host: .pinned(set)], nil, []),
            (["**.holdfast.test": .pinned(set), "api.example.com": .pinned(set)], nil, ["api.example.com"]),
            ([Loopback.host: .excluded, "www.holdfest.test": .pinned(set)], nil, ["www.holdfest.test"]),
            (["www.holdfest.test": .excluded], nil, []),
            (["www.holdfest.test": .pinned(set)], set, ["www.holdfest.test"]),
            (["mail.example.com": .pinned(set)], nil, ["mail.example.com"]),
        ]
        for row in rows {
            let (session, _) = try session(server, row.rules, everywhere: row.everywhere)
            #expect(try await session.data(from: url).status == 200)
            #expect(witness.warnings.all.isEmpty, "\(row.rules.keys)")
            #expect(session.unmatchedPinPatterns.map(\.description) == row.unmatched)
        }
    }

    @Test("before anything is asked, all patterns of the configuration are unmatched")
    func nothingAsked() throws {
        var configuration = HTTPSSession.Configuration()
        configuration.trust.pins = TrustPins(
            try PinnedHosts([pattern("b.test"): .pinned(set()), pattern("*.a.test"): .pinned(set())]))
        let session = HTTPSSession(configuration: configuration)
        #expect(session.unmatchedPinPatterns.map(\.description) == ["*.a.test", "b.test"])
        #expect(HTTPSSession().unmatchedPinPatterns.isEmpty)
    }
}
