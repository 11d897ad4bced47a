import FoundationEssentials
import HoldfastStatements
import HoldfastTrust
import HoldfastX509

/// The part of a verdict that files about a whole run are made of, as a history has it until the run is done.
///
/// Certificates are no part of it: the history has them. Left out is what the whole verdict alone tells: how the
/// address was found, what was asked of whom, pins, timestamps of logs, policy files.
package struct KeptVerdict: Codable, Hashable, Sendable {
    /// A sentence in its languages.
    struct Words: Codable, Hashable, Sendable {
        let en: String
        /// nil where it is the same.
        let zh: String?

        init(_ statement: Statement) {
            let words = statement.words
            (en, zh) = (words.english, words.english == words.chinese ? nil : words.chinese)
        }

        var statement: Statement {
            guard let zh else { return Statement(verbatim: en) }
            return Statement(verbatim: en).replacingWords { _ in LocalizedText(en, zh) }
        }
    }

    struct Finding: Codable, Hashable, Sendable {
        let code: String
        /// The depth in the chain; nil for the chain as a whole, and for a certificate that is no part of it.
        let certificate: Int?
        let fingerprint: String?
        let requirement: String
        let rule: String
        let severity: String
        let osStatus: Int32
        let overriddenBy: String?
        let message: Words
        let seen: Words
        let expected: Words
        let advice: Words
    }

    struct Failure: Codable, Hashable, Sendable {
        let phase: String
        let code: String
        let message: Words
        let advice: Words?
        let exitCode: Int32
        let librarySays: [String]
    }

    struct Connection: Codable, Hashable, Sendable {
        let address: String?
        let version: String?
        let cipherSuite: String?
        let keyExchange: String?
        let alpn: String?
        let sni: String?
        /// Milliseconds of name, connection, handshake and judgement.
        let timing: [Double?]?
    }

    struct Revocation: Codable, Hashable, Sendable {
        let status: String
        let mode: String
    }

    struct Place: Codable, Hashable, Sendable {
        let uri: String
        let line: Int
        let column: Int
        let endColumn: Int
    }

    struct Anchor: Codable, Hashable, Sendable {
        let depth: Int
        let source: String?
        let kind: String
    }

    let target: String
    let host: String?
    let trusted: Bool
    let result: String
    let policy: String
    let profile: String
    let nanoseconds: Int32
    let anchor: Anchor?
    let refusesExpiredAnchor: Bool
    /// Whether the certificates are a chain that was built, and not what the server sent.
    let isChain: Bool
    /// The places in the chain of those that the server sent.
    let sent: [Int]
    let findings: [Finding]
    let failure: Failure?
    let connection: Connection?
    let revocation: Revocation?
    let place: Place?
    let facts: FactsReport?

    package init(_ report: VerdictReport) {
        target = report.target
        host = report.host
        trusted = report.trusted
        result = report.result.rawValue
        policy = report.policy
        profile = report.profile
        nanoseconds = report.at.nanoseconds
        anchor = report.anchor.map { Anchor(depth: $0.depth, source: $0.source, kind: report.anchorKind.rawValue) }
        refusesExpiredAnchor = report.refusesExpiredAnchor
        isChain = !report.chain.isEmpty
        let fingerprints = Set(report.presented.map(\.fingerprintSHA256))
        sent = report.chain.indices.filter { fingerprints.contains(report.chain[$0].fingerprintSHA256) }
        findings = report.findings.map(Finding.init)
        failure = report.failure.map(Failure.init)
        connection = report.connection.map(Connection.init)
        revocation = report.revocation.map { Revocation(status: $0.status, mode: $0.mode) }
        place = report.place.map { place in
            Place(uri: place.uri, line: place.line, column: place.column, endColumn: place.endColumn)
        }
        facts = report.facts
    }

    /// The verdict of a record of which nothing more is kept: codes, and the sentence of the cause.
    init(_ record: ScanRecord) {
        target = record.text
        host = nil
        trusted = record.level != .error
        result = (trusted ? TrustResult.unspecified : .invalid).rawValue
        (policy, profile) = ("", "")
        nanoseconds = 0
        (anchor, refusesExpiredAnchor) = (nil, false)
        (isChain, sent) = (true, [])
        let told = record.message ?? record.cause ?? ""
        let isRefused = record.cause.flatMap { FindingCode.named($0) } != nil
        findings = record.findings.filter { isRefused || $0.key != record.cause }
            .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { Finding($0.key, $0.value, $0.key == record.cause ? told : $0.key) }
        failure = isRefused ? nil : record.cause.map { Failure($0, told, exitCode: record.exitCode) }
        connection = Connection(record)
        (revocation, place, facts) = (nil, nil, nil)
    }

    /// The report with a record and its certificates, the server's own first.
    func report(_ record: ScanRecord, _ certificates: [CertificateSummary]) -> VerdictReport {
        let depth = anchor.flatMap { certificates.indices.contains($0.depth) ? $0.depth : nil }
        let sent = self.sent.filter(certificates.indices.contains).map { certificates[$0] }
        var report = VerdictReport(
            VerdictReport.Parts(
                target: target, host: host, trusted: trusted, result: TrustResult(rawValue: result) ?? .invalid,
                policy: policy, profile: profile,
                at: Instant(secondsSince1970: record.at.secondsSince1970, nanoseconds: nanoseconds),
                exitCode: record.exitCode,
                findings: findings.map { $0.report(of: isChain ? certificates.count : 0) },
                presented: isChain ? sent : certificates, chain: isChain ? certificates : [],
                anchor: depth.map { ($0, anchor?.source) },
                anchorKind: anchor.flatMap { AnchorKind(rawValue: $0.kind) } ?? .none,
                refusesExpiredAnchor: refusesExpiredAnchor,
                revocation: revocation.map { RevocationReport(status: $0.status, mode: $0.mode) }, facts: facts))
        report.addressOfTarget = record.part.isEmpty ? nil : record.part
        report.attempts = record.attempts
        report.connection = connection?.report
        report.failure = failure?.report
        report.place = place.map { place in
            ReportPlace(uri: place.uri, line: place.line, column: place.column, endColumn: place.endColumn)
        }
        report.postQuantum = connection.flatMap { connection in
            PostQuantumReport(
                keyExchange: connection.keyExchange, signatureScheme: nil,
                path: report.chain.compactMap { try? Certificate(der: $0.der) }, hasAnchor: depth != nil)
        }
        return report
    }

    /// Octets of a verdict that is kept; of a longer one its record is all that there is.
    static let limit = 60_000

    /// The text in JSON; nil where it is too long.
    var text: String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let bytes = try? encoder.encode(self), bytes.count <= Self.limit else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reads ``text``; nil for any other.
    init?(text: String) {
        guard let kept = try? JSONDecoder().decode(Self.self, from: Data(text.utf8)) else { return nil }
        self = kept
    }
}

extension KeptVerdict.Finding {
    fileprivate init(_ code: String, _ severity: Severity, _ message: String) {
        let nothing = KeptVerdict.Words(Statement(verbatim: ""))
        (self.code, self.severity) = (code, severity.rawValue)
        (certificate, fingerprint, overriddenBy) = (nil, nil, nil)
        (requirement, rule) = (code, "")
        osStatus = FindingCode.named(code)?.osStatus ?? 0
        self.message = KeptVerdict.Words(Statement(verbatim: message))
        (seen, expected, advice) = (nothing, nothing, nothing)
    }

    init(_ finding: FindingReport) {
        code = finding.code
        certificate = finding.certificate.flatMap { $0 < 0 ? nil : $0 }
        fingerprint = finding.fingerprint
        requirement = finding.requirement
        rule = finding.rule
        severity = finding.severity.rawValue
        osStatus = finding.osStatus
        overriddenBy = finding.overriddenBy
        message = KeptVerdict.Words(finding.statements.message)
        seen = KeptVerdict.Words(finding.statements.seen)
        expected = KeptVerdict.Words(finding.statements.expected)
        advice = KeptVerdict.Words(finding.statements.advice)
    }
}

extension KeptVerdict.Finding {
    /// The finding in a chain of so many certificates.
    fileprivate func report(of certificates: Int) -> FindingReport {
        FindingReport(
            code: code, certificate: certificate.flatMap { $0 < certificates ? $0 : nil }, fingerprint: fingerprint,
            requirement: requirement, rule: rule, severity: Severity(rawValue: severity) ?? .error, osStatus: osStatus,
            overriddenBy: overriddenBy,
            HoldfastTrust.Finding.Statements(
                message: message.statement, seen: seen.statement, expected: expected.statement,
                advice: advice.statement))
    }
}

extension KeptVerdict.Failure {
    fileprivate init(_ code: String, _ message: String, exitCode: Int32) {
        phase = FailureReport.Phase.internal.rawValue
        (self.code, self.exitCode) = (code, exitCode)
        self.message = KeptVerdict.Words(Statement(verbatim: message))
        (advice, librarySays) = (nil, [])
    }

    init(_ failure: FailureReport) {
        phase = failure.phase.rawValue
        code = failure.code
        message = KeptVerdict.Words(failure.statement)
        advice = failure.adviceStatement.map(KeptVerdict.Words.init)
        exitCode = failure.exitCode
        librarySays = failure.librarySays
    }

    var report: FailureReport {
        FailureReport(
            phase: FailureReport.Phase(rawValue: phase) ?? .internal, FailureReport.Code(rawValue: code),
            message.statement, advice: advice?.statement, exitCode: exitCode, librarySays: librarySays)
    }
}

extension KeptVerdict.Connection {
    fileprivate init?(_ record: ScanRecord) {
        guard record.address != nil || record.version != nil else { return nil }
        (address, version, keyExchange) = (record.address, record.version, record.keyExchange)
        (cipherSuite, alpn, sni, timing) = (nil, nil, nil, nil)
    }

    init(_ connection: ConnectionReport) {
        let (tls, timing) = (connection.tls, connection.timing)
        address = connection.address
        (version, cipherSuite, keyExchange) = (tls?.version, tls?.cipherSuite, tls?.keyExchange)
        (alpn, sni) = (tls?.alpn, tls?.sni)
        self.timing = timing.map { [$0.dns, $0.tcp, $0.tls, $0.trust] }
    }

    var report: ConnectionReport {
        let tls = version.map { version in
            ConnectionReport.TLS(
                version: version, cipherSuite: cipherSuite, keyExchange: keyExchange, alpn: alpn, sni: sni,
                resumed: false)
        }
        let timing = timing.flatMap { times in
            times.count == 4
                ? ConnectionReport.Timing(dns: times[0], tcp: times[1], tls: times[2], trust: times[3]) : nil
        }
        return ConnectionReport(address: address, tls: tls, timing: timing)
    }
}
