import HoldfastCrypto
import HoldfastX509

extension CertificateAuthority {
    /// Issues a revocation list (DER), as `template` describes it, signed by the authority's key.
    ///
    /// Any identity will do, also one whose certificate does not allow it to sign lists.
    public func issue(_ template: RevocationListTemplate) throws(AuthorityError) -> [UInt8] {
        let signer = identity.signer
        let algorithm = template.signatureAlgorithm ?? signer.key.defaultSignatureAlgorithm
        var tbs = template.tbsCertList(
            algorithm: template.innerAlgorithm ?? algorithm, issuer: signer.subject,
            keyIdentifier: signer.keyIdentifier)
        if let edit = template.tbsEdit { tbs = edit.apply(tbs) }
        var signature = try library { () throws(CryptoError) in
            try signer.key.sign(tbs, algorithm: algorithm)
        }
        if let edit = template.signatureEdit { signature = edit.apply(signature) }
        var writer = DERWriter(capacity: tbs.count + signature.count + 64)
        writer.sequence { list in
            list.raw(tbs)
            list.value(algorithm.identifier)
            list.bitString(signature)
        }
        return writer.bytes
    }
}
