import HoldfastX509

/// The search for the status of a path's certificates in OCSP responses (RFC 6960 §3.2).
extension RevocationChecker {
    /// A delegate, and the certificates from its issuer up to the anchor.
    struct Delegation: Hashable {
        let delegate: Certificate
        let issuers: [Certificate]
    }

    private enum Signer {
        case signer(Certificate)
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
        if found.isEmpty, responses.unusable.isEmpty { search.note(.noAnswer) }
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
        if let fatal = OCSPContentProblem.unknownCriticalExtension(in: response) {
            return search.note(.content(fatal, by: data.responderID))
        }
        let responder: ResponderID
        switch signer(of: answers.response, depth, path, signers, &meter) {
        case .signer(let signer): responder = signer.subject.isEmpty ? data.responderID : .byName(signer.subject)
        case .refused(let problem): return search.note(.signer(problem, by: data.responderID))
        case .overBudget: return search.note(.overBudget)
        }
        let algorithm = response.signatureAlgorithm
        let weakness = isWeak(algorithm, under: path.anchorKind) ? [OCSPContentProblem.weakSignature(algorithm)] : []
        for answer in answers.answers {
            let contentProblems = OCSPContentProblem.all(of: answer, producedAt: data.producedAt, at: at)
            search.look(
                at: answer, in: response, by: responder, contentProblems: weakness + contentProblems, at: at)
        }
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
            if signature == .verified { return .signer(issuer) }
            problem = signature == .unsupported ? .unsupported : .badSignature
        }
        guard let candidates = responders.candidates(for: response, number, &meter) else { return .overBudget }
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
            if let own = OCSPSigner.problem(of: candidate) {
                problem = max(problem, own)
            } else if candidate == path.certificates[depth] || signers.contains(candidate) {
                problem = max(problem, .itself)
            } else if isTrusted(delegate: candidate, depth, path, signers, &meter) {
                return .signer(candidate)
            } else {
                problem = max(problem, .path)
            }
        }
        return .refused(problem)
    }

    /// Whether the path from a delegate over its issuer obeys the profile's rules, and the delegate is not revoked.
    ///
    /// With id-pkix-ocsp-nocheck its authority says that "an OCSP client can trust a responder for the lifetime of the
    /// responder's certificate" (§4.2.2.2.1); without, it is asked about as the policy asks about any, and never by its
    /// own word.
    private mutating func isTrusted(
        delegate: Certificate, _ depth: Int, _ path: CertificationPath, _ signers: [Certificate],
        _ meter: inout WorkMeter
    ) -> Bool {
        guard signers.count < Self.maximumDepth else { return false }
        let issuers = Array(path.certificates[(depth + 1)...])
        guard meter.spend(nameComparisons: issuers.reduce(1) { $0 + $1.bytes.count / 256 }) else { return false }
        let key = Delegation(delegate: delegate, issuers: issuers)
        if let known = delegations[key] { return known }
        let overruns = meter.overruns
        guard meter.spendJudgedPath() else { return false }
        let own = CertificationPath(
            certificates: [delegate] + issuers, signatures: [.verified] + path.signatures[(depth + 1)...],
            end: path.end)
        var answer = obeysRules(own, &meter)
        if answer, delegate.firstExtension(.ocspNoCheck) == nil {
            answer = isAcceptable(status(of: 0, in: own, signers: signers + [delegate], ownWordCounts: false, &meter))
        }
        // What was cut short, by the budget or to end a circle, is found out anew where it is asked for again.
        if meter.overruns == overruns, answer || signers.isEmpty { delegations[key] = answer }
        return answer
    }
}
