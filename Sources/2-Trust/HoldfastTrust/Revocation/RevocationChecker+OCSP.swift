import HoldfastX509

/// The search for the status of a path's certificates in OCSP responses (RFC 6960 §3.2).
extension RevocationChecker {
    /// A delegate, and the certificates from its issuer up to the anchor.
    struct Delegation: Hashable {
        let delegate: Certificate
        let issuers: [Certificate]
    }

    private enum Signer {
        /// The signer, and what is missing of a delegate's certificate.
        case signer(Certificate, SignerDoubt?)
        case refused(OCSPSigner.Problem)
        case overBudget
    }

    mutating func searchResponses(
        _ search: inout OCSPSearch, _ depth: Int, _ path: CertificationPath, _ signers: [Certificate],
        _ meter: inout WorkMeter
    ) {
        guard !responses.isEmpty else { return }
        let (certificate, issuer) = (path.certificates[depth], path.certificates[depth + 1])
        guard let found = responses.answers(about: certificate, issuedBy: issuer, &meter) else {
            return search.note(.overBudget)
        }
        if found.isEmpty, responses.unusable.isEmpty {
            search.note(.noAnswer(responses.nearest(to: certificate, issuedBy: issuer, &meter)))
        }
        for answers in found where !search.isOver {
            consider(answers, &search, depth, path, signers, &meter)
        }
        for problem in responses.unusable { search.note(problem) }
    }

    private mutating func consider(
        _ answers: OCSPPool.Answers, _ search: inout OCSPSearch, _ depth: Int, _ path: CertificationPath,
        _ signers: [Certificate], _ meter: inout WorkMeter
    ) {
        let response = responses.responses[answers.response]
        guard meter.spend(nameComparisons: answers.answers.count) else { return search.note(.overBudget) }
        let data = response.tbsResponseData
        let revokedOn = answers.answers.compactMap(\.revocationTime).first
        func refused(_ problem: OCSPProblem) -> OCSPProblem {
            revokedOn.map { .unheard(problem, revokedOn: $0) } ?? problem
        }
        if let fatal = OCSPContentProblem.unknownCriticalExtension(in: response) {
            return search.note(refused(.content(fatal, by: data.responderID)))
        }
        let responder: ResponderID
        var common: [OCSPContentProblem] = []
        switch signer(of: answers.response, depth, path, signers, &meter) {
        case .signer(let signer, let doubt):
            responder = signer.subject.isEmpty ? data.responderID : .byName(signer.subject)
            if let doubt { common.append(.signer(doubt)) }
        case .refused(let problem): return search.note(refused(.signer(problem, by: data.responderID)))
        case .overBudget: return search.note(.overBudget)
        }
        let algorithm = response.signatureAlgorithm
        if isWeak(algorithm, under: path.anchorKind) { common.append(.weakSignature(algorithm)) }
        // One signature under both: "the responder doesn't know about the certificate" (§2.2) and has called it good.
        let knowsNothing = answers.answers.contains { $0.certStatus == .unknown }
        for answer in answers.answers {
            var problems = common + OCSPContentProblem.all(of: answer, producedAt: data.producedAt, at: at)
            if knowsNothing, answer.certStatus == .good { problems.append(.unknown) }
            let lacks = problems.filter { isTolerated($0, under: path.anchorKind) }
            problems.removeAll(where: lacks.contains)
            search.look(at: answer, in: response, by: responder, contentProblems: problems, lacks: lacks, at: at)
        }
    }

    /// Whether a response with this problem is believed all the same, and says so.
    private func isTolerated(_ problem: OCSPContentProblem, under anchor: AnchorKind) -> Bool {
        if case .signer(let doubt) = problem { return isTolerated(doubt, under: anchor) }
        return problem.requirement.map { !refuses($0, under: anchor) } ?? false
    }

    // MARK: Who signed

    /// "Is the certificate of the CA that issued the certificate in question; or ... includes a value of
    /// id-kp-OCSPSigning in an extended key usage extension and is issued by the CA that issued the certificate in
    /// question" (§4.2.2.2).
    private mutating func signer(
        of number: Int, _ depth: Int, _ path: CertificationPath, _ signers: [Certificate], _ meter: inout WorkMeter
    ) -> Signer {
        let (response, issuer) = (responses.responses[number], path.certificates[depth + 1])
        guard let isIssuers = OCSPSigner.fits(issuer, response.tbsResponseData.responderID, &meter) else {
            return .overBudget
        }
        var problem = OCSPSigner.Problem.notFound
        if isIssuers {
            guard let signature = responders.signature(on: response, number, by: issuer, &meter) else {
                return .overBudget
            }
            if signature == .verified { return .signer(issuer, nil) }
            problem = signature == .unsupported ? .unsupported : .badSignature
        }
        guard let candidates = responders.candidates(for: response, number, &meter) else { return .overBudget }
        var doubted: (signer: Certificate, doubt: SignerDoubt)?
        for candidate in candidates where candidate != issuer {
            guard meter.spend(nameComparisons: 1),
                let signature = responders.signature(on: response, number, by: candidate, &meter)
            else { return .overBudget }
            guard signature == .verified else {
                problem = max(problem, signature == .unsupported ? .unsupported : .badSignature)
                continue
            }
            guard let isIssued = responders.isIssued(candidate, by: issuer, &meter) else { return .overBudget }
            guard isIssued else {
                problem = max(problem, .notDesignated)
                continue
            }
            let overruns = meter.overruns
            if let own = OCSPSigner.problem(of: candidate) {
                problem = max(problem, own)
            } else if candidate == path.certificates[depth] || signers.contains(candidate) {
                problem = max(problem, .itself)
            } else {
                let found = standing(of: candidate, depth, path, signers, &meter)
                if found == .trusted { return .signer(candidate, nil) }
                // Of a responder that was not looked at to its end nothing is said.
                guard meter.overruns == overruns else { return .overBudget }
                switch found {
                case .trusted: break
                case .doubted(.expired(let end)) where response.tbsResponseData.producedAt > end:
                    problem = max(problem, .signer(.expired(end)))
                case .doubted(let doubt): doubted = doubted ?? (candidate, doubt)
                case .distrusted(let fault): problem = max(problem, .signer(fault))
                }
            }
        }
        return doubted.map { .signer($0.signer, $0.doubt) } ?? .refused(problem)
    }

    /// The standing of a delegate by the path over its issuer: by the profile's rules, and by its own status.
    ///
    /// With id-pkix-ocsp-nocheck its authority says that "an OCSP client can trust a responder for the lifetime of the
    /// responder's certificate" (§4.2.2.2.1); without, it is asked about as the policy asks about any, and never by its
    /// own word.
    private mutating func standing(
        of delegate: Certificate, _ depth: Int, _ path: CertificationPath, _ signers: [Certificate],
        _ meter: inout WorkMeter
    ) -> SignerStanding {
        guard signers.count < Self.maximumDepth else { return .distrusted(.path(because: nil)) }
        let issuers = Array(path.certificates[(depth + 1)...])
        guard meter.spend(nameComparisons: issuers.reduce(1) { $0 + $1.bytes.count / 256 }) else {
            return .distrusted(.path(because: nil))
        }
        let key = Delegation(delegate: delegate, issuers: issuers)
        if let known = delegations[key] { return known }
        let overruns = meter.overruns
        guard meter.spendJudgedPath() else { return .distrusted(.path(because: nil)) }
        let own = CertificationPath(
            certificates: [delegate] + issuers, signatures: [.verified] + path.signatures[(depth + 1)...],
            end: path.end)
        var answer = standing(byRulesOf: own, &meter)
        if answer == .trusted, delegate.firstExtension(.ocspNoCheck) == nil {
            let status = status(of: 0, in: own, signers: signers + [delegate], ownWordCounts: false, &meter)
            // "A CA may choose not to specify any method of revocation checking for the responder's certificate"
            // (§4.2.2.2.1): then nobody knows.
            answer =
                status == .notOffered && !delegate.isShortLived ? .doubted(.statusUnknown) : Self.standing(by: [status])
        }
        // What was cut short, by the budget or to end a circle, is found out anew where it is asked for again.
        if meter.overruns == overruns, answer == .trusted || signers.isEmpty { delegations[key] = answer }
        return answer
    }
}

extension SingleResponse {
    /// The time of a revocation; nil for any other status.
    fileprivate var revocationTime: Instant? {
        if case .revoked(let info) = certStatus { info.revocationTime } else { nil }
    }
}
