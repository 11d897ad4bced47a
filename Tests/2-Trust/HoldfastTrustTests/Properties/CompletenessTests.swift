import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// The path builder against all paths there are, each presented by itself.
@Suite("Property: a pool is trusted if and only if one path through it is", .ownThread)
struct CompletenessTests {
    @Test("seeded pools of cross-signed authorities", arguments: 0..<25)
    func pools(_ seed: Int) throws {
        let pool = try PoolMaker.pool(seed: 1_000 + UInt64(seed))
        let engine = TrustEngine()
        let paths = try Self.paths(of: pool)
        let single = try paths.filter { try pool.judge(others: $0, by: engine).isTrusted }
        let whole = try pool.judge(by: engine)
        #expect(whole.isTrusted == !single.isEmpty, "\(paths.count) paths, \(single.count) trusted; all: \(whole)")
        // What is accepted is one of them.
        guard whole.isTrusted else { return }
        let accepted = try single.map { try pool.judge(others: $0, by: engine).path }
        #expect(accepted.contains(whole.path))
    }

    @Test("the pools are of both kinds")
    func kinds() throws {
        let verdicts = try (0..<25).map { try PoolMaker.pool(seed: 1_000 + UInt64($0)).judge() }
        #expect(verdicts.count(where: \.isTrusted) > 2)
        #expect(verdicts.count { !$0.isTrusted } > 3)
        #expect(verdicts.contains { $0.isTrusted && $0.path.count >= 3 })
    }

    /// The certificates between the leaf and an anchor, of every way up by names on which none comes twice.
    private static func paths(of pool: PropertyCase) throws -> [[[UInt8]]] {
        let certificates = try pool.others.map { try Certificate(der: $0) }
        var found: [[[UInt8]]] = []
        func extend(_ path: [Int], _ top: Certificate) {
            if pool.anchors.contains(where: { $0.subject.matches(top.issuer) }) {
                found.append(path.map { pool.others[$0] })
            }
            guard path.count < 4, found.count < 60 else { return }
            for index in certificates.indices where !path.contains(index) {
                guard certificates[index].subject.matches(top.issuer) else { continue }
                extend(path + [index], certificates[index])
            }
        }
        extend([], try Certificate(der: pool.leaf))
        return found
    }
}
