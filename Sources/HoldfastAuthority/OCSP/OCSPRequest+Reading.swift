public import HoldfastX509

extension OCSPRequest {
    /// Reads a request that a client has sent (RFC 6960 §4.1.1), for whoever answers it.
    ///
    /// A signature, the requestor's name and extensions other than the nonce are read over: an answer says nothing that
    /// is not for everybody.
    ///
    /// - Throws: ``DERError`` for what is no request, one without a question, and bytes after it.
    public init(reading bytes: [UInt8]) throws(DERError) {
        var reader = try DERReader(bytes[...])
        self = try reader.readSequence("OCSPRequest") { (request: inout DERReader) throws(DERError) -> OCSPRequest in
            let content = try request.readSequence("tbsRequest") {
                (tbs: inout DERReader) throws(DERError) in try OCSPRequest(content: &tbs)
            }
            if !request.isAtEnd { _ = try request.read(.context(0, constructed: true)) }
            return content
        }
        try reader.expectEnd()
    }

    private init(content reader: inout DERReader) throws(DERError) {
        _ = try reader.readOptionalSequence("version", as: .context(0, constructed: true)) {
            (field: inout DERReader) throws(DERError) in
            let start = field.offset
            guard try field.readInt() == 0 else {
                throw DERError(.invalidValue("version that OCSP does not have"), at: start)
            }
        }
        _ = try reader.readOptional(.context(1, constructed: true))
        let start = reader.offset
        let list = try reader.readSequenceOf("requestList") { (element: inout DERReader) throws(DERError) -> CertID in
            try element.readSequence { (inner: inout DERReader) throws(DERError) -> CertID in
                let certID = try inner.field("reqCert") { (field: inout DERReader) throws(DERError) in
                    try CertID(from: &field)
                }
                if !inner.isAtEnd { _ = try inner.read(.context(0, constructed: true)) }
                return certID
            }
        }
        guard !list.isEmpty else { throw DERError(.invalidValue("request without a question"), at: start) }
        let extensions = try reader.readOptionalSequence("requestExtensions", as: .context(2, constructed: true)) {
            (field: inout DERReader) throws(DERError) in
            try field.readSequenceOf { (element: inout DERReader) throws(DERError) in try Extension(from: &element) }
        }
        var nonce: OCSPNonce?
        if let value = extensions?.first(where: { $0.oid == .ocspNonce })?.value { nonce = try OCSPNonce(der: value) }
        self.init(list, nonce: nonce)
    }
}
