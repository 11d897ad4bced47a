import HoldfastStatements
import HoldfastX509

/// The user's explicit trust, applied to a chain that would be refused.
struct ExplicitTrust {
    enum Answer {
        /// The chain is accepted on this basis, and these are its findings now.
        case accepts(TrustEvaluation.Basis, [Finding])
        /// The chain stays refused; these are notes about exceptions that do not suffice.
        case refuses([Finding])
    }

    let exceptions: TrustExceptionSet
    let policy: TrustPolicy
    let at: Instant

    /// Looks for one exception that covers every error; where there is none, for ``TrustPolicy/dangerousAcceptAny``.
    ///
    /// - Parameters:
    ///   - findings: all findings of the refusal.
    ///   - path: the best path.
    ///   - address: the address that the server was really reached at, where one is known.
    func answer(to findings: [Finding], about path: CertificationPath, at address: IPAddress?) -> Answer {
        let errors = Set(findings.filter { $0.severity == .error }.map(\.code))
        // What the path lacks by itself is asked for too: no profile can grade that away.
        let needed = errors.union(path.shortfalls)
        let own = exceptions.exceptions(for: path.leaf.fingerprint, as: policy.purpose)
        let inForce = own.filter { $0.isInForce(at: at) }
        if let exception = inForce.first(where: { Self.covers($0, needed) }) {
            return .accepts(.exception(exception), Self.overridden(findings, by: .exception))
        }
        if let acceptAny = policy.dangerousAcceptAny, acceptAny.applies(to: policy.purpose, at: address, on: at),
            needed.allSatisfy(DangerousAcceptAny.overrides)
        {
            let warning = warning(about: acceptAny, needed)
            return .accepts(
                .dangerousAcceptAny(acceptAny), [warning] + Self.overridden(findings, by: .dangerousAcceptAny))
        }
        return .refuses(note(about: own, needed).map { [$0] } ?? [])
    }

    /// One line a process and host on ``DangerLog`` where any certificate was accepted.
    func log(_ basis: TrustEvaluation.Basis) {
        guard case .dangerousAcceptAny(let acceptAny) = basis, case .ssl(let name) = policy.purpose else { return }
        DangerLog.say(
            "holdfast: dangerous: any certificate is accepted for \(name) (\(acceptAny.scopeStatement)) until "
                + "\(acceptAny.until)", about: name.description)
    }

    private static func covers(_ exception: TrustException, _ needed: Set<FindingCode>) -> Bool {
        needed.allSatisfy { $0.isExceptable && exception.codes.contains($0) }
    }

    private static func overridden(_ findings: [Finding], by override: Finding.Override) -> [Finding] {
        findings.map { $0.severity == .error ? $0.overridden(by: override) : $0 }
    }
}

extension ExplicitTrust {
    private static let covering = Requirement(
        "userException.covers", .userException, source: "TrustException: one exception has to cover every error",
        advice: UserTrustSentence.exceptAnew)
    private static let accepting = Requirement(
        "dangerousAcceptAny.unused", .dangerousAcceptAny, source: "TrustPolicy.dangerousAcceptAny",
        advice: UserTrustSentence.giveAnchor)

    /// The note for a user who has excepted this certificate for this host, where that does not suffice.
    private func note(about own: [TrustException], _ needed: Set<FindingCode>) -> Finding? {
        // The one that comes closest; of equal ones, the one that lasts longest.
        let nearest = own.min { left, right in
            let (a, b) = (left.isInForce(at: at), right.isInForce(at: at))
            if a != b { return a }
            let (missingA, missingB) = (needed.subtracting(left.codes).count, needed.subtracting(right.codes).count)
            return missingA != missingB ? missingA < missingB : left.until > right.until
        }
        guard let nearest else { return nil }
        let missing = Self.list(needed.subtracting(nearest.codes))
        let message =
            if at < nearest.createdAt {
                UserTrustSentence.onlyFrom(nearest.createdAt)
            } else if at >= nearest.until {
                UserTrustSentence.endedAt(nearest.until)
            } else {
                UserTrustSentence.doesNotCover(codes: missing)
            }
        return Finding(
            Self.covering, at: .certificate(depth: 0), fingerprint: nearest.certificate,
            seen: UserTrustSentence.exception(
                codes: Self.list(nearest.codes), from: nearest.createdAt, until: nearest.until),
            expected: UserTrustSentence.wanted(codes: Self.list(needed), at: at), severity: .note, message: message)
    }

    private func warning(about acceptAny: DangerousAcceptAny, _ needed: Set<FindingCode>) -> Finding {
        Finding(
            Self.accepting, at: .chain, fingerprint: nil, seen: UserTrustSentence.refused(codes: Self.list(needed)),
            expected: UserTrustSentence.trusted, severity: .warning,
            message: UserTrustSentence.anyAccepted(scope: acceptAny.scopeStatement, until: acceptAny.until))
    }

    private static func list(_ codes: Set<FindingCode>) -> String {
        codes.sorted { ($0.rank, $0.rawValue) < ($1.rank, $1.rawValue) }.map(\.rawValue).joined(separator: ", ")
    }
}

extension CertificationPath {
    /// The defects that keep the path from carrying trust from an anchor to the leaf, whatever the rules and the
    /// profile say.
    var shortfalls: Set<FindingCode> {
        var codes: Set<FindingCode> = []
        switch end {
        case .anchor: break
        case .rejected: codes.insert(.anchorRejected)
        case .issuerNotFound: codes.insert(.issuerNotFound)
        case .notAnchored: codes.insert(certificates.count == 1 ? .selfSignedNotAnchor : .noAnchor)
        case .workLimit: codes.insert(.workLimit)
        }
        for (depth, signature) in signatures.enumerated() {
            switch signature {
            case .verified: break
            case .failed: codes.insert(.badSignature)
            case .unsupported:
                codes.insert(
                    SignatureRule.reason(whyUnsupported: certificates[depth], certificates[depth + 1]).requirement.code)
            // Without an anchor nothing rests on it.
            case .unchecked: if anchor != nil { codes.insert(.workLimit) }
            }
        }
        return codes
    }
}
