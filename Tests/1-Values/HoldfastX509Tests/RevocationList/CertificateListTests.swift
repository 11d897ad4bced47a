import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §5.1 to §5.3, byte by byte.
@Suite("Revocation lists")
struct CertificateListTests {
    @Test("the least there can be: an issuer and a date")
    func least() throws {
        let list = try CertificateList(der: HandMadeList(version: [], nextUpdate: []).der)
        #expect(list.version == .v1)
        #expect(list.thisUpdate.description == "2026-06-01T08:00:00Z")
        #expect(list.nextUpdate == nil)
        #expect(list.extensions.isEmpty)
        #expect(list.description == "list of CN=a")
        #expect(list.reencoded() == HandMadeList(version: [], nextUpdate: []).der)
    }

    @Test("a list of entries that is there and empty is carried, for rules to judge")
    func emptyLists() throws {
        let bytes = HandMadeList(entries: [], extensions: []).der
        let list = try CertificateList(der: bytes)
        #expect(list.revokedCertificates.isEmpty)
        #expect(list.reencoded() == bytes)
    }

    /// §5.3.1: 7 is "not used", and 10 is the last; a number that is neither is no reason not to read the list.
    @Test("every reason of §5.3.1, and numbers that it does not have")
    func reasons() throws {
        for (number, name) in [
            (0, "unspecified"), (1, "keyCompromise"), (2, "cACompromise"), (3, "affiliationChanged"),
            (4, "superseded"), (5, "cessationOfOperation"), (6, "certificateHold"), (8, "removeFromCRL"),
            (9, "privilegeWithdrawn"), (10, "aACompromise"), (7, "unknown reason 7"), (11, "unknown reason 11"),
            (255, "unknown reason -1"),
        ] {
            let entry = HandMadeList.entry(
                [1], extensions: HandMadeList.ce(21, [0x0A, 1, UInt8(number)]))
            let list = try CertificateList(der: HandMadeList(entries: [entry]).der)
            #expect(list.revokedCertificates.last(SerialNumber(1))?.entry.reasonCode?.description == name)
            #expect(list.reencoded() == HandMadeList(entries: [entry]).der)
        }
    }

    /// "On subsequent entries in an indirect CRL, if this extension is not present, the certificate issuer for the
    /// entry is the same as that for the preceding entry" (§5.3.3).
    @Test(
        "the certificate issuer is carried forward, and the same number may stand there for several")
    func certificateIssuers() throws {
        func issuer(_ name: String) -> [UInt8] {
            HandMadeList.ce(29, critical: true, tlv(0x30, HandMadeList.directoryName(name)))
        }
        let entries = [
            HandMadeList.entry([1]), HandMadeList.entry([2], extensions: issuer("b")),
            HandMadeList.entry([1]),
            HandMadeList.entry([3], extensions: issuer("c")), HandMadeList.entry([1]),
        ]
        let list = try CertificateList(der: HandMadeList(entries: entries).der)
        func issuers(_ number: UInt64) -> [String] {
            var found: [String] = []
            _ = list.revokedCertificates.last(SerialNumber(number)) { match in
                found.append(match.certificateIssuer.map { "\($0)" } ?? "the list's own")
                return false
            }
            return found
        }
        #expect(issuers(1).count == 3)
        #expect(issuers(1)[0].contains("CN=c"))
        #expect(issuers(1)[1].contains("CN=b"))
        #expect(issuers(1)[2] == "the list's own")
        #expect(issuers(2).count == 1)
        #expect(list.revokedCertificates.haveCertificateIssuers)
        #expect(list.unknownCriticalExtension == nil)
    }

    /// "If a CRL contains a critical extension that the application cannot process, then the application MUST NOT use
    /// that CRL" (§5.2); "a critical CRL entry extension" likewise (§5.3). Who reads it has to be able to see that.
    @Test("critical extensions that are not known are told, of the list and of entries")
    func unknownCritical() throws {
        let known = HandMadeList.ce(20, hex("02 01 05"))
        let unknown = HandMadeList.ce(99, critical: true, [5, 0])
        func first(_ list: HandMadeList) throws -> ObjectIdentifier? {
            try CertificateList(der: list.der).unknownCriticalExtension
        }
        #expect(try first(HandMadeList(extensions: [known])) == nil)
        #expect(try first(HandMadeList(extensions: [known, HandMadeList.ce(99, [5, 0])])) == nil)
        #expect(
            try first(HandMadeList(extensions: [known, unknown])) == ObjectIdentifier(2, 5, 29, 99))
        let entries = [HandMadeList.entry([1]), HandMadeList.entry([2], extensions: unknown)]
        #expect(try first(HandMadeList(entries: entries)) == ObjectIdentifier(2, 5, 29, 99))
        // A certificate's extension means nothing on a list.
        #expect(
            try first(HandMadeList(extensions: [HandMadeList.ce(15, critical: true, hex("03 02 01 06"))]))
                == .keyUsage)
    }

    @Test("extensions that stand there twice are told, of the list and of entries")
    func repeated() throws {
        let number = HandMadeList.ce(20, hex("02 01 05"))
        #expect(
            try CertificateList(der: HandMadeList(extensions: [number]).der).repeatedExtension == nil)
        let twice = try CertificateList(
            der: HandMadeList(extensions: [number, HandMadeList.ce(20, hex("02 01 06"))]).der)
        #expect(twice.repeatedExtension == .cRLNumber)
        #expect(twice.cRLNumber == CRLNumber(5))
        let reason = HandMadeList.ce(21, hex("0A 01 01"))
        let entry = HandMadeList.entry([1], extensions: reason, reason)
        #expect(
            try CertificateList(der: HandMadeList(entries: [entry]).der).repeatedExtension == .cRLReason)
    }

    /// "CRL verifiers MUST be able to handle CRLNumber values up to 20 octets" (§5.2.3).
    @Test("numbers compare by value, however long")
    func numbers() throws {
        let long = HandMadeList.ce(20, tlv(0x02, [0x7F] + Array(repeating: 0xFF, count: 19)))
        let list = try CertificateList(der: HandMadeList(extensions: [long]).der)
        let number = try #require(list.cRLNumber)
        #expect(number > CRLNumber(.max))
        #expect(number.description == "0x7f" + String(repeating: "ff", count: 19))
        #expect(CRLNumber(255) < CRLNumber(256))
        #expect(CRLNumber(0) < CRLNumber(1))
        #expect(CRLNumber(magnitude: [0, 0, 7]) == CRLNumber(7))
        #expect(CRLNumber(1 << 63).description == "9223372036854775808")
        ExtensionRow("zero", "02 01 00", CRLNumber(0)).check()
        ExtensionRow("a high bit", "02 02 00 80", CRLNumber(128)).check()
        MalformedRow<CRLNumber>("negative", "02 01 FF", .integerOutOfRange).check()
    }

    @Test("an entry that is made and one that is read are the same")
    func made() throws {
        let name = DistinguishedName([(.commonName, "b")])
        let date = try #require(Instant(rfc3339: "2026-04-01T00:00:00Z"))
        let entry = RevokedCertificate(
            SerialNumber(1), revocationDate: Time(date), reasonCode: .superseded, invalidityDate: date,
            certificateIssuer: [.directoryName(name)])
        #expect(try RevokedCertificate(der: entry.der) == entry)
        #expect(entry.unknownCriticalExtension == nil)
    }
}
