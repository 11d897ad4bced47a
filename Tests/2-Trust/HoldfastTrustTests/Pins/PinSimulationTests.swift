import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

/// What becomes of the next certificate under the pins that are shipped, as RFC 7469 §2.6 and §4.3 have it.
@Suite("Simulation of pins")
struct PinSimulationTests {
    private let root: CertificateAuthority
    private let intermediate: CertificateAuthority
    private let key: PrivateKey
    private let today: [Certificate]
    private static let now = TestChain.moment

    init() throws {
        root = try CertificateAuthority.root(name: "Root", at: Self.now)
        intermediate = try root.intermediate(name: "Intermediate", at: Self.now)
        key = try PrivateKey.generate(.p256)
        today = try Self.chain(of: key, under: intermediate, root)
    }

    private static func chain(
        of key: PrivateKey, under issuer: CertificateAuthority, _ root: CertificateAuthority
    ) throws -> [Certificate] {
        let leaf = try issuer.issue(TestChain.server(), key: key)
        return try (leaf.chain + [root.certificate]).map { try Certificate(der: $0) }
    }

    private func verdict(
        _ set: PinSet, _ next: [Certificate], knowing issuers: [Certificate] = [], at instant: Instant = now
    ) -> PinSimulation.Verdict? {
        PinSimulation(of: next, knowing: issuers, with: .everywhere(set), for: nil, at: instant)?.verdict
    }

    private func set(_ pins: [Pin], _ group: PinSet.Group = .anywhere) throws -> PinSet {
        switch group {
        case .anywhere: try PinSet(anywhere: Set(pins), backup: .waived)
        case .leaf: try PinSet(leaf: Set(pins), backup: .waived)
        case .authorities: try PinSet(authorities: Set(pins), backup: .waived)
        }
    }

    @Test("renewed with the same key: pins of keys pass, pins of certificates fail")
    func renewal() throws {
        let next = try Self.chain(of: key, under: intermediate, root)
        #expect(next[0] != today[0])
        for group in [PinSet.Group.anywhere, .leaf] {
            #expect(verdict(try set([Pin(today[0])], group), next) == .passes)
            #expect(verdict(try set([Pin(today[0], .certificate)], group), next) == .fails)
            #expect(verdict(try set([Pin(today[0], .certificate)], group), today) == .passes)
        }
        #expect(verdict(try set([Pin(today[1], .certificate)], .authorities), next) == .passes)
    }

    @Test("a new key fails, unless it is a backup or an authority is pinned")
    func newKey() throws {
        let other = try PrivateKey.generate(.p256)
        let next = try Self.chain(of: other, under: intermediate, root)
        #expect(verdict(try set([Pin(today[0])]), next) == .fails)
        #expect(verdict(try set([Pin(today[0])], .leaf), next) == .fails)
        #expect(verdict(try set([Pin(today[0]), Pin(other.subjectPublicKeyInfo)], .leaf), next) == .passes)
        #expect(verdict(try set([Pin(today[0]), Pin(today[1])]), next) == .passes)
        #expect(verdict(try set([Pin(today[1])], .leaf), next) == .fails)
    }

    @Test("each group is judged by itself, and both have to match")
    func groups() throws {
        let both = try PinSet(leaf: [Pin(today[0])], authorities: [Pin(today[2])], backup: .waived)
        #expect(verdict(both, today) == .passes)
        let next = try Self.chain(of: PrivateKey.generate(.p256), under: intermediate, root)
        let simulation = PinSimulation(of: next, with: .everywhere(both), for: nil, at: Self.now)
        #expect(simulation?.verdict == .fails)
        #expect(simulation?.groups.map(\.outcome) == [.missing, .found])
        #expect(simulation?.groups.last?.found.map(\.depth) == [2])
    }

    @Test("a lone leaf: pins of authorities are undecided, until its issuers are known; a leaf's own are not")
    func loneLeaf() throws {
        let next = [try Self.chain(of: key, under: intermediate, root)[0]]
        #expect(verdict(try set([Pin(today[0])]), next) == .passes)
        #expect(verdict(try set([Pin(today[2])]), next) == .undecided)
        #expect(verdict(try set([Pin(today[2])], .authorities), next) == .undecided)
        #expect(verdict(try set([Pin(today[2])], .authorities), next, knowing: [today[1]]) == .undecided)
        #expect(verdict(try set([Pin(today[2])], .authorities), next, knowing: [today[2], today[1]]) == .passes)
        #expect(verdict(try set([Pin(today[1])], .leaf), next) == .fails)
        let mixed = try PinSet(leaf: [Pin(today[1])], authorities: [Pin(today[2])], backup: .waived)
        #expect(verdict(mixed, next) == .fails)
    }

    @Test("only signatures tie a certificate to the chain: a pinned one that is merely there does not count")
    func unrelated() throws {
        let other = try CertificateAuthority.root(name: "Root", at: Self.now)
        let between = try other.intermediate(name: "Intermediate", at: Self.now)
        let next = try Self.chain(of: key, under: between, other)
        let mixed = [next[0], today[1], today[2]]
        let simulation = PinSimulation(
            of: mixed, with: .everywhere(try set([Pin(today[2])])), for: nil, at: Self.now)
        #expect(simulation?.verdict == .undecided)
        #expect(simulation?.chain == [next[0]])
        #expect(simulation?.unused == [today[1], today[2]])
        #expect(verdict(try set([Pin(today[2])]), mixed + [next[1], next[2]]) == .fails)
    }

    @Test("pins that have ended by then, by what holds afterwards; pins that only report")
    func life() throws {
        let next = try Self.chain(of: PrivateKey.generate(.p256), under: intermediate, root)
        let set = try set([Pin(today[0])])
        let end = Self.now.advanced(byDays: 10)
        for (mode, expected) in [
            (PinExpiry.Mode.open, PinSimulation.Verdict.expired), (.warn, .expired), (.closed, .fails),
        ] {
            let ending = set.with(expiry: PinExpiry(end, then: mode))
            #expect(verdict(ending, next, at: end.advanced(bySeconds: -1)) == .fails)
            #expect(verdict(ending, next, at: end) == expected)
            // Closed pins refuse even what they match.
            #expect(verdict(ending, today, at: end) == (mode == .closed ? .fails : .expired))
        }
        #expect(verdict(set.with(enforcement: .reportOnly), next) == .reported)
        #expect(verdict(set.with(enforcement: .reportOnly), today) == .passes)
    }

    @Test("the pins of the server that is named count; without any nothing is said about passing")
    func names() throws {
        let hosts = try PinnedHosts([HostPattern("**.a.example", publicSuffixes: nil): .pinned(set([Pin(today[0])]))])
        let verdict = { (name: String) in
            PinSimulation(of: today, with: hosts, for: try ServerName(name), at: Self.now)?.verdict
        }
        #expect(try verdict("x.a.example") == .passes)
        #expect(try verdict("b.example") == .notPinned)
        #expect(PinSimulation(of: [], with: hosts, for: nil, at: Self.now) == nil)
    }

    @Test("authorities that sign each other come to an end")
    func circles() throws {
        var authorities: [CertificateAuthority] = []
        for index in 0..<6 { authorities.append(try CertificateAuthority.root(name: "R\(index)", at: Self.now)) }
        var mesh: [Certificate] = []
        for one in authorities {
            for other in authorities where one.certificate != other.certificate {
                mesh.append(try Certificate(der: one.certify(other, .root(name: "x", at: Self.now))))
            }
        }
        let leaf = try Certificate(der: authorities[0].issue(TestChain.server()).certificate)
        let simulation = PinSimulation(
            of: [leaf] + mesh, with: .everywhere(try set([Pin(today[0])])), for: nil, at: Self.now)
        #expect(simulation?.verdict == .undecided)
    }
}
