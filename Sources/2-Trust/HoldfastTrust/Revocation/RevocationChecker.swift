import HoldfastX509

/// Finds out which certificates of a path were revoked, by the lists (RFC 5280 §6.3) and OCSP responses (RFC 6960) at
/// hand.
///
/// It lives as long as an evaluation: signatures on them, and whether those who made these are trusted, are found out
/// once. All work is spent from the evaluation's meter.
struct RevocationChecker {
    /// Signers whose own certificates need the word of another signer, and so on: at most so many levels. Public
    /// authorities sign their lists themselves, which is none; X.509's indirect lists need one.
    static let maximumDepth = 3

    private let lists: CRLPool
    /// Whether lists were handed over, by which every certificate is then looked up, also one that names no place, but
    /// for what ends by itself within days.
    var hasGivenLists: Bool
    private let pool: [Certificate]
    private let policy: TrustPolicy
    let at: Instant
    /// The time within which what was found holds.
    private(set) var period: VerdictPeriod
    private let bySubject: [NormalizedName: [Certificate]]
    private var signatures: CRLSigner
    var responses: OCSPPool
    var responders: OCSPSigner
    /// Whether delegates that sign OCSP responses are trusted, as far as it was found out.
    var delegations: [Delegation: SignerStanding] = [:]
    /// The problems of each list by itself.
    private var contentProblems: [CertificateList: [CRLContentProblem]] = [:]
    /// Whether signers that are not in the path they sign for are trusted, as far as it was found out.
    private var anchoredSigners: [AnchoredSigner: SignerStanding] = [:]

    /// A signer outside of the path that it signs for, with the anchor that its own path must end at.
    private struct AnchoredSigner: Hashable {
        let signer: Certificate
        let anchor: TrustAnchor
    }

    /// Makes a checker from revocation lists and OCSP responses.
    ///
    /// - Parameters:
    ///   - lists: what was supplied.
    ///   - responses: what was supplied, or stapled.
    ///   - pool: every certificate at hand; anyone among them may have signed a list or a response.
    init(
        lists: [SuppliedRevocationList], responses: [SuppliedOCSPResponse], pool: [Certificate], policy: TrustPolicy,
        at: Instant, checker: SignatureChecker
    ) {
        self.lists = CRLPool(lists)
        hasGivenLists = !lists.isEmpty
        self.responses = OCSPPool(responses)
        self.policy = policy
        self.at = at
        period = VerdictPeriod(around: at)
        if !lists.isEmpty { period.narrowToTheSecond() }
        for response in self.responses.responses { period.narrow(by: response) }
        let checker = checker.aboutRevocation
        signatures = CRLSigner(checker: checker)
        var seen: Set<Certificate> = []
        self.pool = pool.filter { seen.insert($0).inserted }
        bySubject = Dictionary(grouping: self.pool, by: \.subject.comparisonForm)
        responders = OCSPSigner(pool: self.pool, bySubject: bySubject, checker: checker)
    }

    /// The status of each certificate of a path, from the leaf up; the anchor's is ``RevocationStatus/notChecked``, and
    /// so are all where the path reaches none, since nobody could have signed a list then.
    mutating func statuses(of path: CertificationPath, _ meter: inout WorkMeter) -> [RevocationStatus] {
        statuses(of: path, signers: [], &meter)
    }

    private mutating func statuses(
        of path: CertificationPath, signers: [Certificate], _ meter: inout WorkMeter
    ) -> [RevocationStatus] {
        guard policy.revocation != .off, path.anchor != nil, policy.checksRevocation(under: path.anchorKind) else {
            return path.certificates.map { _ in .notChecked }
        }
        return path.certificates.indices.map { depth in
            path.isAnchor(depth: depth) ? .notChecked : status(of: depth, in: path, signers: signers, &meter)
        }
    }

    // MARK: One certificate

    /// A revocation counts, whoever of those who may says so, before anything good that is said; for the rest either
    /// kind of word suffices.
    ///
    /// - Parameters:
    ///   - signers: the signers of which it is being found out whether they are trusted, this one the last where it is
    ///     one.
    ///   - ownWordCounts: whether a list that the last signer signed may speak of its own certificate.
    mutating func status(
        of depth: Int, in path: CertificationPath, signers: [Certificate], ownWordCounts: Bool = true,
        _ meter: inout WorkMeter
    ) -> RevocationStatus {
        let certificate = path.certificates[depth]
        var search = CRLSearch(certificate)
        searchLists(&search, depth, path, signers, &meter)
        var answers = OCSPSearch()
        if search.found == nil { searchResponses(&answers, depth, path, signers, &meter) }
        let isSaid = answers.goodWord != nil || answers.found != nil
        if !search.isOver, !isSaid, ownWordCounts, certificate == signers.last {
            // A signer may speak of its own certificate where nobody else does: it takes nothing back.
            search.takesOwnWord = true
            searchLists(&search, depth, path, signers, &meter)
        }
        if let found = search.found ?? answers.found { return .revoked(found.revocation, by: found.word) }
        if let word = answers.goodWord {
            return .good(despite: answers.tolerated.map(RevocationProblem.response), by: [word])
        }
        if search.isOver { return .good(despite: search.tolerated.map(RevocationProblem.list), by: search.words) }
        // Step (a)(3) of RFC 5280 §6.1.3 is skipped (RFC 9608 §4); what says that it was revoked has been heard.
        if NoRevocationAvailable.isStated(by: certificate) { return .notAvailable }
        if isNotOffered(certificate), search.problems.isEmpty, answers.problems.allSatisfy(\.isAbsence) {
            return .notOffered
        }
        // Where responses alone were given, what is wrong with them is told.
        if search.problems.isEmpty, !lists.isEmpty || answers.problems.isEmpty {
            let named = certificate.cRLDistributionPoints?.compactMap(\.cRLIssuer).flatMap(CRLScope.directoryNames)
            search.note(
                .noList(
                    issuer: named?.first ?? certificate.issuer, given: lists.stranger(to: path.certificates)))
        }
        return .undetermined(
            RevocationProblem.ordered(
                lists: search.problems(malformed: lists.malformed), responses: answers.problems))
    }

    /// Whether nobody has to say of a certificate whether it was revoked. In the mode `hard` a place that is missing is
    /// no excuse, but for what ends by itself within days; a place that is named is asked, however short the life.
    private func isNotOffered(_ certificate: Certificate) -> Bool {
        if certificate.isShortLived, !NoRevocationAvailable.hasPlace(certificate) { return true }
        return policy.revocation == .soft && !hasGivenLists && !certificate.namesRevocationService
    }

    private mutating func searchLists(
        _ search: inout CRLSearch, _ depth: Int, _ path: CertificationPath, _ signers: [Certificate],
        _ meter: inout WorkMeter
    ) {
        let certificate = search.certificate
        let points = (certificate.cRLDistributionPoints ?? []) + [CRLScope.assumedPoint(of: certificate)]
        for point in points where !search.isOver {
            for list in issuers(of: point, for: certificate).flatMap(lists.completeLists) where !search.isOver {
                consider(list, at: point, &search, depth, path, signers, &meter)
            }
        }
        // A delta that brought no list up to date shows what was revoked since, and nothing else.
        for point in points where search.found == nil {
            for list in issuers(of: point, for: certificate).flatMap(lists.deltaLists) where search.found == nil {
                consider(list, at: point, &search, depth, path, signers, &meter)
            }
        }
    }

    private func issuers(of point: DistributionPoint, for certificate: Certificate) -> [DistinguishedName] {
        point.cRLIssuer.map(CRLScope.directoryNames) ?? [certificate.issuer]
    }

    /// Steps (b) to (l) of RFC 5280 §6.3.3 for one list and one distribution point.
    private mutating func consider(
        _ list: CertificateList, at point: DistributionPoint, _ search: inout CRLSearch, _ depth: Int,
        _ path: CertificationPath, _ signers: [Certificate], _ meter: inout WorkMeter
    ) {
        // A certificate may name as many points as fit it, and each is held against each list of its issuer.
        guard meter.spend(nameComparisons: CRLNames.weight(of: list.issuer)) else { return search.note(.overBudget) }
        let overruns = meter.overruns
        let reasons: DistributionPoint.ReasonFlags
        switch CRLScope.judge(list, of: search.certificate, at: point, &meter) {
        case .covers(let covered): reasons = covered
        case .doesNot(let mismatch):
            guard meter.overruns == overruns else { return search.note(.overBudget) }
            return search.note(.scope(mismatch, list: list), of: list, &meter)
        case .otherPoint:
            guard meter.overruns == overruns else { return search.note(.overBudget) }
            return search.note(.point(list: list, certificate: search.certificate), of: list, &meter)
        }
        // (e): "includes one or more reasons that is not included in the reasons_mask".
        guard list.isDelta ? search.isNews(list) : !search.reasons.isSuperset(of: reasons) else { return }
        var contentProblems = contentProblems(of: list)
        if let fatal = contentProblems.first(where: \.isFatal) {
            return search.note(.content(fatal, list: list), of: list, &meter)
        }
        let signer: Certificate
        switch self.signer(of: list, for: search, depth, path, signers, &meter) {
        case .signer(let found, let doubt):
            signer = found
            if let doubt { contentProblems.append(.signer(doubt)) }
        case .refused(let problem): return search.note(.signer(problem, list: list), of: list, &meter)
        case .overBudget: return search.note(.overBudget)
        }
        if isWeak(list.signatureAlgorithm, under: path.anchorKind) {
            contentProblems.append(.weakSignature(list.signatureAlgorithm))
        }
        if list.isDelta { contentProblems.append(.deltaWithoutBase) }
        let delta = list.isDelta ? nil : delta(for: list, by: signer, under: path.anchorKind, &meter)
        guard meter.overruns == overruns else { return search.note(.overBudget) }
        // A delta makes an outdated list current again (RFC 5280 §6.3.3(a)(1)(i)).
        if let problem = CRLContentProblem.freshness(of: delta ?? list, at: at) { contentProblems.append(problem) }
        let lacks = contentProblems.filter { isTolerated($0, under: path.anchorKind) }
        contentProblems.removeAll(where: lacks.contains)
        search.look(
            in: list, updatedBy: delta, reasons: reasons, contentProblems: contentProblems, lacks: lacks, at: at, &meter
        )
    }

    /// Whether the profile believes a list with this problem all the same, and says so.
    private func isTolerated(_ problem: CRLContentProblem, under anchor: AnchorKind) -> Bool {
        if case .signer(let doubt) = problem { return isTolerated(doubt, under: anchor) }
        return problem.requirement.map { !refuses($0, under: anchor) } ?? false
    }

    /// Whether a signer with this lack is believed all the same, which is said: where nothing has to be known, nor has
    /// its own status.
    func isTolerated(_ doubt: SignerDoubt, under anchor: AnchorKind) -> Bool {
        doubt == .statusUnknown && policy.revocation != .hard && !refuses(RevocationRule.signerStatus, under: anchor)
    }

    func refuses(_ requirement: Requirement, under anchor: AnchorKind) -> Bool {
        policy.profile.severity(of: requirement, under: anchor, for: policy.purpose) == .error
    }

    /// The most recent current delta of a list that its signer signed (RFC 5280 §6.3.3(c), (h)).
    private mutating func delta(
        for list: CertificateList, by signer: Certificate, under anchor: AnchorKind, _ meter: inout WorkMeter
    ) -> CertificateList? {
        let deltas = lists.deltaLists(of: list.issuer)
        guard meter.spend(nameComparisons: deltas.count) else { return nil }
        for delta in deltas where list.canBeUpdated(by: delta) {
            guard CRLContentProblem.freshness(of: delta, at: at) == nil, contentProblems(of: delta).isEmpty,
                !isWeak(delta.signatureAlgorithm, under: anchor),
                signatures.signature(on: delta, by: signer, &meter) == .verified
            else { continue }
            return delta
        }
        return nil
    }

    private mutating func contentProblems(of list: CertificateList) -> [CRLContentProblem] {
        if let known = contentProblems[list] { return known }
        let found = CRLContentProblem.all(of: list)
        contentProblems[list] = found
        return found
    }

    /// Whether the profile refuses the digest under a list's or a response's signature, as it does under a
    /// certificate's.
    func isWeak(_ algorithm: SignatureAlgorithm, under anchor: AnchorKind) -> Bool {
        WeakSignatureRule.isWeak(algorithm) && refuses(WeakSignatureRule.digest, under: anchor)
    }

    // MARK: Who signed

    private mutating func signer(
        of list: CertificateList, for search: CRLSearch, _ depth: Int, _ path: CertificationPath,
        _ signers: [Certificate], _ meter: inout WorkMeter
    ) -> CRLSigner.Answer {
        guard let anchor = path.anchor else { return .refused(.notFound) }
        // Those above in the path are validated with it, by whoever judges the path.
        let above = path.certificates[(depth + 1)...].filter { $0.subject.matches(list.issuer) }
        let others = (bySubject[list.issuer.comparisonForm] ?? []).filter { !above.contains($0) }
        let comparisons = (path.certificates.count + others.count) * CRLNames.weight(of: list.issuer)
        guard meter.spend(nameComparisons: comparisons) else { return .overBudget }
        var problem = CRLSigner.Problem.notFound
        var doubted: (signer: Certificate, doubt: SignerDoubt)?
        let otherKey = CRLSigner.otherKey(of: list, than: above + others)
        for candidate in CRLSigner.ranked(above, for: list) + CRLSigner.ranked(others, for: list) {
            guard let signature = signatures.signature(on: list, by: candidate, &meter) else { return .overBudget }
            guard signature == .verified else {
                if problem == .notFound {
                    problem = signature == .unsupported ? .unsupported : otherKey ?? .badSignature
                }
                continue
            }
            let isAbove = above.contains(candidate)
            guard CRLSigner.maySign(candidate) else {
                problem = .keyUsage
                continue
            }
            let isOwnWord = search.takesOwnWord && candidate == search.certificate
            let overruns = meter.overruns
            let standing =
                isOwnWord ? .trusted : isAbove ? nil : standing(of: candidate, under: anchor, signers: signers, &meter)
            let found = standing.map { CRLSigner.standing(of: candidate, $0) } ?? .trusted
            if found == .trusted { return .signer(candidate, nil) }
            // Of a path that was not looked at to its end nothing is said.
            guard meter.overruns == overruns else { return .overBudget }
            switch found {
            case .trusted: break
            case .doubted(.expired(let end)) where list.thisUpdate.instant > end: problem = .signer(.expired(end))
            case .doubted(let doubt): doubted = doubted ?? (candidate, doubt)
            case .distrusted(let fault): problem = .signer(fault)
            }
        }
        return doubted.map { .signer($0.signer, $0.doubt) } ?? .refused(problem)
    }

    /// Whether a path leads from a signer to the very anchor of the path that its list is used for (RFC 5280
    /// §6.3.3(f)), by the same profile, and none of its certificates is revoked.
    ///
    /// A signer whose own certificate is covered by the list that it signs is taken at its word, as long as no list at
    /// hand says that it is revoked; any longer circle ends in distrust.
    private mutating func standing(
        of signer: Certificate, under anchor: TrustAnchor, signers: [Certificate], _ meter: inout WorkMeter
    ) -> SignerStanding {
        guard !signers.contains(signer), signers.count < Self.maximumDepth else {
            return .distrusted(.path(because: nil))
        }
        let key = AnchoredSigner(signer: signer, anchor: anchor)
        if let known = anchoredSigners[key] { return known }
        let overruns = meter.overruns
        let answer = standing(of: signer, to: anchor, signers: signers + [signer], &meter)
        // What was cut short, by the budget or to end a circle, is found out anew where it is asked for again.
        if answer == .trusted || (signers.isEmpty && meter.overruns == overruns) { anchoredSigners[key] = answer }
        return answer
    }

    /// The best standing by any path.
    private mutating func standing(
        of signer: Certificate, to anchor: TrustAnchor, signers: [Certificate], _ meter: inout WorkMeter
    ) -> SignerStanding {
        var best = SignerStanding.distrusted(.path(because: nil))
        // A signer whose key many certificates have would have a pool made for each.
        guard meter.spend(nameComparisons: pool.count) else { return best }
        let anchor = anchor.forSigners
        let candidates = CandidatePool(
            leaf: signer, intermediates: pool, anchors: AnchorSet([anchor], generation: 0), at: at)
        var builder = PathBuilder(pool: candidates, checker: signatures.checker)
        while best != .trusted, let path = builder.next(&meter) {
            guard meter.spendJudgedPath() else { break }
            guard path.anchor == anchor, path.signatures.allSatisfy({ $0 == .verified }) else { continue }
            var found = standing(byRulesOf: path, &meter)
            if found == .trusted { found = Self.standing(by: statuses(of: path, signers: signers, &meter)) }
            if case .distrusted(.path) = best, case .distrusted = found { best = found }
            best = best.orBetter(found)
        }
        return best
    }

    /// The standing by the status of a signer's certificate, and of those above it.
    static func standing(by statuses: [RevocationStatus]) -> SignerStanding {
        var standing = SignerStanding.trusted
        for status in statuses {
            switch status {
            case .notChecked, .notOffered, .notAvailable, .good: continue
            case .revoked: return .distrusted(.revoked)
            case .undetermined: standing = .doubted(.statusUnknown)
            }
        }
        return standing
    }

    /// Judges a signer's path by the rules of the profile: for no name and no purpose but to sign.
    mutating func standing(byRulesOf path: CertificationPath, _ meter: inout WorkMeter) -> SignerStanding {
        var policy = TrustPolicy(purpose: .basicX509)
        policy.profile = self.policy.profile
        policy.limits = self.policy.limits
        let overruns = meter.overruns
        var judgement = Judgement(
            path, policy: policy, at: at, meter: meter, period: period, memory: signatures.checker.memory)
        for rule in StandardRules.all { rule.judge(path, &judgement) }
        meter = judgement.meter
        period = judgement.period
        guard meter.overruns == overruns else { return .distrusted(.path(because: nil)) }
        return SignerStanding(of: path.leaf, errors: judgement.findings.filter { $0.severity == .error })
    }
}
