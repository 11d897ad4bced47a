import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §6.3.3(f): "Obtain and validate the certification path for the issuer of the complete CRL. The trust anchor
/// for the certification path MUST be the same as the trust anchor used to validate the target certificate. If a key
/// usage extension is present in the CRL issuer's certificate, verify that the cRLSign bit is set."
@Suite("Revocation: who signs lists", .ownThread)
struct CRLSignerTests {
    @Test("an authority whose key usage leaves out cRLSign; one without the extension")
    func keyUsage() throws {
        func errors(_ usage: KeyUsage?) throws -> Set<FindingCode> {
            let root = try CertificateAuthority.root(name: "Test Root", at: RevocationWorld.moment)
            var template = CertificateTemplate.intermediate(
                name: "Test Intermediate", at: RevocationWorld.moment)
            template.keyUsage = usage
            let authority = CertificateAuthority(try root.issue(template))
            let leaf = try authority.issue(TestChain.server())
            var policy = TrustPolicy.ssl(try ServerName(TestChain.host))
            policy.anchors = .only([try Certificate(der: root.certificate)])
            policy.revocation = .hard
            let lists = try [authority, root].map {
                try $0.issue(RevocationListTemplate(at: RevocationWorld.moment))
            }
            do {
                _ = try TrustEngine().evaluate(
                    ServerTrust(derChain: leaf.chain), with: policy, at: RevocationWorld.moment,
                    supplying: [.revocationLists(lists.map { SuppliedRevocationList(der: $0) })])
                return []
            } catch let failure as TrustFailure {
                return Set(failure.errors.map(\.code))
            }
        }
        #expect(try errors([.keyCertSign, .cRLSign]) == [])
        #expect(try errors(.keyCertSign) == [.revocationUnknown])
        #expect(try errors(nil) == [])
    }

    @Test("a key of its own for lists, certified by the authority above")
    func ownKey() throws {
        let world = try RevocationWorld()
        let signer = try world.listSigner()
        let serial = world.certificate.serialNumber
        #expect(try world.errors([world.list(by: signer)], others: [signer.certificate]) == [])
        #expect(
            try world.errors([world.list(by: signer) { $0.revoke(serial) }], others: [signer.certificate])
                == [.revoked])
        // Without its certificate nobody knows the key.
        #expect(try world.errors([world.list(by: signer)]) == [.revocationUnknown])
        // The path that the signer stands in takes nothing from the one that it signs for.
        let lists = try [world.list(by: signer), world.rootList()]
        let proof = try #require(try world.judge(lists, others: [signer.certificate]).success)
        #expect(proof.work.offPathWeight == 0)
    }

    @Test("a limit that is passed after a signer to whom no path leads is told as what it is")
    func limitAfterStranger() throws {
        let world = try RevocationWorld {
            $0.add(.certificatePolicies, CertificatePolicies([PolicyInformation(.domainValidated)]))
        }
        let stranger = try CertificateAuthority.root(name: "Test Intermediate", at: RevocationWorld.moment)
        let lists = try [world.list(by: stranger), world.rootList()]
        let verdict = try world.judge(lists, .soft, others: [stranger.certificate]) {
            $0.limits.policiesPerCertificate = 0
        }
        let failure = try #require(verdict.failure)
        #expect(failure.cause.code == .workLimit)
        #expect(failure.cause.seen == "more than 0 policies in a certificate")
    }

    @Test(
        "a signer whose own certificate does not hold",
        arguments: ["expired", "no key usage", "other usage", "revoked", "not covered", "self-made"])
    func distrusted(why: String) throws {
        let world = try RevocationWorld()
        var signer = try world.listSigner { template in
            switch why {
            case "expired": template.notAfter = RevocationWorld.moment.advanced(bySeconds: -1)
            case "no key usage": template.keyUsage = nil
            case "other usage": template.keyUsage = .digitalSignature
            default: break
            }
        }
        if why == "self-made" {
            signer = try CertificateAuthority.root(name: "Test Intermediate", at: RevocationWorld.moment)
        }
        let serial = try Certificate(der: signer.certificate).serialNumber
        let scope = IssuingDistributionPoint(onlyContainsCACerts: true)
        let rootList = try world.rootList { list in
            if why == "revoked" { list.revoke(serial) }
            // The signer is no authority: this list leaves it out.
            if why == "not covered" { list.issuingDistributionPoint = scope }
        }
        let verdict = try world.judge([rootList, world.list(by: signer)], others: [signer.certificate])
        #expect(verdict.codes(.error) == [.revocationUnknown])
        #expect(verdict.failure?.cause.position == .certificate(depth: 0))
    }

    @Test("what a signer's list revokes is revoked, where its own status is not known")
    func revokedByUnknown() throws {
        let world = try RevocationWorld()
        let signer = try world.listSigner()
        let list = try world.list(by: signer) { $0.revoke(world.certificate.serialNumber) }
        #expect(
            try world.judge([list], .soft, others: [signer.certificate]).codes(.error) == [.revoked])
        #expect(
            try world.judge([list], .hard, others: [signer.certificate]).codes(.error) == [
                .revoked, .revocationUnknown,
            ])
    }

    @Test("a signer under another anchor that is trusted too")
    func otherAnchor() throws {
        let world = try RevocationWorld()
        let other = try CertificateAuthority.root(name: "Other Root", at: RevocationWorld.moment)
        var template = CertificateTemplate.intermediate(
            name: "Test Intermediate", at: RevocationWorld.moment)
        template.keyUsage = .cRLSign
        let signer = CertificateAuthority(try other.issue(template))
        let lists = try [world.list(by: signer), world.rootList(), world.list(by: other)]
        let anchors = try [world.root.certificate, other.certificate].map { try Certificate(der: $0) }
        let verdict = try world.judge(lists, others: [signer.certificate]) {
            $0.anchors = .only(anchors)
        }
        #expect(verdict.codes(.error) == [.revocationUnknown])
    }

    /// RFC 5280 §3.2: self-issued certificates "generated to support changes in policy or operations".
    @Test("key roll-over: lists are signed by the new key, the certificate by the old one")
    func rollOver() throws {
        let world = try RevocationWorld()
        let new = try world.root.intermediate(name: "Test Intermediate", at: RevocationWorld.moment)
        let serial = world.certificate.serialNumber
        #expect(try world.errors([world.list(by: new)], others: [new.certificate]) == [])
        #expect(
            try world.errors([world.list(by: new) { $0.revoke(serial) }], others: [new.certificate]) == [
                .revoked
            ])
    }

    /// §6.3.3(f): "Obtain and validate the certification path for the issuer of the complete CRL", which is to say that
    /// "at the current time, the certificate is not revoked" (§6.1.3(a)(3)).
    @Test("a signer does not take back what another says of it")
    func ownWord() throws {
        let world = try RevocationWorld()
        var template = CertificateTemplate.intermediate(name: "Test Intermediate", at: RevocationWorld.moment)
        template.basicConstraints = BasicConstraints(isCA: false)
        template.keyUsage = .cRLSign
        let signer = CertificateAuthority(try world.intermediate.issue(template))
        let signerSerial = try Certificate(der: signer.certificate).serialNumber
        // Newer than any list of the authority itself, and without an entry.
        let own = try world.list(by: signer) { list in
            list.cRLNumber = CRLNumber(9)
            list.thisUpdate = RevocationWorld.moment
        }
        #expect(try world.errors([own], others: [signer.certificate]) == [])
        for nextUpdate in [RevocationWorld.moment.advanced(byDays: 1), RevocationWorld.moment.advanced(bySeconds: -1)] {
            let list = try world.list { list in
                list.nextUpdate = nextUpdate
                list.revoke(signerSerial, for: .keyCompromise)
                list.revoke(world.certificate.serialNumber)
            }
            #expect(try world.errors([own, list], others: [signer.certificate]) == [.revoked])
            #expect(try world.errors([list, own], others: [signer.certificate]) == [.revoked])
        }
    }

    // MARK: Indirect lists

    private let listIssuer = DistinguishedName([(.commonName, "List Issuer")])

    /// A server whose distribution point names another issuer, and that issuer.
    private func indirect(
        _ change: (inout CertificateTemplate) -> Void = { _ in }
    ) throws -> (world: RevocationWorld, signer: CertificateAuthority) {
        let world = try RevocationWorld(points: [
            DistributionPoint(cRLIssuer: [.directoryName(listIssuer)])
        ])
        let signer = try world.listSigner { template in
            template.subject = listIssuer
            change(&template)
        }
        return (world, signer)
    }

    /// (b)(1): "that the complete CRL contains an issuing distribution point extension with the indirectCRL boolean
    /// asserted".
    @Test("a list of another issuer, which the distribution point names")
    func indirectLists() throws {
        let (world, signer) = try indirect()
        let scope = IssuingDistributionPoint(indirectCRL: true)
        func errors(
            _ scope: IssuingDistributionPoint?,
            _ change: (inout RevocationListTemplate) -> Void = { _ in }
        ) throws -> Set<FindingCode> {
            let list = try world.list(by: signer) { list in
                list.issuingDistributionPoint = scope
                change(&list)
            }
            return try world.errors([list], others: [signer.certificate])
        }
        let serial = world.certificate.serialNumber
        #expect(try errors(scope) == [])
        #expect(try errors(nil) == [.revocationUnknown])
        #expect(
            try errors(IssuingDistributionPoint(onlyContainsUserCerts: true)) == [.revocationUnknown])
        // §5.3.3: without a name the entry is of the list's own issuer, with one of that issuer.
        #expect(try errors(scope) { $0.revoke(serial) } == [])
        #expect(try errors(scope) { $0.revoke(serial, of: world.intermediateName) } == [.revoked])
        #expect(
            try errors(scope) { list in
                list.revoke(SerialNumber(1), of: world.intermediateName)
                list.revoke(serial)
            } == [.revoked])
        #expect(
            try errors(scope) { list in
                list.revoke(SerialNumber(1), of: world.intermediateName)
                list.revoke(serial, of: listIssuer)
            } == [])
        // (b)(2)(i): the point has no name, so the list's is compared with cRLIssuer.
        func named(_ name: DistinguishedName) -> IssuingDistributionPoint {
            IssuingDistributionPoint(
                distributionPoint: .fullName([.directoryName(name)]), indirectCRL: true)
        }
        #expect(try errors(named(listIssuer)) == [])
        #expect(try errors(named(world.intermediateName)) == [.revocationUnknown])
    }

    @Test("a list of another issuer that the distribution point does not name")
    func unnamedIssuer() throws {
        let world = try RevocationWorld()
        let signer = try world.listSigner { $0.subject = listIssuer }
        let list = try world.list(by: signer) { list in
            list.issuingDistributionPoint = IssuingDistributionPoint(indirectCRL: true)
            list.revoke(world.certificate.serialNumber, of: world.intermediateName)
        }
        #expect(try world.errors([list], others: [signer.certificate]) == [.revocationUnknown])
    }

    @Test(
        "a signer may speak of its own certificate; two that vouch for each other are believed neither")
    func circles() throws {
        let points = [DistributionPoint(cRLIssuer: [.directoryName(listIssuer)])]
        let (world, own) = try indirect {
            $0.add(.cRLDistributionPoints, CRLDistributionPoints(points))
        }
        let ownSerial = try Certificate(der: own.certificate).serialNumber
        let authorities = IssuingDistributionPoint(onlyContainsCACerts: true)
        let rootName = DistinguishedName([(.commonName, "Test Root")])
        func list(_ signer: CertificateAuthority, revoking serial: SerialNumber? = nil) throws
            -> [UInt8]
        {
            try world.list(by: signer) { list in
                list.issuingDistributionPoint = IssuingDistributionPoint(indirectCRL: true)
                if let serial { list.revoke(serial, of: rootName) }
            }
        }
        let rootList = try world.rootList { $0.issuingDistributionPoint = authorities }
        #expect(try world.judge([list(own), rootList], others: [own.certificate]).codes(.error) == [])
        #expect(
            try world.judge([list(own, revoking: ownSerial), rootList], others: [own.certificate]).codes(
                .error)
                == [.revocationUnknown])

        let (first, second) = (listIssuer, DistinguishedName([(.commonName, "Second Issuer")]))
        func signer(_ name: DistinguishedName, coveredBy other: DistinguishedName) throws
            -> CertificateAuthority
        {
            try world.listSigner { template in
                template.subject = name
                template.add(
                    .cRLDistributionPoints,
                    CRLDistributionPoints([DistributionPoint(cRLIssuer: [.directoryName(other)])]))
            }
        }
        let (one, two) = (try signer(first, coveredBy: second), try signer(second, coveredBy: first))
        let verdict = try world.judge(
            [list(one), list(two), rootList], others: [one.certificate, two.certificate])
        #expect(verdict.codes(.error) == [.revocationUnknown])
    }

    @Test("a row of signers, each covered by the next, is followed for three, and then refused")
    func depth() throws {
        func name(_ index: Int) -> DistinguishedName {
            DistinguishedName([(.commonName, "Issuer \(index)")])
        }
        func points(_ index: Int) -> [DistributionPoint] {
            [DistributionPoint(cRLIssuer: [.directoryName(name(index))])]
        }
        let world = try RevocationWorld(points: points(0))
        func errors(_ count: Int) throws -> Set<FindingCode> {
            var lists: [[UInt8]] = []
            var certificates: [[UInt8]] = []
            for index in 0..<count {
                // The last one speaks of itself.
                let signer = try world.listSigner { template in
                    template.subject = name(index)
                    template.add(
                        .cRLDistributionPoints, CRLDistributionPoints(points(min(index + 1, count - 1))))
                }
                certificates.append(signer.certificate)
                lists.append(
                    try world.list(by: signer) {
                        $0.issuingDistributionPoint = IssuingDistributionPoint(indirectCRL: true)
                    })
            }
            let rootList = try world.rootList {
                $0.issuingDistributionPoint = IssuingDistributionPoint(onlyContainsCACerts: true)
            }
            return try world.judge(lists + [rootList], others: certificates).codes(.error)
        }
        #expect(try errors(1) == [])
        #expect(try errors(3) == [])
        #expect(try errors(4) == [.revocationUnknown])
    }
}
