import HoldfastX509

/// The TLS features that a server's certificate promises (RFC 7633), of which must-staple is the one in use.
///
/// Where revocation is looked at, the server has to staple a response that counts: "Informing clients that an OCSP
/// status response will always be stapled permits an immediate failure in the case that the response is not stapled"
/// (§1). In a recorded chain, and without a look at revocation, a note says that nobody looked.
struct TLSFeatureRule: TrustRule {
    static let statusRequest = Requirement(
        "tlsFeature.statusRequest", .mustStaple, source: "RFC 7633; RFC 6066 §8",
        advice: "nothing has to be done: what the server staples counts where revocation is asked for")
    static let stapled = Requirement(
        "tlsFeature.stapled", .mustStaple, source: "RFC 7633 §4.2.2; RFC 6066 §8",
        advice: "let the server staple its OCSP response: ssl_stapling of nginx, SSLUseStapling of Apache"
    )
    static let requirements = [statusRequest, stapled]

    var cacheKey: [UInt8]? { Array("tlsFeature".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        guard judgement.policy.purpose.isServer, !path.isAnchor(depth: 0), let features = path.leaf.tlsFeature,
            features.contains(where: [TLSFeature.statusRequest, TLSFeature.statusRequestV2].contains)
        else { return }
        switch (judgement.revocation.first, judgement.staple) {
        case (nil, _), (.notChecked, _), (_, .unknown):
            judgement.report(
                Self.statusRequest, at: .certificate(depth: 0), seen: "the TLS feature status_request",
                expected: "a stapled OCSP response in every handshake",
                message: "the certificate asks for a stapled OCSP response, and whether there was one is not looked at",
                atMost: .note)
        case (_, .missing):
            judgement.report(
                Self.stapled, at: .certificate(depth: 0), seen: "a handshake without an OCSP response",
                expected: "a stapled OCSP response in every handshake",
                message: "the certificate asks for a stapled OCSP response, and the server sent none")
        case (.undetermined(let problems), .present):
            judgement.report(
                Self.stapled, at: .certificate(depth: 0),
                seen: problems.first?.description ?? "a response that does not count",
                expected: "a stapled OCSP response that says that the certificate is good",
                message:
                    "the certificate asks for a stapled OCSP response, and the one that the server sent does not count")
        case (_, .present): return
        }
    }
}
