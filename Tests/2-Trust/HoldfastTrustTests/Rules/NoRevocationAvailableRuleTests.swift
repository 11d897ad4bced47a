import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// RFC 9608 §2: "id-ce-noRevAvail OBJECT IDENTIFIER ::= { id-ce 56 }", "SYNTAX NULL (i.e., '0500'H is the DER
/// encoding)", criticality "MUST be FALSE". §4: where it is present, step (a)(3) of RFC 5280 §6.1.3 "is skipped".
@Suite("No revocation available", .ownThread)
struct NoRevocationAvailableRuleTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    private static func extensions(_ value: [UInt8] = [5, 0], isCritical: Bool = false) -> [Extension] {
        [Extension(.noRevAvail, isCritical: isCritical, value: value)]
    }

    private static let refused: Set<String> = ["rfc5280", "webpki"]

    /// The requirements of the rule that a chain does not meet, each with its weight, by a profile.
    private func found(
        _ chain: [[UInt8]], by profile: Profile, anchors: [[UInt8]]? = nil
    ) throws -> [String: Severity] {
        var policy = try test.policy(anchors: anchors)
        policy.profile = profile
        let result = try test.judge(chain, policy: policy)
        let findings = result.success?.findings ?? result.failure?.findings ?? []
        return findings.reduce(into: [:]) { found, finding in
            if finding.requirement.hasPrefix("noRevAvail.") { found[finding.requirement] = finding.severity }
        }
    }

    /// "This extension MUST NOT be present in CA public key certificates"; the certificate "MUST NOT also include the
    /// CRL Distribution Points certificate extension", nor "the Freshest CRL certificate extension", and its authority
    /// information access "MUST NOT include an id-ad-ocsp accessMethod" (RFC 9608 §2, §3).
    @Test("each misuse is named, and refused by those who hold certificates to the RFC", arguments: Profile.all)
    func misuse(_ profile: Profile) throws {
        let weight = Self.refused.contains(profile.name) ? Severity.error : .warning
        func leaf(
            _ extensions: [Extension] = Self.extensions(),
            _ change: (inout CertificateTemplate) throws -> Void = { _ in }
        ) throws -> [String: Severity] {
            var template = TestChain.server()
            try change(&template)
            template.additionalExtensions += extensions
            return try found(test.intermediate.issue(template).chain, by: profile)
        }
        #expect(try leaf() == [:])
        #expect(try leaf { try $0.addInformationAccess(issuerCertificates: ["http://ca.test/ca.der"]) } == [:])
        #expect(try leaf(Self.extensions([4, 0])) == ["noRevAvail.value": weight])
        #expect(try leaf(Self.extensions([])) == ["noRevAvail.value": weight])
        #expect(try leaf(Self.extensions([5, 0, 0])) == ["noRevAvail.value": weight])
        #expect(try leaf { try $0.addRevocationLists(["http://crl.test/a.crl"]) } == ["noRevAvail.place": weight])
        #expect(
            try leaf { try $0.addInformationAccess(ocspResponders: ["http://ocsp.test/"]) }
                == ["noRevAvail.place": weight])
        let points = CRLDistributionPoints([.at("http://crl.test/delta.crl")])
        #expect(try leaf { $0.add(.freshestCRL, points) } == ["noRevAvail.place": weight])
        #expect(try leaf { $0.basicConstraints = BasicConstraints(isCA: true) } == ["noRevAvail.authority": weight])
        let below = try test.belowIntermediate { $0.additionalExtensions += Self.extensions() }
        #expect(try found(below, by: profile) == ["noRevAvail.authority": weight])
        let (chain, anchors) = try test.belowRoot { $0.additionalExtensions += Self.extensions() }
        #expect(
            try found(chain, by: profile, anchors: anchors)
                == ["noRevAvail.anchor": profile.name == "webpki" ? .error : .warning])
    }

    /// RFC 5280 §4.2: "A certificate-using system MUST reject the certificate if it encounters a critical extension it
    /// does not recognize"; Chromium and cryptography do not, and RFC 9608 §2 has no critical one.
    @Test("a critical one refuses under every profile, and says why", arguments: Profile.all)
    func critical(_ profile: Profile) throws {
        let chain = try test.chain { $0.additionalExtensions += Self.extensions(isCritical: true) }
        #expect(try found(chain, by: profile) == ["noRevAvail.criticality": .error])
        var policy = try test.policy()
        policy.profile = profile
        #expect(try test.errors(chain, policy: policy).contains(.extensionCriticality))
    }

    @Test("where it is well made, no information is sought, in the mode hard too")
    func honoured() throws {
        let world = try RevocationWorld { $0.additionalExtensions += Self.extensions() }
        for mode in [RevocationChecking.soft, .hard] {
            let proof = try #require(try world.judge([world.rootList()], mode).success)
            #expect(proof.revocation == [.notAvailable, .good, .notChecked], "\(mode)")
            #expect(proof.findings.isEmpty, "\(mode)")
        }
        // A word that is at hand counts all the same, and one that does not count changes nothing.
        let revoked = try world.list { $0.revoke(world.certificate.serialNumber) }
        #expect(try world.errors([revoked]) == [.revoked])
        let outdated = try world.list { $0.nextUpdate = RevocationWorld.moment.advanced(bySeconds: -1) }
        #expect(try world.errors([outdated]) == [])
    }

    @Test("where it is misused, it excuses nothing")
    func notHonoured() throws {
        let misused: [(inout CertificateTemplate) -> Void] = [
            { $0.additionalExtensions += Self.extensions([4, 0]) },
            { $0.additionalExtensions += Self.extensions(isCritical: true) },
            {
                $0.additionalExtensions += Self.extensions()
                try? $0.addRevocationLists(["http://crl.test/a.crl"])
            },
            {
                $0.additionalExtensions += Self.extensions()
                $0.basicConstraints = BasicConstraints(isCA: true)
            },
        ]
        for (number, change) in misused.enumerated() {
            let world = try RevocationWorld(change)
            #expect(try world.errors([]).contains(.revocationUnknown), "\(number)")
        }
        // An authority of the chain is asked about.
        let below = try test.belowIntermediate { $0.additionalExtensions += Self.extensions() }
        var policy = try test.policy()
        policy.revocation = .hard
        let failure = try #require(try test.judge(below, policy: policy).failure)
        #expect(failure.errors.contains { $0.code == .revocationUnknown && $0.position == .certificate(depth: 1) })
    }
}
