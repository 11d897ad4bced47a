import Foundation
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// The OCSP responses of the package cryptography-vectors, of public authorities most of them, where the folder VECTORS
/// has its folder `cryptography_vectors`. What they say is what the cryptography project's own tests
/// (`tests/x509/test_ocsp.py`) expect; whose signatures hold is OpenSSL's word.
@Suite("OCSP responses of cryptography-vectors", .ownThread)
struct CryptographyVectorsTests {
    private static let folder = URL(
        filePath: (ProcessInfo.processInfo.environment["VECTORS"] ?? "../shared/vectors")
            + "/cryptography_vectors/x509")
    private static let isThere = FileManager.default.fileExists(atPath: folder.appending(path: "ocsp").path)
    private static let absent: Comment = "VECTORS has no cryptography_vectors: unpack that package there"

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: Self.folder.appending(path: name)))
    }

    private func basic(_ name: String) throws -> BasicOCSPResponse {
        try #require(try OCSPResponse(der: bytes("ocsp/resp-\(name).der")).basicResponse)
    }

    private func certificate(_ name: String) throws -> Certificate {
        try Certificate(der: Array(try #require(EncodedObject.certificates(in: bytes(name)).first)))
    }

    private static func time(_ text: String) throws -> Instant { try #require(Instant(rfc3339: text)) }

    /// A response, and the single answer in it.
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        /// `good`, `unknown`, or the time of the revocation and its reason.
        let status: String
        let serial: String
        let thisUpdate: String
        let nextUpdate: String?
        let certificates: Int
        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "sha256", status: "good", serial: "031c787a7dc90295007bc5f2220b3b527af0",
            thisUpdate: "2018-08-30T11:00:00Z", nextUpdate: "2018-09-06T11:00:00Z", certificates: 0),
        Row(
            name: "revoked", status: "2016-09-02T21:28:48Z", serial: "01af1efbdd5eae0952320b24fe6b5568",
            thisUpdate: "2018-08-31T17:49:19Z", nextUpdate: "2018-09-07T17:04:19Z", certificates: 0),
        Row(
            name: "delegate-unknown-cert", status: "unknown", serial: "6372742e73683fadcfcbaead410f72bee1fd3223",
            thisUpdate: "2018-09-01T13:02:10Z", nextUpdate: "2018-09-02T13:02:09Z", certificates: 1),
        Row(
            name: "responder-key-hash", status: "2018-09-01T04:11:54Z", serial: "0fa0a21e15c20bbe1d68ea8fe7706635",
            thisUpdate: "2018-09-01T13:45:20Z", nextUpdate: "2018-09-08T13:00:20Z", certificates: 0),
        Row(
            name: "revoked-reason", status: "2018-06-27T12:30:01Z superseded",
            serial: "081d8b989e92fae68956dce62a893209a1bc24d3", thisUpdate: "2018-09-01T19:48:17Z",
            nextUpdate: "2018-09-03T19:48:17Z", certificates: 1),
        Row(
            name: "revoked-no-next-update", status: "2017-12-27T00:28:54Z", serial: "3f20",
            thisUpdate: "2018-10-23T00:28:54Z", nextUpdate: nil, certificates: 0),
        Row(
            name: "sct-extension", status: "good", serial: "23bf9a6c2bf9a2f0db5ecb4143caab63ad3871d3",
            thisUpdate: "2019-11-16T02:30:49Z", nextUpdate: "2019-11-19T02:30:49Z", certificates: 1),
    ]

    @Test("status, number and times of each", .enabled(if: isThere, absent), arguments: rows)
    func read(_ row: Row) throws {
        let response = try basic(row.name)
        let data = response.tbsResponseData
        #expect(data.responses.count == 1)
        let answer = try #require(data.responses.first)
        let status =
            switch answer.certStatus {
            case .good: "good"
            case .unknown: "unknown"
            case .revoked(let info):
                ["\(info.revocationTime)", info.revocationReason?.description].compactMap(\.self).joined(separator: " ")
            }
        #expect(status == row.status)
        #expect(HexString.encode(answer.certID.serialNumber.bytes) == row.serial)
        #expect(answer.thisUpdate.description == row.thisUpdate)
        #expect(answer.nextUpdate?.description == row.nextUpdate)
        #expect((response.certs ?? []).count == row.certificates)
    }

    @Test("extensions: a nonce, an unknown one, timestamps of four logs, a reason", .enabled(if: isThere, absent))
    func extensions() throws {
        let octets: [UInt8] = [
            0x35, 0x95, 0x37, 0x9F, 0x61, 0x03, 0x83, 0x87, 0x89, 0x72, 0x57, 0x8F, 0xAE, 0x99, 0xF7, 0x22,
        ]
        let nonce = try #require(try basic("revoked-reason").tbsResponseData.responseExtensions)
        #expect(nonce.map(\.oid) == [.ocspNonce] && !nonce[0].isCritical)
        #expect(try OCSPNonce(der: nonce[0].value) == OCSPNonce(octets))
        let unknown = try #require(try basic("unknown-extension").tbsResponseData.responseExtensions)
        #expect(unknown.map(\.oid.description) == ["1.3.6.1.5.5.7.48.1.2.200"])
        #expect(unknown.first.map { Array($0.value) } == [0x04, 0x10] + octets)
        let timestamps = try basic("sct-extension").tbsResponseData.responses.first?.signedCertificateTimestamps
        let list = try SignedCertificateTimestampList(bytes: #require(timestamps))
        #expect(
            list.timestamps.map { Base64.encode(Array($0.version1?.logID ?? [])) } == [
                "RJRlLrDuzq/EQAfYqP4owNrmgr7YyzG1P9MzlrW2gag=", "b1N2rDHwMRnYmQCkURX/dxUcEdkCwQApBo2yCJo32RM=",
                "u9nfvB+KcbWTlCOXqpJ7RzhXlQqrUugakJZkNo4e0YU=", "7ku9t3XOYLrhQmkfq+GeZqMPfl+wctiDAMR7iXqo/cs=",
            ])
        let reason = try #require(try basic("single-extension-reason").tbsResponseData.responses.first)
        #expect(reason.singleExtensions?.map(\.oid) == [.cRLReason])
        #expect(try reason.singleExtensions.map { try RevocationReason(der: $0[0].value) } == .unspecified)
    }

    /// Theirs raises for each of these; a status that is there and no answer is read here, and says nothing.
    @Test(
        "no answer: another type, none, an unknown status, a wrong version, an error", .enabled(if: isThere, absent),
        arguments: [
            "response-type-unknown-oid", "successful-no-response-bytes", "unknown-response-status", "invalid-version",
            "unauthorized",
        ])
    func unreadable(_ name: String) throws {
        let der = try bytes("ocsp/resp-\(name).der")
        #expect((try? OCSPResponse(der: der))?.basicResponse == nil)
        if name == "unauthorized" { #expect(try OCSPResponse(der: der).responseStatus == .unauthorized) }
    }

    @Test("algorithms that nobody should use: MD2 under the response, an unknown digest", .enabled(if: isThere, absent))
    func algorithms() throws {
        #expect(
            try basic("invalid-signature-oid").signatureAlgorithmIdentifier.algorithm.description
                == "1.2.840.113549.1.1.2")
        #expect(try basic("unknown-hash-alg").tbsResponseData.responses.first?.certID.digest == nil)
    }

    @Test("signatures: by the certificate that comes along, by Let's Encrypt's", .enabled(if: isThere, absent))
    func signatures() throws {
        func holds(_ name: String, by signer: Certificate? = nil) throws -> Bool {
            let response = try basic(name)
            let certificate = try signer ?? #require(response.certs?.first)
            return try PublicKey(certificate.subjectPublicKeyInfo).isValidSignature(
                response.signature, for: response.tbsResponseData.bytes, algorithm: response.signatureAlgorithm)
        }
        for name in ["delegate-unknown-cert", "revoked-reason", "sct-extension"] { #expect(try holds(name), "\(name)") }
        #expect(try !holds("unknown-extension"))
        let letsEncrypt = try certificate("letsencryptx3.pem")
        #expect(try holds("sha256", by: letsEncrypt))
        #expect(try !holds("invalid-signature-oid", by: letsEncrypt))
    }

    // MARK: Judged

    /// The answer for a certificate below its issuer as the anchor; the certificate itself need not be good.
    private func answer(
        _ name: String, about leaf: String, issuedBy issuer: String, at time: String
    ) throws -> RevocationAnswer? {
        var policy = TrustPolicy.basicX509
        policy.anchors = .only([try certificate(issuer)])
        policy.revocation = .hard
        let trust = try ServerTrust(derChain: [Array(certificate(leaf).bytes)])
        let response = SuppliedOCSPResponse(der: try bytes("ocsp/resp-\(name).der"))
        let moment = try Self.time(time)
        do throws(TrustFailure) {
            return try TrustEngine().evaluate(
                trust, with: policy, at: moment, supplying: [.ocspResponses([response], from: .file)]
            ).revocation.first
        } catch {
            return error.revocation.first
        }
    }

    private static let precertificate = "cryptography.io.precert.pem"

    /// RFC 6960 §3.2. The precertificate of cryptography.io has the number of which Let's Encrypt's response speaks.
    @Test("Let's Encrypt's answer is good for the week that it names, and not longer", .enabled(if: isThere, absent))
    func good() throws {
        func answer(_ name: String, _ time: String) throws -> RevocationAnswer? {
            try self.answer(name, about: Self.precertificate, issuedBy: "letsencryptx3.pem", at: time)
        }
        #expect(try answer("sha256", "2018-08-30T12:00:00Z") == .good)
        #expect(try answer("sha256", "2018-09-06T11:00:00Z") == .good)
        for time in ["2018-09-06T11:00:01Z", "2018-08-30T10:00:00Z"] {
            guard case .unknown? = try answer("sha256", time) else {
                Issue.record("\(time)")
                continue
            }
        }
        for name in ["invalid-signature-oid", "invalid-version", "revoked", "unauthorized"] {
            guard case .unknown? = try answer(name, "2018-08-31T18:00:00Z") else {
                Issue.record("\(name)")
                continue
            }
        }
    }

    /// §4.2.2.2: both name cryptography.io's certificate and its issuer, and are signed by keys of those tests.
    @Test("what a stranger signs about a certificate is not believed", .enabled(if: isThere, absent))
    func stranger() throws {
        for (name, time) in [
            ("revoked-no-next-update", "2018-10-23T01:00:00Z"), ("single-extension-reason", "2018-11-15T00:00:00Z"),
        ] {
            let answer = try answer(
                name, about: "cryptography.io.pem", issuedBy: "rapidssl_sha256_ca_g3.pem", at: time)
            guard case .unknown? = answer else {
                Issue.record("\(name): \(String(describing: answer))")
                continue
            }
        }
    }
}
