import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import Testing

@testable import HoldfastTrust

/// A chain made as the CA/Browser Forum has it, from the root down: no profile has anything to say about it.
struct RootProgramChain {
    static let moment = TestChain.moment
    static let host = "www.example.com"

    /// A list of public suffixes that is not the machine's.
    static let suffixes = PublicSuffixes(identity: "of the tests") { domain in
        switch domain {
        case "com", "uk", "co.uk", "arpa": .icann
        case "hosting.com": .privateDomains
        default: nil
        }
    }

    var root: CertificateTemplate
    var intermediate: CertificateTemplate
    var leaf: CertificateTemplate
    var rootKey: PrivateKey?
    var intermediateKey: PrivateKey?
    var leafKey: PrivateKey?
    /// Whether the server's certificate is issued by the root itself.
    var isIssuedByRoot = false
    var host = Self.host

    init() throws {
        root = .root(name: "Example Root", at: Self.moment)
        root.subject = Self.name("Example Root")
        intermediate = .intermediate(name: "Example Authority", at: Self.moment)
        intermediate.subject = Self.name("Example Authority")
        intermediate.extendedKeyUsage = [.serverAuth]
        leaf = .server(names: [Self.host], at: Self.moment)
        leaf.subject = DistinguishedName([RelativeDistinguishedName]())
        // "subjectKeyIdentifier NOT RECOMMENDED", "basicConstraints MAY" (CA/B BR 7.1.2.7.6).
        let place = try #require(IA5String("http://authority.example.com/"))
        for path in [\Self.intermediate, \Self.leaf] {
            self[keyPath: path].add(
                .authorityInformationAccess,
                InformationAccess([AccessDescription(.caIssuersAccess, .uniformResourceIdentifier(place))]))
            self[keyPath: path].add(
                .certificatePolicies, CertificatePolicies([PolicyInformation(.domainValidated)]))
            self[keyPath: path].add(
                .cRLDistributionPoints,
                CRLDistributionPoints([
                    DistributionPoint(distributionPoint: .fullName([.uniformResourceIdentifier(place)]))
                ]))
        }
    }

    static func name(_ commonName: String) -> DistinguishedName {
        DistinguishedName([
            (type: .countryName, text: "XX"), (type: .organizationName, text: "Example"),
            (type: .commonName, text: commonName),
        ])
    }

    /// Takes one of the extensions away that ``init()`` added.
    static func remove(_ oid: ObjectIdentifier, from template: inout CertificateTemplate) {
        template.additionalExtensions.removeAll { $0.oid == oid }
    }

    /// The chain as a server sends it, with the root behind it.
    func made() throws -> (chain: [[UInt8]], root: [UInt8]) {
        let top = CertificateAuthority(try Identity.selfSigned(root, key: rootKey))
        if isIssuedByRoot { return (try top.issue(leaf, key: leafKey).chain, top.certificate) }
        let middle = CertificateAuthority(try top.issue(intermediate, key: intermediateKey))
        return (try middle.issue(leaf, key: leafKey).chain, top.certificate)
    }

    /// The findings of a chain that was made, by requirement, the gravest of each.
    static func findings(
        _ made: (chain: [[UInt8]], root: [UInt8]), host: String = Self.host, profile: Profile, under kind: AnchorKind,
        suffixes: PublicSuffixes? = Self.suffixes, at moment: Instant = Self.moment
    ) throws -> [String: Severity] {
        let anchor = try Certificate(der: made.root)
        var policy = TrustPolicy.ssl(try ServerName(host))
        policy.profile = profile
        policy.publicSuffixes = suffixes
        policy.anchors = kind == .publicWeb ? .onlyAsPublic([anchor]) : .only([anchor])
        let trust = try ServerTrust(derChain: made.chain)
        let found: [Finding]
        do throws(TrustFailure) {
            found = try TrustEngine().evaluate(trust, with: policy, at: moment).findings
        } catch {
            found = error.findings
        }
        return Dictionary(found.map { ($0.requirement, $0.severity) }, uniquingKeysWith: max)
    }

    /// The findings of this chain under one profile and kind of anchor.
    func findings(
        _ profile: Profile, _ kind: AnchorKind, suffixes: PublicSuffixes? = Self.suffixes,
        at moment: Instant = Self.moment
    ) throws -> [String: Severity] {
        try Self.findings(made(), host: host, profile: profile, under: kind, suffixes: suffixes, at: moment)
    }
}
