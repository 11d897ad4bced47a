import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 8446 §4.4.2: "implementations SHOULD be prepared to handle potentially extraneous certificates and arbitrary
/// orderings from any TLS version, with the exception of the end-entity certificate which MUST be first."
@Suite("Property: order and repetition of the presented certificates decide nothing", .ownThread)
struct OrderTests {
    /// Errors, verdict and built path are the same in every order, and with every certificate sent again.
    private func expectSame(_ chain: PropertyCase, seed: UInt64, atMost count: Int) throws {
        let engine = TrustEngine()
        let verdict = try chain.judge(by: engine)
        for order in orders(of: chain.others, seed: seed, atMost: count) {
            let found = try chain.judge(others: order, by: engine)
            #expect(found == verdict, "\(chain.name), in another order")
        }
        let again = [chain.others + chain.others, [chain.leaf] + chain.others.flatMap { [$0, $0] } + [chain.leaf]]
        for others in again where !chain.isMalformed {
            let found = try chain.judge(others: others, by: engine)
            #expect(found == verdict, "\(chain.name), repeated")
        }
    }

    @Test("every recorded chain is among the cases, and is judged")
    func cases() throws {
        #expect(PropertyCases.catalogue.count == RecordedLine.all.count)
        #expect(PropertyCases.rules.count == RuleVectorFolder.recorded.count)
        #expect(PropertyCases.trusted.count + PropertyCases.refused.count == PropertyCases.recorded.count)
    }

    @Test("recorded chains", arguments: Effort.sample(PropertyCases.recorded, every: 3))
    func recorded(_ chain: PropertyCase) throws { try expectSame(chain, seed: 1, atMost: 4) }

    @Test("x509-limbo", .enabled(if: !PropertyCases.limbo.isEmpty, "VECTORS is not there"))
    func limbo() throws {
        #expect(PropertyCases.limbo.count > 190)
        for chain in Effort.sample(PropertyCases.limbo, every: 2) where !chain.others.isEmpty {
            try expectSame(chain, seed: 2, atMost: 4)
        }
    }

    @Test("seeded pools of cross-signed authorities", arguments: 0..<20)
    func pools(_ seed: Int) throws {
        try expectSame(PoolMaker.pool(seed: UInt64(seed)), seed: UInt64(seed), atMost: 6)
    }
}

extension PropertyCase {
    /// Whether the leaf cannot be read, which leaves nothing to build a path from.
    var isMalformed: Bool { (try? Certificate(der: leaf)) == nil }
}
