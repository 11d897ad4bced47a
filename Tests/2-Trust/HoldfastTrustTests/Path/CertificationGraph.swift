import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import Testing

/// Authorities that certify each other, as RFC 4158 §2 draws them: every edge is a certificate, good or broken.
struct CertificationGraph {
    struct Edge: Hashable {
        let issuer: String
        let subject: String
    }

    /// What keeps a certificate from being part of a path; nothing else about it is wrong.
    enum Deviation: CaseIterable {
        case expired, otherNamesPermitted, forMail, noBasicConstraints, noAuthority, signedWithSHA1
    }

    static let target = "EE"

    let edges: [Edge]
    private let authorities: [String: CertificateAuthority]
    /// One of the certificates of each edge, by deviation; nil for the good one.
    private let certificates: [Edge: [Deviation?: [UInt8]]]

    /// - Parameter arrows: `A>B`, with a space between; one ends at the target.
    init(_ arrows: String, at moment: Instant) throws {
        edges = arrows.split(separator: " ").map { arrow in
            let ends = arrow.split(separator: ">").map(String.init)
            return Edge(issuer: ends[0], subject: ends[1])
        }
        var authorities: [String: CertificateAuthority] = [:]
        for name in Set(edges.flatMap { [$0.issuer, $0.subject] }) where name != Self.target {
            authorities[name] = try .root(name: name, at: moment)
        }
        var certificates: [Edge: [Deviation?: [UInt8]]] = [:]
        let server = try Identity.selfSigned(TestChain.server())
        for edge in edges {
            guard let issuer = authorities[edge.issuer] else { continue }
            if edge.subject == Self.target {
                let key = server.key.subjectPublicKeyInfo
                certificates[edge] = [nil: try issuer.issue(TestChain.server(), for: key)]
                continue
            }
            guard let subject = authorities[edge.subject] else { continue }
            var made: [Deviation?: [UInt8]] = [:]
            for deviation in [nil] + Deviation.allCases.map(Optional.some) {
                var template = CertificateTemplate.intermediate(name: edge.subject, at: moment, pathLength: nil)
                try Self.apply(deviation, to: &template, at: moment)
                made[deviation] = try issuer.certify(subject, template)
            }
            certificates[edge] = made
        }
        self.authorities = authorities
        self.certificates = certificates
    }

    private static func apply(_ deviation: Deviation?, to template: inout CertificateTemplate, at moment: Instant)
        throws
    {
        switch deviation {
        case nil: break
        case .expired: template.notAfter = moment.advanced(bySeconds: -1)
        case .otherNamesPermitted:
            let domain = try #require(IA5String("other.example"))
            template.nameConstraints = NameConstraints(permittedSubtrees: [GeneralSubtree(.dnsName(domain))])
        case .forMail: template.extendedKeyUsage = [.emailProtection]
        case .noBasicConstraints: template.basicConstraints = nil
        case .noAuthority: template.basicConstraints = BasicConstraints(isCA: false)
        case .signedWithSHA1: template.signatureAlgorithm = .ecdsa(.sha1)
        }
    }

    /// The anchor: an authority's own certificate.
    func anchor(_ name: String) -> [UInt8] { authorities[name]?.certificate ?? [] }

    /// What the target presents: its certificate, and all the others in the order of the edges.
    func presented(broken: Set<Edge>, by deviation: Deviation) -> [[UInt8]] {
        let chain = edges.map { edge in
            (edge, certificates[edge]?[broken.contains(edge) ? deviation : nil] ?? [])
        }
        return chain.filter { $0.0.subject == Self.target }.map(\.1)
            + chain.filter { $0.0.subject != Self.target }.map(\.1)
    }

    /// Whether the target is reached from an anchor by edges that are not broken: what decides, and all that decides.
    func isReachable(from anchor: String, broken: Set<Edge>) -> Bool {
        var reached: Set<String> = [anchor]
        while true {
            let next = edges.filter { !broken.contains($0) && reached.contains($0.issuer) }.map(\.subject)
            guard !reached.isSuperset(of: next) else { return reached.contains(Self.target) }
            reached.formUnion(next)
        }
    }
}
