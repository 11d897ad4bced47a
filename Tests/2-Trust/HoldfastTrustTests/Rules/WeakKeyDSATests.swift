import Foundation
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// DSA: refused by every profile, verified only where one was told to let it pass. The paths are NIST's (PKITS 4.1.4 to
/// 4.1.6), where they are at hand: nothing here makes such keys.
@Suite("DSA", .ownThread)
struct WeakKeyDSATests {
    private struct Suite: Decodable {
        let certs: [String: Data]
        let crls: [String: Data]
    }

    private let certificates: [String: [UInt8]]
    private let lists: [String: [UInt8]]

    init() throws {
        let folder = ProcessInfo.processInfo.environment["VECTORS"] ?? "../shared/vectors"
        guard let data = FileManager.default.contents(atPath: folder + "/pkits.json") else {
            print("skipped: no conformance data in \(folder); set VECTORS to its folder")
            certificates = [:]
            lists = [:]
            return
        }
        let suite = try JSONDecoder().decode(Suite.self, from: data)
        certificates = suite.certs.mapValues { [UInt8]($0) }
        lists = suite.crls.mapValues { [UInt8]($0) }
    }

    private func errors(
        _ names: [String], _ profile: Profile, lists listNames: [String]? = nil
    ) throws -> Set<FindingCode> {
        var policy = TrustPolicy.basicX509
        policy.profile = profile
        if listNames != nil { policy.revocation = .hard }
        let supplied = try (listNames ?? []).map { SuppliedRevocationList(der: try #require(lists[$0])) }
        let anchor = try #require(certificates["TrustAnchorRootCertificate"])
        policy.anchors = .only([try Certificate(der: anchor)])
        let trust = try ServerTrust(derChain: names.map { try #require(certificates[$0]) })
        let moment = try #require(Instant(rfc3339: "2011-04-15T00:00:00Z"))
        do throws(TrustFailure) {
            _ = try TrustEngine().evaluate(trust, with: policy, at: moment, supplying: [.revocationLists(supplied)])
            return []
        } catch {
            return Set(error.errors.map(\.code))
        }
    }

    private static let own = ["ValidDSASignaturesTest4EE", "DSACACert"]
    private static let inherited = [
        "ValidDSAParameterInheritanceTest5EE", "DSAParametersInheritedCACert", "DSACACert",
    ]

    @Test("every standard profile refuses, as weak and without having verified anything")
    func refused() throws {
        guard !certificates.isEmpty else { return }
        for profile in Profile.all {
            #expect(
                try errors(Self.own, profile).isSuperset(of: [.weakKey, .weakSignature]), "\(profile.name)")
        }
    }

    /// RFC 3279 §2.3.2: "the certificate issuer's DSA parameters apply to the subject's DSA key".
    @Test("lowered, signatures are verified, with parameters of their own and inherited ones")
    func lowered() throws {
        guard !certificates.isEmpty else { return }
        let profile = try Profile.rfc5280.dangerouslyLowering("weakKey.dsa", to: .warning)
        #expect(try errors(Self.own, profile) == [])
        #expect(try errors(Self.inherited, profile) == [])
        #expect(try errors(["InvalidDSASignatureTest6EE", "DSACACert"], profile) == [.badSignature])
        // Without the certificate whose parameters it inherits there is nothing to verify with.
        #expect(try !errors(Array(Self.inherited.dropLast()), profile).isEmpty)
    }

    /// RFC 5280 §6.3.3(g): "Validate the signature on the complete CRL using the public key validated in step (f)."
    @Test("revocation lists that are signed with DSA count where DSA is let pass, and nowhere else")
    func signedLists() throws {
        guard !certificates.isEmpty else { return }
        let profile = try Profile.rfc5280.dangerouslyLowering("weakKey.dsa", to: .warning)
        #expect(try errors(Self.own, profile, lists: ["TrustAnchorRootCRL", "DSACACRL"]) == [])
        #expect(try errors(Self.own, profile, lists: ["TrustAnchorRootCRL"]) == [.revocationUnknown])
        #expect(
            try errors(
                Self.inherited, profile,
                lists: ["TrustAnchorRootCRL", "DSACACRL", "DSAParametersInheritedCACRL"]) == [])
        #expect(
            try errors(Self.own, .rfc5280, lists: ["TrustAnchorRootCRL", "DSACACRL"]).contains(.revocationUnknown))
    }
}
