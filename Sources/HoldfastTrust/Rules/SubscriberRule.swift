import HoldfastX509

/// The server's certificate is no authority's, says where its status is found and by which policy it was issued, and
/// allows its key no more than a TLS server needs.
struct SubscriberRule: TrustRule {
    static let notAuthority = Requirement(
        "subscriber.notAuthority", .basicConstraints, source: "CA/B BR 7.1.2.7.8 (\"cA MUST be FALSE\")",
        advice: "give the server a certificate of its own, and keep the authority's key away from it")
    static let consistent = Requirement(
        "subscriber.consistentAuthority", .basicConstraints,
        source: "Chromium, bssl VerifyTargetCertHasConsistentCaBits; RFC 5280 §4.2.1.3, §4.2.1.9",
        advice: "give the server a certificate of its own, with cA FALSE and without keyCertSign")
    static let keyUsage = Requirement(
        "subscriber.keyUsage", .keyUsage, source: "CA/B BR 7.1.2.7.11",
        advice: "have the certificate issued with the key usage digitalSignature alone")
    static let keyUsageNotRecommended = Requirement(
        "subscriber.keyUsageNotRecommended", .keyUsage, source: "CA/B BR 7.1.2.7.11, NOT RECOMMENDED",
        advice: "have the certificate issued with the key usage digitalSignature alone")
    static let informationAccess = Requirement(
        "subscriber.informationAccess", .extensionPresence, source: "CA/B BR 7.1.2.7.6",
        advice: "issue the certificate with an authority information access extension")
    static let revocationLists = Requirement(
        "subscriber.revocationLists", .extensionPresence, source: "CA/B BR 7.1.2.11.2",
        advice: "issue the certificate with a CRL distribution point, or for at most seven days")
    static let policies = Requirement(
        "subscriber.policies", .extensionPresence, source: "CA/B BR 7.1.2.7.6, 7.1.2.7.9",
        advice: "issue the certificate with the policy identifier of its type, as 2.23.140.1.2.1")
    static let reservedPolicy = Requirement(
        "subscriber.reservedPolicy", .certificatePolicy, source: "CA/B BR 7.1.2.7.9",
        advice: "issue the certificate with exactly one reserved policy identifier, and not with anyPolicy")
    static let organizationalUnit = Requirement(
        "subscriber.organizationalUnit", .subjectName, source: "CA/B BR 7.1.2.7.2 to 7.1.2.7.4 (ballot SC-047)",
        advice: "issue the certificate without an organizational unit")
    static let serialEntropy = Requirement(
        "subscriber.serialEntropy", .serialNumber,
        source: "CA/B BR 7.1.2.7 (\"at least 64 bits of output from a CSPRNG\")",
        advice: "issue certificates with serial numbers of 16 random octets")
    static let requirements = [
        notAuthority, consistent, keyUsage, keyUsageNotRecommended, informationAccess, revocationLists, policies,
        reservedPolicy, organizationalUnit, serialEntropy,
    ]

    /// One of these says of which type a certificate is (CA/B BR 7.1.6.1).
    static let reservedPolicies: Set<ObjectIdentifier> = [
        .domainValidated, .organizationValidated, .individualValidated, .extendedValidation,
    ]

    private static let unitsForbidden = RootProgram.day(of: "br.organizational-unit")
    private static let entropyDemanded = RootProgram.day(of: "br.serial.entropy")
    private static let serialOctets: Int =
        if case .serialOctets(let count)? = ProgrammeDeadline.named("br.serial.entropy")?.demand { count } else { 8 }
    /// The seconds that a short-lived certificate may live, the newest first.
    private static let shortLives: [(from: Instant, seconds: Int64)] = ProgrammeDeadline.all.compactMap { row in
        guard case .shortLivedSeconds(let seconds) = row.demand, let from = row.effective else { return nil }
        return (from, seconds)
    }.sorted { $0.from > $1.from }

    var cacheKey: [UInt8]? { Array("subscriber".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard judgement.asks(Self.requirements), let leaf = RootProgram.subscriber(path, judgement) else { return }
        judge(authority: leaf, &judgement)
        judge(keyUsage: leaf, &judgement)
        judge(services: leaf, &judgement)
        judge(policies: leaf, &judgement)
        if leaf.subject.contains(.organizationalUnitName),
            RootProgram.applies(since: Self.unitsForbidden, to: leaf, judgement)
        {
            judgement.report(
                Self.organizationalUnit, at: .certificate(depth: 0), seen: "\(leaf.subject)",
                expected: "no organizational unit",
                message: "the subject names an organizational unit, which says nothing")
        }
        // 64 random bits do not fit into fewer octets; whether more of them are random cannot be seen.
        let octets = leaf.serialNumber.bytes.drop { $0 == 0 }.count
        if octets < Self.serialOctets, RootProgram.applies(since: Self.entropyDemanded, to: leaf, judgement) {
            judgement.report(
                Self.serialEntropy, at: .certificate(depth: 0), seen: "serial number \(leaf.serialNumber)",
                expected: "\(Self.serialOctets) to 20 octets",
                message: "the serial number has \(octets) octets, too few to be unforeseeable")
        }
    }

    private func judge(authority leaf: Certificate, _ judgement: inout Judgement) {
        let isCA = leaf.basicConstraints?.isCA == true
        if isCA {
            judgement.report(
                Self.notAuthority, at: .certificate(depth: 0), seen: "basicConstraints cA TRUE", expected: "cA FALSE",
                message: "the server's certificate is that of a certificate authority")
        }
        let signs = leaf.keyUsage?.contains(.keyCertSign)
        let hasAuthorityTrait = isCA || signs == true || leaf.basicConstraints?.pathLengthConstraint != nil
        guard hasAuthorityTrait, !isCA || signs == false else { return }
        judgement.report(
            Self.consistent, at: .certificate(depth: 0),
            seen: "cA \(isCA ? "TRUE" : "FALSE"), key usage \(leaf.keyUsage.map { "\($0)" } ?? "absent")",
            expected: "both of an authority, or neither",
            message: "the server's certificate is half that of a certificate authority")
    }

    private func judge(keyUsage leaf: Certificate, _ judgement: inout Judgement) {
        guard let usage = leaf.keyUsage else { return }
        var allowed: KeyUsage = [.digitalSignature, .keyEncipherment, .dataEncipherment]
        var avoided: KeyUsage = .dataEncipherment
        if case .ec = leaf.subjectPublicKeyInfo.key {
            allowed = [.digitalSignature, .keyAgreement]
            avoided = .keyAgreement
        }
        let lacksSignature = allowed.contains(.keyAgreement) && !usage.contains(.digitalSignature)
        if !usage.isSubset(of: allowed) || lacksSignature {
            judgement.report(
                Self.keyUsage, at: .certificate(depth: 0), seen: "key usage \(usage)",
                expected: lacksSignature ? "digitalSignature" : "at most \(allowed)",
                message: "the key usage of the server's certificate is \(usage)")
        } else if !usage.isDisjoint(with: avoided) {
            judgement.report(
                Self.keyUsageNotRecommended, at: .certificate(depth: 0), seen: "key usage \(usage)",
                expected: "digitalSignature", message: "the key usage of the server's certificate is \(usage)")
        }
    }

    private func judge(services leaf: Certificate, _ judgement: inout Judgement) {
        let access = leaf.authorityInformationAccess
        if access == nil {
            judgement.report(
                Self.informationAccess, at: .certificate(depth: 0), seen: "no authority information access",
                expected: "the place of the issuer's certificate",
                message: "the certificate does not say where its issuer's certificate is")
        }
        let hasResponder = access?.contains { $0.accessMethod == .ocspAccess } ?? false
        guard leaf.cRLDistributionPoints == nil, !hasResponder, !Self.isShortLived(leaf) else { return }
        judgement.report(
            Self.revocationLists, at: .certificate(depth: 0),
            seen: "neither a CRL distribution point nor an OCSP responder",
            expected: "one of them", message: "the certificate does not say where its revocation would be found")
    }

    /// CA/B BR 1.6.1: seven days of 86,400 seconds, and ten for what was issued before 15 March 2026. Whatever is older
    /// than the oldest row is judged by that row.
    private static func isShortLived(_ leaf: Certificate) -> Bool {
        let validity = leaf.validity
        let issued = validity.notBefore.instant
        guard let limit = (shortLives.first { issued >= $0.from } ?? shortLives.last)?.seconds else { return false }
        return validity.notAfter.instant.seconds(since: issued) < limit
    }

    private func judge(policies leaf: Certificate, _ judgement: inout Judgement) {
        guard let policies = leaf.certificatePolicies else {
            judgement.report(
                Self.policies, at: .certificate(depth: 0), seen: "no certificate policies",
                expected: "a reserved policy identifier",
                message: "the certificate does not say by which policy it was issued")
            return
        }
        let identifiers = policies.map(\.policyIdentifier)
        let reserved = identifiers.filter(Self.reservedPolicies.contains)
        guard reserved.count != 1 || identifiers.contains(.anyPolicy) else { return }
        judgement.report(
            Self.reservedPolicy, at: .certificate(depth: 0),
            seen: identifiers.prefix(10).map { $0.name ?? $0.description }.joined(separator: ", "),
            expected: "exactly one reserved policy identifier, and not anyPolicy",
            message: "the policies of the certificate do not say of which type it is")
    }
}
