import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// n authorities which all sign each other: (n - 2)! ways from the first to the last (CVE-2018-16875, CVE-2024-0567).
@Suite("Work: cliques of cross-signed authorities", .ownThread)
struct CliqueTests {
    let test: TestChain

    init() throws { test = try TestChain() }

    /// Steps that measuring the distances of one part of a path costs: every certificate is looked at once.
    private func measuring(_ clique: Clique) -> Int { (clique.certificates.count + 1_000) / 50 }

    @Test("without an anchor there is no search", arguments: [10, 30])
    func unanchored(_ count: Int) throws {
        let clique = try Clique.of(count)
        let (result, work) = try test.judge(pool: [clique.leaf()] + clique.certificates)
        #expect(result.failure != nil)
        #expect(work.pathSteps == 0)
        #expect(work.signatureChecks <= Limits().pathCertificates + 1)
        // A root among them is where the explanation ends.
        let root = try test.judge(pool: [clique.leaf()] + clique.certificates + [clique.authorities[0].certificate])
        #expect(root.result.codes(.error) == [.noAnchor])
        #expect(root.work.signatureChecks <= 3)
    }

    @Test(
        "the way out through the last of them is found by as many checks as it has signatures",
        arguments: [10, 30])
    func anchored(_ count: Int) throws {
        let clique = try Clique.of(count)
        let exit = try clique.certificate(of: count - 1, by: test.root)
        let (result, work) = try test.judge(pool: [clique.leaf()] + clique.certificates + [exit])
        #expect(result.success?.chain.count == 4)
        #expect(work.signatureChecks == 3)
        #expect(work.judgedPaths == 1)
        #expect(work.pathSteps <= 3 * (1 + measuring(clique)))
    }

    @Test("a refused leaf ends after a few paths, whatever number there is", arguments: [10, 30])
    func refused(_ count: Int) throws {
        let clique = try Clique.of(count)
        let exit = try clique.certificate(of: count - 1, by: test.root)
        let leaf = try clique.leaf { $0.names = ["other.test"] }
        let (result, work) = try test.judge(pool: [leaf] + clique.certificates + [exit])
        // No path can be another for that: a few are judged for what else there is to tell.
        #expect(result.codes(.error) == [.hostMismatch])
        #expect(work.judgedPaths <= 8)
        #expect(work.pathSteps <= 40 * (1 + measuring(clique)))
        #expect(work.signatureChecks <= 4 * work.judgedPaths)
    }

    /// The names lead out of the clique, the signatures do not.
    @Test("a way out that does not hold is tried once, and there is no second", arguments: [10, 30])
    func forgedExit(_ count: Int) throws {
        let clique = try Clique.of(count)
        let impostor = try CertificateAuthority.root(
            name: "Test Root", at: TestChain.moment)
        let exits = try [count - 1, count - 2].map { try clique.certificate(of: $0, by: impostor) }
        let (result, work) = try test.judge(pool: [clique.leaf()] + clique.certificates + exits)
        #expect(result.failure != nil && !result.codes(.error).contains(.workLimit), "\(result.codes(.error))")
        #expect(work.judgedPaths == 0)
        #expect(work.signatureChecks <= 10)
        #expect(work.pathSteps <= 12 * (1 + measuring(clique)))
    }

    /// Every way out leads through the leaf's own issuer: beside it lie (n - 1)! ways that end in a circle.
    @Test("ways that lead back into the path are not walked", arguments: [10, 30])
    func circles(_ count: Int) throws {
        let clique = try Clique.of(count)
        let exit = try clique.certificate(of: 0, by: test.root)
        let leaf = try clique.leaf { $0.names = ["other.test"] }
        let (result, work) = try test.judge(pool: [leaf] + clique.certificates + [exit])
        #expect(result.codes(.error) == [.hostMismatch])
        #expect(work.judgedPaths == 1)
        #expect(work.signatureChecks == 2)
        #expect(work.pathSteps <= 4 * (1 + measuring(clique)))
    }

    /// Past the shortest way out lies only a long one: parts of ways that look short must not all be walked first.
    @Test("of two ways out, a short one that is refused and a long one")
    func shortAndLong() throws {
        let clique = try Clique.of(30)
        // Refused, since it is for clients.
        var template = CertificateTemplate.intermediate(name: "", at: TestChain.moment, pathLength: nil)
        template.extendedKeyUsage = [.clientAuth]
        let short = try test.root.certify(clique.authorities[0], template)
        var tail = test.root
        var long: [[UInt8]] = []
        for level in 0..<10 {
            tail = CertificateAuthority(
                try tail.issue(.intermediate(name: "Level \(level)", at: TestChain.moment, pathLength: nil)))
            long.append(tail.certificate)
        }
        long.append(try clique.certificate(of: 29, by: tail))
        let (result, work) = try test.judge(pool: [clique.leaf()] + clique.certificates + [short] + long)
        #expect(result.success?.chain.count == 14)
        // The short one's last certificate is for clients: nothing is built above it.
        #expect(work.judgedPaths == 1)
        #expect(work.signatureChecks == 13)
    }

    @Test("a server may send one of sixteen: as many steps as a chain of its length has")
    func presentable() throws {
        let clique = try Clique(16)
        let exit = try clique.certificate(of: 15, by: test.root)
        let pool = try [clique.leaf()] + clique.certificates + [exit]
        #expect(pool.count <= Limits().presentedCertificates)
        let proof = try #require(try test.judge(pool).success)
        #expect(proof.work.signatureChecks == 3)
        #expect(proof.work.pathSteps <= 30)
    }
}
