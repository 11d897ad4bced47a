import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// The 42 shapes of responses that BoringSSL tests its `CheckOCSP` with, made anew; its list of them is
/// `pki/ocsp_unittest.cc`. There most responses have no nextUpdate and are signed over SHA-1; here both keep a response
/// from showing that a certificate is good, so that the shapes have one and are signed over SHA-256, but where they are
/// about it.
@Suite("Revocation: shapes of OCSP responses", .ownThread)
struct ResponseShapeTests {
    private static let moment = TestChain.moment
    private static let extra = HandMade.unknownExtension
    private static let payload = Array("DEADBEEF".utf8)

    /// A server, and what is said of it.
    private static func scene(_ make: (RevocationWorld) throws -> [UInt8]) throws -> StatementScene {
        let world = try RevocationWorld()
        return StatementScene(root: world.root, chain: world.leaf.chain, responses: [try make(world)])
    }

    private static func shape(
        _ name: String, _ rule: String, _ theirs: StatementOutcome, but difference: StatementShape.Difference? = nil,
        _ make: @escaping @Sendable (RevocationWorld) throws -> [UInt8]
    ) -> StatementShape {
        StatementShape(name, rule, theirs, but: difference) { try scene(make) }
    }

    /// A response with two answers about the server.
    private static func both(
        _ first: SingleResponse.CertStatus, _ second: SingleResponse.CertStatus, _ world: RevocationWorld
    ) throws -> [UInt8] {
        let id = try world.intermediate.certID(for: world.certificate.serialNumber)
        return try world.response {
            $0.answer(id, first)
            $0.answer(id, second)
        }
    }

    // MARK: Rules, RFC 6960 where nothing else is named

    private static let statuses = """
        §2.2: "good", "revoked" and "unknown" are the "definitive response indicators for use in the certificate \
        status value"
        """
    private static let identity = """
        §3.2(1): "The certificate identified in a received response corresponds to the certificate that was identified \
        in the corresponding request"
        """
    private static let signature = "§3.2(2): \"The signature on the response is valid\""
    private static let signer = """
        §4.2.2.2: clients "MUST reject the response" unless its signer is the issuer itself, or one with \
        id-kp-OCSPSigning whose certificate "is issued by the CA that issued the certificate in question"
        """
    private static let responder = """
        §3.2(3): "The identity of the signer matches the intended recipient of the request"
        """
    private static let recent = """
        §3.2(5): "The time at which the status being indicated is known to be correct (thisUpdate) is sufficiently \
        recent"
        """
    private static let end = """
        §3.2(6): "When available, the time at or before which newer information will be available about the status of \
        the certificate (nextUpdate) is greater than the current time"
        """
    private static let extensions = """
        §4.1.2, §4.4: "Unrecognized extensions MUST be ignored (unless they have the critical flag set and are not \
        understood)."
        """
    private static let errors = "§2.3: an error message is not signed and says nothing of a certificate"
    private static let syntax = "§4.2.1: the ASN.1 of OCSPResponse"

    // MARK: Rows

    static let answerShapes: [StatementShape] = [
        shape(
            "signed over SHA-1", signature, .good,
            but: .init(
                ours: .unknown,
                because: """
                    RFC 6194 §2.2: collisions of SHA-1 are within reach of whoever pays; CA/B BR 7.1.3.2 ends it \
                    under responses
                    """)
        ) { world in try world.response { $0.signatureAlgorithm = .ecdsa(.sha1) } },
        shape("signed over SHA-256", statuses, .good) { try $0.response() },
        shape("until nextUpdate", end, .good) { world in
            try world.response { $0.nextUpdate = moment.advanced(byDays: 85) }
        },
        shape("revoked", statuses, .revoked) { try $0.response(RevocationWorld.revoked()) },
        shape("revoked for a reason", statuses, .revoked) { try $0.response(RevocationWorld.revoked(.keyCompromise)) },
        shape("unknown", statuses, .unknown) { try $0.response(.unknown) },
        // §2.2: the unknown state is that "the responder doesn't know about the certificate being requested".
        shape("good and unknown in one response", statuses, .unknown) { try both(.good, .unknown, $0) },
        shape("good and revoked in one response", statuses, .revoked) {
            try both(.good, RevocationWorld.revoked(), $0)
        },
        shape("of another certificate", identity, .unknown) { world in
            let stranger = try CertificateAuthority.root(name: "Test Intermediate", at: moment)
            let id = try stranger.certID(for: world.certificate.serialNumber)
            return try world.response {
                $0.answer(id, .good)
                $0.answer(id, RevocationWorld.revoked())
            }
        },
        shape("without answers", identity, .unknown) { try $0.intermediate.issue(OCSPResponseTemplate(at: moment)) },
        shape("without an answer about the certificate", identity, .unknown) { world in
            let id = try world.intermediate.certID(for: SerialNumber(77))
            return try world.response { $0.answer(id, .good) }
        },
        StatementShape(
            "a certificate whose number begins with a superfluous zero", identity, .good,
            but: .init(
                ours: .unknown,
                because: """
                    X.690 §8.3.2: the first nine bits of an INTEGER are not all zero; such a certificate is not read, \
                    and theirs says that it will not be for ever either
                    """)
        ) {
            let world = try RevocationWorld()
            let leaf = try world.intermediate.issue(
                TestChain.server { template in
                    template.serialNumber = SerialNumber(0x4142_4344)
                    let number: [UInt8] = [0x02, 0x04, 0x41, 0x42, 0x43, 0x44]
                    template.tbsEdit = HandMade.replacing(number, by: [0x02, 0x04, 0x00, 0x42, 0x43, 0x44])
                })
            let response = try world.response { template in
                template.answer(try world.intermediate.certID(for: SerialNumber(0x4142_4344)), .good)
                let number: [UInt8] = [0x02, 0x04, 0x41, 0x42, 0x43, 0x44]
                template.tbsEdit = HandMade.replacing(number, by: [0x02, 0x04, 0x00, 0x42, 0x43, 0x44])
            }
            return StatementScene(root: world.root, chain: leaf.chain, responses: [response])
        },
    ]

    static let messageShapes: [StatementShape] = [
        shape("malformedRequest", errors, .unknown) { world in
            try world.response { $0.responseStatus = .malformedRequest }
        },
        shape("a status of 17", syntax, .unknown) { world in
            HandMade.replaced([0x0A, 0x01, 0x00], by: [0x0A, 0x01, 0x11], in: try world.response())
        },
        shape("another type of response", "§4.2.1: responders MUST be capable of id-pkix-ocsp-basic", .unknown) {
            world in
            guard case .basic(let basic)? = try OCSPResponse(der: world.response()).responseBytes else { return [] }
            return OCSPResponse(.successful, .other(type: extra, response: basic.der[...])).der
        },
        shape("bytes that are no response", syntax, .unknown) { _ in Array("invalid".utf8) },
        shape("an OCTET STRING for what is signed", syntax, .unknown) { world in
            try world.response { $0.tbsEdit = .replacing(with: [0x04, 0x03, 0x62, 0x61, 0x64]) }
        },
        shape("good, with the encoding of a SEQUENCE", syntax, .unknown) { world in
            try world.response { $0.tbsEdit = HandMade.replacing([0x80, 0x00, 0x18], by: [0xA0, 0x00, 0x18]) }
        },
        shape("revoked, at an OCTET STRING", syntax, .unknown) { world in
            try world.response(RevocationWorld.revoked()) {
                $0.tbsEdit = HandMade.replacing([0xA1, 0x11, 0x18], by: [0xA1, 0x11, 0x04])
            }
        },
        shape("unknown, with the encoding of a SEQUENCE", syntax, .unknown) { world in
            try world.response(.unknown) {
                $0.tbsEdit = HandMade.replacing([0x82, 0x00, 0x18], by: [0xA2, 0x00, 0x18])
            }
        },
        shape(
            "version 1 written out", "X.690 §11.5: a default value is not encoded; readers of BER take it", .good
        ) { world in
            try world.response {
                $0.tbsEdit = ByteEdit {
                    HandMade.sequence([[0xA0, 0x03, 0x02, 0x01, 0x00], HandMade.content(of: $0)])
                }
            }
        },
    ]

    static let signerShapes: [StatementShape] = [
        shape("a signature of four octets", signature, .unknown) { world in
            try world.response { $0.signatureEdit = .replacing(with: [0xDE, 0xAD, 0xBE, 0xEF]) }
        },
        shape("by the issuer", signer, .good) { world in try world.response { $0.certificates = [] } },
        shape("by a responder of the issuer's", signer, .good) { try $0.response(by: $0.delegate()) },
        shape("by a responder whose certificate is not there", signer, .unknown) { world in
            try world.response(by: world.delegate()) { $0.certificates = [] }
        },
        shape("by a certificate of the issuer's for no such purpose", signer, .unknown) { world in
            try world.response(by: world.delegate { $0.extendedKeyUsage = nil })
        },
        shape("by a responder with an unknown critical extension", "RFC 5280 §4.2", .unknown) { world in
            let critical = Extension(extra, isCritical: true, value: payload)
            return try world.response(by: world.delegate { $0.additionalExtensions.append(critical) })
        },
        shape("by a responder of another issuer", signer, .unknown) { world in
            let stranger = try CertificateAuthority.root(name: "Stranger", at: moment)
            return try world.response(by: world.delegate(by: stranger))
        },
        shape("by a responder whose certificate is over", signer, .unknown) { world in
            try world.response(by: world.delegate { $0.notAfter = moment.advanced(bySeconds: -1) })
        },
        shape("by the issuer, with certificates that nobody needs", signer, .good) { world in
            let further = [world.intermediate.certificate, try world.delegate().identity.certificate]
            return try world.response { $0.certificates = further }
        },
        shape("a responder by name", responder, .good) { world in try world.response { $0.responder = .byName } },
        shape("a responder by key", responder, .good) { world in try world.response { $0.responder = .byKey } },
    ]

    static let fieldShapes: [StatementShape] = [
        shape("an unknown extension of the response", extensions, .good) { world in
            try world.response { $0.additionalExtensions = [Extension(extra, value: payload)] }
        },
        shape("an unknown extension of the answer", extensions, .good) { world in
            try world.response(extensions: [Extension(extra, value: payload)])
        },
        shape("an unknown critical extension of the answer", extensions, .unknown) { world in
            try world.response(extensions: [Extension(extra, isCritical: true, value: payload)])
        },
        shape("an unknown critical extension of the response", extensions, .unknown) { world in
            try world.response { $0.additionalExtensions = [Extension(extra, isCritical: true, value: payload)] }
        },
        shape(
            "critical timestamps of logs in the answer that are none", extensions, .good,
            but: .init(
                ours: .unknown,
                because: """
                    RFC 5280 §4.2, of which §4.4 has its extensions: what is critical and "contains information that \
                    it cannot process" is rejected; these eight octets are no list of timestamps (RFC 6962 §3.3)
                    """)
        ) { world in
            try world.response(extensions: [Extension(.ocspResponseSCTList, isCritical: true, value: payload)])
        },
        shape("over", end, .unknown) { world in
            try world.response {
                $0.thisUpdate = moment.advanced(byDays: -2)
                $0.nextUpdate = moment.advanced(byDays: -1)
            }
        },
        shape("of tomorrow", recent, .unknown) { world in
            try world.response {
                $0.thisUpdate = moment.advanced(byDays: 1)
                $0.nextUpdate = moment.advanced(byDays: 8)
            }
        },
        shape("of eight days ago, without an end", recent, .unknown) { world in
            try world.response {
                $0.thisUpdate = moment.advanced(byDays: -8)
                $0.nextUpdate = nil
            }
        },
        // §2.4: producedAt is "the time at which the OCSP responder signed this response", and thisUpdate "the most
        // recent time at which the status being indicated is known by the responder to have been correct".
        shape("signed before the certificate was", recent, .unknown) { world in
            try world.response { $0.producedAt = moment.advanced(byDays: -3) }
        },
        shape("signed after the certificate's end, in the future", recent, .unknown) { world in
            try world.response { $0.producedAt = moment.advanced(byDays: 41) }
        },
    ]

    @Test("what is said", arguments: answerShapes)
    func answers(_ shape: StatementShape) throws { try shape.check() }

    @Test("messages and their encoding", arguments: messageShapes)
    func messages(_ shape: StatementShape) throws { try shape.check() }

    @Test("who says it", arguments: signerShapes)
    func signers(_ shape: StatementShape) throws { try shape.check() }

    @Test("extensions and times", arguments: fieldShapes)
    func fields(_ shape: StatementShape) throws { try shape.check() }

    @Test("all 42, each by a name of its own, three of them with another outcome")
    func count() {
        let all = Self.answerShapes + Self.messageShapes + Self.signerShapes + Self.fieldShapes
        #expect(all.count == 42)
        #expect(Set(all.map(\.name)).count == 42)
        #expect(all.filter { $0.difference != nil }.count == 3)
    }

    /// Most of theirs are of this kind, and good for seven days by an argument of `CheckOCSP`. RFC 6960 §4.2.2.1: "If
    /// nextUpdate is not set, the responder is indicating that newer revocation information is available all the time":
    /// one that is older than lists may be without it (CA/B BR 4.9.7: seven days) shows nothing.
    @Test("without nextUpdate the same seven days, and what is revoked is")
    func endless() throws {
        for (age, outcome) in [(Int64(0), StatementOutcome.good), (6, .good), (7, .unknown)] {
            func old(_ template: inout OCSPResponseTemplate) {
                template.thisUpdate = Self.moment.advanced(byDays: -age)
                template.nextUpdate = nil
            }
            #expect(try Self.scene { try $0.response(.good, old) }.outcome() == outcome, "\(age)")
            #expect(try Self.scene { try $0.response(RevocationWorld.revoked(), old) }.outcome() == .revoked)
        }
    }

    /// Their responders' certificates have no id-pkix-ocsp-nocheck, and nobody asks about them. RFC 6960 §4.2.2.2.1
    /// leaves that "to the OCSP client's local security policy"; here a policy that has to know asks.
    @Test("a responder that is asked about itself: good where its own status is known")
    func checked() throws {
        let world = try RevocationWorld()
        let delegate = try world.delegate { $0.additionalExtensions = [] }
        let response = try world.response(by: delegate)
        let about = try world.response(about: Certificate(der: delegate.certificate))
        var scene = StatementScene(root: world.root, chain: world.leaf.chain, responses: [response])
        #expect(try scene.outcome() == .unknown)
        scene.responses.append(about)
        #expect(try scene.outcome() == .good)
    }
}
