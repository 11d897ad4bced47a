import HoldfastStatements
import HoldfastX509

/// The TLS features that a server's certificate promises (RFC 7633), of which must-staple is the one in use.
///
/// Where revocation is looked at, the server has to staple a response that counts: "Informing clients that an OCSP
/// status response will always be stapled permits an immediate failure in the case that the response is not stapled"
/// (§1). In a recorded chain, and without a look at revocation, a note says that nobody looked.
///
/// Features in an authority's certificate bind what it issues (§4.2.2): every certificate below it has to have the same
/// ones, or more.
struct TLSFeatureRule: StandardRule {
    static let statusRequest = Requirement(
        "tlsFeature.statusRequest", .mustStaple, source: "RFC 7633; RFC 6066 §8",
        advice: TLSFeatureSentence.nothingToDo)
    static let stapled = Requirement(
        "tlsFeature.stapled", .mustStaple, source: "RFC 7633 §4.2.3; RFC 6066 §8",
        advice: TLSFeatureSentence.staple)
    static let constraint = Requirement(
        "tlsFeature.constraint", .extensionPresence, source: "RFC 7633 §4.2.2",
        advice: TLSFeatureSentence.withFeaturesOfAuthority)
    static let requirements = [statusRequest, stapled, constraint]

    var cacheKey: [UInt8]? { Array("tlsFeature".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard judgement.policy.purpose.isServer, !path.isAnchor(depth: 0) else { return }
        judgeConstraint(path, &judgement)
        guard let features = path.leaf.tlsFeature,
            features.contains(where: [TLSFeature.statusRequest, TLSFeature.statusRequestV2].contains)
        else { return }
        switch (judgement.revocation.first, judgement.staple) {
        case (nil, _), (.notChecked, _), (_, .unknown):
            judgement.report(
                Self.statusRequest, at: .certificate(depth: 0), seen: TLSFeatureSentence.statusRequest,
                expected: TLSFeatureSentence.stapleInEachHandshake,
                message: TLSFeatureSentence.notLookedAt,
                atMost: .note)
        case (_, .missing):
            judgement.report(
                Self.stapled, at: .certificate(depth: 0), seen: TLSFeatureSentence.noResponse,
                expected: TLSFeatureSentence.stapleInEachHandshake,
                message: TLSFeatureSentence.noneSent)
        case (.undetermined(let problems), .present):
            judgement.report(
                Self.stapled, at: .certificate(depth: 0),
                seen: problems.first.map { $0.sentence as any Sentence } ?? TLSFeatureSentence.doesNotCount,
                expected: TLSFeatureSentence.goodResponse,
                message: TLSFeatureSentence.sentDoesNotCount)
        case (_, .present): return
        }
    }

    /// An anchor's features bind as its name constraints do: whoever made it means them.
    private func judgeConstraint(_ path: CertificationPath, _ judgement: inout Judgement) {
        var demanded: Set<Int> = []
        for depth in path.certificates.indices.reversed() {
            let own = Set(path.certificates[depth].tlsFeature ?? [])
            let missing = demanded.subtracting(own).sorted()
            if !missing.isEmpty {
                judgement.report(
                    Self.constraint, at: .certificate(depth: depth),
                    seen: own.isEmpty ? TLSFeatureSentence.noFeature : .features(own.sorted()),
                    expected: TLSFeatureSentence.featuresOfAuthorities(missing),
                    message: TLSFeatureSentence.lacksDemanded(missing))
            }
            demanded.formUnion(own)
        }
    }
}
