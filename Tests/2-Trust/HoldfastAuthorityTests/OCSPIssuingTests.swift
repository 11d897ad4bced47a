import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// OCSP responses that are issued here, read by this project's parser and judged by `openssl ocsp`.
@Suite("OCSP responses", .ownThread)
struct OCSPIssuingTests {
    private let moment = TestHierarchy.moment
    private let serialNumber = SerialNumber(0x0102_0304)

    private var leaf: CertificateTemplate {
        var template = TestHierarchy.server()
        template.serialNumber = serialNumber
        return template
    }

    private func response(_ der: [UInt8]) throws -> BasicOCSPResponse {
        try #require(try OCSPResponse(der: der).basicResponse)
    }

    /// What `openssl ocsp` says of a response, and of the certificate.
    private func verdict(
        _ der: [UInt8], of certificate: [UInt8], by issuer: [UInt8], under root: [UInt8]
    ) throws -> String {
        let openssl = try OpenSSLCommand()
        try openssl.write(der, to: "response")
        try openssl.write([certificate], to: "certificate.pem")
        try openssl.write([issuer], to: "issuer.pem")
        try openssl.write([root], to: "root.pem")
        let (_, text) = try openssl.attempt(
            "ocsp -respin response -issuer issuer.pem -cert certificate.pem -CAfile root.pem -no-CApath -no-CAstore "
                + "-verify_other issuer.pem -attime \(moment.secondsSince1970) -validity_period 2000000000")
        return text
    }

    @Test("what the template says is what the response says")
    func fields() throws {
        let authority = try TestHierarchy().intermediate
        var template = OCSPResponseTemplate(at: moment)
        let good = try authority.certID(for: serialNumber)
        let revoked = try authority.certID(for: SerialNumber(5), digest: .sha256)
        let info = SingleResponse.RevokedInfo(
            revocationTime: moment.advanced(byDays: -1), revocationReason: .keyCompromise)
        template.answer(good, .good)
        template.answer(revoked, .revoked(info))
        template.answer(try authority.certID(for: SerialNumber(6)), .unknown)
        template.nonce = OCSPNonce([UInt8](repeating: 7, count: 32))
        let response = try response(try authority.issue(template))
        let data = response.tbsResponseData
        #expect(data.responses.map(\.certStatus) == [.good, .revoked(info), .unknown])
        #expect(data.responses.map(\.certID.serialNumber) == [serialNumber, SerialNumber(5), SerialNumber(6)])
        #expect(data.producedAt == moment)
        #expect(data.responses.first?.nextUpdate == template.nextUpdate)
        #expect(data.nonce?.bytes.count == 32)
        // RFC 6960 §4.2.1: "KeyHash ::= OCTET STRING -- SHA-1 hash of responder's public key (excluding the tag and
        // length fields)".
        let key = authority.identity.key.subjectPublicKeyInfo
        #expect(data.responderID == .byKey(Digest.sha1(key.subjectPublicKey.bytes)[...]))
        #expect(response.certs == nil, "the issuer itself needs no paper")
        #expect(
            try PublicKey(key).isValidSignature(
                response.signature, for: data.bytes, algorithm: response.signatureAlgorithm))
        // §4.1.1: "issuerNameHash … computed over the DER encoding of the issuer's name"; hashes by their own digest.
        #expect(good.issuerNameHash.elementsEqual(Digest.sha1(authority.identity.subject.bytes)))
        #expect(revoked.issuerKeyHash.elementsEqual(Digest.sha256(key.subjectPublicKey.bytes)))
    }

    @Test("openssl believes the issuer and its delegate, by key and by name", arguments: [false, true])
    func accepted(isDelegated: Bool) throws {
        let hierarchy = try TestHierarchy()
        let authority = hierarchy.intermediate
        let server = try authority.issue(leaf)
        let responder =
            isDelegated
            ? CertificateAuthority(try authority.issue(.ocspSigner(name: "Responder", at: moment))) : authority
        let statuses: [(SingleResponse.CertStatus, String)] = [
            (.good, ": good"),
            (
                .revoked(
                    SingleResponse.RevokedInfo(
                        revocationTime: moment.advanced(byDays: -1), revocationReason: .superseded)), ": revoked"
            ), (.unknown, ": unknown"),
        ]
        for naming in [OCSPResponseTemplate.Naming.byKey, .byName] {
            for (status, word) in statuses {
                var template = OCSPResponseTemplate(at: moment)
                template.responder = naming
                template.answer(try authority.certID(for: serialNumber), status)
                let der = try responder.issue(template)
                #expect(try response(der).certs?.count == (isDelegated ? 1 : nil))
                let text = try verdict(
                    der, of: server.certificate, by: authority.certificate, under: hierarchy.root.certificate)
                #expect(text.contains("Response verify OK"), "\(naming), \(word): \(text)")
                #expect(text.contains(word), "\(naming), \(word): \(text)")
            }
        }
    }

    @Test("openssl does not believe a stranger, an edited response, a delegate without the purpose")
    func refused() throws {
        let hierarchy = try TestHierarchy()
        let authority = hierarchy.intermediate
        let server = try authority.issue(leaf)
        var good = OCSPResponseTemplate(at: moment)
        good.answer(try authority.certID(for: serialNumber), .good)
        var broken = good
        broken.signatureEdit = .flippingBit(at: -1)
        let stranger = try CertificateAuthority.root(name: "Stranger", at: moment)
        let server2 = CertificateAuthority(try authority.issue(TestHierarchy.server("responder.test")))
        let attacks = [
            ("edited", try authority.issue(broken)), ("a stranger", try stranger.issue(good)),
            ("a server", try server2.issue(good)),
        ]
        for (name, der) in attacks {
            let text = try verdict(
                der, of: server.certificate, by: authority.certificate, under: hierarchy.root.certificate)
            #expect(!text.contains("Response verify OK"), "\(name): \(text)")
        }
    }

    @Test("requests of openssl are read and answered, the nonce repeated")
    func requests() throws {
        let hierarchy = try TestHierarchy()
        let authority = hierarchy.intermediate
        let server = try authority.issue(leaf)
        let openssl = try OpenSSLCommand()
        try openssl.write([server.certificate], to: "certificate.pem")
        try openssl.write([authority.certificate], to: "issuer.pem")
        try openssl("ocsp -issuer issuer.pem -cert certificate.pem -reqout request -no_nonce")
        let plain = try OCSPRequest(reading: try openssl.read("request"))
        #expect(plain.nonce == nil)
        try openssl("ocsp -issuer issuer.pem -cert certificate.pem -reqout request -nonce")
        let der = try openssl.read("request")
        let request = try OCSPRequest(reading: der)
        #expect(request.requestList.map(\.serialNumber) == [serialNumber])
        #expect(request.requestList.allSatisfy(authority.isIssuer))
        #expect(!request.requestList.contains(where: hierarchy.root.isIssuer))
        #expect(request.der == der)
        let template = OCSPResponseTemplate(answering: request, at: moment) {
            authority.isIssuer(of: $0) ? .good : .unknown
        }
        let answer = try response(try authority.issue(template))
        // RFC 9654 §2.1: the response's nonce "is identical to" the request's.
        #expect(answer.tbsResponseData.nonce == request.nonce)
        #expect(answer.tbsResponseData.responses.first?.certID == request.requestList.first)
        try openssl.write(try authority.issue(template), to: "response")
        try openssl.write([hierarchy.root.certificate], to: "root.pem")
        let (_, text) = try openssl.attempt(
            """
            ocsp -reqin request -no_nonce -respin response -issuer issuer.pem -cert certificate.pem -CAfile root.pem \
            -verify_other issuer.pem -attime \(moment.secondsSince1970) -validity_period 2000000000
            """)
        #expect(text.contains("Response verify OK"), "\(text)")
        #expect(!text.contains("Nonce"), "\(text)")
        for count in 0..<der.count {
            #expect(throws: DERError.self) { try OCSPRequest(reading: Array(der.prefix(count))) }
        }
        var bytes = der
        for index in der.indices {
            for value: UInt8 in [0, 0x7F, 0x80, 0xFF, der[index] ^ 1] {
                bytes[index] = value
                _ = try? OCSPRequest(reading: bytes)
            }
            bytes[index] = der[index]
        }
    }

    @Test("a refusal has no answer in it")
    func refusal() throws {
        var template = OCSPResponseTemplate(at: moment)
        template.responseStatus = .tryLater
        let response = try OCSPResponse(der: try TestHierarchy().root.issue(template))
        #expect(response == OCSPResponse(.tryLater))
    }
}
