import HoldfastTrust
import HoldfastStatements
import HoldfastX509

/// The "extended security checks" of App Transport Security on a certificate that default trust evaluation accepted.
///
/// Apple, *Preventing Insecure Network Connections*: "The server certificate must be signed with either a
/// Rivest-Shamir-Adleman (RSA) key of at least 2048 bits, or an Elliptic-Curve Cryptography (ECC) key of at least 256
/// bits", and "must use the Secure Hash Algorithm 2 (SHA-2) with a digest length, sometimes called a fingerprint, of at
/// least 256 bits (that is, SHA-256 or greater)". Apple's error for it is about the server's own key ("The peer key
/// size isn’t App Transport Security compliant", `errSSLATSMinimumKeySizeViolation`): both keys are looked at. Keys and
/// signatures of other kinds pass nowhere, since Apple's systems verify RSA and ECDSA alone.
enum ATSCertificate {
    /// Everything that a row has against the certificate; empty for nothing.
    ///
    /// - Parameter chain: the accepted path, leaf first.
    static func objections(to chain: [Certificate], by row: ATSRow) -> [LocalizedText] {
        guard let leaf = chain.first else { return [LocalizedText("there is no certificate", "没有证书")] }
        // "Disabling this requirement also removes the key length check" (Apple, NSExceptionRequiresForwardSecrecy).
        let rule = CertificateStrengthRule(
            minimumRSABits: row.forwardSecrecy ? 2048 : 0, minimumECBits: row.forwardSecrecy ? 256 : 0,
            requiresSHA2: !row.arbitraryLoads)
        var objections = [objection(toKeyOf: leaf, by: rule)].compactMap { $0 }
        // A leaf that is an anchor itself has no other certificate above it.
        if chain.count > 1, let above = objection(toKeyOf: chain[1], by: rule) {
            objections.append(
                LocalizedText("of the certificate's issuer: \(above.english)", "签发者：\(above.chinese)"))
        }
        return objections + [objection(to: leaf.signatureAlgorithm, by: rule)].compactMap { $0 }
    }

    private static func objection(
        toKeyOf certificate: Certificate, by rule: CertificateStrengthRule
    ) -> LocalizedText? {
        let key = certificate.subjectPublicKeyInfo
        switch key.key {
        case .rsa, .rsaPSS, .ec:
            guard rule.shortcoming(of: certificate) != nil else { return nil }
            let bits = key.bits ?? 0
            return LocalizedText(
                "the key is \(key.typeName) of \(bits) bits, and ATS demands RSA of 2048 or EC of 256 at least",
                "密钥为 \(bits) 位的 \(key.typeName)，而 ATS 要求至少 2048 位的 RSA 或 256 位的 EC")
        case .mldsa(let set, _):
            // Whether Apple's systems verify it is not known; ATS names two kinds of key, and it is neither.
            return LocalizedText(
                "the key is \(set), and ATS demands RSA of 2048 or EC of 256 at least",
                "密钥为 \(set)，而 ATS 要求至少 2048 位的 RSA 或 256 位的 EC")
        case .ed25519, .ed448, .unknown:
            // No setting teaches a device another kind.
            return LocalizedText(
                "the key is \(key.typeName), and iOS has RSA and EC alone",
                "密钥为 \(key.typeName)，而 iOS 只支持 RSA 与 EC")
        }
    }

    private static func objection(
        to algorithm: SignatureAlgorithm, by rule: CertificateStrengthRule
    ) -> LocalizedText? {
        let digest: DigestAlgorithm
        switch algorithm {
        case .rsaPKCS1(let one), .ecdsa(let one): digest = one
        case .rsaPSS(let parameters):
            let both = [parameters.digest, parameters.maskGenerationDigest]
            digest = DigestAlgorithm.allCases.first { both.contains($0) } ?? parameters.digest
        case .mldsa(let set):
            return LocalizedText(
                "the certificate is signed with \(set), and ATS demands RSA or ECDSA over SHA-256 or greater",
                "证书的签名算法为 \(set)，而 ATS 要求以 SHA-256 或更强摘要的 RSA 或 ECDSA 签名")
        case .ed25519, .ed448, .unknown:
            let name = algorithm.inSentence
            return LocalizedText(
                "the certificate is signed with \(name.english), and iOS has RSA and ECDSA alone",
                "证书的签名算法为 \(name.chinese)，而 iOS 只支持 RSA 与 ECDSA")
        }
        guard rule.requiresSHA2, !CertificateStrengthRule.isSHA2(algorithm) else { return nil }
        return LocalizedText(
            "the certificate is signed over \(digest.rawValue), and ATS demands SHA-256 or greater",
            "证书的签名摘要为 \(digest.rawValue)，而 ATS 要求 SHA-256 或更强")
    }
}
