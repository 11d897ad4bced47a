import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// The 66 shapes of lists that BoringSSL tests its `CheckCRL` with, made anew; its list of them is
/// `pki/crl_unittest.cc`. There an application says that a list may be seven days old at most; here only a list that
/// does not say when the next one comes has such an end.
@Suite("Revocation: shapes of lists", .ownThread)
struct ListShapeTests {
    private typealias Scene = StatementScene
    private static let day: Int64 = 86_400
    private static let moment = TestChain.moment
    private static let harmless = Extension(HandMade.unknownExtension, value: [4, 2, 5, 6])
    private static let critical = Extension(HandMade.unknownExtension, isCritical: true, value: [4, 2, 5, 6])

    private static func scope(
        _ name: String? = nil, users: Bool = false, authorities: Bool = false, indirect: Bool = false
    ) -> IssuingDistributionPoint {
        IssuingDistributionPoint(
            distributionPoint: name.map { .fullName(DistributionPoint.uris($0)) }, onlyContainsUserCerts: users,
            onlyContainsCACerts: authorities, indirectCRL: indirect)
    }

    // MARK: Rules, RFC 5280 where nothing else is named

    private static let search = """
        §6.3.3(j): "search for the certificate on the complete CRL. If an entry is found that matches the certificate \
        issuer and serial number as described in Section 5.3.3, then set the cert_status variable to the indicated \
        reason"
        """
    private static let names = """
        §7.1: "Conforming implementations MUST use the LDAP StringPrep profile […] as the basis for comparison of \
        distinguished name attributes encoded in either PrintableString or UTF8String."
        """
    private static let signer = """
        §6.3.3(f): "If a key usage extension is present in the CRL issuer's certificate, verify that the cRLSign bit \
        is set."
        """
    private static let signature = """
        §6.3.3(g): "Validate the signature on the complete CRL using the public key validated in step (f)."
        """
    private static let end = """
        §5.1.2.5: "The behavior of clients processing CRLs that omit nextUpdate is not specified by this profile."
        """
    private static let extensions = """
        §5.2: "If a CRL contains a critical extension that the application cannot process, then the application MUST \
        NOT use that CRL to determine the status of certificates. However, applications may ignore unrecognized \
        non-critical extensions."
        """
    private static let entryExtensions = """
        §5.3: "If a CRL contains a critical CRL entry extension that the application cannot process, then the \
        application MUST NOT use that CRL to determine the status of any certificates. However, applications may \
        ignore unrecognized non-critical CRL entry extensions."
        """
    private static let forms = """
        §5.1.2.4: dates are UTCTime through 2049; applications read GeneralizedTime as well (§4.1.2.5)
        """
    private static let versions = """
        §5: "Conforming applications that support CRLs are REQUIRED to process both version 1 and version 2 complete \
        CRLs"
        """
    private static let noPoint = """
        §6.3.3: "assume a DP with both the reasons and the cRLIssuer fields omitted and a distribution point name of \
        the certificate issuer."
        """
    private static let pointName = """
        §6.3.3(b)(2)(i): "verify that one of the names in the IDP matches one of the names in the DP."
        """
    private static let users = """
        §6.3.3(b)(2)(ii): "If the onlyContainsUserCerts boolean is asserted in the IDP CRL extension, verify that the \
        certificate does not include the basic constraints extension with the cA boolean asserted."
        """
    private static let authorities = """
        §6.3.3(b)(2)(iii): "If the onlyContainsCACerts boolean is asserted in the IDP CRL extension, verify that the \
        certificate includes the basic constraints extension with the cA boolean asserted."
        """
    private static let issuer = """
        §6.3.3(b)(1): "If the DP includes cRLIssuer, then verify that the issuer field in the complete CRL matches \
        cRLIssuer in the DP and that the complete CRL contains an issuing distribution point extension with the \
        indirectCRL boolean asserted. Otherwise, verify that the CRL issuer matches the certificate issuer."
        """
    private static let current = """
        §6.3.3(a)(1): "if the current time is after the value of the CRL next update field", the list is not current
        """
    private static let syntax = "§5.1: the ASN.1 of CertificateList"

    // MARK: Rows

    static let goodShapes: [StatementShape] = [
        StatementShape("a list without the certificate", search, .good) { try Scene.server() },
        StatementShape("the issuer's name in other letters and another string type", names, .good) {
            try Scene.server { list, _ in
                let name = AttributeValue(
                    .commonName, valueTag: .printableString, value: Array("tEST iNTERMEDIATE".utf8)[...])
                list.issuer = DistinguishedName([RelativeDistinguishedName([name])])
            }
        },
        StatementShape("an issuer without key usage", signer, .good) { try Scene.server(ofUsage: nil) },
        StatementShape("no nextUpdate", end, .good) { try Scene.server { list, _ in list.nextUpdate = nil } },
        StatementShape("an unknown extension", extensions, .good) {
            try Scene.server { list, _ in list.additionalExtensions = [harmless] }
        },
        StatementShape("an unknown extension, no nextUpdate", extensions, .good) {
            try Scene.server { list, _ in
                list.additionalExtensions = [harmless]
                list.nextUpdate = nil
            }
        },
        StatementShape("dates as GeneralizedTime", forms, .good) {
            try Scene.handMade { good, _ in
                let dates = [moment.advanced(byDays: -6), moment.advanced(byDays: 85)]
                return good.prefix(3) + dates.map { Time($0, encoding: .generalizedTime).der }
            }
        },
        StatementShape("version 1", versions, .good) { try Scene.server { list, _ in list.version = .v1 } },
        StatementShape("a certificate without distribution points", noPoint, .good) { try Scene.server(points: nil) },
        StatementShape("a list signed by the old key", signature, .good) { try Scene.rollOver() },
        StatementShape("several names of the list, one of them the certificate's", pointName, .good) {
            try Scene.server { list, _ in
                let others = ["http://z.holdfast.test/all.crl", Scene.uri, "http://a.holdfast.test/all.crl"]
                let mailbox = IA5String("crl@holdfast.test").map { [GeneralName.rfc822Name($0)] } ?? []
                list.issuingDistributionPoint = IssuingDistributionPoint(
                    distributionPoint: .fullName(mailbox + others.flatMap { DistributionPoint.uris($0) }))
            }
        },
        StatementShape("users alone, a server", users, .good) {
            try Scene.server { list, _ in list.issuingDistributionPoint = scope(users: true) }
        },
        StatementShape("users alone, a certificate without basic constraints", users, .good) {
            try Scene.server(.withoutBasicConstraints) { list, _ in
                list.issuingDistributionPoint = scope(users: true)
            }
        },
        StatementShape("authorities alone, an authority", authorities, .good) {
            try Scene.rollOver(depth: 1) { list, _ in list.issuingDistributionPoint = scope(authorities: true) }
        },
        StatementShape("users alone by name, a server", users, .good) {
            try Scene.server { list, _ in list.issuingDistributionPoint = scope(Scene.uri, users: true) }
        },
        StatementShape("authorities alone by name, an authority", authorities, .good) {
            try Scene.rollOver(depth: 1) { list, _ in
                list.issuingDistributionPoint = scope(Scene.uri, authorities: true)
            }
        },
    ]

    /// Three entries, the second of them the certificate's.
    private static func revoke(
        _ list: inout RevocationListTemplate, _ serial: SerialNumber, with extra: Extension? = nil
    ) {
        let date = Time(moment.advanced(byDays: -30))
        list.entries = [SerialNumber(100), serial, SerialNumber(101)].map {
            RevokedCertificate(
                $0, revocationDate: date, further: $0 == serial ? [extra].compactMap(\.self) : [])
        }
    }

    static let revokedShapes: [StatementShape] = [
        StatementShape("the certificate among others", search, .revoked) {
            try Scene.server { list, world in revoke(&list, world.certificate.serialNumber) }
        },
        StatementShape("the certificate, no nextUpdate", end, .revoked) {
            try Scene.server { list, world in
                revoke(&list, world.certificate.serialNumber)
                list.nextUpdate = nil
            }
        },
        StatementShape("an unknown extension of its entry", entryExtensions, .revoked) {
            try Scene.server { list, world in revoke(&list, world.certificate.serialNumber, with: harmless) }
        },
        StatementShape("its date as GeneralizedTime", forms, .revoked) {
            try Scene.server { list, world in
                let date = Time(moment.advanced(byDays: -30), encoding: .generalizedTime)
                list.entries = [RevokedCertificate(world.certificate.serialNumber, revocationDate: date)]
            }
        },
        StatementShape("the certificate, on a list signed by the old key", signature, .revoked) {
            try Scene.rollOver { list, serial in list.revoke(serial, on: moment.advanced(byDays: -30)) }
        },
    ]

    static let badShapes: [StatementShape] = [
        StatementShape(
            "a distribution point that names another issuer of lists", issuer, .unknown,
            but: .init(
                ours: .good,
                because: """
                    theirs looks at the one point that it is given; §6.3.3 goes on: "If the revocation status has not \
                    been determined, repeat the process above with any available CRLs not specified in a distribution \
                    point but issued by the certificate issuer."
                    """)
        ) {
            let other = DistinguishedName([(.commonName, "Test CRL Issuer")])
            return try Scene.server(points: [.at(Scene.uri, issuer: other)])
        },
        StatementShape("an unknown critical extension", extensions, .unknown) {
            try Scene.server { list, _ in list.additionalExtensions = [critical] }
        },
        StatementShape("the certificate, then an entry with an unknown critical extension", entryExtensions, .unknown) {
            try Scene.server { list, world in
                let date = Time(moment.advanced(byDays: -30))
                list.entries = [
                    RevokedCertificate(world.certificate.serialNumber, revocationDate: date),
                    RevokedCertificate(SerialNumber(101), revocationDate: date, further: [critical]),
                ]
            }
        },
        StatementShape("signed by another key", signature, .unknown) {
            let stranger = try CertificateAuthority.root(name: "Test Intermediate", at: moment)
            return try Scene.server(signedBy: stranger)
        },
        StatementShape("of tomorrow", current, .unknown) {
            try Scene.server { list, _ in list.thisUpdate = moment.advanced(byDays: 1) }
        },
        StatementShape(
            "older than seven days, and not yet over", current, .unknown,
            but: .init(
                ours: .good,
                because: """
                    RFC 5280 knows one end of a list, its nextUpdate (§5.1.2.5, §6.3.3(a)(1)); the seven days are an \
                    argument of their function
                    """)
        ) {
            try Scene.server { list, _ in list.thisUpdate = moment.advanced(byDays: -8) }
        },
        StatementShape("over", current, .unknown) {
            try Scene.server { list, _ in list.nextUpdate = moment.advanced(byDays: -1) }
        },
        StatementShape("of another issuer", issuer, .unknown) {
            try Scene.server { list, _ in list.issuer = DistinguishedName([(.commonName, "Test Unrelated CA")]) }
        },
        StatementShape("signed by neither key of the issuer", signature, .unknown) {
            try Scene.rollOver(isSignedByStranger: true)
        },
        StatementShape("the list's name in other letters", pointName, .unknown) {
            try Scene.server { list, _ in list.issuingDistributionPoint = scope("http://lists.holdfast.test/ALL.CRL") }
        },
        StatementShape(
            "an indirect list of the issuer's own", issuer, .unknown,
            but: .init(
                ours: .good,
                because: """
                    theirs reads no indirect lists; the point names no issuer of lists, so that by (b)(1) it is \
                    enough that the list's is the certificate's, and §5.3.3 has entries without a name for the list's \
                    own issuer
                    """)
        ) {
            try Scene.server { list, _ in list.issuingDistributionPoint = scope(Scene.uri, indirect: true) }
        },
        StatementShape("users alone, an authority", users, .unknown) {
            try Scene.rollOver(depth: 1) { list, _ in list.issuingDistributionPoint = scope(users: true) }
        },
        StatementShape("authorities alone, a server", authorities, .unknown) {
            try Scene.server { list, _ in list.issuingDistributionPoint = scope(authorities: true) }
        },
        StatementShape("authorities alone, a certificate without basic constraints", authorities, .unknown) {
            try Scene.server(.withoutBasicConstraints) { list, _ in
                list.issuingDistributionPoint = scope(authorities: true)
            }
        },
        StatementShape("users alone by name, an authority", users, .unknown) {
            try Scene.rollOver(depth: 1) { list, _ in list.issuingDistributionPoint = scope(Scene.uri, users: true) }
        },
        StatementShape("authorities alone by name, a server", authorities, .unknown) {
            try Scene.server { list, _ in list.issuingDistributionPoint = scope(Scene.uri, authorities: true) }
        },
    ]

    static let invalidShapes: [StatementShape] = [
        StatementShape(
            "another algorithm inside than beside the signature",
            "§5.1.1.2: \"This field MUST contain the same algorithm identifier as the signature field\"", .unknown
        ) {
            try Scene.server { list, _ in list.innerAlgorithm = .ecdsa(.sha384) }
        },
        StatementShape(
            "an empty list of entries",
            "§5.1.2.6: \"When there are no revoked certificates, the revoked certificates list MUST be absent.\"",
            .unknown,
            but: .init(
                ours: .good,
                because: """
                    that binds the issuer; a SEQUENCE OF without elements is one by its syntax (X.690 §8.10), and the \
                    issuer has signed that nothing is on the list. OpenSSL reads it so, too
                    """)
        ) {
            try Scene.server { list, _ in list.writesEmptyEntryList = true }
        },
        StatementShape("version 1 with an extension", version2, .unknown) {
            try Scene.server { list, _ in
                list.version = .v1
                list.additionalExtensions = [harmless]
            }
        },
        StatementShape(
            "version 1 with the certificate's entry and an extension of it", version2, .unknown,
            but: .init(
                ours: .revoked,
                because: """
                    the signature holds and (j) finds the entry: a fault of form keeps a list from showing that a \
                    certificate is good, but its issuer has said that this one is not
                    """)
        ) {
            try Scene.server { list, world in
                list.version = .v1
                revoke(&list, world.certificate.serialNumber, with: harmless)
            }
        },
        StatementShape("version 1 written out", "§5.1: \"if present, MUST be v2\"", .unknown) {
            try Scene.handMade { good, _ in [[0x02, 0x01, 0x00]] + good.dropFirst() }
        },
        StatementShape("version 3", "§5.1: \"if present, MUST be v2\"", .unknown) {
            try Scene.handMade { good, _ in [[0x02, 0x01, 0x02]] + good.dropFirst() }
        },
        StatementShape("an issuer whose key usage leaves out cRLSign", signer, .unknown) {
            try Scene.server(ofUsage: .keyCertSign)
        },
        StatementShape("an old key whose usage leaves out cRLSign", signer, .unknown) {
            try Scene.rollOver(usage: .keyCertSign)
        },
        StatementShape(
            "a scope of users and of authorities",
            "§5.2.5: at most one of onlyContainsUserCerts, onlyContainsCACerts, onlyContainsAttributeCerts is TRUE",
            .unknown
        ) {
            try Scene.server { list, _ in list.issuingDistributionPoint = scope(users: true, authorities: true) }
        },
        StatementShape(
            "an empty scope",
            """
            §5.2.5: "Conforming CRLs issuers MUST NOT issue CRLs where the DER encoding of the issuing distribution \
            point extension is an empty sequence."
            """, .unknown
        ) {
            try Scene.server { list, _ in list.issuingDistributionPoint = scope() }
        },
        StatementShape(
            "users alone, a certificate of version 1",
            """
            §5.2.5: "If either onlyContainsUserCerts or onlyContainsCACerts is set to TRUE, then the scope of the CRL \
            MUST NOT include any version 1 or version 2 certificates."
            """, .unknown
        ) {
            try Scene.server(points: nil, .ofVersion1) { list, _ in
                list.issuingDistributionPoint = scope(users: true)
            }
        },
        StatementShape("two names of the list in the place of one", "§4.2.1.13: a CHOICE", .unknown) {
            try Scene.server { list, _ in
                let full: [UInt8] = [0xA0, 0x04, 0x86, 0x02, 0x61, 0x3A]
                let relative: [UInt8] = [0xA1, 0x09, 0x30, 0x07, 0x06, 0x03, 0x55, 0x04, 0x06, 0x13, 0x00]
                let name = [0xA0, UInt8(full.count + relative.count)] + full + relative
                list.additionalExtensions = [
                    Extension(.issuingDistributionPoint, isCritical: true, value: HandMade.sequence([name]))
                ]
            }
        },
    ]

    private static let version2 = """
        §5.1.2.1: "When extensions are used, as required by this profile, this field MUST be present and MUST specify \
        version 2"
        """
    private static let date = Time(moment.advanced(byDays: -30)).der

    static let garbageShapes: [StatementShape] = [
        StatementShape("an OCTET STRING for the version", syntax, .unknown) {
            try Scene.handMade { good, _ in [[0x04, 0x01, 0x01]] + good.dropFirst() }
        },
        StatementShape("an INTEGER for the algorithm", syntax, .unknown) {
            try Scene.handMade { good, _ in [good[0], HandMade.garbage] + good.dropFirst(2) }
        },
        StatementShape("an INTEGER for the issuer", syntax, .unknown) {
            try Scene.handMade { good, _ in good.prefix(2) + [HandMade.garbage, good[3]] }
        },
        StatementShape("an INTEGER before thisUpdate", syntax, .unknown) {
            try Scene.handMade { good, _ in good.prefix(3) + [HandMade.garbage, good[3]] }
        },
        StatementShape("an INTEGER after thisUpdate", syntax, .unknown) {
            try Scene.handMade { good, _ in good.prefix(4) + [HandMade.garbage] }
        },
        StatementShape("an INTEGER after nextUpdate", syntax, .unknown) {
            try Scene.handMade { good, _ in good + [HandMade.garbage] }
        },
        StatementShape("nextUpdate after the entries", syntax, .unknown) {
            try Scene.handMade { good, world in
                let own = HandMade.sequence([world.certificate.serialNumber.der, date])
                return good.prefix(4) + [HandMade.sequence([own]), good[4]]
            }
        },
        StatementShape("entries after the extensions", syntax, .unknown) {
            try Scene.handMade { good, world in
                var extensions = DERWriter()
                extensions.explicit(0) { $0.sequenceOf([harmless]) }
                let own = HandMade.sequence([world.certificate.serialNumber.der, date])
                return good + [extensions.bytes, HandMade.sequence([own])]
            }
        },
        StatementShape("an OCTET STRING for what is signed", syntax, .unknown) {
            try Scene.outer { $0[0] = [0x04, 0x02, 0x56, 0x78] }
        },
        StatementShape("an OCTET STRING for the signature's algorithm", syntax, .unknown) {
            try Scene.outer { $0[1] = [0x04, 0x02, 0x56, 0x78] }
        },
        StatementShape("an OCTET STRING for the signature", syntax, .unknown) {
            try Scene.outer { $0[2][0] = 0x04 }
        },
        StatementShape("a SEQUENCE after the signature", syntax, .unknown) {
            try Scene.outer { $0.append([0x30, 0x00]) }
        },
        StatementShape("an entry whose number is an OCTET STRING", syntax, .unknown) {
            try Scene.entry([[0x04, 0x01, 0x7F], date])
        },
        StatementShape("an entry whose date is an OCTET STRING", syntax, .unknown) {
            try Scene.entry([SerialNumber(101).der, [0x04] + date.dropFirst()])
        },
        StatementShape("an entry with an INTEGER after its date", syntax, .unknown) {
            try Scene.entry([SerialNumber(101).der, date, HandMade.garbage])
        },
        StatementShape("an entry with an INTEGER after its extensions", syntax, .unknown) {
            try Scene.entry([SerialNumber(101).der, date, HandMade.sequence([harmless.der]), HandMade.garbage])
        },
        StatementShape("an INTEGER for an entry", syntax, .unknown) { try Scene.entry(nil) },
    ]

    @Test("good, and good here", arguments: goodShapes)
    func good(_ shape: StatementShape) throws { try shape.check() }

    @Test("revoked, and revoked here", arguments: revokedShapes)
    func revoked(_ shape: StatementShape) throws { try shape.check() }

    @Test("nothing can be said by it", arguments: badShapes)
    func bad(_ shape: StatementShape) throws { try shape.check() }

    @Test("against the standard", arguments: invalidShapes)
    func invalid(_ shape: StatementShape) throws { try shape.check() }

    @Test("against the syntax", arguments: garbageShapes)
    func garbage(_ shape: StatementShape) throws { try shape.check() }

    @Test("all 66, each by a name of its own, five of them with another outcome")
    func count() {
        let all = Self.goodShapes + Self.revokedShapes + Self.badShapes + Self.invalidShapes + Self.garbageShapes
        #expect(all.count == 66)
        #expect(Set(all.map(\.name)).count == 66)
        #expect(all.filter { $0.difference != nil }.count == 5)
    }
}
