import HoldfastCrypto
import HoldfastX509

/// Checks DSA signatures, parameters that are inherited included (RFC 3279 §2.3.2, RFC 5280 §6.1.4(d)-(f)).
///
/// There is one only where the profile was told to let DSA pass by `dangerouslyLowering("weakKey.dsa", …)`: no standard
/// profile does. Nothing that it verifies is remembered.
struct DSAVerifier {
    private let bySubject: [NormalizedName: [Certificate]]
    private let anchors: AnchorSet
    /// The parameters that a certificate's key has or inherits; nil where they cannot be told.
    private var known: [Certificate: DSAPublicKey.Parameters?] = [:]

    /// A verifier for an evaluation.
    ///
    /// - Parameters:
    ///   - certificates: all that are at hand; issuers that parameters are inherited from are among them, or anchors.
    init(_ certificates: [Certificate], anchors: AnchorSet) {
        self.anchors = anchors
        bySubject = Dictionary(grouping: certificates, by: \.subject.comparisonForm)
    }

    /// Nil where this is no DSA signature, or none by a key of that kind.
    mutating func check(
        _ content: SignedContent, issuer: Certificate, meter: inout WorkMeter
    ) -> SignatureAnswer? {
        guard let digest = content.algorithm.dsaDigest, issuer.subjectPublicKeyInfo.dsaKey != nil else { return nil }
        let overruns = meter.overruns
        guard let parameters = parameters(of: issuer, below: [], &meter) else {
            // Of parameters that were not looked for to the end nothing is said.
            return meter.overruns == overruns ? .answered(.unsupported) : .overBudget
        }
        return verify(content, digest, by: issuer, parameters, &meter)
    }

    private func verify(
        _ content: SignedContent, _ digest: DigestAlgorithm, by issuer: Certificate,
        _ parameters: DSAPublicKey.Parameters, _ meter: inout WorkMeter
    ) -> SignatureAnswer {
        // About 0.1 ms with 1,024 bits, 0.5 ms with 3,072.
        guard meter.spend(signatureWeight: parameters.bits <= 1024 ? 2 : 10) else { return .overBudget }
        guard let key = issuer.subjectPublicKeyInfo.dsaKey, let key = try? DangerousDSAKey(key, parameters: parameters)
        else { return .answered(.unsupported) }
        return .answered(
            key.isValidSignature(content.signature, for: content.bytes, digest: digest) ? .verified : .failed)
    }

    /// The key's own parameters, or else those of whoever signed the certificate with DSA.
    ///
    /// Which issuer a path leads through is not known yet. Where two fit whose parameters differ, none counts: a key
    /// that could mean two things is no key.
    private mutating func parameters(
        of certificate: Certificate, below: [Certificate], _ meter: inout WorkMeter
    ) -> DSAPublicKey.Parameters? {
        guard let key = certificate.subjectPublicKeyInfo.dsaKey else { return nil }
        if let own = key.parameters { return own }
        if let found = known[certificate] { return found }
        guard let digest = certificate.signatureAlgorithmIdentifier.dsaDigest, !below.contains(certificate) else {
            return nil
        }
        let name = certificate.issuer.comparisonForm
        var found: Set<DSAPublicKey.Parameters> = []
        for issuer in (bySubject[name] ?? []) + anchors.anchors(named: name).map(\.certificate) {
            guard meter.spendPathStep() else { return nil }
            guard let inherited = parameters(of: issuer, below: below + [certificate], &meter) else { continue }
            switch verify(SignedContent(certificate), digest, by: issuer, inherited, &meter) {
            case .answered(.verified): found.insert(inherited)
            case .overBudget: return nil
            case .answered: continue
            }
        }
        let answer = found.count == 1 ? found.first : nil
        known[certificate] = .some(answer)
        return answer
    }
}
