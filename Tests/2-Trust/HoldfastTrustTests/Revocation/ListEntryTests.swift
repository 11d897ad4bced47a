import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §5.1.2.6 and §5.3: which entry of a list is a certificate's, and which of several counts.
@Suite("Revocation: entries", .ownThread)
struct ListEntryTests {
    private let world: RevocationWorld
    private var serial: SerialNumber { world.certificate.serialNumber }

    init() throws { world = try RevocationWorld() }

    private func errors(
        _ reasons: [RevocationReason?], _ change: (inout RevocationListTemplate) -> Void = { _ in }
    ) throws -> Set<FindingCode> {
        try world.errors(with: { list in
            for reason in reasons { list.revoke(serial, for: reason) }
            change(&list)
        })
    }

    /// "Certificates revoked by the CA are uniquely identified by the certificate serial number" (§5.1.2.6), so two
    /// entries contradict each other; of "all other reason codes" than removeFromCRL §5.3.1 says that they "indicate
    /// that the specified certificate should be considered revoked".
    @Test("a certificate that stands on a list twice: what revokes it for good counts, wherever it stands")
    func twice() throws {
        #expect(try errors([.keyCompromise, .removeFromCRL]) == [.revoked])
        #expect(try errors([.removeFromCRL, .keyCompromise]) == [.revoked])
        let past = RevocationWorld.moment.advanced(byDays: -1)
        // A hold may have ended since; what was superseded stays so.
        #expect(try errors([.superseded, .certificateHold]) { $0.nextUpdate = past } == [.revoked])
        #expect(try errors([.certificateHold, nil]) { $0.nextUpdate = past } == [.revoked])
        #expect(try errors([.certificateHold, .certificateHold]) { $0.nextUpdate = past } == [.revocationUnknown])
    }

    @Test("the same on a delta list: an entry that takes it back does not hide one that revokes")
    func twiceOnDelta() throws {
        let base = try world.list { list in
            list.cRLNumber = CRLNumber(5)
            list.thisUpdate = RevocationWorld.moment.advanced(bySeconds: -7200)
        }
        for reasons in [[RevocationReason.keyCompromise, .removeFromCRL], [.removeFromCRL, .keyCompromise]] {
            let delta = try world.list { list in
                list.cRLNumber = CRLNumber(7)
                list.deltaCRLIndicator = CRLNumber(5)
                for reason in reasons { list.revoke(serial, for: reason) }
            }
            #expect(try world.errors([base, delta]) == [.revoked], "\(reasons)")
        }
    }

    /// §5.3.1 has reasonCode 7 as "not used", and none beyond 10; "all other reason codes" than removeFromCRL "indicate
    /// that the specified certificate should be considered revoked".
    @Test(
        "a reason that does not exist is one: the entry is revoked, and the list counts for others",
        arguments: [7, 11, 99])
    func unknownReason(_ number: UInt8) throws {
        func list(_ serial: SerialNumber) -> (inout RevocationListTemplate) -> Void {
            { list in
                list.entries = [
                    RevokedCertificate(
                        serial, revocationDate: Time(RevocationWorld.moment.advanced(byDays: -3)),
                        further: [Extension(.cRLReason, value: [0x0A, 1, number])])
                ]
            }
        }
        for checking in [RevocationChecking.soft, .hard] {
            let verdict = try world.judge([world.list(list(serial)), world.rootList()], checking)
            #expect(verdict.codes(.error) == [.revoked], "\(checking)")
            #expect(verdict.failure?.cause.message.hasSuffix("for unknown reason \(number)") == true)
        }
        #expect(try world.errors(with: list(SerialNumber(9))) == [])
    }

    /// §5.3.3: "the certificate issuer CRL entry extension includes one or more names", and "On subsequent entries in
    /// an indirect CRL, if this extension is not present, the certificate issuer for the entry is the same as that for
    /// the preceding entry."
    @Test("entries of an issuer without a name belong to nobody knows whom: such a list shows nothing good")
    func issuerWithoutName() throws {
        let other = DistinguishedName([(.commonName, "b")])
        func errors(_ names: [GeneralName]) throws -> Set<FindingCode> {
            try world.errors(with: { list in
                list.issuingDistributionPoint = IssuingDistributionPoint(indirectCRL: true)
                list.entries = [
                    RevokedCertificate(
                        SerialNumber(1), revocationDate: Time(RevocationWorld.moment), certificateIssuer: names)
                ]
                list.revoke(serial)
            })
        }
        #expect(try errors([.directoryName(other)]) == [])
        #expect(try errors([]) == [.revocationUnknown])
        #expect(try errors([.directoryName(world.intermediateName)]) == [.revoked])
    }

    /// RFC 5280 §7.5: "the local-part of each name is an exact match, AND ... the host-part of each name matches using
    /// a case-insensitive ASCII comparison".
    @Test("an issuer that an entry names by its mailbox")
    func mailbox() throws {
        func mail(_ text: String) throws -> GeneralName { .rfc822Name(try #require(IA5String(text))) }
        let own = try mail("CA@holdfast.test")
        let world = try RevocationWorld { $0.add(.issuerAlternativeName, GeneralNames([own])) }
        func errors(_ name: String) throws -> Set<FindingCode> {
            let names = [try mail(name)]
            return try world.errors(with: { list in
                list.issuingDistributionPoint = IssuingDistributionPoint(indirectCRL: true)
                list.entries = [
                    RevokedCertificate(
                        world.certificate.serialNumber, revocationDate: Time(RevocationWorld.moment),
                        certificateIssuer: names)
                ]
            })
        }
        #expect(try errors("CA@holdfast.test") == [.revoked])
        #expect(try errors("CA@HOLDFAST.Test") == [.revoked])
        #expect(try errors("ca@holdfast.test") == [])
    }

    /// §4.1.2.2: "Non-conforming CAs may issue certificates with serial numbers that are negative or zero. Certificate
    /// users SHOULD be prepared to gracefully handle such certificates."
    @Test("numbers that are negative, zero, or very long, and others that only look like them")
    func oddNumbers() throws {
        let rows: [(own: [UInt8], other: [UInt8])] = [
            ([0x80], [0x00, 0x80]), ([0x00], [0x01]), ([0xFF], [0x00, 0xFF]),
            (Array(repeating: 0x7F, count: 200), Array(repeating: 0x7F, count: 199)),
        ]
        for row in rows {
            let own = try SerialNumber(der: [0x02] + Self.length(row.own.count) + row.own)
            let other = try SerialNumber(der: [0x02] + Self.length(row.other.count) + row.other)
            let world = try RevocationWorld { $0.serialNumber = own }
            let revoked = try world.judge([world.list { $0.revoke(own) }, world.rootList()])
            #expect(revoked.codes(.error).contains(.revoked), "\(own)")
            let good = try world.judge([world.list { $0.revoke(other) }, world.rootList()])
            #expect(good.codes(.error).isDisjoint(with: [.revoked, .revocationUnknown]), "\(own)")
        }
    }

    private static func length(_ count: Int) -> [UInt8] {
        count < 128 ? [UInt8(count)] : [0x81, UInt8(count)]
    }
}
