import HoldfastAuthority
import HoldfastCrypto
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Why it is not known whether a certificate was revoked: each cause has its own sentence and advice, in both
/// languages.
/// The sources are those of the rules that say so; of the advice RFC 5280 §6.3.3 and RFC 6960 §4.2.2.2.1.
@Suite("Revocation: each cause by itself", .ownThread)
struct RevocationCauseTests {
    private static let here = "http://crl.holdfast.test/here.crl"
    private static let elsewhere = "http://crl.holdfast.test/elsewhere.crl"
    private static let moment = RevocationWorld.moment

    /// The finding about the server's certificate.
    private func finding(_ verdict: Result<TrustEvaluation, TrustFailure>) throws -> Finding {
        let failure = try #require(verdict.failure)
        return try #require(failure.findings.first { $0.position == .certificate(depth: 0) })
    }

    private func byLists(
        _ world: RevocationWorld, _ lists: [[UInt8]], others: [[UInt8]] = []
    ) throws -> Finding {
        try finding(world.judge(lists + [world.rootList()], others: others))
    }

    /// By responses alone, with no list of any issuer: also about the intermediate.
    private func byResponses(_ world: RevocationWorld, _ responses: [[UInt8]]) throws -> Finding {
        try finding(world.judge(responses: responses + [world.rootResponse()], rootList: false))
    }

    private func expect(
        _ finding: Finding, _ parts: [String], advice: String, _ location: SourceLocation = #_sourceLocation
    ) {
        let (message, advised) = (finding.statements.message, finding.statements.advice)
        for part in parts {
            for language in PageLanguage.allCases {
                #expect(message.text(in: language).contains(part), sourceLocation: location)
            }
        }
        #expect(advised.identifier == advice, sourceLocation: location)
        #expect(message.text(in: .english) != message.text(in: .chinese), sourceLocation: location)
        #expect(advised.text(in: .english) != advised.text(in: .chinese), sourceLocation: location)
        #expect(finding.requirement == "revocation.known" && finding.code == .revocationUnknown)
    }

    /// RFC 5280 §6.3.3(b)(2)(i): "verify that one of the names in the IDP matches one of the names in the DP".
    @Test("of another distribution point: both values")
    func otherPoint() throws {
        let scope = IssuingDistributionPoint(distributionPoint: .fullName(DistributionPoint.uris(Self.elsewhere)))
        let world = try RevocationWorld(points: [.at(Self.here)])
        let named = try byLists(world, [world.list { $0.issuingDistributionPoint = scope }])
        expect(named, [Self.here, Self.elsewhere], advice: "revocationAdvice.supplyListOfPoint")
        #expect(named.advice.contains(Self.here) && !named.advice.contains(Self.elsewhere))
        let bare = try RevocationWorld()
        let unnamed = try byLists(bare, [bare.list { $0.issuingDistributionPoint = scope }])
        expect(unnamed, [Self.elsewhere], advice: "revocationAdvice.supplyListWithoutPoint")
    }

    /// RFC 5280 §6.3.3(f): "Obtain and validate the certification path for the issuer of the complete CRL."
    @Test("signed by another key of that authority: its identifier; without one nothing is claimed")
    func otherKey() throws {
        let world = try RevocationWorld()
        let signer = try world.listSigner()
        let identifier = try #require(try Certificate(der: signer.certificate).subjectKeyIdentifier)
        let finding = try byLists(world, [world.list(by: signer)])
        let words = HexString.encode(identifier)
        expect(finding, [words], advice: "revocationAdvice.supplySignerOfKey")
        #expect(finding.advice.contains(words))
        let bare = try byLists(world, [world.list(by: signer) { $0.authorityKeyIdentifier = .omitted }])
        expect(bare, [], advice: "revocationAdvice.supplyAnew")
        let damaged = try byLists(world, [world.list { $0.signatureEdit = .flippingBit(at: -1) }])
        expect(damaged, [], advice: "revocationAdvice.supplyAnew")
        #expect(damaged.message.contains("has a signature that does not verify"))
        // With the certificate of that key the list counts.
        #expect(try world.errors([world.list(by: signer)], others: [signer.certificate]) == [])
    }

    /// RFC 6960 §4.2.2.2.1: "A CA may specify that an OCSP client can trust a responder for the lifetime of the
    /// responder's certificate. The CA does so by including the extension id-pkix-ocsp-nocheck."
    @Test("a delegate that has expired, and one that is to be asked about")
    func delegates() throws {
        let world = try RevocationWorld()
        let end = Self.moment.advanced(bySeconds: -60)
        let expired = try world.delegate {
            $0.notBefore = Self.moment.advanced(byDays: -30)
            $0.notAfter = end
        }
        let late = try byResponses(
            world, [world.response(by: expired) { $0.producedAt = Self.moment.advanced(bySeconds: -120) }])
        expect(late, ["\(end)"], advice: "responseAdvice.renew")
        let unchecked = try world.delegate { $0.additionalExtensions = [] }
        expect(
            try byResponses(world, [world.response(by: unchecked)]), [], advice: "responseAdvice.nameSignerStatus")
        let other = try byResponses(world, [world.response(by: world.delegate(by: world.root))])
        expect(other, [], advice: "responseAdvice.designate")
    }

    /// RFC 6960 §4.1.1: "issuerNameHash is the hash of the issuer's distinguished name (DN). The hash shall be
    /// calculated over the DER encoding of the issuer's name field in the certificate being checked."
    @Test("a response about another certificate is told, and not that a list is missing")
    func otherSubject() throws {
        let world = try RevocationWorld()
        let serial = world.certificate.serialNumber
        let number = try byResponses(
            world, [world.response { $0.answer(try world.intermediate.certID(for: SerialNumber(77)), .good) }])
        expect(number, ["4d", "\(serial)"], advice: "responseAdvice.askForSerialNumber")
        let name = DistinguishedName([
            RelativeDistinguishedName([AttributeValue(.commonName, "TEST INTERMEDIATE")])
        ])
        let spelling = try CertificateAuthority.certID(
            for: serial, issuer: name, issuerKey: world.intermediate.identity.key.subjectPublicKeyInfo)
        let spelled = try byResponses(world, [world.response { $0.answer(spelling, .good) }])
        expect(spelled, [], advice: "responseAdvice.askByNameAsWritten")
        let namesake = try CertificateAuthority.root(name: "Test Intermediate", at: Self.moment)
        let otherKey = try byResponses(
            world, [world.response { $0.answer(try namesake.certID(for: serial), .good) }])
        expect(otherKey, [], advice: "responseAdvice.askByKeyOfIssuer")
        for finding in [number, spelled, otherKey] {
            #expect(!finding.message.contains("no revocation list"), "\(finding.message)")
            #expect(finding.message.contains("the OCSP response of"))
        }
        // Where lists alone are given, or nothing, it is the list that is missing.
        let none = try finding(world.judge([world.rootList()]))
        #expect(none.message.contains("no revocation list of CN=Test Intermediate"))
        expect(none, [], advice: "revocationAdvice.supplyEvidence")
    }

    /// RFC 6960 §4.2.2.1: "Responses whose thisUpdate time is later than the local system time SHOULD be considered
    /// unreliable." RFC 5280 §5.1.2.4: "This field indicates the issue date of this CRL."
    @Test("of the future: by how much, and whose clock may be wrong")
    func clocks() throws {
        let world = try RevocationWorld()
        let ahead = Self.moment.advanced(bySeconds: 3 * 3_600)
        let response = try byResponses(
            world, [world.response { ($0.thisUpdate, $0.producedAt) = (ahead, ahead) }])
        expect(response, ["\(ahead)", "3 "], advice: "revocationAdvice.compareClocks")
        let list = try byLists(world, [world.list { $0.thisUpdate = ahead }])
        expect(list, ["\(ahead)", "3 "], advice: "revocationAdvice.compareClocks")
        #expect(list.advice.contains("3 hours ahead"))
        // What else is at hand begins later too: then it is this machine's clock.
        let young = try RevocationWorld {
            $0.notBefore = ahead
            $0.notAfter = ahead.advanced(byDays: 30)
        }
        let failure = try #require(
            try young.judge([young.list { $0.thisUpdate = ahead }, young.rootList()]).failure)
        let unknown = try #require(failure.findings.first { $0.code == .revocationUnknown })
        expect(unknown, ["\(ahead)"], advice: "revocationAdvice.setClock")
    }

    /// RFC 5280 §5.2: "If a CRL contains a critical extension that the application cannot process, then the application
    /// MUST NOT use that CRL to determine the status of certificates." §5.2.5: issuers "MUST NOT issue CRLs where the
    /// DER encoding of the issuing distribution point extension is an empty sequence."
    @Test("the list itself is at fault")
    func faults() throws {
        let world = try RevocationWorld()
        let critical = try byLists(
            world,
            [
                world.list {
                    $0.additionalExtensions = [
                        Extension(ObjectIdentifier(2, 999, 1), isCritical: true, value: [0x05, 0x00])
                    ]
                }
            ])
        expect(critical, ["2.999.1"], advice: "revocationAdvice.leaveOutExtension")
        let empty = try byLists(world, [world.list { $0.issuingDistributionPoint = IssuingDistributionPoint() }])
        expect(empty, [], advice: "revocationAdvice.mendList")
        let outdated = try byLists(world, [world.list { $0.nextUpdate = Self.moment.advanced(byDays: -1) }])
        expect(outdated, ["2026-05-31"], advice: "revocationAdvice.supplyNewest")
        let authorities = try byLists(
            world, [world.list { $0.issuingDistributionPoint = IssuingDistributionPoint(onlyContainsCACerts: true) }])
        expect(authorities, [], advice: "revocationAdvice.supplyListOfUsers")
    }

    /// RFC 6960 §2.3: "tryLater", "unauthorized" and the others are different things to do.
    @Test(
        "a responder that does not answer: by what it said",
        arguments: [
            (OCSPResponse.Status.tryLater, "responseAdvice.askLater"),
            (.unauthorized, "responseAdvice.askNamedResponder"), (.malformedRequest, "responseAdvice.askRightly"),
            (.sigRequired, "responseAdvice.askSigned"),
        ])
    func refusals(_ status: OCSPResponse.Status, _ advice: String) throws {
        let world = try RevocationWorld()
        expect(
            try byResponses(world, [world.response { $0.responseStatus = status }]), ["\(status)"], advice: advice)
    }

    @Test("what does not count and calls it revoked is asked about first")
    func unheard() throws {
        let world = try RevocationWorld()
        let finding = try byLists(
            world,
            [
                world.list {
                    $0.revoke(world.certificate.serialNumber)
                    $0.signatureEdit = .flippingBit(at: -1)
                }
            ])
        expect(finding, [], advice: "revocationAdvice.askWhetherRevoked")
    }
}
