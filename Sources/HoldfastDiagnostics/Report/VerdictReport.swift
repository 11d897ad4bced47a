import HoldfastTransport
import HoldfastTransport
public import HoldfastTrust
public import HoldfastX509

/// The verdict about one target, ready to be shown: as JSON of the schema `holdfast.verdict/1`, as text, as a page.
public struct VerdictReport: Sendable {
    /// The name and version of the JSON's shape.
    public static let schema = "holdfast.verdict/1"

    /// What was judged, as the user named it: a URL, without its user and password, or a file.
    public let target: String
    /// The name or address that had to be proven; nil under policies without one.
    public let host: String?
    public let trusted: Bool
    /// ``TrustResult/invalid`` where nothing was judged.
    public let result: TrustResult
    /// The purpose, `ssl` for example.
    public let policy: String
    public let profile: String
    /// The instant judged for.
    public let at: Instant
    /// All findings, the cause first.
    public private(set) var findings: [FindingReport]
    public let nearMisses: [NearMissReport]
    /// What the server sent, in its order.
    public let presented: [CertificateSummary]
    /// The built path, leaf first.
    public let chain: [CertificateSummary]
    /// The place of the anchor in ``chain``, where there is one, and the file that it came from.
    public let anchor: (depth: Int, source: String?)?
    /// Whether that anchor is one of the public web's or the user's own; ``AnchorKind/none`` where there is none.
    public let anchorKind: AnchorKind
    /// The user's explicit trust, where the verdict rests on it and on no anchor alone.
    public let explicitTrust: ExplicitTrustReport?
    /// What is known of revocation; nil where nobody asked.
    public let revocation: RevocationReport?
    /// What the server's pins made of the chain; nil where it has none.
    public let pins: PinReport?
    /// The address that this verdict is about, where each address of the target has a verdict of its own.
    public var addressOfTarget: String?
    /// Where the target stands in a file, for SARIF; nil where nobody said. It is no part of the JSON.
    public var place: ReportPlace?
    /// The connection, for live targets.
    public var connection: ConnectionReport?
    /// Whether the server chooses its certificate by SNI, where the name differs and that was looked at. It changes
    /// nothing about the verdict.
    public var sni: SNIReport?
    /// What the server wants to know of its client; nil where it does not ask, or it does not show.
    public private(set) var clientCertificate: ClientCertificateReport?
    /// How the address was found, where the session looked for it itself.
    public private(set) var dial: DialReport?
    /// What failed besides trust.
    public var failure: FailureReport?
    /// The exit code for this target: 0 trusted, 32 trusted and to expire within the time asked for, else as the table of
    /// exit codes says.
    public let exitCode: Int32

    /// The report of a chain that was accepted.
    public init(_ evaluation: TrustEvaluation, target: String, connection: ConnectionReport? = nil) {
        self.init(
            target: target, policy: evaluation.policy, at: evaluation.at, outcome: evaluation, basis: evaluation.basis,
            isTrusted: evaluation.result.isTrusted, exitCode: Self.exitCode(ofTrusted: evaluation))
        self.connection = connection
    }

    /// The report of a chain that was refused.
    public init(_ failure: TrustFailure, target: String, connection: ConnectionReport? = nil) {
        self.init(
            target: target, policy: failure.policy, at: failure.at, outcome: failure, isTrusted: false,
            exitCode: failure.cause.code.exitCode)
        self.connection = connection
    }

    /// The report of a target that failed before, after or beside the judgement of its chain.
    ///
    /// - Parameters:
    ///   - accepted: the proof, where the certificate had been accepted before things went wrong.
    public init(
        _ failure: FailureReport, target: String, policy: TrustPolicy, at: Instant,
        accepted: TrustEvaluation? = nil, connection: ConnectionReport? = nil
    ) {
        // A connection that failed afterwards leaves nobody to trust.
        self.init(
            target: target, policy: policy, at: at, outcome: accepted, basis: accepted?.basis, isTrusted: false,
            exitCode: failure.exitCode)
        self.failure = failure
        self.connection = connection
    }

    private init(
        target: String, policy: TrustPolicy, at: Instant, outcome: (any TrustOutcome)?,
        basis: TrustEvaluation.Basis? = nil, isTrusted: Bool, exitCode: Int32
    ) {
        self.target = ShownURL.text(of: target)
        if case .ssl(let name) = policy.purpose { host = name.description } else { host = nil }
        self.policy = policy.purpose.name
        profile = policy.profile.name
        self.at = at
        trusted = isTrusted
        self.exitCode = exitCode
        explicitTrust = basis.flatMap(ExplicitTrustReport.init)
        result = outcome?.result ?? .invalid
        findings = outcome?.findings.map(FindingReport.init) ?? []
        nearMisses = outcome?.nearMisses.map(NearMissReport.init) ?? []
        presented = outcome?.presented.presented.map(CertificateSummary.init) ?? []
        let path = outcome?.chain ?? []
        chain = path.map(CertificateSummary.init)
        anchor = outcome?.anchor.map { (path.count - 1, $0.source) }
        anchorKind = outcome?.anchor?.kind ?? .none
        revocation = outcome.flatMap { RevocationReport($0.revocation, $0.policy.revocation) }
        pins = outcome.flatMap { PinReport($0.pins, path) }
    }

    /// Only the warning that was asked for has an exit code of its own.
    private static func exitCode(ofTrusted evaluation: TrustEvaluation) -> Int32 {
        evaluation.findings.first { $0.code == .expiresSoon && $0.severity == .warning }?.code.exitCode ?? 0
    }

    /// Puts in how the address was found: addresses whose servers could not prove the name are findings, too.
    mutating func add(_ dial: DialReport?, tried: [DialAttempt]) {
        self.dial = dial
        guard trusted, let host else { return }
        findings += tried.compactMap { FindingReport($0, host: host) }
    }

    /// Puts in what the server asks of its client; that none was shown is a finding about a trusted server.
    mutating func add(_ asked: ClientCertificateReport?) {
        clientCertificate = asked
        if trusted, let asked, let finding = FindingReport(asked) { findings.append(finding) }
    }

    /// What the verdict is about, for people: ``target``, and the address where there is one verdict for each.
    public var title: String { addressOfTarget.map { "\(target) at \($0)" } ?? target }

    /// The finding that refused the chain.
    public var cause: FindingReport? { findings.first { $0.isError } }
}

extension VerdictReport {
    /// The warning that a trusted certificate ends within the time asked for: the one that has an exit code.
    var expiry: FindingReport? { trusted && exitCode != 0 ? findings.first { $0.code == "expiresSoon" } : nil }
}
