import HoldfastDelayLine
import Foundation
import HoldfastAuthority
import HoldfastTracing
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// What a handshake of TLS costs beside one of TCP, at a stated round-trip time.
@Suite(
    "TLS : TCP over a delay line", .changesNetwork, .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"),
    .enabled(if: DelayLine.unavailability == nil, "\(DelayLine.unavailability ?? "")"))
struct RatioPeerTests {
    /// The articles' 22 ms of TCP.
    private static let roundTrip = Duration.milliseconds(22)
    private static let count = 20

    struct Handshake: Sendable, CustomTestStringConvertible {
        let name: String
        let server: [String]
        let version: ProtocolVersion
        var resumes = false
        var groups: String?
        /// How often the client waits before it may send.
        let roundTrips: Int

        var testDescription: String { name }
    }

    // TLS 1.2: "Application Data" after two flights of each side in figure 1 of RFC 5246, after one and a half in
    // figure 2. TLS 1.3: after one flight of the server in figure 1 of RFC 8446, two with a HelloRetryRequest in figure
    // 2.
    static let handshakes = [
        Handshake(name: "TLS 1.0, RSA, as in the articles", server: legacy, version: .tls10, roundTrips: 2),
        Handshake(name: "TLS 1.2, full", server: ["-tls1_2"], version: .tls12, roundTrips: 2),
        Handshake(name: "TLS 1.2, resumed", server: ["-tls1_2"], version: .tls12, resumes: true, roundTrips: 1),
        Handshake(name: "TLS 1.3, full", server: ["-tls1_3"], version: .tls13, roundTrips: 1),
        Handshake(name: "TLS 1.3, resumed", server: ["-tls1_3"], version: .tls13, resumes: true, roundTrips: 1),
        Handshake(
            name: "TLS 1.3, HelloRetryRequest", server: ["-tls1_3", "-groups", "P-521"], version: .tls13,
            groups: "X25519:P-521", roundTrips: 2),
    ]
    private static let legacy = ["-tls1", "-cipher", "AES128-SHA@SECLEVEL=0"]

    /// The same handshake over the line and, in turn with it, over one without delay: what is left of the time when the
    /// network takes none. A machine that is busy makes both slower.
    private struct Measured {
        let delayed: TraceStatistics
        let direct: TraceStatistics
        /// Milliseconds by which the delayed handshake of each pair was longer; the middle one.
        let difference: Double
        /// Milliseconds that the round trips take.
        let expected: Double

        /// Whether the line made the handshake longer by its round trips, and not by half a one more or less.
        var isUndisturbed: Bool { abs(difference - expected) < RatioPeerTests.roundTrip / .milliseconds(2) }
    }

    @Test("as many round trips as the RFC's figure has, and the time of so many")
    func ratios() async throws {
        let line = try DelayLine(roundTrip: Self.roundTrip)
        let direct = try DelayLine(roundTrip: .zero)
        let workshop = try TsharkWorkshop()
        var rows: [[String]] = []
        for handshake in Self.handshakes {
            var measured = try await measure(handshake, line, direct, workshop)
            // Other work of the machine can spoil one measurement; it does not spoil three.
            for _ in 0..<2 where !measured.isUndisturbed {
                measured = try await measure(handshake, line, direct, workshop)
            }
            let tcp = try #require(measured.delayed.tcp)
            let tls = try #require(measured.delayed.tls)
            let alone = try #require(measured.direct.tls)
            let ratio = try #require(measured.delayed.ratioOfMedians)
            check(handshake, measured, tcp, tls)
            // What the round trips give, half of one more or less, and what the two ends compute.
            let computing = alone.median / tcp.median
            let expected = Double(handshake.roundTrips)
            #expect(ratio > expected - 0.5 && ratio < expected + 0.5 + computing, "\(handshake.name): \(ratio)")
            rows.append(
                [handshake.name, "\(handshake.roundTrips)"]
                    + [tcp.median, tls.minimum, tls.median, tls.p90, alone.median].map { Self.text($0) }
                    + [handshake.resumes ? "" : Self.text(measured.direct.trust?.median ?? 0)]
                    + [Self.text(ratio, 2)])
        }
        #expect(line.statistics.lost == 0 && line.statistics.overflowed == 0)
        Self.show(rows)
    }

    private func check(
        _ handshake: Handshake, _ measured: Measured, _ tcp: TraceStatistics.Distribution,
        _ tls: TraceStatistics.Distribution
    ) {
        let name = handshake.name
        let roundTrip = Self.roundTrip / .milliseconds(1)
        #expect(measured.delayed.completed == Self.count && measured.direct.completed == Self.count, "\(name)")
        #expect(measured.delayed.roundTrips == [handshake.roundTrips], "\(name)")
        // The clock reads a little after the packet left: the line may have begun to count by then, and long before
        // where the thread had to wait for its turn in between. Not half of them had to.
        #expect(tcp.median > roundTrip - 0.3 && tls.median > measured.expected - 0.3, "\(name): \(tls.median) ms")
        #expect(measured.isUndisturbed, "\(name): \(measured.difference) ms longer")
    }

    private func measure(
        _ handshake: Handshake, _ line: DelayLine, _ direct: DelayLine, _ workshop: TsharkWorkshop
    ) async throws -> Measured {
        var ends = [
            try await End(handshake, line, workshop), try await End(handshake, direct, workshop),
        ]
        for _ in 0..<Self.count {
            for index in ends.indices {
                let trace = await ends[index].trace()
                #expect(trace.negotiated.version == handshake.version, "\(trace.outcome)")
                #expect(trace.negotiated.isResumed == handshake.resumes)
            }
        }
        let differences = zip(ends[0].traces, ends[1].traces).compactMap { delayed, direct -> Double? in
            guard let delayed = delayed.timing.tls, let direct = direct.timing.tls else { return nil }
            return (delayed - direct) / .milliseconds(1)
        }
        return Measured(
            delayed: TraceStatistics(ends[0].traces), direct: TraceStatistics(ends[1].traces),
            difference: try #require(TraceStatistics.Distribution(differences)).median,
            expected: Double(handshake.roundTrips) * (Self.roundTrip / .milliseconds(1)))
    }

    /// A server at the end of a line, and what was traced of it.
    private struct End {
        let server: OpenSSLServer
        let target: TraceTarget
        var configuration: TraceConfiguration
        var traces: [HandshakeTrace] = []

        init(_ handshake: Handshake, _ line: DelayLine, _ workshop: TsharkWorkshop) async throws {
            server = try await OpenSSLServer(workshop, at: line.listen, handshake.server)
            target = TraceTarget(
                host: TsharkWorkshop.host, port: server.port, addresses: [try #require(IPAddress(line.address))])
            var policy = TrustPolicy.ssl(try ServerName(TsharkWorkshop.host))
            policy.anchors = .only([try Certificate(der: workshop.root.certificate)])
            configuration = TraceConfiguration(policy: policy)
            configuration.serverName = TsharkWorkshop.host
            configuration.minimumVersion = handshake.version
            configuration.maximumVersion = handshake.version
            configuration.groups = handshake.groups
            if handshake.version < .tls12 {
                configuration.dangerousLegacyProtocols = true
                configuration.cipherList = "AES128-SHA@SECLEVEL=0"
            }
            // The first is not counted: it fills caches on both sides, and brings the session to resume.
            let first = await TraceClient().trace(target, configuration)
            if handshake.resumes {
                let session = try #require(first.session, "\(first.outcome)")
                configuration.resuming = session
            } else {
                configuration.ticketWait = .zero
            }
        }

        mutating func trace() async -> HandshakeTrace {
            let trace = await TraceClient().trace(target, configuration)
            // "Clients SHOULD NOT reuse a ticket for multiple connections" (RFC 8446 appendix C.4).
            if configuration.resuming != nil, let next = trace.session { configuration.resuming = next }
            traces.append(trace)
            return trace
        }
    }

    private static func text(_ value: Double, _ digits: Int = 1) -> String {
        value.formatted(.number.precision(.fractionLength(digits)).locale(Locale(identifier: "en_US_POSIX")))
    }

    private static func show(_ rows: [[String]]) {
        let heads = ["", "round trips", "TCP", "TLS least", "median", "p90", "not delayed", "of it trust", "TLS : TCP"]
        let table = [heads, ["the articles, their network", "?", "22", "", "64", "", "", "", "2.91"]] + rows
        let widths = heads.indices.map { column in table.map { $0[column].count }.max() ?? 0 }
        print(
            "TLS : TCP at a round-trip time of \(roundTrip / .milliseconds(1)) ms; milliseconds, \(count) connections "
                + "each:"
        )
        for row in table {
            let cells = row.enumerated().map { column, cell in
                let space = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + space : space + cell
            }
            print("  " + cells.joined(separator: "  "))
        }
    }
}
