import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// What the authority issues, judged by the profiles of this house.
@Suite(
    "Certificates issued here under the profiles", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct FormatsTrustPeerTests {
    private static let moment = SystemClock.now()

    /// What refuses the identity, by requirement; nothing where it is accepted.
    private func refusals(
        _ identity: Identity, under root: CertificateAuthority, _ profile: Profile
    ) throws -> [String] {
        var policy = TrustPolicy.ssl(try ServerName("formats.example.com"))
        policy.profile = profile
        policy.anchors = .only([try Certificate(der: root.certificate)])
        let trust = try ServerTrust(derChain: identity.chain)
        do throws(TrustFailure) {
            _ = try TrustEngine().evaluate(trust, with: policy, at: Self.moment)
            return []
        } catch {
            return [error.explanation]
        }
    }

    @Test(
        "a server by template and one by request: `default` and `webpki` accept both",
        arguments: FormatsPeerTests.kinds.map(\.name))
    func servers(_ name: String) throws {
        let root = CertificateAuthority(
            try Identity.selfSigned(.root(name: "Formats Root", at: Self.moment)))
        let middle = try root.intermediate(name: "Formats Intermediate", at: Self.moment)
        let key = try PrivateKey.generate(try #require(KeyKind(name: name)))
        let template = try CertificateTemplate.leaf(.server, name: "formats.example.com", at: Self.moment)
        var request = CertificationRequestTemplate(subject: try DistinguishedName(text: "CN=formats.example.com"))
        request.alternativeNames = template.alternativeNames
        let asked = try CertificationRequest(der: try request.signed(by: key))
        let issued = try middle.issue(.server(names: [], at: Self.moment), for: asked)
        let byRequest = Identity(
            key: key, certificate: try Certificate(der: issued.certificate), issuers: middle.identity.chain)
        for identity in [try middle.issue(template, key: key), byRequest] {
            for profile in [Profile.default, .webpki] {
                // CA/B BR 7.1.3.1: RSA and three curves of NIST, "No other algorithms".
                guard profile.name == "default" || name != "ed25519" else { continue }
                #expect(try refusals(identity, under: root, profile) == [], "\(profile.name)")
            }
        }
    }
}
