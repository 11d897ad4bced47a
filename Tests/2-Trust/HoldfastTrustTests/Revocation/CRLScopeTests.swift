import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §6.3.3(b), (d), (e): which list speaks of which certificate, and of which reasons.
@Suite("Revocation: scope and distribution points", .ownThread)
struct CRLScopeTests {
    private static let here = "http://crl.holdfast.test/here"

    private func scoped(
        _ world: RevocationWorld, _ scope: IssuingDistributionPoint, revoking: Bool = false
    ) throws -> Set<FindingCode> {
        try world.errors(with: { list in
            list.issuingDistributionPoint = scope
            if revoking { list.revoke(world.certificate.serialNumber) }
        })
    }

    /// (b)(2)(i): "verify that one of the names in the IDP matches one of the names in the DP".
    @Test("names of the list and of the certificate's distribution point")
    func names() throws {
        let world = try RevocationWorld(points: [.at(Self.here)])
        func named(_ uris: String...) -> IssuingDistributionPoint {
            IssuingDistributionPoint(
                distributionPoint: .fullName(
                    uris.compactMap { IA5String($0).map(GeneralName.uniformResourceIdentifier) }))
        }
        #expect(try scoped(world, named(Self.here)) == [])
        #expect(try scoped(world, named("http://other.test/", Self.here)) == [])
        #expect(try scoped(world, named("HTTP://CRL.holdfast.TEST/here")) == [])
        #expect(try scoped(world, named("http://crl.holdfast.test/HERE")) == [.revocationUnknown])
        #expect(try scoped(world, named("http://crl.holdfast.test/elsewhere")) == [.revocationUnknown])
        #expect(
            try scoped(world, named("http://crl.holdfast.test/elsewhere"), revoking: true) == [
                .revocationUnknown
            ])
        #expect(try scoped(world, named()) == [.revocationUnknown])
        // A list without a name covers all that its issuer issued (§5.2.5).
        #expect(try world.errors(with: { _ in }) == [])
    }

    @Test("a name relative to the issuer is the full name, on either side")
    func relative() throws {
        let full = DistinguishedName([(.commonName, "Test Intermediate"), (.commonName, "crl7")])
        let step = DistributionPoint.Name.step("crl7")
        let names: [DistributionPoint.Name] = [step, .fullName([.directoryName(full)])]
        for point in names {
            let world = try RevocationWorld(points: [DistributionPoint(distributionPoint: point)])
            for scope in names {
                #expect(try scoped(world, IssuingDistributionPoint(distributionPoint: scope)) == [])
            }
            for other in [
                DistributionPoint.Name.step("crl8"), .fullName([.directoryName(world.intermediateName)]),
            ] {
                // The second is the issuer's own name, which is another partition.
                #expect(try scoped(world, IssuingDistributionPoint(distributionPoint: other)) == [.revocationUnknown])
            }
        }
    }

    /// "repeat the process above with any available CRLs not specified in a distribution point but issued by the
    /// certificate issuer ... a distribution point name of the certificate issuer".
    @Test("without a distribution point the list's name has to be the issuer's")
    func assumedPoint() throws {
        let world = try RevocationWorld()
        let own = IssuingDistributionPoint(
            distributionPoint: .fullName([.directoryName(world.intermediateName)]))
        #expect(try scoped(world, own) == [])
        #expect(try scoped(world, own, revoking: true) == [.revoked])
        let other = IssuingDistributionPoint(
            distributionPoint: .fullName(DistributionPoint.uris(Self.here)))
        #expect(try scoped(world, other, revoking: true) == [.revocationUnknown])
        let mail = try #require(IA5String("ca@holdfast.test"))
        let named = try RevocationWorld {
            $0.add(.issuerAlternativeName, GeneralNames([.rfc822Name(mail)]))
        }
        #expect(
            try scoped(named, IssuingDistributionPoint(distributionPoint: .fullName([.rfc822Name(mail)])))
                == [])
    }

    /// §5.2.5: "If the distributionPoint field is present, then it MUST include at least one of names from the
    /// corresponding distributionPoint field of the cRLDistributionPoints extension of every certificate that is within
    /// the scope of this CRL."
    @Test("a list that names its issuer alone is no list of a certificate that names another point")
    func partition() throws {
        let world = try RevocationWorld(points: [.at(Self.here)])
        let issuer = GeneralName.directoryName(world.intermediateName)
        let own = IssuingDistributionPoint(distributionPoint: .fullName([issuer]))
        #expect(try scoped(world, own) == [.revocationUnknown])
        let both = IssuingDistributionPoint(distributionPoint: .fullName([issuer] + DistributionPoint.uris(Self.here)))
        #expect(try scoped(world, both) == [])
        // A point that only names who issues its lists has no name of its own.
        let delegated = try RevocationWorld(points: [
            DistributionPoint(cRLIssuer: [.directoryName(DistinguishedName([(.commonName, "List Issuer")]))])
        ])
        #expect(try scoped(delegated, own) == [])
    }

    /// (b)(2)(ii)-(iv).
    @Test("lists of users, of authorities, of attribute certificates")
    func kinds() throws {
        let world = try RevocationWorld()
        #expect(try scoped(world, IssuingDistributionPoint(onlyContainsUserCerts: true)) == [])
        #expect(
            try scoped(world, IssuingDistributionPoint(onlyContainsCACerts: true)) == [.revocationUnknown]
        )
        #expect(
            try scoped(world, IssuingDistributionPoint(onlyContainsAttributeCerts: true)) == [
                .revocationUnknown
            ])
        #expect(
            try scoped(
                world, IssuingDistributionPoint(onlyContainsUserCerts: true, onlyContainsCACerts: true))
                == [.revocationUnknown])
        // The intermediate is an authority.
        let rows: [(IssuingDistributionPoint, Set<FindingCode>)] = [
            (IssuingDistributionPoint(onlyContainsCACerts: true), []),
            (IssuingDistributionPoint(onlyContainsUserCerts: true), [.revocationUnknown]),
        ]
        for (scope, codes) in rows {
            let rootList = try world.rootList { $0.issuingDistributionPoint = scope }
            #expect(try world.judge([rootList, world.list()]).codes(.error) == codes)
        }
    }

    /// (d), (e), (l): "sufficient CRLs have been checked to cover all reason codes".
    @Test("reasons: halves make a whole, and nothing less does")
    func reasons() throws {
        let world = try RevocationWorld(points: [.at(Self.here)])
        let first: DistributionPoint.ReasonFlags = [.keyCompromise, .cACompromise]
        let rest: DistributionPoint.ReasonFlags = [
            .affiliationChanged, .superseded, .cessationOfOperation, .certificateHold,
            .privilegeWithdrawn,
            .aACompromise,
        ]
        func list(_ reasons: DistributionPoint.ReasonFlags, revoking: Bool = false) throws -> [UInt8] {
            try world.list { list in
                list.issuingDistributionPoint = IssuingDistributionPoint(onlySomeReasons: reasons)
                if revoking { list.revoke(world.certificate.serialNumber) }
            }
        }
        #expect(try world.errors([list(first)]) == [.revocationUnknown])
        #expect(try world.errors([list(rest)]) == [.revocationUnknown])
        #expect(try world.errors([list(first), list(rest)]) == [])
        #expect(
            try world.errors([list(first), list(rest.subtracting(.aACompromise))]) == [.revocationUnknown]
        )
        #expect(try world.errors([list(first, revoking: true)]) == [.revoked])
        #expect(try world.errors([list(first), list(rest, revoking: true)]) == [.revoked])
        #expect(try world.errors([list([.unused])]) == [.revocationUnknown])
    }

    /// (d)(1), (3): the point's reasons limit what a list of all reasons covers.
    @Test("reasons of the distribution point")
    func pointReasons() throws {
        let some: DistributionPoint.ReasonFlags = [.keyCompromise, .cACompromise]
        let scope = IssuingDistributionPoint(
            distributionPoint: .fullName(DistributionPoint.uris(Self.here)))
        let half = try RevocationWorld(points: [.at(Self.here, reasons: some)])
        #expect(try scoped(half, scope) == [.revocationUnknown])
        #expect(try scoped(half, scope, revoking: true) == [.revoked])
        let rest = DistributionPoint.ReasonFlags(rawValue: 0x1FC)
        let both = try RevocationWorld(points: [
            .at(Self.here, reasons: some), .at(Self.here, reasons: rest),
        ])
        #expect(try scoped(both, scope) == [])
        let disjoint = IssuingDistributionPoint(
            distributionPoint: .fullName(DistributionPoint.uris(Self.here)), onlySomeReasons: .superseded)
        #expect(try scoped(half, disjoint, revoking: true) == [.revocationUnknown])
    }

    /// §5.2.5: "If either onlyContainsUserCerts or onlyContainsCACerts is set to TRUE, then the scope of the CRL MUST
    /// NOT include any version 1 or version 2 certificates."
    @Test("lists of users and of authorities say nothing of a certificate that cannot tell which it is")
    func version1() throws {
        for version in [Version.v1, .v2] {
            let world = try RevocationWorld { template in template.version = version }
            func isUnknown(_ scope: IssuingDistributionPoint?) throws -> Bool {
                let list = try world.list { $0.issuingDistributionPoint = scope }
                return try world.judge([list, world.rootList()]).codes(.error).contains(.revocationUnknown)
            }
            #expect(try !isUnknown(nil))
            #expect(try !isUnknown(IssuingDistributionPoint(indirectCRL: true)))
            #expect(try isUnknown(IssuingDistributionPoint(onlyContainsUserCerts: true)))
            #expect(try isUnknown(IssuingDistributionPoint(onlyContainsCACerts: true)))
        }
    }

    /// §5.2.5: "Conforming CRLs issuers MUST NOT issue CRLs where the DER encoding of the issuing distribution point
    /// extension is an empty sequence."
    @Test("a scope that says nothing: not what is good, but what is revoked")
    func emptyScope() throws {
        let world = try RevocationWorld()
        #expect(try scoped(world, IssuingDistributionPoint()) == [.revocationUnknown])
        #expect(try scoped(world, IssuingDistributionPoint(), revoking: true) == [.revoked])
    }
}
