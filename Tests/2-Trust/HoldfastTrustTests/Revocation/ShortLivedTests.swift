import HoldfastAuthority
import HoldfastX509
import Testing

@testable import HoldfastTrust

/// CA/B BR 1.6.1, "Short-lived Subscriber Certificate": "For Certificates issued on or after 15 March 2026, a
/// Subscriber Certificate with a Validity Period less than or equal to 7 days (604,800 seconds)"; RFC 5280 §4.1.2.5:
/// the validity period is "from notBefore through notAfter, inclusive".
@Suite("Short-lived certificates")
struct ShortLivedTests {
    @Test(
        "seven days, both ends included, are short, and a second more is not",
        arguments: [(604_799, true), (604_800, false), (6 * 86_400, true), (0, true), (90 * 86_400, false)])
    func length(_ seconds: Int64, _ isShort: Bool) throws {
        let now = RevocationWorld.moment
        var template = CertificateTemplate.server(names: ["www.example.com"], at: now)
        template.notBefore = now
        template.notAfter = now.advanced(bySeconds: seconds)
        let authority = try CertificateAuthority.root(name: "Root", at: now)
        #expect(try Certificate(der: authority.issue(template).certificate).isShortLived == isShort)
    }

    /// RFC 5280 §6.3.3 looks at the lists of a certificate's own CRL issuer: another's say nothing about it, also not
    /// that it has to be found in one.
    @Test("lists of other issuers end no exemption; those of its own are looked at")
    func givenLists() throws {
        let world = try RevocationWorld {
            $0.notBefore = RevocationWorld.moment.advanced(byDays: -1)
            $0.notAfter = $0.notBefore.advanced(byDays: 6)
        }
        for lists in [[try world.rootList()], [try world.list(by: TestChain().root), try world.rootList()]] {
            let proof = try #require(try world.judge(lists, .hard).success)
            #expect(proof.revocation == [.notOffered, .good, .notChecked])
        }
        #expect(try world.judge([world.list(), world.rootList()]).success?.revocation.first == .good)
        let revoked = try world.list { $0.revoke(world.certificate.serialNumber) }
        #expect(try world.errors([revoked]) == [.revoked])
        let outdated = try world.list { $0.nextUpdate = RevocationWorld.moment.advanced(bySeconds: -1) }
        #expect(try world.errors([outdated]) == [.revocationUnknown])
    }
}
