import HoldfastX509

/// The TLS features that a server's certificate promises (RFC 7633), of which must-staple is the one in use.
///
/// Nothing is refused: that a stapled response is missing will be an error where revocation is looked up by the
/// connection. Until then a note says that nobody looked. A warning would stand beside every such certificate, also
/// where its server staples as it should, and nobody could mend it.
struct TLSFeatureRule: TrustRule {
    static let statusRequest = Requirement(
        "tlsFeature.statusRequest", .mustStaple, source: "RFC 7633; RFC 6066 §8",
        advice: "nothing has to be done: what the server staples counts where revocation is asked for")

    var cacheKey: [UInt8]? { Array("tlsFeature".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard judgement.policy.purpose.isServer, !path.isAnchor(depth: 0), let features = path.leaf.tlsFeature,
            features.contains(where: [TLSFeature.statusRequest, TLSFeature.statusRequestV2].contains)
        else { return }
        judgement.report(
            Self.statusRequest, at: .certificate(depth: 0), seen: "the TLS feature status_request",
            expected: "a stapled OCSP response in every handshake",
            message: "the certificate asks for a stapled OCSP response, and whether there was one is not looked at",
            atMost: .note)
    }
}
