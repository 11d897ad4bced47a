import HoldfastStatements
import HoldfastX509

/// The server's certificate is no authority's, says where its status is found and by which policy it was issued, and
/// allows its key no more than a TLS server needs.
struct SubscriberRule: StandardRule {
    static let notAuthority = Requirement(
        "subscriber.notAuthority", .basicConstraints, source: "CA/B BR 7.1.2.7.8 (\"cA MUST be FALSE\")",
        advice: SubscriberAdvice.keepAuthorityKeyAway)
    static let consistent = Requirement(
        "subscriber.consistentAuthority", .basicConstraints,
        source: "Chromium, bssl VerifyTargetCertHasConsistentCaBits; RFC 5280 §4.2.1.3, §4.2.1.9",
        advice: SubscriberAdvice.serverCertificate)
    static let keyUsage = Requirement(
        "subscriber.keyUsage", .keyUsage, source: "CA/B BR 7.1.2.7.11",
        advice: SubscriberAdvice.signatureAlone)
    static let keyUsageNotRecommended = Requirement(
        "subscriber.keyUsageNotRecommended", .keyUsage, source: "CA/B BR 7.1.2.7.11, NOT RECOMMENDED",
        advice: SubscriberAdvice.signatureAlone)
    static let informationAccess = Requirement(
        "subscriber.informationAccess", .extensionPresence, source: "CA/B BR 7.1.2.7.6",
        advice: SubscriberAdvice.withInformationAccess)
    static let revocationLists = Requirement(
        "subscriber.revocationLists", .extensionPresence, source: "CA/B BR 7.1.2.11.2",
        advice: SubscriberAdvice.withDistributionPoint)
    static let policies = Requirement(
        "subscriber.policies", .extensionPresence, source: "CA/B BR 7.1.2.7.6, 7.1.2.7.9",
        advice: SubscriberAdvice.withPolicyOfType)
    static let reservedPolicy = Requirement(
        "subscriber.reservedPolicy", .certificatePolicy, source: "CA/B BR 7.1.2.7.9",
        advice: SubscriberAdvice.oneReservedPolicy)
    static let organizationalUnit = Requirement(
        "subscriber.organizationalUnit", .subjectName, source: "CA/B BR 7.1.2.7.2 to 7.1.2.7.4 (ballot SC-047)",
        advice: SubscriberAdvice.withoutUnit)
    static let serialEntropy = Requirement(
        "subscriber.serialEntropy", .serialNumber,
        source: "CA/B BR 7.1.2.7 (\"at least 64 bits of output from a CSPRNG\")",
        advice: SubscriberAdvice.randomSerialNumbers)
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
                Self.organizationalUnit, at: .certificate(depth: 0), seen: Verbatim("\(leaf.subject)"),
                expected: SubscriberSentence.noUnit, message: SubscriberSentence.namesUnit)
        }
        // 64 random bits do not fit into fewer octets; whether more of them are random cannot be seen.
        let octets = leaf.serialNumber.bytes.drop { $0 == 0 }.count
        if octets < Self.serialOctets, RootProgram.applies(since: Self.entropyDemanded, to: leaf, judgement) {
            judgement.report(
                Self.serialEntropy, at: .certificate(depth: 0),
                seen: SubscriberSentence.serialNumber(leaf.serialNumber),
                expected: SubscriberSentence.serialOctets(least: Self.serialOctets),
                message: SubscriberSentence.foreseeableSerialNumber(octets: octets))
        }
    }

    private func judge(authority leaf: Certificate, _ judgement: inout Judgement) {
        let isCA = leaf.basicConstraints?.isCA == true
        if isCA {
            judgement.report(
                Self.notAuthority, at: .certificate(depth: 0), seen: BasicConstraintsSentence.isTrue,
                expected: SubscriberSentence.notAuthority, message: SubscriberSentence.isAuthority)
        }
        let signs = leaf.keyUsage?.contains(.keyCertSign)
        let hasAuthorityTrait = isCA || signs == true || leaf.basicConstraints?.pathLengthConstraint != nil
        guard hasAuthorityTrait, !isCA || signs == false else { return }
        judgement.report(
            Self.consistent, at: .certificate(depth: 0),
            seen: SubscriberSentence.halves(isAuthority: isCA, usage: leaf.keyUsage),
            expected: SubscriberSentence.bothOrNeither, message: SubscriberSentence.halfAuthority)
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
                Self.keyUsage, at: .certificate(depth: 0), seen: KeyUsageSentence.usage(usage),
                expected: lacksSignature ? SubscriberSentence.only(.digitalSignature) : .atMost(allowed),
                message: SubscriberSentence.keyUsage(usage))
        } else if !usage.isDisjoint(with: avoided) {
            judgement.report(
                Self.keyUsageNotRecommended, at: .certificate(depth: 0), seen: KeyUsageSentence.usage(usage),
                expected: SubscriberSentence.only(.digitalSignature), message: SubscriberSentence.keyUsage(usage))
        }
    }

    private func judge(services leaf: Certificate, _ judgement: inout Judgement) {
        let access = leaf.authorityInformationAccess
        if access == nil {
            judgement.report(
                Self.informationAccess, at: .certificate(depth: 0), seen: SubscriberSentence.noInformationAccess,
                expected: SubscriberSentence.placeOfIssuer, message: SubscriberSentence.doesNotSayWhereIssuerIs)
        }
        let hasResponder = access?.contains { $0.accessMethod == .ocspAccess } ?? false
        guard leaf.cRLDistributionPoints == nil, !hasResponder, !Self.isShortLived(leaf) else { return }
        judgement.report(
            Self.revocationLists, at: .certificate(depth: 0),
            seen: SubscriberSentence.noPlaceOfRevocation,
            expected: SubscriberSentence.oneOfThem, message: SubscriberSentence.doesNotSayWhereRevocationIs)
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
                Self.policies, at: .certificate(depth: 0), seen: SubscriberSentence.noPolicies,
                expected: SubscriberSentence.reservedPolicy, message: SubscriberSentence.doesNotSayItsPolicy)
            return
        }
        let identifiers = policies.map(\.policyIdentifier)
        let reserved = identifiers.filter(Self.reservedPolicies.contains)
        guard reserved.count != 1 || identifiers.contains(.anyPolicy) else { return }
        judgement.report(
            Self.reservedPolicy, at: .certificate(depth: 0),
            seen: SubscriberSentence.policies(Array(identifiers.prefix(10))),
            expected: SubscriberSentence.oneReservedPolicy, message: SubscriberSentence.doesNotSayItsType)
    }
}
