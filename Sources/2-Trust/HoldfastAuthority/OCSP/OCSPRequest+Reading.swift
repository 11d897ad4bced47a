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
        do throws(DERError) {
            // OCSPRequest ::= SEQUENCE {
            //     tbsRequest         TBSRequest,
            //     optionalSignature  [0] EXPLICIT Signature OPTIONAL }
            let outside = try reader.enter(.sequence)
            do throws(DERError) { try self.init(tbsRequest: &reader) } catch { throw error.inside("tbsRequest") }
            if !reader.isAtEnd { _ = try reader.read(.context(0, constructed: true)) }
            try reader.leave(outside)
        } catch {
            throw error.inside("OCSPRequest")
        }
        try reader.expectEnd()
    }

    // TBSRequest ::= SEQUENCE {
    //     version            [0] EXPLICIT Version DEFAULT v1,
    //     requestorName      [1] EXPLICIT GeneralName OPTIONAL,
    //     requestList        SEQUENCE OF Request,
    //     requestExtensions  [2] EXPLICIT Extensions OPTIONAL }
    private init(tbsRequest reader: inout DERReader) throws(DERError) {
        let outside = try reader.enter(.sequence)
        _ = try reader.optional("version", explicit: 0, as: OCSPVersion.self)
        _ = try reader.readOptional(.context(1, constructed: true))
        let start = reader.offset
        let list = try reader.readSequenceOf("requestList") { (element: inout DERReader) throws(DERError) -> CertID in
            // Request ::= SEQUENCE { reqCert CertID, singleRequestExtensions [0] EXPLICIT Extensions OPTIONAL }
            let outside = try element.enter(.sequence)
            let certID = try element.value("reqCert", as: CertID.self)
            if !element.isAtEnd { _ = try element.read(.context(0, constructed: true)) }
            try element.leave(outside)
            return certID
        }
        guard !list.isEmpty else { throw DERError(.invalidValue(.noQuestion), at: start) }
        let extensions = try reader.optionalValues("requestExtensions", explicit: 2, of: Extension.self)
        var nonce: OCSPNonce?
        if let value = extensions?.first(where: { $0.oid == .ocspNonce })?.value { nonce = try OCSPNonce(der: value) }
        try reader.leave(outside)
        self.init(list, nonce: nonce)
    }
}
