import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Constraints on names and addresses together, in all combinations of what is permitted, excluded and certified.
///
/// RFC 5280 §4.2.1.10: "Restrictions apply only when the specified name form is present"; "Any name matching a
/// restriction in the excludedSubtrees field is invalid regardless of information appearing in the permittedSubtrees."
/// The common name is neither constrained nor looked at.
@Suite("Name constraints: names beside addresses", .ownThread)
struct NameConstraintMatrixTests {
    /// What a field holds: nothing, what concerns the peer that is asked for, or something else.
    enum Choice: CaseIterable {
        case none, own, other

        func of<Value>(_ own: Value, _ other: Value) -> [Value] {
            switch self {
            case .none: []
            case .own: [own]
            case .other: [other]
            }
        }
    }

    /// One kind of name: what is permitted and excluded of it, and which one the certificate holds.
    struct Kind: Hashable {
        let permitted: Choice
        let excluded: Choice
        let held: Choice

        static let all = Choice.allCases.flatMap { permitted in
            Choice.allCases.flatMap { excluded in
                Choice.allCases.map { Kind(permitted: permitted, excluded: excluded, held: $0) }
            }
        }

        /// Whether the certificate's name of this kind is allowed; true where it holds none.
        var isAllowed: Bool {
            held == .none || ((permitted == .none || permitted == held) && excluded != held)
        }
    }

    private static let host = "test.example.com"

    private static func tree(_ domain: String) throws -> GeneralSubtree {
        GeneralSubtree(.dnsName(try #require(IA5String(domain))))
    }

    private static func constraints(_ names: Kind, _ addresses: Kind) throws -> NameConstraints? {
        let own: [UInt8] = [192, 0, 2, 0, 255, 255, 255, 0]
        let other: [UInt8] = [198, 51, 100, 0, 255, 255, 255, 0]
        func trees(_ name: Choice, _ address: Choice) throws -> [GeneralSubtree]? {
            let trees =
                try name.of("example.com", "example.net").map(tree)
                + address.of(own, other).map { GeneralSubtree(.ipAddress($0[...])) }
            return trees.isEmpty ? nil : trees
        }
        let permitted = try trees(names.permitted, addresses.permitted)
        let excluded = try trees(names.excluded, addresses.excluded)
        guard permitted != nil || excluded != nil else { return nil }
        return NameConstraints(permittedSubtrees: permitted, excludedSubtrees: excluded)
    }

    @Test(
        "trusted exactly where the name asked for is held and none that is held is forbidden",
        arguments: Choice.allCases)
    func matrix(common: Choice) throws {
        let moment = TestChain.moment
        let root = try CertificateAuthority.root(name: "Root", at: moment)
        let key = try PrivateKey.generate(.p256)
        let leafKey = try PrivateKey.generate(.p256)
        let anchor = try Certificate(der: root.certificate)
        let engine = TrustEngine()
        var leaves: [[Choice]: [UInt8]] = [:]
        var profiles = [Profile.default, .rfc5280]
        for names in Kind.all {
            for addresses in Kind.all {
                var template = CertificateTemplate.intermediate(name: "Constrained", at: moment)
                template.nameConstraints = try Self.constraints(names, addresses)
                let middle = try root.issue(template, key: key)
                let held = [names.held, addresses.held]
                var leaf = TestChain.server {
                    $0.names =
                        names.held.of(Self.host, "bad.example.net") + addresses.held.of("192.0.2.1", "198.51.100.1")
                    // The subject is nobody's business: it has what is asked for, or what is not permitted.
                    let text = common.of(Self.host, "bad.example.net").first ?? "Somebody"
                    $0.subject = DistinguishedName([(.commonName, text)])
                }
                if held == [.none, .none] { leaf.alternativeNames = [] }
                let certificate = try leaves[held] ?? CertificateAuthority(middle).issue(leaf, key: leafKey).certificate
                leaves[held] = certificate
                // In turn: the kinds of addresses are odd in number, so each comes with both.
                profiles.append(profiles.removeFirst())
                let trust = try ServerTrust(derChain: [certificate, middle.certificate])
                for (peer, isHeld) in [(Self.host, names.held == .own), ("192.0.2.1", addresses.held == .own)] {
                    for profile in Effort.isWhole ? profiles : [profiles[0]] {
                        var policy = TrustPolicy.ssl(try ServerName(peer))
                        policy.anchors = .only([anchor])
                        policy.profile = profile
                        let expected = isHeld && names.isAllowed && addresses.isAllowed
                        let accepted = (try? engine.evaluate(trust, with: policy, at: moment)) != nil
                        #expect(
                            accepted == expected, "\(profile.name), \(peer): names \(names), addresses \(addresses)")
                    }
                }
            }
        }
    }
}
