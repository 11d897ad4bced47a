import HoldfastTLS
package import HoldfastTracing
import HoldfastTrust
import HoldfastX509

/// Several clients' ways with one server: what each would negotiate, which certificate it is shown, and which fails.
package struct ClientsReport: Sendable {
    /// The outcome for a client.
    package enum Outcome: String, Hashable, Sendable {
        /// A handshake with a certificate that is trusted.
        case connects
        case fails
        /// Nobody can tell from here.
        case unknown
        /// The client is known by its vendor's pages alone: never a pass.
        case notRecorded
    }

    /// One client.
    package struct Row: Sendable {
        package let client: RecordedClient
        package let outcome: Outcome
        package let reason: ClientReason?
        /// The answer of the server, as far as it came; nil where nobody asked.
        package let answer: HelloAnswer?
        /// The place in ``ClientsReport/shown``.
        package let shown: Int?
        /// Whether it was asked for by its own name.
        package let isNamed: Bool
    }

    package let rows: [Row]
    /// The lists of certificates that the server showed, each with the verdict by the evidence that came with it: the
    /// same list stands there again where another client was shown another staple, or none.
    package let shown: [VerdictReport]

    /// Reads answers.
    ///
    /// - Parameters:
    ///   - named: the names by which clients were asked for; others came with `all`.
    ///   - report: the verdict by the hello of `check` itself: what the server chose there tells what a client lacks.
    package init(_ answers: ClientAnswers, named: Set<String>, besides report: VerdictReport) {
        let verdicts = answers.chains.map { chain in
            switch chain.verdict {
            case .success(let evaluation): VerdictReport(evaluation, target: report.target)
            case .failure(let failure): VerdictReport(failure, target: report.target)
            }
        }
        shown = verdicts
        rows = answers.answers.map { one in
            let reason = Self.reason(one, answers, besides: report)
            let outcome: Outcome =
                switch reason {
                case nil: .connects
                case .notRecorded?: .notRecorded
                case let reason?: reason.isFailure ? .fails : .unknown
                }
            return Row(
                client: one.client, outcome: outcome, reason: reason, answer: one.answer, shown: one.shown,
                isNamed: named.contains(one.client.name))
        }
    }

    /// The worst of what was judged; 33 where nothing is worse, and a client does not get on.
    package var exitCode: Int32 {
        VerdictReport.exitCode(ofAll: shown.map(\.exitCode) + (failing.isEmpty ? [] : [33]))
    }

    /// The clients that fail, and those of which nobody can tell; one that is not recorded counts where it was asked
    /// for by name.
    package var failing: [Row] {
        rows.filter { row in
            switch row.outcome {
            case .connects: false
            case .notRecorded: row.isNamed
            case .fails, .unknown: true
            }
        }
    }

    /// The warning that what a client is shown ends within the time asked for; it is an exit code of its own.
    package func expiry(of row: Row) -> FindingReport? {
        row.shown.flatMap { shown.indices.contains($0) ? shown[$0].expiry : nil }
    }

    // MARK: Why

    private static func reason(
        _ one: ClientAnswer, _ answers: ClientAnswers, besides report: VerdictReport
    ) -> ClientReason? {
        guard let answer = one.answer else { return .notRecorded }
        switch answer.end {
        case .complete: break
        case .alert(let alert): return lack(of: one.client, alert, besides: report) ?? .alert(alert.phrase)
        case .closed: return lack(of: one.client, nil, besides: report) ?? .closed
        case .unfollowableGroup(let group): return .lacksGroup(group.name)
        case .unfollowableSuite(let suite): return .lacksSuite(suite.name)
        case .violation(let violation): return .violation(violation)
        case .failed(let error): return .connection(error.statement)
        }
        if let version = answer.version, version < .tls12 { return .oldVersion(version.name) }
        guard let place = one.shown, answers.chains.indices.contains(place) else { return .notProven }
        switch answers.chains[place].verdict {
        case .failure(let failure): return .refused(code: failure.cause.code.rawValue)
        case .success(let evaluation):
            // The anchor's own signature proves nothing to anybody.
            let signed = evaluation.chain.dropLast(evaluation.anchor == nil ? 0 : 1)
            for (depth, certificate) in signed.enumerated() where !one.client.takes(certificate.signatureAlgorithm) {
                return .notVerified(algorithm: certificate.signatureAlgorithm.description, depth: depth)
            }
        }
        switch answer.proof {
        case .signed: return nil
        case .invalid: return .badProof
        case .none: return .notProven
        case .unverifiable(let scheme): return .lacksScheme(scheme?.name ?? "MD5 and SHA-1")
        }
    }

    /// The thing that a client lacks of what the server chose when `check` asked; nil where nothing shows.
    private static func lack(
        of client: RecordedClient, _ alert: AlertDescription?, besides report: VerdictReport
    ) -> ClientReason? {
        let tls = report.connection?.tls
        if let version = tls?.version, !client.versions.contains(where: { $0.name == "TLS \(version)" }) {
            return .noVersion(version)
        }
        if alert == .protocolVersion { return .noVersion(nil) }
        if let name = tls?.keyExchange, let group = NamedGroup(named: name), !client.groups.contains(group) {
            return .noGroup(group.name)
        }
        if let key = report.presented.first?.fields?.key, !client.signatureSchemes.contains(where: key.isSigned(by:)) {
            return .noScheme(key: key.words)
        }
        if let suite = tls?.cipherSuite, suite.hasPrefix("TLS_"), !client.suites.contains(where: { $0.name == suite }) {
            return .noSuite(suite)
        }
        return nil
    }
}

extension CertificateSummary.Key {
    /// Whether a key of this kind signs by the scheme.
    fileprivate func isSigned(by scheme: HandshakeSignatureScheme) -> Bool {
        switch scheme.number {
        case 0x0201, 0x0401, 0x0501, 0x0601, 0x0804...0x0806: type == "RSA"
        case 0x0809...0x080B: type == "RSA-PSS"
        case 0x0203: type == "EC"
        case 0x0403: curve == "P-256"
        case 0x0503: curve == "P-384"
        case 0x0603: curve == "P-521"
        case 0x0807: type == "Ed25519"
        case 0x0808: type == "Ed448"
        case 0x0904: type == "ML-DSA-44"
        case 0x0905: type == "ML-DSA-65"
        case 0x0906: type == "ML-DSA-87"
        default: false
        }
    }
}
