import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// Random meshes of authorities that certify each other, all on P-384: whatever legal path there is, is found within
/// the limits.
@Suite("Work: legal meshes", .ownThread)
struct LegalMeshTests {
    @Test("120 meshes of 8 to 30: accepted where a legal path leads to an anchor, and nowhere else", arguments: 0..<12)
    func meshes(_ batch: Int) throws {
        let test = try TestChain()
        for seed in (batch * 10)..<(batch * 10 + 10) {
            let mesh = try LegalMesh(seed: UInt64(seed))
            var policy = try test.policy(anchors: mesh.anchors)
            policy.limits.presentedCertificates = 1_000
            let trust = try ServerTrust(derChain: mesh.presented, limits: policy.limits)
            var failure: TrustFailure?
            do throws(TrustFailure) {
                _ = try TrustEngine().evaluate(trust, with: policy, at: TestChain.moment)
            } catch {
                failure = error
            }
            #expect((failure == nil) == mesh.hasLegalPath, "seed \(seed): \(failure?.cause.message ?? "trusted")")
            guard let failure else { continue }
            #expect(!failure.errors.contains { $0.code == .workLimit }, "seed \(seed)")
        }
    }
}

/// A mesh, and whether a legal path leads from its server to an anchor, found by a search that knows how it was made.
private struct LegalMesh {
    /// A certificate of one authority by another.
    private struct Edge {
        let issuer: Int
        var pathLength: Int?
        /// Whether it may be part of a path for the server at all.
        var isUsable = true
    }

    let presented: [[UInt8]]
    let anchors: [[UInt8]]
    let hasLegalPath: Bool

    /// Made once: a mesh takes as many of them as it has authorities.
    private static let keys = Result { try (0..<30).map { _ in try PrivateKey.generate(.p384) } }

    init(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let count = random.number(8...30)
        let hasIdentifiers = !random.oneIn(4)
        let keys = try Self.keys.get()
        let authorities = try (0..<count).map {
            try CertificateAuthority.root(name: "Authority \($0)", at: TestChain.moment, key: keys[$0])
        }
        let tops = random.oneIn(2) ? [count - 1] : [count - 1, count - 2]
        var edges: [Int: [Edge]] = [:]
        var certificates: [[UInt8]] = []
        for subject in 0..<count where !tops.contains(subject) {
            let issuers = (0..<random.number(1...3)).map { _ in
                // Now and then one further up, else anybody.
                random.oneIn(2) ? min(count - 1, subject + random.number(1...4)) : random.below(count)
            }
            for issuer in Set(issuers).sorted() where issuer != subject {
                var edge = Edge(issuer: issuer)
                var template = CertificateTemplate.intermediate(name: "", at: TestChain.moment, pathLength: nil)
                if !hasIdentifiers {
                    template.subjectKeyIdentifier = .omitted
                    template.authorityKeyIdentifier = .omitted
                }
                try Self.constrain(&template, &edge, &random)
                certificates.append(try authorities[issuer].certify(authorities[subject], template))
                edges[subject, default: []].append(edge)
            }
        }
        let first = random.below(3)
        let leaf = try authorities[first].issue(
            TestChain.server { if !hasIdentifiers { $0.authorityKeyIdentifier = .omitted } })
        presented = [leaf.certificate] + certificates.shuffled(using: &random)
        anchors = tops.map { authorities[$0].certificate }
        hasLegalPath = Self.leads(from: first, to: Set(tops), edges)
    }

    private static func constrain(
        _ template: inout CertificateTemplate, _ edge: inout Edge, _ random: inout SeededGenerator
    ) throws {
        switch random.below(20) {
        case 0...3:
            edge.pathLength = random.number(0...4)
            template.basicConstraints = BasicConstraints(isCA: true, pathLengthConstraint: edge.pathLength)
        case 4:
            edge.isUsable = false
            let domain = try #require(IA5String("holdfast.test"))
            template.nameConstraints = NameConstraints(excludedSubtrees: [GeneralSubtree(.dnsName(domain))])
        case 5:
            edge.isUsable = false
            template.notAfter = TestChain.moment.advanced(byDays: -1)
            template.notBefore = TestChain.moment.advanced(byDays: -100)
        case 6:
            edge.isUsable = false
            template.extendedKeyUsage = [.clientAuth]
        default: break
        }
    }

    /// The fewest authorities below count most: whoever allows a longer path allows a shorter one (RFC 5280 §6.1.4(l)).
    private static func leads(from first: Int, to tops: Set<Int>, _ edges: [Int: [Edge]]) -> Bool {
        var below = [first: 0]
        var waiting = [first]
        while let subject = waiting.first {
            waiting.removeFirst()
            if tops.contains(subject) { return true }
            let depth = below[subject] ?? 0
            for edge in edges[subject] ?? [] where edge.isUsable && edge.pathLength.map({ depth <= $0 }) ?? true {
                guard below[edge.issuer] == nil else { continue }
                below[edge.issuer] = depth + 1
                waiting.append(edge.issuer)
            }
        }
        return false
    }
}
