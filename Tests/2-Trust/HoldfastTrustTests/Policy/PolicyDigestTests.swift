import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// A connection or a verdict that was accepted under one digest is never used under another: all that can change a
/// verdict has to be in it.
@Suite("The digest of a policy")
struct PolicyDigestTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout TrustPolicy) throws -> Void
        init(_ testDescription: String, _ change: @escaping @Sendable (inout TrustPolicy) throws -> Void) {
            self.testDescription = testDescription
            self.change = change
        }
    }

    private static func policy() throws -> TrustPolicy {
        var policy = TrustPolicy.ssl(try ServerName("a.test"))
        policy.anchors = .only([])
        return policy
    }

    @Test(
        "changes with everything that can change a verdict",
        arguments: [
            Row("another name") { $0.purpose = .ssl(try ServerName("b.test")) },
            Row("an address") { $0.purpose = .ssl(try ServerName("192.0.2.1")) },
            Row("a client") { $0.purpose = .sslClient },
            Row("the chain alone") { $0.purpose = .basicX509 },
            Row("another profile") { $0.profile = Profile(name: "other", gradings: [:]) },
            Row("other anchors") { $0.anchors = .only([try anchor("Other")]) },
            Row("reloaded anchors") { $0.anchors.reload() },
            Row("more work") { $0.limits.signatureWeight += 1 },
            Row("revocation lists that are looked at") { $0.revocation = .soft },
            Row("revocation lists that are required") { $0.revocation = .hard },
            Row("a bound on intermediates") { $0.maximumIntermediates = 0 },
            Row("acceptable policies") { $0.initialPolicies.userInitialPolicySet = [.domainValidated] },
            Row("no acceptable policy") { $0.initialPolicies.userInitialPolicySet = [] },
            Row("a required policy") { $0.initialPolicies.explicitPolicy = true },
            Row("no mappings") { $0.initialPolicies.policyMappingInhibit = true },
            Row("no anyPolicy") { $0.initialPolicies.anyPolicyInhibit = true },
            Row("a notice before certificates expire") { $0.expiryNotice = .seconds(0) },
            Row("a share of a certificate's lifetime before it expires") { $0.expiryShare = 0 },
        ])
    func changes(row: Row) throws {
        let policy = try Self.policy()
        let digest = policy.digest
        #expect(policy.digest == digest)
        let memory = ConnectionDigestMemory()
        let first = memory.digests(of: policy, at: Self.moment)
        #expect(first.whole == memory.digests(of: policy, at: Self.moment).whole)
        var other = policy
        try row.change(&other)
        #expect(other.digest != digest)

        // What a session remembers of digests tells them apart as well, in whatever order they are asked for.
        let second = memory.digests(of: other, at: Self.moment)
        #expect(second.whole != first.whole)
        #expect(second.whole == other.digest(at: Self.moment))
        #expect(second.withoutIdentity == other.digestWithoutIdentity)
        #expect(memory.digests(of: policy, at: Self.moment).whole == policy.digest(at: Self.moment))
    }

    private static let moment = Instant(secondsSince1970: 1_780_300_800)

    @Test("a rule without a key makes each digest another one, remembered or not") func ruleWithoutKey() throws {
        var policy = try Self.policy()
        policy.rules = [Keyless()]
        let memory = ConnectionDigestMemory()
        let first = memory.digests(of: policy, at: Self.moment)
        #expect(first.withoutIdentity == nil)
        #expect(first.whole != memory.digests(of: policy, at: Self.moment).whole)
    }

    private struct Keyless: TrustRule {
        var cacheKey: [UInt8]? { nil }
        func judge(_ path: CertificationPath, _ judgement: inout Judgement) {}
    }

    @Test("an exception that has ended, or was taken back, is another digest, remembered or not")
    func exceptions() throws {
        var policy = try Self.policy()
        policy.dangerousAcceptAny = try DangerousAcceptAny(
            .hosts(["a.test"]), from: Self.moment, until: Self.moment.advanced(bySeconds: 60))
        let memory = ConnectionDigestMemory()
        let during = memory.digests(of: policy, at: Self.moment).whole
        let after = memory.digests(of: policy, at: Self.moment.advanced(bySeconds: 60)).whole
        #expect(during != after)
        #expect(memory.digests(of: policy, at: Self.moment).whole == during)
    }

    private static func anchor(_ name: String) throws -> Certificate {
        try Certificate(
            der: try CertificateAuthority.root(name: name, at: Instant(secondsSince1970: 1_780_300_800)).certificate)
    }

    @Test("anchors are what their certificates are, whoever has made the handle") func anchors() throws {
        var (one, other) = (try Self.policy(), try Self.policy())
        let (first, second) = (try Self.anchor("One"), try Self.anchor("Two"))
        (one.anchors, other.anchors) = (.only([first, second]), .only([first, second]))
        #expect(one.digest == other.digest)
        for anchors in [TrustAnchors.only([first]), .only([second, first]), .onlyAsPublic([first, second]), .system] {
            other.anchors = anchors
            #expect(one.digest != other.digest)
        }
    }

    /// What lies on a disk is read by processes that number their handles in another order.
    @Test("what outlives the process knows anchors by their certificates, and neither handles nor exceptions")
    func lasting() throws {
        let authorities = try ["One", "Two"].map { try CertificateAuthority.root(name: $0, at: Self.moment) }
        let (one, two) = (
            try Certificate(der: authorities[0].certificate), try Certificate(der: authorities[1].certificate)
        )
        let texts = authorities.map(\.identity.chainPEM)
        let folder = try TemporaryFolder()
        try folder.write(texts[0] + texts[1], to: "both.pem")
        try folder.write(texts[1] + texts[0], to: "turned.pem")
        try folder.write(texts[0], to: "one.pem")
        func lasting(_ change: (inout TrustPolicy) throws -> Void) throws -> [UInt8] {
            var policy = try Self.policy()
            try change(&policy)
            let memory = ConnectionDigestMemory()
            let digest = memory.digests(of: policy, at: Self.moment).lasting
            #expect(memory.digests(of: policy, at: Self.moment).lasting == digest)
            return digest
        }
        let both = try lasting { $0.anchors = try .only(paths: [folder.path("both.pem")]) }
        #expect(try lasting { $0.anchors = .only([two, one]) } == both)
        #expect(try lasting { $0.anchors = try .only(paths: [folder.path("turned.pem")]) } == both)
        #expect(
            try lasting {
                $0.anchors = try .only(paths: [folder.path("both.pem")])
                $0.anchors.reload()
                $0.exceptions = .only([])
            } == both)
        #expect(try lasting { $0.anchors = try .only(paths: [folder.path("one.pem")]) } != both)
        #expect(try lasting { $0.anchors = .onlyAsPublic([one, two]) } != both)
        #expect(
            try lasting {
                $0.anchors = .only([one, two])
                $0.profile = .rfc5280
            } != both)
        // One handle, whose file has become another.
        let anchors = try TrustAnchors.only(paths: [folder.path("both.pem")])
        try folder.write(texts[0], to: "both.pem")
        anchors.reload()
        #expect(try lasting { $0.anchors = anchors } != both)
        // A rule without a key is never the same.
        var policy = try Self.policy()
        policy.rules = [Keyless()]
        let memory = ConnectionDigestMemory()
        let digests = (0..<2).map { _ in memory.digests(of: policy, at: Self.moment).lasting }
        #expect(digests[0] != digests[1])
    }

    @Test("an address and a name of the same bytes are two identities")
    func addressAndName() throws {
        var (name, address) = (try Self.policy(), try Self.policy())
        address.anchors = name.anchors
        // 97.46.98.99 is "a.bc" as four octets.
        name.purpose = .ssl(try ServerName("a.bc"))
        address.purpose = .ssl(try ServerName("97.46.98.99"))
        #expect(name.digest != address.digest)
    }

    @Test("without the identity servers share it, and nothing else does")
    func withoutIdentity() throws {
        let policy = try Self.policy()
        var other = policy
        other.purpose = .ssl(try ServerName("b.test"))
        #expect(policy.digestWithoutIdentity == other.digestWithoutIdentity)
        other.anchors = .only([try Self.anchor("Other")])
        #expect(policy.digestWithoutIdentity != other.digestWithoutIdentity)
    }

    @Test("a set of policies has one digest, in whatever order it is built")
    func orderOfPolicies() throws {
        let policies = (1...40).map { ObjectIdentifier(1, 3, 6, 1, 4, 1, 55555, UInt64($0)) }
        var one = InitialPolicies()
        var other = one
        for policy in policies { one.userInitialPolicySet.insert(policy) }
        for policy in policies.reversed() { other.userInitialPolicySet.insert(policy) }
        #expect(one.digestText == other.digestText)
    }
}
