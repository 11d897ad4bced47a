import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// Timestamps of logs from a server on loopback, judged by a session and by `openssl s_client -ct` (RFC 6962 §3.2,
/// §3.3): the same signatures hold, over the same bytes, by whichever way they come.
@Suite(
    "Timestamps of logs by OpenSSL", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct TransparencyPeerTests {
    /// A way by which timestamps come, with the version of TLS.
    enum Way: CaseIterable, Sendable {
        case embedded, handshake12, handshake13, stapled12, stapled13

        var source: TransparencyOutcome.Source {
            switch self {
            case .embedded: .embedded
            case .handshake12, .handshake13: .tls
            case .stapled12, .stapled13: .ocsp
            }
        }

        var isTLS12: Bool { self == .handshake12 || self == .stapled12 }
    }

    /// The second of two timestamps; the first is good.
    enum Second: CaseIterable, Sendable {
        case good
        /// It names a log that has never signed it.
        case forged
        case forAnotherCertificate
        case ofUnknownLog
        case ofTomorrow

        /// The status that `s_client` prints (SCT_validation_status_string).
        var status: String {
            switch self {
            case .good: "valid"
            case .forged, .forAnotherCertificate, .ofTomorrow: "invalid"
            case .ofUnknownLog: "unknown log"
            }
        }
    }

    private let peer: PeerSession
    /// Those that both know.
    private let logs: [ListedLog]
    private let stranger: TransparencyLog

    init() throws {
        peer = try PeerSession()
        logs = try ListedLog.two(at: peer.now)
        stranger = try TransparencyLog(key: try PrivateKey.generate(.p256))
    }

    @Test("each timestamp has the same standing with both", arguments: Way.allCases, Second.allCases)
    func same(_ way: Way, _ second: Second) async throws {
        let (identity, beside) = try presented(way, second)
        let server = try peer.bench.server(as: identity) { configuration in
            if way.isTLS12 { configuration.maximumVersion = .tls12 } else { configuration.minimumVersion = .tls13 }
            switch way.source {
            case .embedded: break
            case .tls: configuration.timestamps = SignedCertificateTimestampList(beside).encoded
            case .ocsp: configuration.stapledOCSP = try staple(identity, beside)
            }
        }
        let last = second == .ofUnknownLog ? stranger.id : logs[1].log.id
        let expected = [HexString.encode(logs[0].log.id): "valid", HexString.encode(last): second.status]

        let outcome = try await judged(server)
        #expect(outcome.result == (second == .good ? .passed : .failed))
        #expect(outcome.timestamps.map(\.source) == [way.source, way.source])
        #expect(outcome.problems == [])
        #expect(statuses(of: outcome) == expected)

        let folder = try TemporaryFolder()
        let file = try folder.write(logFile, to: "logs.cnf")
        // It asks for a stapled response too: "-ct" means "-status" without the words.
        let other = try Peer.sClient(
            server.port,
            ["-ct", "-ctlogfile", file, "-CAfile", peer.bench.rootFile, "-servername", PeerSession.host])
        #expect(statuses(in: other.output) == expected, "\(other.all)")
    }
}

// The server.
extension TransparencyPeerTests {
    /// An identity, and the timestamps that come beside its certificate; none where they are in it.
    private func presented(
        _ way: Way, _ second: Second
    ) throws -> (identity: Identity, beside: [SignedCertificateTimestamp]) {
        let another = try peer.bench.identity("other.holdfast.test")
        guard way == .embedded else {
            let beside = try timestamps(
                second, for: .certificate(peer.identity.certificate), another: .certificate(another.certificate))
            return (peer.identity, beside)
        }
        let template = CertificateTemplate.server(names: [PeerSession.host], at: peer.now)
        let identity = try peer.bench.intermediate.issue(template) { (precertificate) throws(AuthorityError) in
            try timestamps(second, for: entry(precertificate), another: entry(another.certificate))
        }
        return (identity, [])
    }

    private func timestamps(
        _ second: Second, for entry: TimestampedEntry, another: TimestampedEntry
    ) throws(AuthorityError) -> [SignedCertificateTimestamp] {
        let given = peer.now.advanced(bySeconds: -3_600)
        let first = try logs[0].log.timestamp(entry, at: given)
        switch second {
        case .good: return [first, try logs[1].log.timestamp(entry, at: given)]
        case .forged:
            let own = try stranger.timestamp(entry, at: given)
            guard var content = own.version1 else { return [first, own] }
            content.logID = logs[1].log.id[...]
            return [first, SignedCertificateTimestamp(content)]
        case .forAnotherCertificate: return [first, try logs[1].log.timestamp(another, at: given)]
        case .ofUnknownLog: return [first, try stranger.timestamp(entry, at: given)]
        case .ofTomorrow: return [first, try logs[1].log.timestamp(entry, at: peer.now.advanced(byDays: 1))]
        }
    }

    /// The entry that logs sign for a certificate or its precertificate.
    private func entry(_ certificate: [UInt8]) throws(AuthorityError) -> TimestampedEntry {
        do throws(DERError) {
            return try .precertificate(
                tbsBytes: Certificate(der: certificate).tbsBytes,
                issuerKey: peer.bench.intermediate.identity.key.subjectPublicKeyInfo)
        } catch {
            throw .malformed(error)
        }
    }

    private func staple(_ identity: Identity, _ timestamps: [SignedCertificateTimestamp]) throws -> [UInt8] {
        var template = OCSPResponseTemplate(at: peer.now)
        let serialNumber = try Certificate(der: identity.certificate).serialNumber
        template.answer(try peer.bench.intermediate.certID(for: serialNumber), .good, timestamps: timestamps)
        return try peer.bench.intermediate.issue(template)
    }
}

// The two judges.
extension TransparencyPeerTests {
    private func judged(_ server: TLSServer) async throws -> TransparencyOutcome {
        let list = try TransparencyLogList(json: Array(ListedLog.list(logs, published: peer.now).utf8))
        let trusting = peer.bench.trusting
        let session = try peer.session(server.port, nil) { configuration in
            configuration.trust.policy = { name in
                var policy = trusting(name)
                policy.transparency = .required(TransparencyRequirement(policy: .apple, logs: list))
                return policy
            }
        }
        let request = HTTPSRequest(try peer.url(server.port, "/"))
        do {
            let response = try await session.data(for: request)
            return try #require(response.connection.evaluation).transparency
        } catch let error as HTTPSError {
            return try #require(error.trustFailure, "\(error)").transparency
        }
    }

    /// The standing of each timestamp by its log, in the words of `s_client`.
    private func statuses(of outcome: TransparencyOutcome) -> [String: String] {
        let statuses = outcome.timestamps.map { timestamp in
            let isKnown = timestamp.logName != nil
            let status = timestamp.problem == nil ? "valid" : isKnown ? "invalid" : "unknown log"
            return (HexString.encode(timestamp.logID), status)
        }
        return Dictionary(statuses) { "\($0), \($1)" }
    }

    /// The same from what `s_client` prints: a line with the status, and after it the timestamp, whose log's identifier
    /// stands in two lines of sixteen octets, with colons.
    private func statuses(in output: String) -> [String: String] {
        let parts = output.components(separatedBy: "SCT validation status: ").dropFirst()
        let statuses = parts.map { part in
            let id = part.firstMatch(of: /Log ID +: ([0-9A-F:\s]+?)\s+Timestamp/)?.output.1 ?? ""
            return (id.filter(\.isHexDigit).lowercased(), String(part.prefix { $0 != "\n" }))
        }
        return Dictionary(statuses) { "\($0), \($1)" }
    }

    /// The file of `-ctlogfile` (CTLOG_STORE_load_file): a section for each log, with its key in base64.
    private var logFile: String {
        let sections = logs.indices.map { number in
            let key = Base64.encode(logs[number].log.key.subjectPublicKeyInfo.bytes)
            return "[log\(number)]\ndescription = \(logs[number].name)\nkey = \(key)\n"
        }
        return "enabled_logs = \(logs.indices.map { "log\($0)" }.joined(separator: ","))\n\n"
            + sections.joined(separator: "\n")
    }
}
