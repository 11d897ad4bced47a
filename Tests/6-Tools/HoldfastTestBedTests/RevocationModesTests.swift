import HoldfastHTTPS
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization
import TestSupport
import Testing

@testable import HoldfastTestBed

/// Each server that is about revocation or a missing issuer, in each mode: live, and by what was recorded of that.
@Suite("Revocation in each mode", .hangLimit)
struct RevocationModesTests {
    /// Servers that show that their certificates were not revoked.
    private static let good = ["revocation-good-staple", "revocation-good-responder", "revocation-good-list"]
    private static let revoked = ["revoked-staple", "revoked-responder", "revoked-list", "short-lived-list"]

    /// The errors and the warnings that a server is to get.
    ///
    /// RFC 5280 §6.3.3 ends with UNREVOKED, a reason, or UNDETERMINED; the mode says what the last one means. RFC 7633
    /// §4.2.2 has a client refuse where the promised staple is missing, and `off` looks at nothing. A certificate
    /// without a place is `notOffered` under `soft`, and unknown under `hard` (Docs/revocation.md).
    private static func expected(
        _ name: String, _ mode: RevocationChecking
    ) -> (errors: Set<FindingCode>, warnings: Set<FindingCode>) {
        switch (name, mode) {
        case ("issuer-named", _): ([.issuerNotFound], [])
        case ("issuer-fetched", .off), ("issuer-fetched", .soft): ([], [])
        // RFC 9608 §2: a critical one is none, and excuses nothing.
        case ("no-revocation-available-critical", .hard): ([.extensionCriticality, .revocationUnknown], [])
        case ("no-revocation-available-critical", _): ([.extensionCriticality], [])
        // Nobody need say, and nobody will (RFC 9608 §4).
        case ("short-lived", _), ("no-revocation-available", _): ([], [])
        case (_, .off): ([], [])
        case (let name, _) where good.contains(name): ([], [])
        case (let name, _) where revoked.contains(name): ([.revoked], [])
        case ("must-staple-missing", _): ([.mustStaple], [])
        // A response about another certificate is none, and there is no place to ask.
        case ("staple-other-certificate", .soft): ([], [])
        case (_, .soft): ([], [.revocationUnknown])
        case (_, .hard): ([.revocationUnknown], [])
        }
    }

    private static let cases = BadServer.revocation.flatMap { server in
        [RevocationChecking.off, .soft, .hard].map { (server.name, $0) }
    }

    @Test("live and recorded", arguments: cases)
    func modes(_ name: String, _ mode: RevocationChecking) async throws {
        let server = try TestBed.start(name)
        let (errors, warnings) = Self.expected(name, mode)
        let recorder = Recorder(Self.fetcher(of: server))
        let session = HTTPSSession(configuration: try Self.configuration(of: server, mode, recorder))
        let url = try Self.url(of: server)
        let live = try await Self.outcome { () async throws in
            let record: ConnectionRecord
            do throws(HTTPSError) {
                record = try await session.verify(url)
            } catch {
                throw try #require(error.trustFailure, "\(error)")
            }
            return try #require(record.evaluation)
        }
        #expect(Self.codes(live.findings, .error) == errors && Self.codes(live.findings, .warning) == warnings)
        let policy = try Self.policy(of: server, mode)
        let recorded = try await Self.outcome { () async throws in
            try await TrustEngine().evaluate(live.presented, with: policy, at: live.at, using: recorder.recording)
        }
        #expect(recorded.findings == live.findings && recorded.revocationChecks.map(\.answer) == live.answers)
    }

    // MARK: What is judged, and by whom

    /// The parts of a verdict that have to be the same.
    private struct Outcome {
        let findings: [Finding]
        let presented: ServerTrust
        let at: Instant
        let revocationChecks: [RevocationCheck]
        var answers: [RevocationAnswer] { revocationChecks.map(\.answer) }
    }

    private static func outcome(of body: () async throws -> TrustEvaluation) async throws -> Outcome {
        do {
            let proof = try await body()
            return Outcome(
                findings: proof.findings, presented: proof.presented, at: proof.at,
                revocationChecks: proof.revocationChecks)
        } catch let failure as TrustFailure {
            return Outcome(
                findings: failure.findings, presented: failure.presented, at: failure.at,
                revocationChecks: failure.revocationChecks)
        }
    }

    private static func codes(_ findings: [Finding], _ severity: Severity) -> Set<FindingCode> {
        Set(findings.filter { $0.severity == severity }.map(\.code))
    }

    private static func url(of server: LabServer) throws -> HTTPSURL { try HTTPSURL(server.url) }

    private static func policy(of server: LabServer, _ mode: RevocationChecking) throws -> TrustPolicy {
        var policy = TrustPolicy.ssl(try url(of: server).serverName)
        policy.anchors = .only(try server.anchors.map { try Certificate(der: $0) })
        policy.revocation = mode
        policy.fetching = EvidenceFetching(
            revocation: mode == .off ? [] : .any, issuers: server.arguments.contains("--aia"))
        // The slow responder takes longer, and the others as long as the machine does.
        policy.fetching.timeout = server.name == "responder-slow" ? .seconds(1) : .seconds(60)
        return policy
    }

    private static func fetcher(of server: LabServer) -> EvidenceFetcher {
        var configuration = EvidenceFetcher.Configuration()
        configuration.dangerouslyAllowsPrivateNetworks = server.name != "responder-private"
        return EvidenceFetcher(configuration: configuration)
    }

    private static func configuration(
        of server: LabServer, _ mode: RevocationChecking, _ source: any EvidenceSource
    ) throws -> HTTPSSession.Configuration {
        let policy = try policy(of: server, mode)
        var configuration = HTTPSSession.Configuration()
        configuration.trust.policy = { _ in policy }
        configuration.trust.evidence = source
        configuration.addresses.dial = [try DialRule(connectTo: server.connectTo)]
        return configuration
    }

    /// Hands on what another source brings, and has it again.
    private final class Recorder: EvidenceSource {
        private let source: any EvidenceSource
        private let answers = Mutex<[EvidenceRequest: [EvidenceFetch]]>([:])

        init(_ source: any EvidenceSource) { self.source = source }

        func evidence(
            for requests: [EvidenceRequest], at instant: Instant, within limit: Duration
        ) async -> [Evidence] {
            let brought = await source.evidence(for: requests, at: instant, within: limit)
            answers.withLock { answers in
                for case .fetched(let request, let fetches) in brought { answers[request] = fetches }
            }
            return brought
        }

        func keep(_ fetches: [EvidenceRequest: [EvidenceFetch]], at instant: Instant) {}

        var recording: Recording { Recording(answers: answers.withLock(\.self)) }
    }

    /// Answers by what was brought before, and by nothing else.
    private struct Recording: EvidenceSource {
        let answers: [EvidenceRequest: [EvidenceFetch]]

        func evidence(
            for requests: [EvidenceRequest], at instant: Instant, within limit: Duration
        ) async -> [Evidence] {
            requests.map { request in
                answers[request].map { .fetched(request, $0) } ?? .unavailable(request, reason: "it was not recorded")
            }
        }

        func keep(_ fetches: [EvidenceRequest: [EvidenceFetch]], at instant: Instant) {}
    }
}
