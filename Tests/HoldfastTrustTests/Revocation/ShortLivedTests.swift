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
}
