import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

/// RFC 8446 §4.4.2 lets a server send "potentially extraneous certificates": they neither help nor hurt.
@Suite("Property: certificates that have nothing to do with a chain do not change whether it is trusted", .ownThread)
struct StrangerTests {
    private func expectSame(_ chain: PropertyCase) throws {
        let engine = TrustEngine()
        let verdict = try chain.judge(by: engine)
        let strangers = try Strangers(to: chain).all
        var generator = SeededGenerator(UInt64(strangers.count))
        for (kind, bytes) in strangers.shuffled(using: &generator).prefix(2) {
            let found = try chain.judge(others: [bytes] + chain.others, by: engine)
            #expect(found.isTrusted == verdict.isTrusted, "\(chain.name) and \(kind): \(verdict), then \(found)")
            if verdict.isTrusted { #expect(found.path == verdict.path, "\(chain.name) and \(kind)") }
        }
        let all = strangers.map(\.bytes)
        let found = try chain.judge(others: all + chain.others + all, by: engine)
        #expect(found.isTrusted == verdict.isTrusted, "\(chain.name) and all: \(verdict), then \(found)")
        if verdict.isTrusted { #expect(found.path == verdict.path, "\(chain.name) and all") }
    }

    @Test("recorded chains", arguments: Effort.sample(PropertyCases.recorded, every: 3))
    func recorded(_ chain: PropertyCase) throws { try expectSame(chain) }

    @Test("x509-limbo", .enabled(if: !PropertyCases.limbo.isEmpty, "VECTORS is not there"))
    func limbo() throws { for chain in Effort.sample(PropertyCases.limbo, every: 2) { try expectSame(chain) } }
}
