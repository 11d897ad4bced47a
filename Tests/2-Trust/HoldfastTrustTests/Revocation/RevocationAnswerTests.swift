import HoldfastAuthority
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// What a verdict says of revocation besides its findings: of each certificate of the path, from the leaf up.
@Suite("What is known of revocation", .ownThread)
struct RevocationAnswerTests {
    @Test("nobody asked: not checked, whatever lists say")
    func off() throws {
        let world = try RevocationWorld()
        let list = try world.list { $0.revoke(world.certificate.serialNumber) }
        let proof = try #require(try world.judge([list], .off).success)
        #expect(proof.revocation == [.notChecked, .notChecked, .notChecked])
    }

    @Test("good below the anchor, which nobody asks about")
    func good() throws {
        let world = try RevocationWorld()
        let proof = try #require(try world.judge([world.list(), world.rootList()]).success)
        #expect(proof.revocation == [.good, .good, .notChecked])
    }

    @Test("revoked: since when and why; the same answer in the refusal")
    func revoked() throws {
        let world = try RevocationWorld()
        let since = RevocationWorld.moment.advanced(byDays: -3)
        let list = try world.list { $0.revoke(world.certificate.serialNumber, on: since, for: .keyCompromise) }
        let failure = try #require(try world.judge([list, world.rootList()]).failure)
        #expect(failure.revocation == [.revoked(since: since, reason: .keyCompromise), .good, .notChecked])
    }

    @Test("unknown: why not, in soft as in hard")
    func unknown() throws {
        let world = try RevocationWorld()
        let proof = try #require(try world.judge([world.rootList()], .soft).success)
        guard case .unknown(let problems) = proof.revocation.first else {
            Issue.record("\(proof.revocation)")
            return
        }
        #expect(problems.count == 1 && "\(problems[0])".contains("CN=Test Intermediate"), "\(problems)")
        #expect(proof.revocation.dropFirst() == [.good, .notChecked])
        #expect(try world.judge([world.rootList()]).failure?.revocation == proof.revocation)
    }

    @Test("one that cannot be read has no path, and so no answers")
    func malformed() throws {
        let world = try RevocationWorld()
        var policy = try world.chain.policy()
        policy.revocation = .hard
        let failure = try #require(try world.chain.judge([[0x30, 0x00]], policy: policy).failure)
        #expect(failure.revocation.isEmpty)
    }
}
