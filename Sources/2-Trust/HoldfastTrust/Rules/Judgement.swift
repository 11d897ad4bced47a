package import HoldfastStatements
public import HoldfastX509

/// The input of a rule, and the place where it reports.
public struct Judgement {
    /// The identity that the peer has to prove, and the rules.
    public let policy: TrustPolicy
    /// The instant that the chain is judged for.
    public let at: Instant
    /// The kind of anchor that the path ends at.
    public let anchorKind: AnchorKind
    /// The column of the profile that weighs: of whose anchor it is, or would be.
    ///
    /// A leaf that signed itself and is no anchor would be the user's own, as its advice says: what is then gone is no
    /// error before.
    let column: AnchorKind
    /// The findings that were reported so far.
    public private(set) var findings: [Finding] = []
    /// Everything that the peer sent; nil where a path is judged that nobody sent.
    var trust: ServerTrust?
    /// The certificates that the peer sent, in its order; empty where a path is judged that nobody sent.
    var presented: [PresentedCertificate] = []
    /// Whether an OCSP response came with the certificates.
    var staple = ServerTrust.Staple.unknown
    /// The use of the server's key in the handshake; nil where it is not known.
    var keyUse: ServerKeyUse?
    /// The certificate policies that the path is valid for, where their rule came to its end.
    var validPolicies = ValidPolicies.none
    /// The revocation status of each certificate of the path, from the leaf up.
    var revocation: [RevocationStatus] = []
    /// The timestamps of logs that came with the leaf, as far as they are asked for.
    var transparency = TransparencyAnswer.notAsked
    /// The pins of the server; nil where it has none.
    var pins: ApplicablePins?
    /// The anchors that could not be read.
    var passedOver: [AnchorProblem] = []
    /// The anchors of the policy, beside the one of the path; nil where a path is judged alone.
    var anchors: AnchorSet?
    /// The certificates that were fetched or given beside those that the peer sent.
    var supplied: [Certificate] = []
    /// The latest time that is known to have passed; nil where none is.
    var latest: Instant?
    /// The result of checking the path against the pins.
    var pinOutcome = PinOutcome.notPinned
    var meter: WorkMeter
    /// The time within which what was found holds; narrowed by rules that look at the time.
    var period: VerdictPeriod
    /// The keys and signatures that are known to be good.
    let memory: SignatureMemory
    private let certificates: [Certificate]
    /// Worked out once: a certificate of a megabyte may have a thousand faults.
    private var fingerprints: [Int: [UInt8]] = [:]
    /// Octets of a text that a finding keeps: a name of a megabyte is not repeated for every path and authority.
    private static let maximumTextOctets = 2_000

    /// A judgement of a path, before any rule.
    ///
    /// - Parameter kind: of the anchor, where the path is not built up to one yet.
    init(
        _ path: CertificationPath, policy: TrustPolicy, at: Instant, meter: WorkMeter, period: VerdictPeriod? = nil,
        memory: SignatureMemory = SignatureMemory(), under kind: AnchorKind? = nil
    ) {
        self.policy = policy
        self.at = at
        self.meter = meter
        self.memory = memory
        self.period = period ?? VerdictPeriod(around: at)
        anchorKind = kind ?? path.anchorKind
        column = path.isSelfSignedLeaf ? .own : anchorKind
        certificates = path.certificates
    }

    /// The severity of a requirement here: under this anchor, for this purpose; nil where the profile does not ask for
    /// it.
    ///
    /// The key of a leaf that signed itself is graded as the public web's: nobody vouches that it is the user's own.
    func severity(of requirement: Requirement) -> Severity? {
        let column = requirement.isAboutKey ? anchorKind : column
        return policy.profile.severity(of: requirement, under: column, for: policy.purpose)
    }

    /// Whether the profile asks for any of these requirements; where it does not, their rule need not look.
    func asks(_ requirements: [Requirement]) -> Bool {
        requirements.contains { severity(of: $0) != nil }
    }

    /// Reports a requirement of a rule of one's own that is not met, with the severity that the profile gives it;
    /// nothing where it is off.
    ///
    /// The texts are made where something is reported alone; none of them may therefore read the judgement itself. They
    /// are shown as they are in every language.
    ///
    /// - Parameters:
    ///   - requirement: what was asked for.
    ///   - position: the certificate that does not meet it.
    ///   - seen: what it says, as shown to people; of each text 2,000 octets are kept.
    ///   - expected: what it should say.
    ///   - message: one sentence for people without a full stop.
    ///   - limit: the most that it may weigh, whatever the profile says; less than an error for what must not refuse.
    public mutating func report(
        _ requirement: Requirement, at position: Finding.Position, seen: @autoclosure () -> String,
        expected: @autoclosure () -> String, message: @autoclosure () -> String, atMost limit: Severity = .error
    ) {
        report(
            requirement, at: position, seen: Verbatim(seen()), expected: Verbatim(expected()),
            message: Verbatim(message()), atMost: limit)
    }

    /// Reports a requirement of the standard rules that is not met.
    ///
    /// - Parameter advice: what to do about this cause; nil for what the requirement says of all.
    package mutating func report(
        _ requirement: Requirement, at position: Finding.Position, seen: @autoclosure () -> any Sentence,
        expected: @autoclosure () -> any Sentence, message: @autoclosure () -> any Sentence,
        advice: @autoclosure () -> (any Sentence)? = nil, atMost limit: Severity = .error
    ) {
        guard let graded = severity(of: requirement) else { return }
        let severity = min(graded, limit)
        var fingerprint: [UInt8]?
        switch position {
        case .certificate(let depth) where certificates.indices.contains(depth):
            fingerprint = fingerprints[depth] ?? certificates[depth].fingerprint
            fingerprints[depth] = fingerprint
        case .presented(let index) where presented.indices.contains(index): fingerprint = presented[index].fingerprint
        case .certificate, .presented, .chain: break
        }
        let most = Self.maximumTextOctets
        findings.append(
            Finding(
                code: requirement.code, position: position, fingerprint: fingerprint, requirement: requirement.id,
                rule: requirement.source,
                statements: Finding.Statements(
                    message: Statement(message()).cut(afterOctets: most),
                    seen: Statement(seen()).cut(afterOctets: most),
                    expected: Statement(expected()).cut(afterOctets: most),
                    advice: advice().map { Statement($0).cut(afterOctets: most) } ?? requirement.adviceStatement),
                severity: severity))
    }
}
