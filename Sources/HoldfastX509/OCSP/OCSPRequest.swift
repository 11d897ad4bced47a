/// A question to an OCSP responder (RFC 6960 §4.1.1), not signed.
public struct OCSPRequest: Hashable, Sendable {
    /// The certificates that are asked about; RFC 5019 §2.1.1 asks clients for one.
    public var requestList: [CertID]
    /// What the response must repeat to be an answer to this request; `nil` to take one that was made before.
    public var nonce: OCSPNonce?

    /// Makes a question.
    public init(_ requestList: [CertID], nonce: OCSPNonce? = nil) {
        self.requestList = requestList
        self.nonce = nonce
    }

    /// The DER encoding, as it is sent.
    public var der: [UInt8] {
        var writer = DERWriter()
        writer.sequence { request in
            request.sequence { tbs in
                tbs.sequence { list in
                    for certID in requestList { list.sequence { $0.value(certID) } }
                }
                if let nonce { tbs.explicit(2) { $0.sequenceOf([nonce.asExtension]) } }
            }
        }
        return writer.bytes
    }
}
