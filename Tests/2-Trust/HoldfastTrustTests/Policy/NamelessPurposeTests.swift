import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

/// A server without a name, as Apple's `SecPolicyCreateSSL(true, nil)`: the documentation says of its parameter that a
/// host name is required to match "if you specify" one, and everything else that is asked of servers stays.
@Suite("A TLS server whose name nobody compares")
struct NamelessPurposeTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    private func policy(_ purpose: TrustPolicy.Purpose, _ profile: Profile = .default) throws -> TrustPolicy {
        var policy = try test.policy()
        policy.purpose = purpose
        policy.profile = profile
        return policy
    }

    @Test("any name passes, and no name at all")
    func names() throws {
        let other = try TrustPolicy.Purpose.ssl(ServerName("other.test"))
        let chains = [try test.chain(), try test.chain { $0.names = [] }]
        for chain in chains {
            #expect(try test.errors(chain, policy: policy(.sslWithoutName)) == [])
            #expect(try test.errors(chain, policy: policy(other)).contains(.hostMismatch))
        }
    }

    @Test("what else is asked of servers is asked, under every profile")
    func server() throws {
        let client = try test.chain { $0.extendedKeyUsage = [.clientAuth] }
        let expired = try test.chain { $0.notAfter = TestChain.moment.advanced(bySeconds: -1) }
        for profile in Profile.all {
            let policy = try policy(.sslWithoutName, profile)
            #expect(try test.errors(client, policy: policy).contains(.extendedKeyUsage), "\(profile.name)")
            #expect(try test.errors(expired, policy: policy).contains(.expired), "\(profile.name)")
        }
    }

    /// Apple, 103769: "TLS server certificates must have a validity period of 825 days or fewer".
    @Test("a programme's rules for servers hold, as they do with a name")
    func programme() throws {
        let long = try test.chain { $0.notAfter = TestChain.moment.advanced(byDays: 826) }
        let name = try TrustPolicy.Purpose.ssl(ServerName(TestChain.host))
        #expect(try test.errors(long, policy: policy(name, .apple)) == [.lifetime])
        #expect(try test.errors(long, policy: policy(.sslWithoutName, .apple)) == [.lifetime])
        #expect(try test.errors(long, policy: policy(.basicX509, .apple)) == [])
    }

    @Test("no purpose has the digest of another")
    func digests() throws {
        let purposes: [TrustPolicy.Purpose] = [
            .sslWithoutName, .sslClient, .basicX509, .ssl(try ServerName(TestChain.host)),
        ]
        let anchors = try test.policy().anchors
        let digests = purposes.map { purpose in
            var policy = TrustPolicy(purpose: purpose)
            policy.anchors = anchors
            return policy.digest
        }
        #expect(Set(digests).count == purposes.count)
    }

    @Test(
        "an exception for one purpose is none for another", arguments: ["ssl-without-name", "basic-x509", "ssl-client"])
    func exceptions(name: String) throws {
        let purposes: [TrustPolicy.Purpose] = [.sslWithoutName, .sslClient, .basicX509]
        let purpose = try #require(purposes.first { $0.name == name })
        let chain = try Identity.selfSigned(TestChain.server { $0.extendedKeyUsage = [.serverAuth, .clientAuth] }).chain
        let exception = try TrustException(
            certificate: Digest.sha256(chain[0][...]), purpose: purpose, codes: [.selfSignedNotAnchor],
            createdAt: TestChain.moment, until: TestChain.moment.advanced(byDays: 1))
        #expect(exception.host == nil)
        for other in purposes {
            var policy = try policy(other)
            policy.exceptions = .only([exception])
            #expect(try test.errors(chain, policy: policy) == (other == purpose ? [] : [.selfSignedNotAnchor]))
        }
    }
}
