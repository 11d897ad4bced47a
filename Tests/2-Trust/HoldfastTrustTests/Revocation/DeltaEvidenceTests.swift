import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// A delta list that cannot be combined with the lists at hand still is its issuer's word on what was revoked since:
/// RFC 5280 §5.2.4 has it name "each certificate within the scope of the delta CRL whose status has changed since the
/// generation of the referenced base CRL", and by §3.3 an entry stays "until it appears on one regularly scheduled CRL
/// issued beyond the revoked certificate's validity period".
@Suite("Revocation: delta lists that bring no list up to date", .ownThread)
struct DeltaEvidenceTests {
    private let world: RevocationWorld
    private var serial: SerialNumber { world.certificate.serialNumber }
    private let past = RevocationWorld.moment.advanced(bySeconds: -1)

    init() throws { world = try RevocationWorld() }

    /// Current, number 5, issued two hours ago: by itself it shows that the server's certificate is good.
    private func base(_ change: (inout RevocationListTemplate) -> Void = { _ in }) throws -> [UInt8] {
        try world.list { list in
            list.cRLNumber = CRLNumber(5)
            list.thisUpdate = RevocationWorld.moment.advanced(bySeconds: -7200)
            change(&list)
        }
    }

    /// Issued an hour ago.
    private func delta(
        _ number: UInt64, on base: UInt64 = 5, _ change: (inout RevocationListTemplate) -> Void = { _ in }
    ) throws -> [UInt8] {
        try world.list { list in
            list.cRLNumber = CRLNumber(number)
            list.deltaCRLIndicator = CRLNumber(base)
            change(&list)
        }
    }

    @Test("one whose base is newer than the list at hand")
    func newerBase() throws {
        #expect(try world.errors([base(), delta(7, on: 6)]) == [])
        #expect(try world.errors([base(), delta(7, on: 6) { $0.revoke(serial) }]) == [.revoked])
        #expect(try world.errors([base(), delta(7, on: 6) { $0.revoke(SerialNumber(1)) }]) == [])
    }

    @Test("one that is outdated: what it revoked stays revoked, but for a hold")
    func outdated() throws {
        func errors(_ reason: RevocationReason) throws -> Set<FindingCode> {
            try world.errors([
                base(),
                delta(7) { list in
                    list.nextUpdate = past
                    list.revoke(serial, for: reason)
                },
            ])
        }
        #expect(try errors(.keyCompromise) == [.revoked])
        #expect(try errors(.certificateHold) == [])
        #expect(try errors(.removeFromCRL) == [])
    }

    @Test("the newest of two, which RFC 5280 forbids issuers (§5.2.3: a critical number)")
    func faulty() throws {
        let faultless = try delta(6) { $0.thisUpdate = RevocationWorld.moment.advanced(bySeconds: -5000) }
        let newest = try delta(7) { list in
            list.criticality[.cRLNumber] = true
            list.revoke(serial)
        }
        #expect(try world.errors([base(), faultless]) == [])
        #expect(try world.errors([base(), faultless, newest]) == [.revoked])
        #expect(try world.errors([newest, faultless, base()]) == [.revoked])
    }

    @Test("by another key of the issuer, which may sign lists")
    func otherKey() throws {
        let signer = try world.listSigner()
        let list = try world.list(by: signer) { list in
            list.cRLNumber = CRLNumber(7)
            list.deltaCRLIndicator = CRLNumber(5)
            list.revoke(serial)
        }
        #expect(try world.errors([base(), list], others: [signer.certificate]) == [.revoked])
        let stranger = try CertificateAuthority.root(name: "Test Intermediate", at: RevocationWorld.moment)
        let forged = try world.list(by: stranger) { list in
            list.deltaCRLIndicator = CRLNumber(5)
            list.revoke(serial)
        }
        #expect(try world.errors([base(), forged], others: [stranger.certificate]) == [])
    }

    /// "If more than one current delta CRL for a given scope is encountered, the application SHOULD consider the one
    /// with the latest value in thisUpdate to be the most current one" (§5.2.4).
    @Test("one that is older than what is known already changes nothing")
    func superseded() throws {
        let older = RevocationWorld.moment.advanced(bySeconds: -9000)
        let held = try delta(4, on: 3) { list in
            list.thisUpdate = older
            list.revoke(serial, for: .certificateHold)
        }
        #expect(try world.errors([base(), held]) == [])
        let hold = try delta(7, on: 6) { list in
            list.thisUpdate = RevocationWorld.moment.advanced(bySeconds: -5000)
            list.revoke(serial, for: .certificateHold)
        }
        let release = try delta(8, on: 6) { $0.revoke(serial, for: .removeFromCRL) }
        #expect(try world.errors([base(), hold]) == [.revoked])
        #expect(try world.errors([base(), hold, release]) == [])
    }

    @Test("one of another scope than the certificate is in says nothing of it")
    func scope() throws {
        let authorities = IssuingDistributionPoint(onlyContainsCACerts: true)
        let other = try delta(7, on: 6) { list in
            list.issuingDistributionPoint = authorities
            list.revoke(serial)
        }
        #expect(try world.errors([base(), other]) == [])
    }

    /// A certificate's own distribution point leads to its deltas as well as to its lists.
    @Test("one at the certificate's distribution point, and one of the issuer that the point names")
    func points() throws {
        let uri = "http://crl.holdfast.test/here"
        let scope = IssuingDistributionPoint(distributionPoint: .fullName(DistributionPoint.uris(uri)))
        let world = try RevocationWorld(points: [.at(uri)])
        func list(_ change: (inout RevocationListTemplate) -> Void) throws -> [UInt8] {
            try world.list { list in
                list.issuingDistributionPoint = scope
                list.cRLNumber = CRLNumber(5)
                change(&list)
            }
        }
        let complete = try list { $0.thisUpdate = RevocationWorld.moment.advanced(bySeconds: -7200) }
        let revoking = try list { list in
            list.cRLNumber = CRLNumber(7)
            list.deltaCRLIndicator = CRLNumber(6)
            list.revoke(world.certificate.serialNumber)
        }
        #expect(try world.errors([complete]) == [])
        #expect(try world.errors([complete, revoking]) == [.revoked])
        #expect(try world.errors([revoking]) == [.revoked])
    }

    /// "the delta CRL follows the complete CRL in the numbering sequence" (§5.2.4(d)), and numbers increase (§5.2.3).
    @Test("one that was issued before its base does not bring it up to date")
    func baseOfTheFuture() throws {
        let future = try base { list in
            list.thisUpdate = RevocationWorld.moment.advanced(byDays: 1)
            list.nextUpdate = RevocationWorld.moment.advanced(byDays: 2)
        }
        #expect(try world.errors([future]) == [.revocationUnknown])
        #expect(try world.errors([future, delta(7)]) == [.revocationUnknown])
    }
}
