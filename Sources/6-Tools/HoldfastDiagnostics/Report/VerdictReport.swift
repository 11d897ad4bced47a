import HoldfastTransport
public import HoldfastTrust
import HoldfastWeb
package import HoldfastX509

/// The verdict about one target, ready to be shown: as JSON of the schema `holdfast.verdict/1`, as text, as a page.
///
/// ```swift
/// let report: VerdictReport
/// do throws(TrustFailure) {
///     report = VerdictReport(try engine.evaluate(trust, with: policy, at: now), target: "chain.pem")
/// } catch {
///     report = VerdictReport(error, target: "chain.pem")
/// }
/// print(report.text())
/// print(try report.jsonLine())
/// ```
public struct VerdictReport: Sendable {
    /// The name and version of the JSON's shape.
    public static let schema = "holdfast.verdict/1"

    /// The target as the user named it: a URL, without its user and password, or a file.
    public let target: String
    /// The name or address that had to be proven; nil under policies without one.
    public let host: String?
    public let trusted: Bool
    /// ``TrustResult/invalid`` where nothing was judged.
    public let result: TrustResult
    /// The purpose, `ssl` for example.
    package let policy: String
    package let profile: String
    /// The part of a policy file in the verdict; nil where none is in force.
    package private(set) var policyFile: PolicyFileReport?
    /// The instant judged for.
    package let at: Instant
    /// All findings, the cause first.
    public private(set) var findings: [FindingReport]
    package let nearMisses: [NearMiss]
    /// The certificates that the server sent, in its order.
    package let presented: [CertificateSummary]
    /// The built path, leaf first.
    public let chain: [CertificateSummary]
    /// The place of the anchor in ``chain``, where there is one, and the file that it came from.
    package let anchor: (depth: Int, source: String?)?
    /// Whether that anchor is one of the public web's or the user's own; ``AnchorKind/none`` where there is none.
    package let anchorKind: AnchorKind
    /// Whether the profile refuses an anchor that has expired, so that its end is the end of the verdict.
    let refusesExpiredAnchor: Bool
    /// The user's explicit trust, where the verdict rests on it and on no anchor alone.
    package let explicitTrust: ExplicitTrustReport?
    /// The revocation status; nil where nobody asked.
    package let revocation: RevocationReport?
    /// The places that were asked for issuers that the server left out.
    package let issuerFetches: [FetchReport]
    /// The anchors that could not be read and were passed over.
    package let anchorProblems: [AnchorProblem]
    /// The day of the facts of the world that the judgement rests on; nil where nothing was judged.
    package let facts: FactsReport?
    /// The certificate transparency of the leaf; nil where nobody asked.
    package let transparency: TransparencyReport?
    /// The result of the server's pins; nil where it has none.
    package let pins: PinReport?
    /// The days that the chain will meet, the earliest first; told with the details.
    package let deadlines: [ChainDeadline]
    /// The address that this verdict is about, where each address of the target has a verdict of its own.
    package var addressOfTarget: String?
    /// The place of the target in a file, for SARIF; nil where nobody named one. It is no part of the JSON.
    public var place: ReportPlace?
    /// The number of connections that were tried one after the other, since the server was not reached by those before.
    package var attempts = 1
    /// The differences to an earlier run of a scan; empty without one. They are no part of the verdict's JSON.
    package var changes: [ScanChange] = []
    /// The connection, for live targets.
    package var connection: ConnectionReport?
    /// Whether the server chooses its certificate by SNI, where the name differs and that was looked at. It changes
    /// nothing about the verdict.
    package var sni: SNIReport?
    /// The server's request for a client certificate; nil where it does not ask, or it does not show.
    package private(set) var clientCertificate: ClientCertificateReport?
    /// The readiness of the connection for quantum computers; nil where nothing of it is known.
    package var postQuantum: PostQuantumReport?
    /// The search for the address, where the session looked for it itself.
    package private(set) var dial: DialReport?
    /// The failure besides trust.
    public var failure: FailureReport?
    /// The exit code for this target: 0 trusted, 32 trusted and to expire within the time asked for, else as the table
    /// of exit codes says.
    public private(set) var exitCode: Int32
    /// The clients that the server was asked as; nil where nobody asked.
    package private(set) var clients: ClientsReport?
    /// The versions of TLS that the server speaks; nil where nobody asked. It changes nothing about the verdict.
    package var protocols: ProtocolReport?

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
    package init(
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
        policyFile = PolicyFileReport(policy)
        self.at = at
        trusted = isTrusted
        self.exitCode = exitCode
        explicitTrust = basis.flatMap(ExplicitTrustReport.init)
        result = outcome?.result ?? .invalid
        findings = outcome?.findings.map(FindingReport.init) ?? []
        nearMisses = outcome?.nearMisses ?? []
        presented = outcome?.presented.presented.map(CertificateSummary.init) ?? []
        let path = outcome?.chain ?? []
        chain = path.map(CertificateSummary.init)
        anchor = outcome?.anchor.map { (path.count - 1, $0.source) }
        anchorKind = outcome?.anchor?.kind ?? .none
        refusesExpiredAnchor =
            Requirement.standard.first { $0.id == "validity.anchorNotAfter" }.map { expired in
                policy.profile.severity(of: expired, under: outcome?.anchor?.kind ?? .none, for: policy.purpose)
                    == .error
            } ?? true
        revocation = outcome.flatMap { RevocationReport($0.revocationChecks, $0.policy.revocation) }
        issuerFetches = outcome?.issuerFetches.map(FetchReport.init) ?? []
        anchorProblems = outcome?.anchorProblems.filter(\.isDefect) ?? []
        facts = outcome.map { FactsReport(.current, at: $0.at) }
        transparency = outcome.flatMap { TransparencyReport($0.transparency) }
        pins = outcome.flatMap { PinReport($0.pins, path) }
        deadlines = outcome?.deadlines ?? []
    }

    /// The part of a verdict that is kept where all of it is too much.
    struct Parts {
        let target: String
        let host: String?
        let trusted: Bool
        let result: TrustResult
        let policy: String
        let profile: String
        let at: Instant
        let exitCode: Int32
        let findings: [FindingReport]
        let presented: [CertificateSummary]
        let chain: [CertificateSummary]
        let anchor: (depth: Int, source: String?)?
        let anchorKind: AnchorKind
        let refusesExpiredAnchor: Bool
        let revocation: RevocationReport?
        let facts: FactsReport?
    }

    /// The report of what was kept of a verdict; its variables are for the caller to set.
    init(_ kept: Parts) {
        (target, host, trusted, exitCode) = (kept.target, kept.host, kept.trusted, kept.exitCode)
        (result, policy, profile, at) = (kept.result, kept.policy, kept.profile, kept.at)
        (findings, presented, chain) = (kept.findings, kept.presented, kept.chain)
        (anchor, anchorKind, refusesExpiredAnchor) = (kept.anchor, kept.anchorKind, kept.refusesExpiredAnchor)
        revocation = kept.revocation
        facts = kept.facts
        (explicitTrust, transparency, pins) = (nil, nil, nil)
        (nearMisses, issuerFetches, anchorProblems, deadlines) = ([], [], [], [])
    }

    /// Only the warning that was asked for has an exit code of its own.
    private static func exitCode(ofTrusted evaluation: TrustEvaluation) -> Int32 {
        evaluation.findings.first { $0.code == .expiresSoon && $0.severity == .warning }?.code.exitCode ?? 0
    }

    /// Puts in what a policy file says of this very connection, which the policy of a name does not know: `connectTo`
    /// is for one port, and an option may have led elsewhere.
    mutating func add(fileOf policy: TrustPolicy) {
        if let file = PolicyFileReport(policy) { policyFile = file }
    }

    /// Puts in how the address was found: addresses whose servers could not prove the name are findings, too.
    mutating func add(_ dial: DialReport?, tried: [DialAttempt]) {
        self.dial = dial
        // What an option says in the file's place is not the file's part.
        if let policyFile, policyFile.parts.contains(where: { $0.member == "connectTo" }) {
            self.dial?.rules = .policyFile(policyFile.file)
        }
        guard trusted, let host, let dial = self.dial else { return }
        findings += tried.compactMap { FindingReport($0, host: host, in: dial) }
    }

    /// Says that the test bed led the connection to where its server listens, and no option that anybody wrote.
    package mutating func tellOfLab() { dial?.rules = .lab }

    /// Puts in what the server asks of its client; that none was shown is a finding about a trusted server.
    mutating func add(_ asked: ClientCertificateReport?) {
        clientCertificate = asked
        if trusted, let asked, let finding = FindingReport(asked) { findings.append(finding) }
    }

    /// Puts in how clients get on with the server; the exit code is the worst of all that was judged.
    package mutating func add(_ clients: ClientsReport?) {
        self.clients = clients
        // Of a server that failed for `check` itself, that is the cause of all.
        guard let code = clients?.exitCode, code != 33 || failure == nil else { return }
        exitCode = Self.exitCode(ofAll: [exitCode, code])
    }

    /// Says another thing of the missing issuer, found elsewhere; the verdict stays.
    ///
    /// - Parameter words: what is said of the certificate whose issuer is missing, in the place of what was said; nil
    ///   to leave it.
    mutating func tell(ofMissingIssuer words: (Certificate, Finding.Statements) -> Finding.Statements?) {
        for index in findings.indices where findings[index].isOfMissingIssuer {
            guard let depth = findings[index].certificate, chain.indices.contains(depth),
                let child = try? Certificate(der: chain[depth].der)
            else { continue }
            if let told = words(child, findings[index].statements) { findings[index].statements = told }
        }
    }

    /// The heading for people: ``target``, and the address where there is one verdict for each.
    package var title: String { addressOfTarget.map { "\(target) at \($0)" } ?? target }

    /// The fields of the server's own certificate: that of the built chain, else the first that was presented.
    package var leaf: CertificateSummary.Fields? { (chain.first ?? presented.first)?.fields }

    /// The finding that refused the chain.
    public var cause: FindingReport? { findings.first { $0.isError } }
}

extension FindingReport {
    /// Whether it refuses a chain because nobody has an issuer.
    fileprivate var isOfMissingIssuer: Bool { isError && code == FindingCode.issuerNotFound.rawValue }
}

extension VerdictReport {
    /// Whether the server was refused because nobody has an issuer.
    package var lacksIssuer: Bool { findings.contains { $0.isOfMissingIssuer } }

    /// The warning that a trusted certificate ends within the time asked for: the one that has an exit code.
    var expiry: FindingReport? {
        trusted ? findings.first { $0.code == FindingCode.expiresSoon.rawValue && $0.severity == .warning } : nil
    }
}

extension VerdictReport {
    /// The warnings besides that a certificate ends soon, and besides what the user has decided about, each code once;
    /// nil for none.
    var warningCodes: [String]? {
        var codes: [String] = []
        for finding in warnings where !codes.contains(finding.code) { codes.append(finding.code) }
        return codes.isEmpty ? nil : codes
    }

    var warnings: [FindingReport] {
        findings.filter {
            $0.severity == .warning && $0.overriddenBy == nil && $0.code != FindingCode.expiresSoon.rawValue
        }
    }

    /// The verdict without those of its notes that are not wanted, for whoever has told them of another server.
    package func leavingOut(notes isUnwanted: (FindingReport) -> Bool) -> VerdictReport {
        var report = self
        report.findings.removeAll { $0.severity == .note && isUnwanted($0) }
        return report
    }

    /// The exit code of a command about several targets, or several addresses of one: that of the worst report.
    ///
    /// A refusal (20 to 31) is worst, among them in the order in which causes are named, then a client that fails, or
    /// another finding (33), then what failed without a verdict (1 to 7), then a trusted chain that ends within the
    /// time asked for (32). Among equals the first counts.
    ///
    /// - Parameter codes: the exit codes of the reports, in the order of the targets.
    public static func exitCode(ofAll codes: some Sequence<Int32>) -> Int32 {
        codes.reduce(0) { worst, code in rank(of: code) > rank(of: worst) ? code : worst }
    }

    /// The rank of an exit code by its gravity; a number that is not known is as bad as can be.
    private static func rank(of exitCode: Int32) -> Int {
        switch exitCode {
        case 0: 0
        case 32: 1
        case 1...7: 2
        case 33: 3
        // Lower ranks are named first; no other number is on top but one that nobody knows.
        case 20...31: .max - 1 - (FindingCode.all.first { $0.exitCode == exitCode }?.rank ?? 0)
        default: .max
        }
    }
}
