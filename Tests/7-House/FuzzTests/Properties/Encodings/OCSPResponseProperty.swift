import HoldfastX509

/// An OCSP response that can be read is written anew to the same bytes, and so is each certificate in it.
func checkOCSPResponse(_ bytes: [UInt8]) throws(Violation) {
    let input = Input(bytes: bytes)
    let response: OCSPResponse
    do throws(DERError) {
        response = try OCSPResponse(der: bytes)
    } catch {
        try input.expectPlace(of: error)
        return
    }
    try expect(response.der == bytes, "written anew it differs")
    let moved = [0x30, 0x80] + bytes
    guard let again = try? OCSPResponse(der: moved[2...]) else { throw Violation("not read behind other bytes") }
    try expect(again == response && again.hashValue == response.hashValue, "another one behind other bytes")
    try expect((try? OCSPResponse(der: bytes + [0])) == nil, "read with an octet too many")
    guard case .basic(let basic)? = response.responseBytes else {
        try expect(response.basicResponse == nil, "an answer out of nothing")
        return
    }
    try expect(
        (response.basicResponse != nil) == (response.responseStatus == .successful), "an answer whatever the status")
    try checkAnswer(basic, input)
}

private func checkAnswer(_ basic: BasicOCSPResponse, _ input: Input) throws(Violation) {
    let data = basic.tbsResponseData
    try input.expectHolds(data.bytes, "tbsResponseData")
    try input.expectHolds(basic.signature.bytes, "signature")
    try input.expectHolds(data.responseExtensions ?? [])
    try checkAlgorithm(basic.signatureAlgorithmIdentifier, basic.signatureAlgorithm)
    try expect(data.der == Array(data.bytes), "tbsResponseData written anew differs")
    switch data.responderID {
    case .byName(let name): try checkName(name)
    case .byKey(let hash): try expect(hash.count == 20, "a key's hash that SHA-1 cannot have made")
    }
    if let nonce = data.nonce {
        try expect(OCSPNonce.lengths.contains(nonce.bytes.count), "a nonce of a length that there is not")
    }
    for single in data.responses {
        try checkRoundTrip(single, "a single response")
        try checkRoundTrip(single.certID, "a certificate's identifier")
        try input.expectHolds(single.certID.issuerNameHash, "issuerNameHash")
        try input.expectHolds(single.certID.serialNumber.bytes, "serialNumber")
        try input.expectHolds(single.singleExtensions ?? [])
        _ = single.certID.digest
        if let list = try? single.signedCertificateTimestamps {
            try input.expectHolds(list, "the list of timestamps")
            _ = try? SignedCertificateTimestampList(bytes: list)
        }
    }
    for certificate in basic.certs ?? [] {
        try input.expectHolds(certificate.bytes, "a certificate")
        try expect(certificate.reencoded() == Array(certificate.bytes), "a certificate written anew differs")
        try expect((try? Certificate(der: certificate.bytes)) == certificate, "a certificate is not read by itself")
    }
}
