import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 7633: "Informing clients that an OCSP status response will always be stapled permits an immediate failure in the
/// case that the response is not stapled." That failure is not ours yet, which has to be said.
@Suite("TLS features (must-staple)", .ownThread)
struct TLSFeatureRuleTests {
    private static let requirement = "tlsFeature.statusRequest"

    private static func chain(_ features: [Int]?) throws -> (chain: [[UInt8]], root: [UInt8]) {
        var chain = try RootProgramChain()
        if let features { chain.leaf.add(.tlsFeature, TLSFeature(features)) }
        return try chain.made()
    }

    @Test("a note says that nobody looks whether the response was stapled that the certificate asks for")
    func said() throws {
        // status_request (RFC 6066 §8), and status_request_v2 (RFC 6961).
        for features in [[5], [17], [5, 17], [99, 5]] {
            let made = try Self.chain(features)
            for profile in Profile.all {
                for kind in [AnchorKind.publicWeb, .own] {
                    let found = try RootProgramChain.findings(made, profile: profile, under: kind)
                    #expect(found == [Self.requirement: .note], "\(profile.name) \(kind) \(features)")
                }
            }
        }
    }

    @Test("nothing is said of other features, nor without the extension")
    func silent() throws {
        for features in [nil, [], [99]] {
            let made = try Self.chain(features)
            #expect(try RootProgramChain.findings(made, profile: .default, under: .own).isEmpty, "\(features ?? [])")
        }
    }

    /// RFC 7633 §4.2.2: what an authority's certificate has, each certificate that it signs has to have, or more.
    @Test("features of an authority bind what is below it")
    func constraint() throws {
        typealias Place = WritableKeyPath<RootProgramChain, CertificateTemplate>
        func unmet(_ features: [(Place, [Int])]) throws -> [String: Severity?] {
            var chain = try RootProgramChain()
            for (place, list) in features { chain[keyPath: place].add(.tlsFeature, TLSFeature(list)) }
            let made = try chain.made()
            return try Dictionary(
                uniqueKeysWithValues: Profile.all.map { profile in
                    let found = try RootProgramChain.findings(made, profile: profile, under: .own)
                    return (profile.name, found["tlsFeature.constraint"])
                })
        }
        let refused = Dictionary(uniqueKeysWithValues: Profile.all.map { ($0.name, Severity?.some(.error)) })
        let good = refused.mapValues { _ in Severity?.none }
        let (root, middle, leaf): (Place, Place, Place) = (\.root, \.intermediate, \.leaf)
        #expect(try unmet([(middle, [99])]) == refused)
        #expect(try unmet([(middle, [99]), (leaf, [98])]) == refused)
        #expect(try unmet([(middle, [98, 99]), (leaf, [99])]) == refused)
        #expect(try unmet([(middle, [99]), (leaf, [99])]) == good)
        #expect(try unmet([(middle, [99]), (leaf, [98, 99])]) == good)
        // As name constraints: an anchor's bind too, and nobody below takes them back.
        #expect(try unmet([(root, [99]), (leaf, [99])]) == refused)
        #expect(try unmet([(root, [99]), (middle, [99])]) == refused)
        #expect(try unmet([(root, [99]), (middle, [99]), (leaf, [99])]) == good)
        #expect(try unmet([(leaf, [99])]) == good)
    }

    @Test("it concerns servers, and the code is one of its own")
    func purposes() throws {
        let test = try TestChain()
        let chain = try test.chain { $0.add(.tlsFeature, TLSFeature([5])) }
        let proof = try #require(try test.judge(chain).success)
        let finding = try #require(proof.findings.first { $0.requirement == Self.requirement })
        #expect(finding.code.rawValue == "mustStaple")
        #expect(finding.position == .certificate(depth: 0))
        var policy = try test.policy()
        policy.purpose = .basicX509
        let other = try #require(try test.judge(chain, policy: policy).success)
        #expect(!other.findings.contains { $0.requirement == Self.requirement })
    }
}
