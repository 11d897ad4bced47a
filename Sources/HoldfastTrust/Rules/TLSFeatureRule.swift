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
struct TLSFeatureRule: TrustRule {
    static let statusRequest = Requirement(
        "tlsFeature.statusRequest", .mustStaple, source: "RFC 7633; RFC 6066 §8",
        advice: "nothing has to be done: what the server staples counts where revocation is asked for")
    static let stapled = Requirement(
        "tlsFeature.stapled", .mustStaple, source: "RFC 7633 §4.2.3; RFC 6066 §8",
        advice: "let the server staple its OCSP response: ssl_stapling of nginx, SSLUseStapling of Apache"
    )
    static let constraint = Requirement(
        "tlsFeature.constraint", .extensionPresence, source: "RFC 7633 §4.2.2",
        advice: "have the certificate issued with the TLS features that its authority's certificate has")
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
                seen: problems.first.map { $0.sentence as any Sentence } ?? Verbatim("a response that does not count"),
                expected: Verbatim("a stapled OCSP response that says that the certificate is good"),
                message: Verbatim(
                    "the certificate asks for a stapled OCSP response, and the one that the server sent does not count")
            )
        case (_, .present): return
        }
    }

    /// An anchor's features bind as its name constraints do: whoever made it means them.
    private func judgeConstraint(_ path: CertificationPath, _ judgement: inout Judgement) {
        var demanded: Set<Int> = []
        for depth in path.certificates.indices.reversed() {
            let own = Set(path.certificates[depth].tlsFeature ?? [])
            let missing = Self.list(demanded.subtracting(own))
            if !missing.isEmpty {
                judgement.report(
                    Self.constraint, at: .certificate(depth: depth),
                    seen: own.isEmpty ? "no TLS feature" : "the TLS features \(Self.list(own))",
                    expected: "the TLS features of the authorities above it: \(missing)",
                    message: "an authority above the certificate demands the TLS features \(missing), and it lacks them"
                )
            }
            demanded.formUnion(own)
        }
    }

    private static func list(_ features: Set<Int>) -> String {
        features.sorted().map(String.init).joined(separator: ", ")
    }
}
