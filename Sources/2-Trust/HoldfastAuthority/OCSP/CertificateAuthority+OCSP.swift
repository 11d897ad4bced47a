import HoldfastCrypto
public import HoldfastX509

extension CertificateAuthority {
    /// Names a certificate of this authority as requests and responses do (RFC 6960 §4.1.1).
    ///
    /// - Parameter digest: SHA-1, which all responders know (RFC 5019 §2.1.1), or another.
    public func certID(
        for serialNumber: SerialNumber, digest: DigestAlgorithm = .sha1
    ) throws(AuthorityError) -> CertID {
        try Self.certID(
            for: serialNumber, issuer: identity.subject, issuerKey: identity.key.subjectPublicKeyInfo, digest: digest)
    }

    /// Names a certificate of any issuer as requests and responses do (RFC 6960 §4.1.1).
    public static func certID(
        for serialNumber: SerialNumber, issuer: DistinguishedName, issuerKey: SubjectPublicKeyInfo,
        digest: DigestAlgorithm = .sha1
    ) throws(AuthorityError) -> CertID {
        try library { () throws(CryptoError) in
            CertID(
                digest, issuerNameHash: try Digest.hash(digest, issuer.bytes),
                issuerKeyHash: try Digest.hash(digest, issuerKey.subjectPublicKey.bytes), serialNumber: serialNumber)
        }
    }

    /// Whether a request asks about a certificate of this authority; in hashes, so that the serial number may be of
    /// any.
    public func isIssuer(of certID: CertID) -> Bool {
        guard let digest = certID.digest, let own = try? self.certID(for: certID.serialNumber, digest: digest) else {
            return false
        }
        return own.issuerNameHash == certID.issuerNameHash && own.issuerKeyHash == certID.issuerKeyHash
    }

    /// Signs an OCSP response (DER), as `template` describes it, with this authority's key.
    ///
    /// A responder in the issuer's place is one of these too: `CertificateAuthority(try ca.issue(.ocspSigner(…)))`. Its
    /// certificate goes with the response.
    public func issue(_ template: OCSPResponseTemplate) throws(AuthorityError) -> [UInt8] {
        guard template.responseStatus == .successful else { return OCSPResponse(template.responseStatus).der }
        let key = identity.key
        let algorithm = template.signatureAlgorithm ?? key.defaultSignatureAlgorithm
        var tbs = responseData(template).der
        if let edit = template.tbsEdit { tbs = edit.apply(tbs) }
        var signature = try library { () throws(CryptoError) in try key.sign(tbs, algorithm: algorithm) }
        if let edit = template.signatureEdit { signature = edit.apply(signature) }
        let isIssuer = template.responses.allSatisfy { self.isIssuer(of: $0.certID) }
        let certificates = template.certificates ?? (isIssuer ? [] : [identity.certificate])
        var basic = DERWriter()
        basic.sequence { response in
            response.raw(tbs)
            response.value(algorithm.identifier)
            response.bitString(signature)
            guard !certificates.isEmpty else { return }
            response.explicit(0) { outer in
                outer.sequence { list in for certificate in certificates { list.raw(certificate) } }
            }
        }
        return OCSPResponse(.successful, .other(type: .basicOCSPResponse, response: basic.bytes[...])).der
    }

    private func responseData(_ template: OCSPResponseTemplate) -> ResponseData {
        let responder: ResponderID =
            switch template.responder {
            case .byKey: .byKey(identity.key.subjectPublicKeyInfo.derivedKeyIdentifier[...])
            case .byName: .byName(identity.subject)
            case .other(let responder): responder
            }
        let extensions = (template.nonce.map { [$0.asExtension] } ?? []) + template.additionalExtensions
        return ResponseData(
            responderID: responder, producedAt: template.producedAt, responses: template.responses,
            responseExtensions: extensions.isEmpty ? nil : extensions)
    }
}
