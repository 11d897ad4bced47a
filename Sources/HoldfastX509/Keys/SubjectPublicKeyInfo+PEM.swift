extension SubjectPublicKeyInfo {
    /// The key as PEM, label `PUBLIC KEY` (RFC 7468 §13).
    public var pem: String { PEMBlock(.publicKey, contents: Array(bytes)).encoded }

    /// Reads a public key file's DER: `SubjectPublicKeyInfo`, or `RSAPublicKey` of RFC 8017 appendix A.1.1.
    ///
    /// - Throws: ``DERError`` for anything else, and for bytes after the key.
    public init(publicKeyDER bytes: [UInt8]) throws(DERError) {
        if let rsa = try? RSAPublicKey(der: bytes) {
            try self.init(
                algorithm: AlgorithmIdentifier(algorithm: .rsaEncryption, parameters: [0x05, 0x00]),
                subjectPublicKey: BitString(rsa.der))
        } else {
            try self.init(der: bytes)
        }
    }
}
