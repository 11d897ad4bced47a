import Foundation
import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

@Suite("Profiles as data")
struct ProfileTests {
    private static let folder = ProjectFolder.top

    @Test("four profiles, by the names of the commands")
    func names() {
        #expect(Profile.all.map(\.name) == ["default", "rfc5280", "webpki", "apple"])
        for profile in Profile.all { #expect(Profile.named(profile.name) == profile) }
        #expect(Profile.named("web") == nil)
    }

    @Test("every requirement in the sources of the rules stands in the list, once")
    func registered() throws {
        let rules = Self.folder.appending(path: "Sources/2-Trust/HoldfastTrust/Rules")
        var found: Set<String> = []
        for case let file as URL in FileManager.default.enumerator(at: rules, includingPropertiesForKeys: nil)
            ?? .init()
        {
            guard file.pathExtension == "swift" else { continue }
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /[Rr]equirement\(\s*"([A-Za-z0-9]+\.[A-Za-z0-9]+)"/) {
                #expect(found.insert(String(match.1)).inserted, "twice: \(match.1)")
            }
        }
        let listed = Requirement.standard.map(\.id)
        #expect(Set(listed).count == listed.count)
        #expect(Set(listed).symmetricDifference(found).sorted() == [])
    }

    @Test(
        "no table grades what no rule asks for, and none twice",
        arguments: [
            ("default", Profile.defaultRows), ("rfc5280", Profile.rfc5280Rows), ("webpki", Profile.webpkiRows),
            ("apple", Profile.appleRows),
        ])
    func rows(name: String, rows: [Profile.Row]) {
        let ids = (rows + Profile.everywhere).flatMap(\.requirements)
        let known = Set(Requirement.standard.map(\.id))
        #expect(ids.filter { !known.contains($0) } == [], "\(name)")
        let twice = Dictionary(grouping: ids, by: { $0 }).filter { $0.value.count > 1 }.keys.sorted()
        #expect(twice == [], "\(name)")
        #expect(rows.allSatisfy { $0.grading.source.count > 8 }, "\(name)")
    }

    @Test("the table of servers grades what rules ask for, once, and nothing weighs less for servers")
    func servers() {
        let ids = Profile.rfc5280ServerRows.flatMap(\.requirements)
        #expect(Set(ids).count == ids.count)
        #expect(Set(ids).isSubset(of: Set(Requirement.standard.map(\.id))))
        #expect(Profile.rfc5280ServerRows.allSatisfy { $0.grading.source.count > 8 })
        for profile in Profile.all {
            for requirement in Requirement.standard {
                for anchor in [AnchorKind.publicWeb, .own] {
                    let asked = profile.severity(of: requirement, under: anchor)
                    let others = profile.severity(of: requirement, under: anchor, for: .basicX509)
                    #expect(others.map { asked ?? .note >= $0 } ?? true, "\(profile.name) \(requirement.id)")
                    #expect(others == profile.severity(of: requirement, under: anchor, for: .sslClient))
                }
            }
        }
    }

    @Test("what servers are asked for besides is asked of nobody else")
    func purposes() throws {
        let host = try ServerName("a.test")
        let requirement = WeakKeyRule.rsa2048
        #expect(Profile.rfc5280.severity(of: requirement, under: .own, for: .ssl(host)) == .error)
        #expect(Profile.rfc5280.severity(of: requirement, under: .own, for: .sslClient) == .warning)
        #expect(Profile.rfc5280.severity(of: requirement, under: .own, for: .basicX509) == .warning)
        // Whoever does not say for what is told the most that is asked for.
        #expect(Profile.rfc5280.severity(of: requirement, under: .own) == .error)
        let lowered = try Profile.rfc5280.dangerouslyLowering(requirement.id, to: .note)
        #expect(lowered.severity(of: requirement, under: .own, for: .ssl(host)) == .note)
        #expect(lowered.severity(of: requirement, under: .own, for: .basicX509) == .note)
        let raised = try Profile.rfc5280.raising("commonName.copy", to: .warning).raising(
            "commonName.spelling", to: .note)
        #expect(raised.severity(of: CommonNameRule.copy, under: .own, for: .ssl(host)) == .warning)
        #expect(raised.severity(of: CommonNameRule.spelling, under: .own, for: .ssl(host)) == .error)
        #expect(raised.severity(of: CommonNameRule.spelling, under: .own, for: .basicX509) == .note)
    }

    @Test("the table of servers is part of a profile's digest")
    func serverDigest() {
        let row = Profile.Row(.always(.warning, "a test"), ["weakKey.rsa2048"])
        let plain = Profile(name: "x", rows: [row])
        let strict = Profile(
            name: "x", rows: [row], servers: [Profile.Row(.always(.error, "a test"), ["weakKey.rsa2048"])])
        #expect(plain != strict)
        #expect(plain.digest != strict.digest)
    }

    @Test("what a table does not name is an error under every anchor")
    func unnamed() {
        let unknown = Requirement("nobody.knows", .lifetime, source: "a test", advice: "none")
        for profile in Profile.all {
            #expect(profile.severity(of: unknown, under: .own) == .error)
            #expect(profile.severity(of: unknown, under: .publicWeb) == .error)
        }
    }

    @Test("a path that ends at no anchor is judged as strictly as the public web")
    func withoutAnchor() {
        for profile in Profile.all {
            for requirement in Requirement.standard {
                #expect(
                    profile.severity(of: requirement, under: .none)
                        == profile.severity(of: requirement, under: .publicWeb))
            }
        }
    }

    @Test("`default` is nowhere stricter under one's own anchor, and its errors there are what makes trust")
    func ownIsMilder() {
        for requirement in Requirement.standard {
            guard let own = Profile.default.severity(of: requirement, under: .own) else { continue }
            // A missing list of suffixes aside, the public web is asked for at least as much.
            let public_ = Profile.default.severity(of: requirement, under: .publicWeb)
            #expect(public_.map { $0 >= own } ?? false, "\(requirement.id)")
        }
    }
}

@Suite("Profiles of one's own")
struct ProfileChangeTests {
    @Test("stricter for anybody, and never weaker by it")
    func raising() throws {
        let strict = try Profile.default.raising("weakKey.rsa2048", to: .error)
        #expect(strict.severity(of: WeakKeyRule.rsa2048, under: .own) == .error)
        #expect(!strict.isWeakened)
        #expect(strict.name == "default (raised weakKey.rsa2048 to error)")
        let unchanged = try Profile.default.raising("signature.verifies", to: .note)
        #expect(unchanged == .default)
        #expect(unchanged.severity(of: SignatureRule.verifies, under: .own) == .error)
        // What was off comes on.
        let listed = try Profile.default.raising("commonName.copy", to: .warning)
        #expect(listed.severity(of: CommonNameRule.copy, under: .publicWeb) == .warning)
    }

    @Test("weaker only by a name that says so, and says so in every verdict")
    func lowering() throws {
        let weak = try Profile.webpki.dangerouslyLowering("lifetime.scheduled", to: nil)
        #expect(weak.severity(of: LifetimeRule.scheduled, under: .publicWeb) == nil)
        #expect(weak.isWeakened)
        #expect(weak.name == "webpki (dangerously lowered lifetime.scheduled to off)")
        #expect(weak.baseName == "webpki")
        let noted = try Profile.webpki.dangerouslyLowering("lifetime.scheduled", to: .note)
        #expect(noted.severity(of: LifetimeRule.scheduled, under: .own) == .note)
        // It never makes anything weigh more.
        let same = try Profile.default.dangerouslyLowering("weakKey.rsa2048", to: .error)
        #expect(same == .default)
        // A path without an anchor is refused all the same, whatever the table says of it.
        var hollow = Profile.default
        for requirement in Requirement.standard {
            hollow = try hollow.dangerouslyLowering(requirement.id, to: nil)
        }
        let test = try TestChain()
        var policy = try test.policy(anchors: [])
        policy.profile = hollow
        #expect(try test.judge(test.chain(), policy: policy).failure != nil)
    }

    @Test("an identifier that no rule has is an error, not a switch that does nothing")
    func unknown() {
        #expect(throws: ProfileError.unknownRequirement("weakkey.rsa2048")) {
            try Profile.default.raising("weakkey.rsa2048", to: .error)
        }
        #expect(throws: ProfileError.unknownRequirement("")) {
            try Profile.default.dangerouslyLowering("", to: nil)
        }
    }

    @Test("a policy's digest covers the gradings, the suffixes, and not the name alone")
    func digest() throws {
        var policy = TrustPolicy.ssl(try ServerName("a.test"))
        policy.anchors = .only([])
        let digest = policy.digest
        var other = policy
        other.profile = Profile(name: "default", gradings: [:])
        #expect(other.digest != digest)
        other.profile = try Profile.default.raising("weakKey.rsa2048", to: .error)
        #expect(other.digest != digest)
        other = policy
        other.publicSuffixes = RootProgramChain.suffixes
        #expect(other.digest != digest)
        #expect(other.digestWithoutIdentity != policy.digestWithoutIdentity)
    }

    @Test("what was raised refuses, what was lowered passes")
    func verdicts() throws {
        let test = try TestChain()
        let chain = try test.chain { $0.extendedKeyUsage = nil }
        var policy = try test.policy()
        #expect(try test.errors(chain, policy: policy) == [])
        policy.profile = try Profile.default.raising("extendedKeyUsage.present", to: .error)
        #expect(try test.errors(chain, policy: policy) == [.extendedKeyUsage])
        policy.profile = try policy.profile.dangerouslyLowering("extendedKeyUsage.present", to: .warning)
        #expect(try test.errors(chain, policy: policy) == [])
        #expect(try test.judge(chain, policy: policy).success?.policy.profile.isWeakened == true)
    }
}
