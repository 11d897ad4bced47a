import HoldfastStatements
import HoldfastCrypto
public import HoldfastX509

/// The findings of a profile about the form and the content of one certificate, whoever vouches for it.
///
/// No chain is judged and nothing is said about trust: no anchor, no signature, no revocation and no host name are
/// looked at. A certificate without findings may be anybody's.
public struct CertificateLint: Sendable {
    /// The role in which a certificate is looked at; its own extensions say which.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// An authority that signed itself: as the profile wants the top of a public chain.
        case root
        /// An authority below another one.
        case authority
        /// A TLS server.
        case server
        /// A TLS client.
        case client
        /// Neither an authority nor one end of TLS.
        case other
    }

    /// The role in which it was looked at.
    public let role: Role
    /// The findings, errors first; all are about this certificate, at depth 0.
    public let findings: [Finding]

    /// Looks at a certificate by the rules of a profile, graded as under an anchor of the public web.
    ///
    /// The rules are those of an evaluation, asked about this certificate alone. Those that need more than the
    /// certificate and its issuer are left out: the way to an anchor, signatures, the host name, path lengths, policies
    /// along a path.
    ///
    /// - Parameters:
    ///   - certificate: the certificate.
    ///   - issuer: the certificate of its issuer where it is at hand: key identifiers, name constraints and the digest
    ///     that goes with the issuer's curve are compared with it. It is believed to be the issuer's.
    ///   - profile: the rule set.
    ///   - instant: the time at which it should be valid.
    ///   - suffixes: which domains are public suffixes; `nil` leaves out what needs to know.
    public init(
        _ certificate: Certificate, issuer: Certificate? = nil, profile: Profile, at instant: Instant,
        publicSuffixes suffixes: PublicSuffixes? = nil
    ) {
        role = Self.role(of: certificate)
        let look = CertificateLook(profile: profile, at: instant, suffixes: suffixes)
        findings = look.findings(in: certificate, as: role, issuer: issuer).sorted(by: Finding.isReportedBefore)
    }

    private static func role(of certificate: Certificate) -> Role {
        // An authority that changes its key issues for itself too (RFC 5280 §3.2), and is no root thereby.
        if certificate.basicConstraints?.isCA == true {
            return certificate.isSigned(by: certificate) ? .root : .authority
        }
        guard let purposes = certificate.extendedKeyUsage else {
            // Such certificates count for any purpose; with mailboxes alone nobody takes it for a server's.
            let names = certificate.subjectAlternativeName ?? []
            let isPerson = !names.isEmpty && names.allSatisfy { if case .rfc822Name = $0 { true } else { false } }
            return isPerson ? .other : .server
        }
        if purposes.contains(.serverAuth) || purposes.contains(.anyExtendedKeyUsage) { return .server }
        return purposes.contains(.clientAuth) ? .client : .other
    }
}

/// Asks the rules of evaluations about a single certificate.
private struct CertificateLook {
    let profile: Profile
    let at: Instant
    let suffixes: PublicSuffixes?

    /// Requirements of a chain, not of a certificate.
    private static let ofChains: Set<String> = Set(
        ([AnchorRule.issuer, AnchorRule.selfSigned, AnchorRule.authority]
            + [
                SignatureRule.verifies, SignatureRule.supported, SignatureRule.library, SignatureRule.recognised,
                MaximumPathRule.maximum, PathLengthRule.constraint,
            ]
            + RevocationRule.requirements + ServerNameRule.requirements.filter { $0 != ServerNameRule.alternativeName })
            .map(\.id))

    /// Rules pass over an anchor's form, since an anchor is a name and a key (RFC 5280 §6.1.1(d)); its certificate has
    /// one all the same.
    private static let ofForm: Set<String> = Set(
        (CertificateFormRule.requirements + SerialNumberRule.requirements + KeyUsageRule.requirements
            + [DuplicateExtensionRule.once, AlgorithmMismatchRule.same, BasicConstraintsRule.pathLength])
            .map(\.id))

    func findings(in certificate: Certificate, as role: CertificateLint.Role, issuer: Certificate?) -> [Finding] {
        switch role {
        case .server, .client, .other:
            return judged(
                [certificate] + (issuer.map { [$0] } ?? []), depth: 0, end: .issuerNotFound, as: role)
        case .authority:
            // Below an authority something has to stand for the rules to see it as one: itself, about which as a leaf
            // nothing is kept.
            return judged(
                [certificate, certificate] + (issuer.map { [$0] } ?? []), depth: 1, end: .issuerNotFound, as: role)
        case .root:
            var anchor = TrustAnchor(certificate: certificate, source: nil)
            anchor.countsAsPublic = true
            let atTheTop = judged([certificate, certificate], depth: 1, end: .anchor(anchor), as: role)
            let form = judged([certificate, certificate], depth: 1, end: .issuerNotFound, as: role)
                .filter { Self.ofForm.contains($0.requirement) }
            // What is only worth a word in an anchor is said once, as what it is in a certificate.
            return atTheTop.filter { top in !form.contains { $0.code == top.code } } + form
        }
    }

    private func judged(
        _ certificates: [Certificate], depth: Int, end: CertificationPath.End, as role: CertificateLint.Role
    ) -> [Finding] {
        let path = CertificationPath(
            certificates: certificates, signatures: certificates.dropFirst().map { _ in .unchecked }, end: end)
        var policy = policy(for: role)
        policy.profile = profile
        policy.publicSuffixes = suffixes
        var judgement = Judgement(path, policy: policy, at: at, meter: WorkMeter(policy.limits))
        for rule in StandardRules.all { rule.judge(path, &judgement) }
        var findings = judgement.findings.filter { finding in
            finding.position == .certificate(depth: depth) && !Self.ofChains.contains(finding.requirement)
        }
        if let exceeded = judgement.meter.exceeded { findings.append(unfinished(exceeded, certificates[depth])) }
        return findings.map { $0.atLeaf() }
    }

    /// Authorities are looked at as those of servers, of which the programmes speak.
    private func policy(for role: CertificateLint.Role) -> TrustPolicy {
        switch role {
        case .client: return .sslClient
        case .other: return .basicX509
        case .server, .root, .authority:
            // No name is compared, so any will do; `invalid` is nobody's (RFC 6761 §6.4).
            guard let name = try? ServerName("name.invalid") else { return .basicX509 }
            return .ssl(name)
        }
    }

    private func unfinished(_ exceeded: WorkMeter.Excess, _ certificate: Certificate) -> Finding {
        Finding(
            Self.bounded, at: .certificate(depth: 0), fingerprint: certificate.fingerprint,
            seen: exceeded.seen, expected: exceeded.allowed, severity: .error,
            message: WorkSentence.looking(Statement(exceeded.seen)))
    }

    private static let bounded = Requirement(
        "work.bounded", .workLimit, source: "Limits", advice: WorkSentence.issueWithLess)
}

extension Finding {
    fileprivate func atLeaf() -> Finding {
        Finding(
            code: code, position: .certificate(depth: 0), fingerprint: fingerprint, requirement: requirement,
            rule: rule, statements: statements, severity: severity, overriddenBy: overriddenBy)
    }
}
