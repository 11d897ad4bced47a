import HoldfastStatements
import HoldfastX509

/// Judges one presented chain, as a state machine without input or output.
///
/// ``step()`` either is done or needs evidence, which the caller supplies and steps again. The same inputs, evidence
/// and instant give the same verdict.
public struct TrustEvaluator {
    public enum Step {
        case done(Result<TrustEvaluation, TrustFailure>)
        case needs([EvidenceRequest])
    }

    private struct Candidate {
        let path: CertificationPath
        let findings: [Finding]
        let validPolicies: ValidPolicies
        let revocation: [RevocationStatus]
        let transparency: TransparencyOutcome
        let pins: PinOutcome
        /// Whether every rule came to its end within the limits.
        let isJudged: Bool
        var errors: [Finding] { findings.filter { $0.severity == .error } }
        /// The anchor, where the path holds from it down to the leaf.
        var anchor: TrustAnchor? {
            isJudged && path.signatures.allSatisfy { $0 == .verified } ? path.anchor : nil
        }
    }

    /// Near misses kept; the first ones built are the likeliest.
    private static let maximumNearMisses = 8

    private let trust: ServerTrust
    private let policy: TrustPolicy
    private let anchors: AnchorSet
    private let exceptions: TrustExceptionSet
    private let pins: TrustPins.Current
    private let duty: ApplicablePins?
    private let facts: PolicyFacts
    private let at: Instant
    /// The time within which what was found so far holds.
    private(set) var period: VerdictPeriod
    private let memory: SignatureMemory
    /// The latest finding of a revocation when judging began.
    private let moment: UInt64
    private var meter: WorkMeter
    private var supplied: [Certificate] = []
    private var revocationLists: [SuppliedRevocationList] = []
    private var ocspResponses: [SuppliedOCSPResponse] = []
    /// Whether lists were handed over, beside those that were fetched.
    private var hasGivenLists = false
    private var sought = EvidenceSought()
    /// The statements about revocation that the verdict rests on.
    private var words: [RevocationWord] = []
    /// The certificates of the judged path of whose revocation nothing is known.
    private var undetermined: Set<Certificate> = []
    /// The certificates that were found to be revoked, on whichever path, and not by what the program gave.
    private var revoked: [Certificate: RevocationWord] = [:]

    init(
        _ trust: ServerTrust, policy: TrustPolicy, _ current: CurrentPolicy, at: Instant, memory: SignatureMemory,
        since moment: UInt64
    ) {
        self.moment = moment
        self.trust = trust
        self.policy = policy
        self.at = at
        self.memory = memory
        anchors = current.anchors
        exceptions = current.exceptions
        pins = current.pins
        duty = pins.hosts.duty(for: policy.purpose.serverName)
        facts = current.facts
        meter = WorkMeter(policy.limits)
        period = VerdictPeriod(around: at)
    }

    /// Adds an answer to a request; certificates join the pool from which paths are built, with no more standing than
    /// the presented ones.
    public mutating func supply(_ evidence: [Evidence]) {
        for item in evidence {
            switch item {
            case .certificates(let list): supplied += list.compactMap { PresentedCertificate(der: $0).certificate }
            case .revocationLists(let lists, let origin):
                revocationLists += lists
                hasGivenLists = hasGivenLists || !lists.isEmpty
                for list in lists { sought.note(list, from: origin) }
            case .ocspResponses(let responses, let origin):
                ocspResponses += responses
                for response in responses { sought.note(response, from: origin) }
            case .fetched(let request, let fetches): for fetch in fetches { take(fetch, for: request) }
            case .unavailable: continue
            }
        }
    }

    private mutating func take(_ fetch: EvidenceFetch, for request: EvidenceRequest) {
        sought.note(fetch, for: request)
        switch fetch.content {
        case .certificates(let list): supplied += list.compactMap { PresentedCertificate(der: $0).certificate }
        case .ocspResponse(let response): ocspResponses.append(response)
        case .revocationList(let list): revocationLists.append(list)
        case .nothing: break
        }
    }

    /// The fetches that the verdict rests on: their signatures were verified, and nothing was against them.
    var confirmedFetches: [EvidenceRequest: [EvidenceFetch]] { sought.fetches(with: words) }

    /// The fetches that did not help, kept since an earlier verdict or not: their places may have better ones by now.
    var uselessFetches: [EvidenceRequest: [EvidenceFetch]] { sought.fetches(about: undetermined) }

    /// Goes as far as the evidence at hand allows.
    public mutating func step() -> Step {
        guard let leaf = trust.presented[0].certificate else { return .done(.failure(malformedLeaf())) }
        // Each round begins anew with what came: its limits are those of one judgement, and there are few rounds.
        meter = WorkMeter(policy.limits)
        let intermediates = trust.presented.dropFirst().compactMap(\.certificate) + supplied
        let pool = CandidatePool(leaf: leaf, intermediates: intermediates, anchors: anchors, at: at)
        for node in pool.nodes { period.narrow(by: node.certificate.validity) }
        let dsa =
            WeakKeyRule.refusesDSA(policy.profile) ? nil : DSAVerifier([leaf] + intermediates, anchors: anchors)
        let checker = SignatureChecker(memory: memory, dsa: dsa)
        let rules = PrefixRules(policy, at: at, memory: memory)
        var builder = PathBuilder(pool: pool, checker: checker, rules: rules)
        var revocation =
            policy.revocation == .off
            ? nil
            : RevocationChecker(
                lists: revocationLists, responses: responses(), pool: [leaf] + intermediates, policy: policy, at: at,
                checker: checker)
        revocation?.hasGivenLists = hasGivenLists
        var transparency = TransparencyChecker(trust, policy: policy, at: at, checker: checker)
        var refused: [Candidate] = []
        while let path = builder.next(&meter) {
            // What only tells why others are refused is as much as is told of.
            if builder.isExplaining, refused.count >= Self.maximumNearMisses { break }
            guard meter.spendJudgedPath() else { break }
            let candidate = judge(path.held(to: policy.purpose), &revocation, &transparency)
            let missing = missingRevocation(of: candidate)
            if !missing.isEmpty { return .needs(missing) }
            // A proof needs an anchor, every signature verified, and no error; the rules say so too, and are not
            // relied upon for it.
            if candidate.errors.isEmpty, let anchor = candidate.anchor {
                let findings = candidate.findings + malformedOthers(severity: .warning)
                return .done(.success(proof(candidate, on: .anchor(anchor), findings, refused: refused)))
            }
            refused.append(candidate)
        }
        if refused.isEmpty {
            let deadEnd = builder.bestDeadEnd(&meter).held(to: policy.purpose)
            if policy.fetching.issuers, let request = sought.issuerRequest(for: deadEnd) { return .needs([request]) }
            refused.append(judge(deadEnd, &revocation, &transparency))
        }
        return .done(outcome(refused))
    }

    /// The evidence to fetch before a candidate is accepted, or refused for want of it alone.
    private mutating func missingRevocation(of candidate: Candidate) -> [EvidenceRequest] {
        guard policy.mayFetchRevocation, candidate.anchor != nil,
            candidate.errors.allSatisfy({ $0.code == .revocationUnknown || $0.code == .mustStaple })
        else { return [] }
        return sought.revocationRequests(for: candidate.path, candidate.revocation, policy.fetching)
    }

    /// The responses at hand, the stapled ones among them: nothing says more for these than for the others.
    private mutating func responses() -> [SuppliedOCSPResponse] {
        var stapled: [SuppliedOCSPResponse] = []
        for bytes in [trust.stapledOCSP].compactMap(\.self) + trust.issuersStapledOCSP {
            let response = SuppliedOCSPResponse(der: bytes)
            sought.note(response, from: .staple)
            stapled.append(response)
        }
        return ocspResponses + stapled
    }

    private mutating func judge(
        _ path: CertificationPath, _ revocation: inout RevocationChecker?, _ transparency: inout TransparencyChecker
    ) -> Candidate {
        // What is judged is judged whole, also to explain: a rule that a limit ended has not judged.
        let isExplaining = meter.isExplaining
        meter.isExplaining = false
        defer { meter.isExplaining = isExplaining }
        let overruns = meter.overruns
        var start = meter
        let statuses = statuses(of: path, &revocation)
        // A limit ends the search for evidence; what is known by then is known.
        let revocationLeft = statuses.contains(where: \.isCutShort) ? nil : meter.forgive(since: start)
        start = meter
        let timestamps = transparency.answer(for: path, &meter)
        let timestampsLeft = timestamps.isCutShort ? nil : meter.forgive(since: start)
        for timestamp in timestamps.outcome.timestamps { timestamp.at.map { period.narrow(toThisSideOf: $0) } }
        var judgement = Judgement(path, policy: policy, at: at, meter: meter, period: period, memory: memory)
        judgement.trust = trust
        judgement.presented = trust.presented
        judgement.revocation = statuses
        judgement.staple = trust.staple
        judgement.keyUse = trust.keyUse
        judgement.transparency = timestamps
        judgement.pins = duty
        judgement.latest = pins.latest
        judgement.passedOver = anchors.problems
        judgement.anchors = anchors
        judgement.supplied = supplied
        for rule in StandardRules.all { rule.judge(path, &judgement) }
        // A rule of one's own may look at the time, and does not say.
        if !policy.rules.isEmpty { judgement.period.narrowToTheSecond() }
        for rule in policy.rules { rule.judge(path, &judgement) }
        meter = judgement.meter
        period = judgement.period
        let left = [
            revocationLeft.map { unfinished($0, .unfinishedRevocation(Statement($0.seen))) },
            timestampsLeft.map { unfinished($0, .unfinishedTimestamps(Statement($0.seen))) },
        ]
        return Candidate(
            path: path, findings: judgement.findings + left.compactMap { $0 }, validPolicies: judgement.validPolicies,
            revocation: statuses, transparency: timestamps.outcome, pins: judgement.pinOutcome,
            isJudged: meter.overruns == overruns)
    }

    /// The revocation status of each certificate of a path, with the fetches that failed; nothing is looked at where
    /// the policy does not ask.
    private mutating func statuses(
        of path: CertificationPath, _ revocation: inout RevocationChecker?
    ) -> [RevocationStatus] {
        // Made one by one: a copy of a status costs more than a new one.
        guard var statuses = revocation?.statuses(of: path, &meter) else {
            return path.certificates.map { _ in .notChecked }
        }
        for (depth, certificate) in path.certificates.enumerated() {
            statuses[depth] = statuses[depth].noting(sought.failures(of: certificate))
        }
        for case (let certificate, .revoked(_, let word)) in zip(path.certificates, statuses)
        where sought.origin(of: word).isFound {
            revoked[certificate] = word
        }
        if let checked = revocation?.period { period.narrow(to: checked) }
        return statuses
    }

    private mutating func proof(
        _ candidate: Candidate, on basis: TrustEvaluation.Basis, _ findings: [Finding], refused: [Candidate]
    ) -> TrustEvaluation {
        TrustEvaluation(
            on: basis, findings: findings.sorted(by: Finding.isReportedBefore), validPolicies: candidate.validPolicies,
            record(of: candidate, to: candidate.anchor, refused: refused))
    }

    /// The refusal of the path that came closest, the one whose worst finding is the mildest; its acceptance, where the
    /// user's explicit trust overrides every error of that refusal.
    private mutating func outcome(_ refused: [Candidate]) -> Result<TrustEvaluation, TrustFailure> {
        let best = refused.indices.min { left, right in
            let (a, b) = (refused[left].errors, refused[right].errors)
            let (worstA, worstB) = (a.map(\.code.rank).min() ?? .max, b.map(\.code.rank).min() ?? .max)
            return worstA != worstB ? worstA > worstB : a.count < b.count
        }
        var candidates = refused
        let chosen = best.map { candidates.remove(at: $0) }
        var findings = (chosen?.findings ?? []) + malformedOthers(severity: .error)
        if let exceeded = meter.exceeded {
            // A path that was judged to its end is refused for what it is, whatever others there are.
            let isJudged = chosen.map { $0.anchor != nil && !$0.errors.isEmpty } ?? false
            findings.append(workLimit(exceeded, isJudged ? .warning : .error))
        }
        // A refusal without an error cannot be: failing to decide is a refusal of its own.
        if !findings.contains(where: { $0.severity == .error }) { findings.append(undecided()) }
        if let chosen {
            let explicit = ExplicitTrust(exceptions: exceptions, policy: policy, at: at)
            switch explicit.answer(to: findings, about: chosen.path, at: trust.connectedAddress) {
            case .accepts(let basis, let findings):
                // Said here, where no caller can leave it out; it changes nothing of the verdict.
                explicit.log(basis)
                return .success(proof(chosen, on: basis, findings, refused: candidates))
            case .refuses(let notes): findings += notes
            }
        }
        findings.sort(by: Finding.isReportedBefore)
        return .failure(
            failure(findings[0], others: Array(findings.dropFirst()), of: chosen, refused: candidates))
    }

    private mutating func failure(
        _ cause: Finding, others: [Finding], of candidate: Candidate?, refused: [Candidate]
    ) -> TrustFailure {
        TrustFailure(cause, others: others, record(of: candidate, to: candidate?.path.anchor, refused: refused))
    }

    private mutating func record(
        of candidate: Candidate?, to anchor: TrustAnchor?, refused: [Candidate]
    ) -> EvaluationRecord {
        if let candidate, policy.revocation != .off { restsOn(candidate) }
        let judged = EvaluationRecord.Judged(
            chain: candidate?.path.certificates ?? [], anchor: anchor,
            revocation: candidate.map(checks) ?? [], issuerFetches: sought.issuerFetches,
            transparency: candidate?.transparency ?? .notAsked,
            pins: candidate?.pins ?? .notPinned, nearMisses: nearMisses(refused), revoked: revoked,
            policy: policy, facts: facts, anchorProblems: anchors.problems)
        return EvaluationRecord(judged, presented: trust, at: at, work: meter.done, moment: moment)
    }

    /// Notes the statements that a verdict about a candidate rests on, and the certificates about which there are none.
    private mutating func restsOn(_ candidate: Candidate) {
        words = candidate.revocation.flatMap(\.words)
        for case (let certificate, .undetermined) in zip(candidate.path.certificates, candidate.revocation) {
            undetermined.insert(certificate)
        }
    }

    private func checks(of candidate: Candidate) -> [RevocationCheck] {
        guard policy.revocation != .off else { return candidate.path.certificates.map { _ in .notChecked } }
        return zip(candidate.path.certificates, candidate.revocation).map { certificate, status in
            RevocationCheck(
                answer: RevocationAnswer(status),
                sources: status.words.map { RevocationSource($0, from: sought.origin(of: $0)) },
                fetches: sought.revocationFetches(of: certificate))
        }
    }

    private func nearMisses(_ refused: [Candidate]) -> [NearMiss] {
        refused.prefix(Self.maximumNearMisses).map { candidate in
            NearMiss(
                chain: candidate.path.certificates.map(\.fingerprint),
                findings: candidate.errors.sorted(by: Finding.isReportedBefore).map(\.code))
        }
    }
}

extension TrustEvaluator {
    private mutating func malformedLeaf() -> TrustFailure {
        let findings = malformedOthers(severity: .error)
        return failure(
            findings.first ?? undecided(), others: Array(findings.dropFirst()), of: nil, refused: [])
    }

    /// A finding for each presented certificate that cannot be read; it is no part of any path.
    private func malformedOthers(severity: Severity) -> [Finding] {
        trust.presented.enumerated().compactMap { index, presented in
            guard case .malformed(let bytes, let error) = presented else { return nil }
            return Finding(
                Self.parses, at: .presented(index: index), fingerprint: presented.fingerprint,
                seen: error.statement.sentence, expected: UnreadableSentence.expected(sent: bytes.count),
                severity: severity,
                message: index == 0
                    ? UnreadableSentence.leaf(error.statement)
                    : UnreadableSentence.other(number: index + 1, error.statement))
        }
    }

    private func workLimit(_ exceeded: WorkMeter.Excess, _ severity: Severity) -> Finding {
        Finding(
            Self.bounded, at: .chain, fingerprint: nil, seen: exceeded.seen, expected: exceeded.allowed,
            severity: severity, message: WorkSentence.judging(Statement(exceeded.seen)))
    }

    private func unfinished(_ exceeded: WorkMeter.Excess, _ message: WorkSentence) -> Finding {
        Finding(
            Self.bounded, at: .chain, fingerprint: nil, seen: exceeded.seen, expected: exceeded.allowed,
            severity: .warning, message: message)
    }

    private func undecided() -> Finding {
        Finding(
            Self.bounded, at: .chain, fingerprint: nil, seen: WorkSentence.noDecision, expected: WorkSentence.decision,
            severity: .error, message: WorkSentence.undecided)
    }

    private static let parses = Requirement(
        "certificate.parses", .malformedCertificate, source: "RFC 5280 §4.1, X.690 §10-§11",
        advice: UnreadableSentence.installAgain)
    private static let bounded = Requirement(
        "work.bounded", .workLimit, source: "Limits", advice: WorkSentence.sendLess)
}
