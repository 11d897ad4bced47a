import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §5.2.4 and §6.3.3(a), (c), (h), (i), (k): lists that change others.
@Suite("Revocation: delta lists", .ownThread)
struct DeltaListTests {
    private let world: RevocationWorld
    private var serial: SerialNumber { world.certificate.serialNumber }

    init() throws { world = try RevocationWorld() }

    /// Number 5, issued two hours ago.
    private func base(_ change: (inout RevocationListTemplate) -> Void = { _ in }) throws -> [UInt8] {
        try world.list { list in
            list.cRLNumber = CRLNumber(5)
            list.thisUpdate = RevocationWorld.moment.advanced(bySeconds: -7200)
            change(&list)
        }
    }

    /// Number 7, for bases from 5 on.
    private func delta(
        by signer: CertificateAuthority? = nil,
        _ change: (inout RevocationListTemplate) -> Void = { _ in }
    ) throws -> [UInt8] {
        try world.list(by: signer) { list in
            list.cRLNumber = CRLNumber(7)
            list.deltaCRLIndicator = CRLNumber(5)
            change(&list)
        }
    }

    @Test("what was revoked since, what was released, and what did not change")
    func changes() throws {
        #expect(try world.errors([base(), delta()]) == [])
        #expect(
            try world.errors([base(), delta { $0.revoke(serial, for: .keyCompromise) }]) == [.revoked])
        #expect(try world.errors([delta { $0.revoke(serial) }, base()]) == [.revoked])
        let held = try base { $0.revoke(serial, for: .certificateHold) }
        #expect(try world.errors([held]) == [.revoked])
        #expect(try world.errors([held, delta()]) == [.revoked])
        // (k): "If (cert_status is removeFromCRL), then set cert_status to UNREVOKED."
        #expect(try world.errors([held, delta { $0.revoke(serial, for: .removeFromCRL) }]) == [])
    }

    /// (a)(1)(i): a delta "with a next update value that is after the current time".
    @Test("a current delta makes an outdated list current; an outdated one is none")
    func outdated() throws {
        let past = RevocationWorld.moment.advanced(bySeconds: -1)
        let old = try base { $0.nextUpdate = past }
        #expect(try world.errors([old]) == [.revocationUnknown])
        #expect(try world.errors([old, delta()]) == [])
        #expect(try world.errors([old, delta { $0.nextUpdate = past }]) == [.revocationUnknown])
        #expect(try world.errors([old, delta { $0.nextUpdate = nil }]) == [.revocationUnknown])
        let future = RevocationWorld.moment.advanced(bySeconds: 1)
        #expect(try world.errors([old, delta { $0.thisUpdate = future }]) == [.revocationUnknown])
    }

    /// "A complete CRL and a delta CRL MAY be combined if the following four conditions are satisfied" (§5.2.4), and
    /// (c).
    @Test("a delta that is not for this list does not count")
    func combination() throws {
        let old = try base { $0.nextUpdate = RevocationWorld.moment.advanced(bySeconds: -1) }
        let scope = IssuingDistributionPoint(onlyContainsUserCerts: true)
        let rows: [(String, (inout RevocationListTemplate) -> Void)] = [
            ("(c): the base is newer than the list", { $0.deltaCRLIndicator = CRLNumber(6) }),
            ("(d): the delta is no newer than the list", { $0.cRLNumber = CRLNumber(5) }),
            ("(b)(1): another scope", { $0.issuingDistributionPoint = scope }),
            ("§6.3.3(c)(3): another key identifier", { $0.authorityKeyIdentifier = .value([1, 2, 3]) }),
            ("no number", { $0.cRLNumber = nil }),
            (
                "§5.2: a critical extension that is not known",
                {
                    $0.additionalExtensions = [
                        Extension(ObjectIdentifier(2, 999, 1), isCritical: true, value: [5, 0])
                    ]
                }
            ),
            ("(h): the signature", { $0.signatureEdit = .flippingBit(at: -1) }),
            ("signed over SHA-1", { $0.signatureAlgorithm = .ecdsa(.sha1) }),
        ]
        for (name, change) in rows {
            #expect(try world.errors([old, delta(change)]) == [.revocationUnknown], "\(name)")
        }
        #expect(try world.errors([old, delta { $0.deltaCRLIndicator = CRLNumber(4) }]) == [])
        let scoped = try base { list in
            list.nextUpdate = RevocationWorld.moment.advanced(bySeconds: -1)
            list.issuingDistributionPoint = scope
        }
        #expect(try world.errors([scoped, delta()]) == [.revocationUnknown])
        #expect(try world.errors([scoped, delta { $0.issuingDistributionPoint = scope }]) == [])
    }

    /// "the CRL issuer MUST use the same private key to sign the delta CRL and any complete CRL that it can be used to
    /// update" (§5.2.4).
    @Test("a delta by another key of the issuer does not count")
    func otherKey() throws {
        let old = try base { $0.nextUpdate = RevocationWorld.moment.advanced(bySeconds: -1) }
        let signer = try world.listSigner()
        let identifier = try #require(
            try Certificate(der: world.intermediate.certificate).subjectKeyIdentifier)
        let other = try delta(by: signer) { $0.authorityKeyIdentifier = .value(Array(identifier)) }
        #expect(try world.errors([old, other], others: [signer.certificate]) == [.revocationUnknown])
    }

    @Test("of several the newest counts, in whatever order")
    func several() throws {
        let first = try delta { list in
            list.thisUpdate = RevocationWorld.moment.advanced(bySeconds: -5000)
            list.cRLNumber = CRLNumber(6)
            list.revoke(serial, for: .certificateHold)
        }
        let second = try delta { $0.revoke(serial, for: .removeFromCRL) }
        #expect(try world.errors([base(), first]) == [.revoked])
        #expect(try world.errors([base(), first, second]) == [])
        #expect(try world.errors([second, first, base()]) == [])
    }

    @Test("a delta without its base shows what is revoked, and not that anything is good")
    func withoutBase() throws {
        #expect(try world.errors([delta()]) == [.revocationUnknown])
        #expect(try world.errors([delta { $0.revoke(serial) }]) == [.revoked])
        #expect(
            try world.errors([delta { $0.revoke(serial, for: .removeFromCRL) }]) == [.revocationUnknown])
    }
}
