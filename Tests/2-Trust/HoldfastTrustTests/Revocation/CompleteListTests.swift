import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §6.3.3 with complete lists: steps (a), (g), (j), and what §5 asks of a list.
@Suite("Revocation: complete lists", .ownThread)
struct CompleteListTests {
    private func world() throws -> RevocationWorld { try RevocationWorld() }

    @Test("nothing is asked for unless the policy asks")
    func off() throws {
        let world = try world()
        let revoked = try world.list { $0.revoke(world.certificate.serialNumber) }
        #expect(try world.errors([revoked], .off) == [])
        #expect(TrustPolicy.basicX509.revocation == .off)
    }

    @Test("current lists that have neither certificate")
    func good() throws {
        let world = try world()
        let verdict = try world.judge([world.list(), world.rootList()])
        #expect(verdict.success?.findings.filter { $0.severity != .note } == [])
        #expect(try world.errors([world.list { $0.revoke(SerialNumber(7)) }]) == [])
    }

    @Test("a revoked server, and a revoked authority above it")
    func revoked() throws {
        let world = try world()
        let authority = try Certificate(der: world.intermediate.certificate)
        for revocation in [RevocationChecking.soft, .hard] {
            let leafList = try world.list {
                $0.revoke(world.certificate.serialNumber, for: .keyCompromise)
            }
            #expect(try world.errors([leafList], revocation) == [.revoked])
            let rootList = try world.rootList { $0.revoke(authority.serialNumber) }
            let verdict = try world.judge([rootList, world.list()], revocation)
            #expect(verdict.codes(.error) == [.revoked])
            #expect(verdict.failure?.cause.position == .certificate(depth: 1))
        }
    }

    @Test("what is not known: refused where it must be known, a warning where it need not")
    func unknown() throws {
        let world = try world()
        for lists in [[], [try world.rootList()], [try world.list()]] {
            #expect(try world.judge(lists, .hard).codes(.error) == [.revocationUnknown])
            let soft = try world.judge(lists, .soft)
            #expect(soft.codes(.error) == [])
            // Without any list nobody can be asked, since the certificates name no place.
            #expect(soft.codes(.warning).contains(.revocationUnknown) == !lists.isEmpty)
            #expect(try !world.judge(lists, .off).codes(.warning).contains(.revocationUnknown))
        }
    }

    /// (a)(1): "If the current time is after the value of the CRL next update field".
    @Test("a list is current from thisUpdate to nextUpdate, both included")
    func dates() throws {
        let world = try world()
        let moment = RevocationWorld.moment
        let half = Instant(secondsSince1970: moment.secondsSince1970, nanoseconds: 500_000_000)
        #expect(try world.errors(with: { $0.nextUpdate = moment }) == [])
        #expect(try world.errors(with: { $0.nextUpdate = moment }, at: half) == [])
        #expect(
            try world.errors(with: { $0.nextUpdate = moment.advanced(bySeconds: -1) }) == [
                .revocationUnknown
            ])
        #expect(try world.errors(with: { $0.thisUpdate = moment }) == [])
        #expect(
            try world.errors(with: { $0.thisUpdate = moment.advanced(bySeconds: 1) }) == [
                .revocationUnknown
            ])
        // What of a younger list is decided by the profile (ListNumberTests).
        #expect(
            try world.errors(with: {
                $0.thisUpdate = moment.advanced(byDays: -7)
                $0.nextUpdate = nil
            }) == [.revocationUnknown])
    }

    @Test("an outdated list still shows what it has, but for a hold, which may have ended")
    func outdated() throws {
        let world = try world()
        let past = RevocationWorld.moment.advanced(byDays: -1)
        func errors(_ reason: RevocationReason?) throws -> Set<FindingCode> {
            try world.errors(with: { list in
                list.nextUpdate = past
                list.revoke(world.certificate.serialNumber, for: reason)
            })
        }
        #expect(try errors(nil) == [.revoked])
        #expect(try errors(.superseded) == [.revoked])
        #expect(try errors(.certificateHold) == [.revocationUnknown])
    }

    @Test("a list of the future shows what was revoked by now, and nothing else")
    func future() throws {
        let world = try world()
        let later = RevocationWorld.moment.advanced(byDays: 2)
        func errors(on date: Instant) throws -> Set<FindingCode> {
            try world.errors(with: { list in
                list.thisUpdate = later
                list.nextUpdate = later.advanced(byDays: 1)
                list.revoke(world.certificate.serialNumber, on: date)
            })
        }
        #expect(try errors(on: RevocationWorld.moment) == [.revoked])
        #expect(try errors(on: RevocationWorld.moment.advanced(bySeconds: 1)) == [.revocationUnknown])
    }

    @Test("the newest list counts, in whatever order they come, and twice is once")
    func order() throws {
        let world = try world()
        let older = try world.list { list in
            list.thisUpdate = RevocationWorld.moment.advanced(byDays: -2)
            list.revoke(world.certificate.serialNumber, for: .certificateHold)
        }
        let newer = try world.list { $0.cRLNumber = CRLNumber(2) }
        #expect(try world.errors([older, newer]) == [])
        #expect(try world.errors([newer, older, newer]) == [])
        let held = try world.list { list in
            list.cRLNumber = CRLNumber(3)
            list.revoke(world.certificate.serialNumber)
        }
        #expect(try world.errors([newer, held]) == [.revoked])
        #expect(try world.errors([held, newer]) == [.revoked])
    }

    @Test("other authorities' lists, and bytes that are no list, change nothing")
    func irrelevant() throws {
        let world = try world()
        let stranger = try CertificateAuthority.root(name: "Stranger", at: RevocationWorld.moment)
        let impostor = try CertificateAuthority.root(
            name: "Test Intermediate", at: RevocationWorld.moment)
        let serial = world.certificate.serialNumber
        let noise = [
            try world.list(by: stranger) { $0.revoke(serial) },
            try world.list(by: impostor) { $0.revoke(serial) },
            [0x30, 0x80], [],
        ]
        #expect(try world.errors(noise + [world.list()]) == [])
        #expect(try world.errors(noise) == [.revocationUnknown])
        let told = try world.judge(noise + [world.rootList()]).failure?.cause.seen ?? ""
        #expect(told.contains("names another key of its issuer"))
        #expect(told.contains("cannot be read"))
    }

    /// (g): "Validate the signature on the complete CRL".
    @Test("a list with a signature that does not hold says nothing, of either kind")
    func signature() throws {
        let world = try world()
        let serial = world.certificate.serialNumber
        #expect(
            try world.errors(with: {
                $0.revoke(serial)
                $0.signatureEdit = .flippingBit(at: -1)
            }) == [.revocationUnknown])
        var changed = try world.list { $0.revoke(serial) }
        let date = try #require(changed.firstRange(of: Array("260608".utf8)))
        changed[date.lowerBound + 1] = UInt8(ascii: "7")
        #expect(try world.errors([changed]) == [.revocationUnknown])
    }

    /// "If a CRL contains a critical extension that the application cannot process, then the application MUST NOT use
    /// that CRL to determine the status of certificates" (§5.2); of entries "to determine the status of any
    /// certificates" (§5.3).
    @Test("a critical extension that is not known: the list is not used, for what it has neither")
    func unknownCritical() throws {
        let world = try world()
        let serial = world.certificate.serialNumber
        let unknown = Extension(ObjectIdentifier(2, 999, 1), isCritical: true, value: [5, 0])
        #expect(
            try world.errors(with: {
                $0.additionalExtensions = [unknown]
                $0.revoke(serial)
            }) == [.revocationUnknown])
        let date = Time(RevocationWorld.moment)
        #expect(
            try world.errors(with: {
                $0.entries = [RevokedCertificate(SerialNumber(9), revocationDate: date, further: [unknown])]
                $0.revoke(serial)
            }) == [.revocationUnknown])
        let harmless = Extension(ObjectIdentifier(2, 999, 1), value: [5, 0])
        #expect(try world.errors(with: { $0.additionalExtensions = [harmless] }) == [])
    }

    @Test(
        "what RFC 5280 forbids issuers keeps a list from showing that a certificate is good, not that it is revoked"
    )
    func faults() throws {
        let world = try world()
        let number = Extension(.cRLNumber, value: CRLNumber(5).der)
        let rows: [(String, (inout RevocationListTemplate) -> Void)] = [
            (
                "§5.2.3: \"MUST mark this extension as non-critical\"",
                { $0.criticality[.cRLNumber] = true }
            ),
            ("§4.2: an extension twice", { $0.additionalExtensions = [number] }),
            ("§5.1: extensions, so \"version MUST be v2\"", { $0.version = .v1 }),
            (
                "§5.3.3: entries of other issuers in a list that is not indirect",
                { $0.revoke(SerialNumber(9), of: DistinguishedName([(.commonName, "b")])) }
            ),
        ]
        for (name, change) in rows {
            #expect(try world.errors(with: change) == [.revocationUnknown], "\(name)")
            let revoked = try world.errors(with: { list in
                list.revoke(world.certificate.serialNumber)
                change(&list)
            })
            #expect(revoked == [.revoked], "\(name)")
        }
        // §5.1.1.2: which algorithm made the signature is then anybody's guess.
        let mismatch = try world.errors(with: { list in
            list.innerAlgorithm = .ecdsa(.sha384)
            list.revoke(world.certificate.serialNumber)
        })
        #expect(mismatch == [.revocationUnknown])
    }

    /// "Conforming applications that support CRLs are REQUIRED to process both version 1 and version 2 complete CRLs"
    /// (§5).
    @Test("version 1")
    func version1() throws {
        let world = try world()
        func old(_ list: inout RevocationListTemplate) {
            list.version = .v1
            list.cRLNumber = nil
            list.authorityKeyIdentifier = .omitted
        }
        #expect(try world.errors(with: { old(&$0) }) == [])
        #expect(
            try world.errors(with: {
                old(&$0)
                $0.revoke(world.certificate.serialNumber)
            }) == [.revoked])
    }

    @Test("SHA-1 under a list shows nothing good where the profile refuses it under a certificate")
    func weak() throws {
        let world = try world()
        #expect(
            try world.errors(with: { $0.signatureAlgorithm = .ecdsa(.sha1) }) == [.revocationUnknown])
        #expect(
            try world.errors(with: {
                $0.signatureAlgorithm = .ecdsa(.sha1)
                $0.revoke(world.certificate.serialNumber)
            }) == [.revoked])
        let lowered = try Profile.default.dangerouslyLowering("weakSignature.digest", to: .warning)
        let list = try world.list { $0.signatureAlgorithm = .ecdsa(.sha1) }
        #expect(try world.errors([list], policy: { $0.profile = lowered }) == [])
    }

    /// "The removeFromCRL (8) reasonCode value may only appear in delta CRLs" (§5.3.1).
    @Test("a complete list that takes an entry back shows nothing")
    func removal() throws {
        let world = try world()
        #expect(
            try world.errors(with: { $0.revoke(world.certificate.serialNumber, for: .removeFromCRL) })
                == [.revocationUnknown])
    }
}
