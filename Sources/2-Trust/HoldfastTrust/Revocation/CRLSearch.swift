import HoldfastX509

/// The state of the search for one certificate's status: RFC 5280 §6.3.2's `reasons_mask` and `cert_status`.
struct CRLSearch {
    /// The issuer and scope of lists of which a newer one supersedes those before it.
    private struct Sequence: Hashable {
        let issuer: NormalizedName
        let scope: IssuingDistributionPoint?

        init(_ list: CertificateList) {
            issuer = list.issuer.comparisonForm
            scope = list.issuingDistributionPoint
        }
    }

    let certificate: Certificate
    /// Whether a list that the certificate's own key signed counts.
    var takesOwnWord = false
    /// The reasons that lists without a problem have covered.
    private(set) var reasons: DistributionPoint.ReasonFlags = []
    /// The entry that was found, and the list that has it.
    private(set) var found: (revocation: Revocation, word: RevocationWord)?
    /// The lists that cover ``reasons``.
    private(set) var words: [RevocationWord] = []
    private(set) var problems: [CRLProblem] = []
    /// The problems of lists that cover some reasons all the same, since the profile tolerates them.
    private(set) var tolerated: [CRLProblem] = []
    private var noted: Set<CRLProblem> = []
    /// The latest time for which there was a list, by sequence of lists.
    private var newest: [Sequence: Instant] = [:]

    init(_ certificate: Certificate) { self.certificate = certificate }

    /// "the certificate status is determined to be revoked or sufficient CRLs have been checked to cover all reason
    /// codes".
    var isOver: Bool { found != nil || reasons == CRLScope.allReasons }

    mutating func note(_ problem: CRLProblem) { if noted.insert(problem).inserted { problems.append(problem) } }

    /// Notes why a list says nothing of the certificate, and what it would say where it has it as revoked: whoever
    /// reads "not known" has to know of it.
    mutating func note(_ problem: CRLProblem, of list: CertificateList, _ meter: inout WorkMeter) {
        guard noted.insert(problem).inserted else { return }
        let entry = entry(on: list, &meter).flatMap { $0.reasonCode == .removeFromCRL ? nil : $0 }
        problems.append(entry.map { .unheard(problem, revokedOn: $0.revocationDate.instant) } ?? problem)
    }

    /// Whether a list is newer than what was looked at of its issuer and scope.
    func isNews(_ list: CertificateList) -> Bool { newest[Sequence(list)].map { $0 < list.thisUpdate.instant } ?? true }

    /// Steps (i) to (l): looks for the certificate on a list that was signed by who may, and on its delta.
    ///
    /// - Parameters:
    ///   - contentProblems: what keeps the list, together with its delta, from showing that the certificate is good.
    ///   - lacks: what does not, since the profile does without.
    mutating func look(
        in list: CertificateList, updatedBy delta: CertificateList?, reasons covered: DistributionPoint.ReasonFlags,
        contentProblems: [CRLContentProblem], lacks: [CRLContentProblem], at: Instant, _ meter: inout WorkMeter
    ) {
        var contentProblems = contentProblems
        var unheard: RevokedCertificate?
        let overruns = meter.overruns
        let change = delta.flatMap { self.entry(on: $0, &meter) }
        let entry = change == nil ? self.entry(on: list, &meter) : nil
        guard meter.overruns == overruns else { return note(.overBudget) }
        // "the resulting locally constructed CRL has ... the thisUpdate ... of the delta CRL" (§5.2.4).
        let (sequence, update) = (Sequence(list), (delta ?? list).thisUpdate.instant)
        newest[sequence] = max(newest[sequence] ?? update, update)
        if let delta, let change {
            if change.reasonCode != .removeFromCRL {
                found = (Revocation(entry: change, source: delta.document), .list(delta))
                return
            }
        } else if let entry {
            if entry.reasonCode == .removeFromCRL {
                // (k) would make it good again; but a complete list has nothing that could be taken back.
                if !list.isDelta { contentProblems.append(.removalInCompleteList) }
            } else if counts(entry, despite: contentProblems, at: at) {
                found = (Revocation(entry: entry, source: list.document), .list(list))
                return
            } else {
                unheard = entry
            }
        }
        guard contentProblems.isEmpty else {
            for problem in contentProblems {
                let problem = CRLProblem.content(problem, list: list)
                note(unheard.map { .unheard(problem, revokedOn: $0.revocationDate.instant) } ?? problem)
            }
            return
        }
        reasons.formUnion(covered)
        words += [.list(list)] + (delta.map { [.list($0)] } ?? [])
        tolerated += lacks.map { .content($0, list: list) }
    }

    /// Whether an entry of a list whose content has problems shows that the certificate is revoked.
    ///
    /// A hold may have ended since an outdated list was issued; nothing else ends. What a list of the future says
    /// counts from the entry's date on.
    private func counts(
        _ entry: RevokedCertificate, despite contentProblems: [CRLContentProblem], at: Instant
    ) -> Bool {
        contentProblems.allSatisfy { problem in
            switch problem {
            case .outdated, .noNextUpdate: entry.reasonCode != .certificateHold
            case .notYetIssued: entry.revocationDate.instant <= at
            case .signer(let doubt): doubt.letsHoldCount || entry.reasonCode != .certificateHold
            default: !problem.isFatal
            }
        }
    }

    /// The entry that "matches the certificate issuer and serial number as described in Section 5.3.3"; of several,
    /// which no list should have, one that revokes for good, or else a hold.
    private func entry(on list: CertificateList, _ meter: inout WorkMeter) -> RevokedCertificate? {
        // "one or more names from the issuer field and/or issuer alternative name extension of the certificate".
        let own = [.directoryName(certificate.issuer)] + (certificate.issuerAlternativeName ?? [])
        var found: RevokedCertificate?
        _ = list.revokedCertificates.last(certificate.serialNumber) { match in
            // An indirect list may have the number a million times. What is left of the budget ends the search.
            guard meter.spend(nameComparisons: 1) else { return true }
            guard
                match.certificateIssuer.map({ CRLNames.intersect($0, own, &meter) })
                    ?? list.issuer.matches(certificate.issuer)
            else { return false }
            if found.map({ Self.finality($0) < Self.finality(match.entry) }) ?? true { found = match.entry }
            return Self.finality(match.entry) == 2
        }
        return found
    }

    private static func finality(_ entry: RevokedCertificate) -> Int {
        switch entry.reasonCode {
        case .removeFromCRL: 0
        case .certificateHold: 1
        default: 2
        }
    }

    /// The reasons why the lists do not show that the certificate is good.
    func problems(malformed: CRLProblem?) -> [CRLProblem] {
        var problems = problems
        if let malformed { problems.append(malformed) }
        if !reasons.isEmpty { problems.append(.reasonsLeft(CRLScope.allReasons.subtracting(reasons))) }
        return problems
    }
}

extension CertificateList {
    /// The name in sentences: `revocation list 7 of CN=Example CA`.
    var document: RevocationDocument {
        let number = cRLNumber.map { "\($0)" }
        return isDelta
            ? .deltaList(number: number, issuer: issuer.description) : .list(number: number, issuer: issuer.description)
    }
}
