import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// What may make a verdict stricter and not milder, or leaves it alone.
@Suite("Property: time, profiles, anchors and memory", .ownThread)
struct MonotonyTests {
    /// Validity is a span: "The certificate validity period includes the current time" (RFC 5280 §6.1.3(a)(2)).
    @Test(
        "a path that is trusted at two moments is trusted between them",
        arguments: Effort.sample(PropertyCases.trusted, every: 5))
    func time(_ chain: PropertyCase) throws {
        let engine = TrustEngine()
        // One path: two of them may hold at different times.
        let path = Set(try chain.judge(by: engine).path)
        var single = chain
        single.others = chain.others.filter { path.contains(PresentedCertificate(der: $0).fingerprint) }
        var moments: Set<Instant> = [chain.at]
        let presented = ([single.leaf] + single.others).compactMap { PresentedCertificate(der: $0).certificate }
        for certificate in presented + chain.anchors {
            for end in [certificate.validity.notBefore.instant, certificate.validity.notAfter.instant] {
                for seconds: Int64 in [-1, 1] { moments.insert(end.advanced(bySeconds: seconds)) }
                moments.insert(Instant(secondsSince1970: (end.secondsSince1970 + chain.at.secondsSince1970) / 2))
            }
        }
        let isTrusted = try moments.sorted().map { moment in
            single.at = moment
            return try single.judge(by: engine).isTrusted
        }
        let changes = zip(isTrusted, isTrusted.dropFirst()).count { $0 != $1 }
        #expect(isTrusted.contains(true))
        #expect(changes == 2, "\(chain.name): \(isTrusted)")
    }

    /// Each profile with every requirement an error.
    private static let strictest = Result {
        var profiles: [String: Profile] = [:]
        for base in Profile.all {
            profiles[base.name] = try Requirement.standard.reduce(base) { profile, requirement in
                try profile.raising(requirement.id, to: .error)
            }
        }
        return profiles
    }

    @Test("a requirement that weighs more refuses no less", arguments: PropertyCases.refused)
    func profiles(_ chain: PropertyCase) throws {
        let engine = TrustEngine()
        var generator = SeededGenerator(UInt64(chain.name.utf8.reduce(0) { $0 + Int($1) }))
        var chain = chain
        let base = chain.policy.profile
        chain.policy.profile = try base.raising(generator.pick(Requirement.standard).id, to: .error)
        #expect(try !chain.judge(by: engine).isTrusted, "\(chain.name), \(chain.policy.profile.name)")
        chain.policy.profile = try #require(try Self.strictest.get()[base.name])
        #expect(try !chain.judge(by: engine).isTrusted, "\(chain.name), all of them")
    }

    @Test("an anchor more takes no trust away", arguments: Effort.sample(PropertyCases.trusted, every: 3))
    func moreAnchors(_ chain: PropertyCase) throws {
        let engine = TrustEngine()
        let stranger = try Certificate(der: CertificateAuthority.root(name: "Stranger", at: chain.at).certificate)
        var strangers = [stranger]
        // One of each anchor's name, and another key.
        for anchor in chain.anchors.prefix(3) {
            var template = CertificateTemplate.root(name: "", at: chain.at)
            template.subject = anchor.subject
            strangers.append(try Certificate(der: Identity.selfSigned(template).certificate))
        }
        let verdict = try chain.judge(by: engine)
        for anchors in [strangers + chain.anchors, chain.anchors + strangers] {
            #expect(try chain.judge(anchors: anchors, by: engine) == verdict, "\(chain.name)")
        }
        #expect(try !chain.judge(anchors: strangers, by: engine).isTrusted, "\(chain.name): strangers alone")
    }

    @Test("an anchor less gives no trust", arguments: PropertyCases.refused)
    func fewerAnchors(_ chain: PropertyCase) throws {
        let engine = TrustEngine()
        #expect(try !chain.judge(anchors: [], by: engine).isTrusted, "\(chain.name)")
        for index in chain.anchors.indices.prefix(4) {
            var anchors = chain.anchors
            anchors.remove(at: index)
            #expect(try !chain.judge(anchors: anchors, by: engine).isTrusted, "\(chain.name)")
        }
    }

    @Test("an engine that has judged everything judges as a new one, to the last unit of work")
    func memory() throws {
        let engine = TrustEngine()
        let cases = Effort.sample(PropertyCases.recorded, every: 3)
        let cold = try cases.map { try $0.judge() }
        for (chain, verdict) in zip(cases + cases, cold + cold) {
            #expect(try chain.judge(by: engine) == verdict, "\(chain.name)")
        }
        for var chain in Effort.sample(PropertyCases.trusted, every: 3) {
            chain.policy.limits.signatureWeight = 0
            #expect(try chain.judge(by: engine) == chain.judge(), "\(chain.name)")
        }
    }
}
