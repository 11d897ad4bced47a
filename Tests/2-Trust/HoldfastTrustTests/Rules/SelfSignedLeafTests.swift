import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// A server's certificate that signed itself and is no anchor: the advice is to make it one, and what would then be
/// gone is no error before either. Its key stays graded as the public web's (Docs/profiles.md).
@Suite("A self-signed server that is no anchor", .ownThread)
struct SelfSignedLeafTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    /// As `openssl req -x509 -days 3650 -addext subjectAltName=DNS:…` makes it: an authority by its extensions, without
    /// key usages.
    private static func made(_ change: (inout CertificateTemplate) -> Void = { _ in }) -> CertificateTemplate {
        var template = TestChain.server {
            $0.subject = DistinguishedName([(type: .commonName, text: TestChain.host)])
            $0.notAfter = $0.notBefore.advanced(byDays: 3650)
            $0.extendedKeyUsage = nil
            $0.keyUsage = nil
            $0.basicConstraints = BasicConstraints(isCA: true)
        }
        change(&template)
        return template
    }

    private func findings(
        _ template: CertificateTemplate, key: PrivateKey? = nil, profile: Profile = .default, isAnchor: Bool = false
    ) throws -> [String: Severity] {
        let alone = try Identity.selfSigned(template, key: key)
        var policy = try test.policy(anchors: isAnchor ? [alone.certificate] : [])
        policy.profile = profile
        let result = try test.judge(alone.chain, policy: policy)
        let all = result.success?.findings ?? result.failure?.findings ?? []
        return Dictionary(all.map { ($0.requirement, $0.severity) }, uniquingKeysWith: max)
    }

    private static func errors(_ findings: [String: Severity]) -> Set<String> {
        Set(findings.filter { $0.value == .error }.keys)
    }

    @Test("lifetime and a missing extended key usage are warnings beside the one error")
    func warnings() throws {
        let found = try findings(Self.made())
        #expect(Self.errors(found) == ["anchor.selfSignedLeaf"])
        #expect(found["lifetime.platform"] == .warning)
        #expect(found["extendedKeyUsage.present"] == .warning)
        #expect(Self.errors(try findings(Self.made(), isAnchor: true)) == [])
    }

    @Test("in every profile, the column of one's own anchors", arguments: Profile.all.map(\.name))
    func columns(profile: String) throws {
        let profile = try #require(Profile.named(profile))
        for (id, severity) in try findings(Self.made(), profile: profile) {
            let requirement = try #require(Requirement.standard.first { $0.id == id }, "\(id)")
            let name = try ServerName(TestChain.host)
            #expect(severity == profile.severity(of: requirement, under: .own, for: .ssl(name)), "\(id)")
        }
    }

    /// NIST SP 800-131A r2 §3: RSA keys of less than 2,048 bits are disallowed; whose key it is nobody vouches for.
    @Test("the key is held to what is asked of the public web's")
    func keys() throws {
        let small = try findings(Self.made(), key: .generate(.rsa(bits: 1024)))
        #expect(Self.errors(small) == ["anchor.selfSignedLeaf", "weakKey.rsa2048"])
        let unusual = try findings(Self.made(), key: .generate(.ed25519))
        #expect(Self.errors(unusual) == ["anchor.selfSignedLeaf", "weakKey.algorithm"])
    }

    @Test("version and missing names are errors in both columns")
    func names() throws {
        let old = try findings(Self.made { $0.downgrade(to: .v1) })
        #expect(
            Self.errors(old) == [
                "anchor.selfSignedLeaf", "version.v3", "serverName.subjectAltName", "serverName.matches",
            ])
        let nameless = try findings(Self.made { $0.names = [] })
        #expect(Self.errors(nameless).contains("serverName.subjectAltName"))
    }

    @Test("an authority above it that is no anchor changes nothing: the public web's column")
    func otherEnds() throws {
        let template = TestChain.server {
            $0.extendedKeyUsage = nil
            $0.notAfter = $0.notBefore.advanced(byDays: 826)
        }
        let chain = try test.root.issue(template).chain
        for sent in [[chain[0]], chain + [test.root.certificate]] {
            let errors = try test.errors(sent, policy: test.policy(anchors: []))
            #expect(errors.isSuperset(of: [.lifetime, .extendedKeyUsage]), "\(errors)")
        }
    }
}
