import HoldfastAuthority
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 5280 §6.1.3(a)(3): "At the current time, the certificate is not revoked. This may be determined by obtaining the
/// appropriate CRL (Section 6.3), by status information, or by out-of-band mechanisms." What is found out is tested in
/// `Revocation`; this is what it means.
@Suite("Revocation", .ownThread)
struct RevocationRuleTests {
    let world: RevocationWorld

    init() throws { world = try RevocationWorld() }

    @Test("revoked: which certificate, by which list, when and why")
    func revoked() throws {
        let date = RevocationWorld.moment.advanced(byDays: -3)
        let list = try world.list {
            $0.revoke(world.certificate.serialNumber, on: date, for: .keyCompromise)
        }
        let verdict = try world.judge([list, world.rootList()])
        let finding = try #require(verdict.failure?.cause)
        #expect(finding.code == .revoked)
        #expect(finding.position == .certificate(depth: 0))
        #expect(finding.fingerprint == world.certificate.fingerprint)
        #expect(finding.seen.contains("keyCompromise"))
        #expect(finding.seen.contains("list 1 of CN=Test Intermediate"))
        #expect(finding.message.contains(date.description))
        #expect(verdict.failure?.result == .fatalTrustFailure)
    }

    @Test("on hold: said so, and refused")
    func hold() throws {
        let list = try world.list { $0.revoke(world.certificate.serialNumber, for: .certificateHold) }
        let finding = try #require(try world.judge([list, world.rootList()]).failure?.cause)
        #expect(finding.code == .revoked)
        #expect(finding.message.contains("on hold"))
        // RFC 5280 §5.2.4: a certificate "that was previously listed on hold" can be "removed from the CRL".
        #expect(finding.requirement == "revocation.notOnHold")
        #expect(finding.advice.contains("can lift the hold") && !finding.advice.contains("does not become good"))
    }

    @Test("not known: why, for each certificate; an error or a warning as the policy wants it")
    func unknown() throws {
        let outdated = try world.list { $0.nextUpdate = RevocationWorld.moment.advanced(byDays: -1) }
        let hard = try #require(try world.judge([outdated]).failure)
        let findings = hard.findings.filter { $0.code == .revocationUnknown }
        #expect(findings.map(\.position) == [.certificate(depth: 0), .certificate(depth: 1)])
        #expect(try #require(findings.first).seen.contains("was to be replaced by 2026-05-31"))
        #expect(try #require(findings.last).seen.contains("no revocation list of CN=Test Root is at hand"))
        #expect(hard.result == .recoverableTrustFailure)
        let soft = try #require(try world.judge([outdated], .soft).success)
        #expect(
            soft.findings.filter { $0.code == .revocationUnknown }.map(\.severity) == [
                .warning, .warning,
            ])
    }

    /// RFC 5280 §6.3.3(b)(1): "Otherwise, verify that the CRL issuer matches the certificate issuer."
    @Test("not known, since what was given is somebody else's: whose, and whose it should be")
    func somebodyElses() throws {
        let list = try RevocationWorld().list { $0.issuer = DistinguishedName([(.commonName, "Other Issuer")]) }
        let finding = try #require(try world.judge([list]).failure?.cause)
        #expect(
            finding.seen == "no revocation list of CN=Test Intermediate is at hand: one that is, is of CN=Other Issuer")
        #expect(finding.statements.seen.chinese.contains("CN=Other Issuer"))
        // A list of the path's own root is nobody else's.
        let root = try #require(try world.judge([world.rootList()]).failure?.cause)
        #expect(root.seen == "no revocation list of CN=Test Intermediate is at hand")
    }

    @Test("an anchor is not asked about, nor a path that reaches none")
    func anchors() throws {
        let certificate = try Certificate(der: world.leaf.certificate)
        #expect(try world.judge([]) { $0.anchors = .only([certificate]) }.codes(.error) == [])
        let none = try world.judge([]) { $0.anchors = .only([]) }
        #expect(none.codes(.error) == [.issuerNotFound])
    }

    @Test("no profile is without it")
    func profiles() throws {
        for profile in Profile.all {
            let list = try world.list { $0.revoke(world.certificate.serialNumber) }
            let verdict = try world.judge([list, world.rootList()]) { $0.profile = profile }
            #expect(verdict.codes(.error).contains(.revoked), "\(profile.name)")
            #expect(
                try world.judge([]) { $0.profile = profile }.codes(.error).contains(.revocationUnknown))
        }
    }
}
