import HoldfastX509
import TestSupport
import Testing

/// RFC 6960 §4.1.1, §4.2.1 and RFC 9654, byte by byte.
@Suite("OCSP values", .ownThread)
struct OCSPValueTests {
    private static func revoked(at instant: Instant) -> SingleResponse.RevokedInfo {
        var info = SingleResponse.RevokedInfo(revocationTime: instant)
        info.revocationTime = instant
        return info
    }

    @Test("every status; 4 does not exist")
    func status() throws {
        for (number, status) in [
            (1, OCSPResponse.Status.malformedRequest), (2, .internalError), (3, .tryLater),
            (5, .sigRequired),
            (6, .unauthorized),
        ] {
            let bytes = hex("30 03 0A 01 0\(number)")
            let response = try OCSPResponse(der: bytes)
            #expect(response == OCSPResponse(status))
            #expect(response.basicResponse == nil)
            #expect(response.der == bytes)
        }
        // "successful" without an answer is carried, and is none.
        #expect(try OCSPResponse(der: hex("30 03 0A 01 00")).basicResponse == nil)
        for other in ["30 03 0A 01 04", "30 03 0A 01 07", "30 03 0A 01 FF"] {
            let error = derError { () throws(DERError) in _ = try OCSPResponse(der: hex(other)) }
            #expect(error?.reason == .invalidValue(.responseStatus))
            #expect(error?.path == ["OCSPResponse", "responseStatus"])
        }
        MalformedRow<OCSPResponse>(
            "status as INTEGER", "30 03 02 01 00", .unexpectedTag(expected: .enumerated, found: .integer),
            in: ["OCSPResponse", "responseStatus"]
        ).check()
    }

    @Test("an answer of another type is carried, and is no basic one")
    func otherType() throws {
        let bytes = hex("30 0F 0A 01 00 A0 0A 30 08 06 02 2A 03 04 02 05 00")
        let response = try OCSPResponse(der: bytes)
        #expect(response.responseBytes == .other(type: ObjectIdentifier(1, 2, 3), response: [5, 0]))
        #expect(response.basicResponse == nil)
        #expect(response.der == bytes)
    }

    @Test("an answer beside an error is not taken for one")
    func answerBesideError() throws {
        let data = ResponseData(
            responderID: .byKey(ArraySlice(repeating: 7, count: 20)),
            producedAt: Instant(secondsSince1970: 1_780_300_800), responses: [])
        let basic = BasicOCSPResponse(
            data, algorithm: SignatureAlgorithm.ecdsa(.sha256).identifier, signature: BitString([1]))
        #expect(OCSPResponse(.tryLater, .basic(basic)).basicResponse == nil)
        #expect(OCSPResponse(.successful, .basic(basic)).basicResponse == basic)
        let read = try OCSPResponse(der: OCSPResponse(.successful, .basic(basic)).der)
        #expect(read.basicResponse == basic)
    }

    @Test("certificate statuses: three, and no fourth")
    func certStatus() throws {
        ExtensionRow("good", "80 00", SingleResponse.CertStatus.good).check()
        ExtensionRow("unknown", "82 00", SingleResponse.CertStatus.unknown).check()
        let time = Instant(secondsSince1970: 1_780_300_800)
        ExtensionRow(
            "revoked", "A1 11 18 0F 32 30 32 36 30 36 30 31 30 38 30 30 30 30 5A",
            SingleResponse.CertStatus.revoked(SingleResponse.RevokedInfo(revocationTime: time))
        ).check()
        ExtensionRow(
            "on hold", "A1 16 18 0F 32 30 32 36 30 36 30 31 30 38 30 30 30 30 5A A0 03 0A 01 06",
            SingleResponse.CertStatus.revoked(
                SingleResponse.RevokedInfo(revocationTime: time, revocationReason: .certificateHold))
        ).check()
        // X.690 §11.7.3: "The fractional-seconds elements, if present, shall omit all trailing 0's".
        ExtensionRow(
            "with a fraction of a second", "A1 14 18 12 32 30 32 36 30 36 30 31 30 38 30 30 30 30 2E 32 35 5A",
            SingleResponse.CertStatus.revoked(
                Self.revoked(at: Instant(secondsSince1970: 1_780_300_800, nanoseconds: 250_000_000)))
        ).check()
        ExtensionRow(
            "for a reason that RFC 5280 does not have",
            "A1 16 18 0F 32 30 32 36 30 36 30 31 30 38 30 30 30 30 5A A0 03 0A 01 07",
            SingleResponse.CertStatus.revoked(
                SingleResponse.RevokedInfo(revocationTime: time, revocationReason: RevocationReason(rawValue: 7)))
        ).check()
        for row in [
            MalformedRow<SingleResponse.CertStatus>(
                "good with content", "80 01 00", .invalidNull, in: ["good"]),
            MalformedRow<SingleResponse.CertStatus>(
                "a fourth", "83 00", .invalidValue(.certificateStatus(.context(3)))),
            MalformedRow<SingleResponse.CertStatus>(
                "a fraction that ends in 0", "A1 14 18 12 32 30 32 36 30 36 30 31 30 38 30 30 30 30 2E 32 30 5A",
                .invalidTime(.fraction(in: .generalizedTime)),
                in: ["revoked", "revocationTime"]),
            MalformedRow<SingleResponse.CertStatus>(
                "UTCTime", "A1 0F 17 0D 32 36 30 36 30 31 30 38 30 30 30 30 5A",
                .unexpectedTag(expected: .generalizedTime, found: .utcTime),
                in: ["revoked", "revocationTime"]),
            MalformedRow<SingleResponse.CertStatus>(
                "no time", "A1 00", .missing(expected: .generalizedTime), in: ["revoked", "revocationTime"]),
        ] { row.check() }
    }

    @Test("responders")
    func responders() {
        ExtensionRow(
            "by name", "A1 0E 30 0C 31 0A 30 08 06 03 55 04 03 0C 01 61",
            ResponderID.byName(DistinguishedName([(.commonName, "a")]))
        ).check()
        MalformedRow<ResponderID>(
            "a key hash that is no SHA-1", "A2 03 04 01 00",
            .invalidValue(.keyHashLength),
            in: ["byKey"]
        ).check()
        MalformedRow<ResponderID>(
            "a third", "A3 02 05 00",
            .unexpectedTag(
                expected: .context(1, constructed: true), found: .context(3, constructed: true)),
            in: ["byName"]
        ).check()
    }

    /// RFC 9654 §2.1: "Nonce ::= OCTET STRING(SIZE(1..128))".
    @Test("nonces are 1 to 128 octets long")
    func nonces() throws {
        #expect(OCSPNonce([]) == nil)
        #expect(OCSPNonce([UInt8](repeating: 1, count: 129)) == nil)
        let nonce = try #require(OCSPNonce([UInt8](repeating: 1, count: 128)))
        #expect(try OCSPNonce(der: nonce.der) == nonce)
        #expect(OCSPNonce.lengths.contains(OCSPNonce.requestLength))
        MalformedRow<OCSPNonce>(
            "empty", "04 00", .invalidValue(.nonceLength)
        ).check()
        #expect(
            hexText(try #require(OCSPNonce([0xAB])).asExtension.bytes, separator: " ")
                == "30 10 06 09 2b 06 01 05 05 07 30 01 02 04 03 04 01 ab")
        // One that is not allowed is no nonce of the response, and no error either.
        let data = ResponseData(
            responderID: .byKey(ArraySlice(repeating: 7, count: 20)),
            producedAt: Instant(secondsSince1970: 0), responses: [],
            responseExtensions: [Extension(.ocspNonce, value: [4, 0])])
        #expect(data.nonce == nil)
        #expect(try ResponseData(der: data.der) == data)
    }

    @Test("version 1 written out is read and kept; another is none")
    func versions() throws {
        let tail =
            "A2 16 04 14" + String(repeating: " 07", count: 20)
            + " 18 0F 32 30 32 36 30 36 30 31 30 38 30 30 30 30 5A 30 00"
        let bytes = hex("30 30 A0 03 02 01 00 " + tail)
        #expect(try ResponseData(der: bytes).der == bytes)
        let error = derError { () throws(DERError) in
            _ = try ResponseData(der: hex("30 30 A0 03 02 01 01 " + tail))
        }
        #expect(error?.reason == .invalidValue(.version(of: .ocsp)))
    }

    @Test("hostile sizes: many answers, lengths that lie, depth", .hangLimit)
    func hostile() throws {
        let single = SingleResponse(
            certID: CertID(.sha1, issuerNameHash: [1], issuerKeyHash: [2], serialNumber: SerialNumber(1)),
            certStatus: .good, thisUpdate: Instant(secondsSince1970: 0))
        let data = ResponseData(
            responderID: .byKey(ArraySlice(repeating: 7, count: 20)),
            producedAt: Instant(secondsSince1970: 0),
            responses: Array(repeating: single, count: 10_000))
        let error = derError { () throws(DERError) in _ = try ResponseData(der: data.der) }
        #expect(error?.reason == .tooManyElements(limit: DERLimits.default.maximumElements))
        for lie in ["30 84 7F FF FF FF", "30 80", "30 09 0A 01 00 A0 84 7F FF FF FF"] {
            #expect(throws: DERError.self) { try OCSPResponse(der: hex(lie)) }
        }
        var deep: [UInt8] = [5, 0]
        for _ in 0..<100 { deep = tlv(0x30, deep) }
        #expect(throws: DERError.self) { try OCSPResponse(der: deep) }
    }

    /// RFC 6962 §3.3: "The contents of the ASN.1 OCTET STRING embedded in an OCSP extension ... are as follows", under
    /// 1.3.6.1.4.1.11129.2.4.5.
    @Test("timestamps in an answer")
    func timestamps() throws {
        let oid = try #require(ObjectIdentifier("1.3.6.1.4.1.11129.2.4.5"))
        let certID = CertID(
            .sha1, issuerNameHash: Array(repeating: 1, count: 20), issuerKeyHash: Array(repeating: 2, count: 20),
            serialNumber: SerialNumber(1))
        func single(_ extensions: [Extension]?) throws -> SingleResponse {
            let response = SingleResponse(
                certID: certID, certStatus: .good, thisUpdate: Instant(secondsSince1970: 1_780_300_800),
                singleExtensions: extensions)
            return try SingleResponse(der: response.der)
        }
        let good = Extension(oid, value: hex("04 03 01 02 03"))
        #expect(try single([good]).signedCertificateTimestamps == [1, 2, 3])
        #expect(try single(nil).signedCertificateTimestamps == nil)
        #expect(try single([Extension(ObjectIdentifier(1, 2, 3), value: [1])]).signedCertificateTimestamps == nil)
        // No OCTET STRING, bytes after it, one that is cut off, and two lists: none is chosen.
        for broken in [[0x01, 2, 3], [0x04, 1, 1, 0], [0x04, 2, 1], []] as [[UInt8]] {
            let response = try single([Extension(oid, value: broken)])
            #expect(throws: DERError.self, "\(broken)") { try response.signedCertificateTimestamps }
        }
        let twice = try single([good, good])
        let error = derError { () throws(DERError) in _ = try twice.signedCertificateTimestamps }
        #expect(error?.reason == .invalidValue(.timestampsTwice))
    }

    @Test("what is signed is one thing with other of the same bytes, and no other")
    func equality() throws {
        func data(_ seconds: Int64) -> ResponseData {
            ResponseData(
                responderID: .byKey(ArraySlice(repeating: 7, count: 20)),
                producedAt: Instant(secondsSince1970: seconds), responses: [])
        }
        #expect(Set([data(1_780_300_800), data(1_780_300_800), data(1_780_300_801)]).count == 2)
        #expect(try ResponseData(der: data(1_780_300_800).der) == data(1_780_300_800))
    }
}
