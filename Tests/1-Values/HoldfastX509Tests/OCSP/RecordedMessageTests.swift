import HoldfastX509
import TestSupport
import Testing

/// OCSP messages that OpenSSL made, against what OpenSSL says of them.
@Suite("OCSP by OpenSSL", .ownThread)
struct RecordedMessageTests {
    private func basic(_ name: String) throws -> (response: BasicOCSPResponse, text: String) {
        let bytes = try Recorded.message(name)
        let response = try OCSPResponse(der: bytes)
        #expect(response.der == bytes)
        #expect(response.responseStatus == .successful)
        let basic = try #require(response.basicResponse)
        #expect(basic.signatureAlgorithm == .ecdsa(.sha256))
        #expect(basic.tbsResponseData.der == Array(basic.tbsResponseData.bytes))
        let text = try Recorded.text(name)
        #expect(text.contains("Produced At: " + Recorded.text(basic.tbsResponseData.producedAt)))
        return (basic, text)
    }

    private func check(_ single: SingleResponse, for certificate: String, _ text: String) throws {
        #expect(single.certID.digest == .sha1)
        #expect(single.certID.serialNumber == (try Recorded.certificate(certificate).serialNumber))
        for hash in [single.certID.issuerNameHash, single.certID.issuerKeyHash] {
            #expect(text.contains("Hash: " + HexString.encode(hash).uppercased()))
        }
        #expect(text.contains("This Update: " + Recorded.text(single.thisUpdate)))
        if let next = single.nextUpdate {
            #expect(text.contains("Next Update: " + Recorded.text(next)))
        }
    }

    @Test("two revoked certificates, the responder named, its certificate with it")
    func byName() throws {
        let (response, text) = try basic("byname")
        let data = response.tbsResponseData
        #expect(data.responderID == .byName(DistinguishedName([(.commonName, "responder")])))
        #expect(response.certs?.map(\.subject.commonName) == ["responder"])
        #expect(data.responses.count == 2)
        try check(data.responses[0], for: "one", text)
        try check(data.responses[1], for: "three", text)
        guard case .revoked(let first) = data.responses[0].certStatus,
            case .revoked(let second) = data.responses[1].certStatus
        else {
            Issue.record("not revoked: \(data.responses)")
            return
        }
        #expect(first.revocationReason == nil)
        #expect(second.revocationReason == .keyCompromise)
        #expect(text.contains("Revocation Time: " + Recorded.text(first.revocationTime)))
        #expect(data.responses[0].nextUpdate == data.responses[0].thisUpdate.advanced(byDays: 30))
        #expect(data.responses[1].singleExtensions?.map(\.oid) == [.invalidityDate])
        #expect(data.nonce == nil)
    }

    @Test("the responder by its key, and the nonce of the request")
    func byKey() throws {
        let (response, text) = try basic("bykey")
        let authority = try Recorded.certificate("authority")
        // RFC 6960 §4.2.1, KeyHash: the authority's subjectKeyIdentifier is made by the same method here.
        #expect(
            response.tbsResponseData.responderID == .byKey(try #require(authority.subjectKeyIdentifier)))
        #expect(response.certs == nil)
        let nonce = try #require(response.tbsResponseData.nonce)
        #expect(nonce.bytes.count == 16)
        #expect(text.contains(HexString.encode(nonce.der).uppercased()))
        try check(try #require(response.tbsResponseData.responses.first), for: "two", text)
    }

    @Test("good, and not known")
    func otherStates() throws {
        let (good, text) = try basic("good")
        #expect(good.tbsResponseData.responses.map(\.certStatus) == [.good])
        #expect(text.contains("Cert Status: good"))
        #expect(good.tbsResponseData.responses.first?.nextUpdate == nil)
        let (unknown, _) = try basic("unknown")
        #expect(unknown.tbsResponseData.responses.map(\.certStatus) == [.unknown, .unknown])
    }

    /// The hashes of a certificate's issuer are taken from OpenSSL's own request: this room cannot hash.
    @Test("a request is written as OpenSSL writes it")
    func request() throws {
        let single = try #require(try basic("bykey").response.tbsResponseData.responses.first)
        let asked = CertID(
            .sha1, issuerNameHash: Array(single.certID.issuerNameHash),
            issuerKeyHash: Array(single.certID.issuerKeyHash),
            serialNumber: try Recorded.certificate("two").serialNumber)
        #expect(asked == single.certID)
        let nonce = try #require(try basic("bykey").response.tbsResponseData.nonce)
        #expect(OCSPRequest([asked], nonce: nonce).der == (try Recorded.message("nonce")))
        let both = try basic("byname").response.tbsResponseData.responses.map(\.certID)
        #expect(OCSPRequest(both).der == (try Recorded.message("request")))
    }

    @Test("no byte can be changed, left out or added without an error or another response")
    func mutations() throws {
        for name in ["byname", "bykey"] {
            let bytes = try Recorded.message(name)
            let original = try OCSPResponse(der: bytes)
            for index in bytes.indices {
                for bit in [UInt8(0x01), 0x80] {
                    var changed = bytes
                    changed[index] ^= bit
                    guard let response = try? OCSPResponse(der: changed) else { continue }
                    #expect(response.der == changed, "byte \(index)")
                    #expect(response != original, "byte \(index)")
                }
                #expect(throws: DERError.self) { try OCSPResponse(der: Array(bytes[..<index])) }
            }
            #expect(throws: DERError.self) { try OCSPResponse(der: bytes + [0]) }
        }
    }
}
