public import HoldfastX509

extension CertificationRequest {
    /// Whether the key that is to be certified has signed the request: the proof that whoever made it holds the key
    /// (RFC 2986 §3 note 2).
    ///
    /// MD5 and SHA-1 do not count, though they would verify: whoever finds a collision could show a request that the
    /// key's holder never signed.
    public var isSignedByItsKey: Bool {
        switch signatureAlgorithm.digest {
        case .md5, .sha1: return false
        default: break
        }
        guard let key = try? PublicKey(subjectPublicKeyInfo) else { return false }
        return key.isValidSignature(
            signature, for: certificationRequestInfo.bytes, algorithm: signatureAlgorithm)
    }
}
