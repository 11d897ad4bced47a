import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import Testing

/// A connection that explicit trust let in must not live on after it: every change of it changes the digest.
@Suite("The digest of a policy with explicit trust")
struct ExceptionDigestTests {
    private let moment = TestChain.moment

    private func policy(_ exceptions: TrustExceptions = .none) throws -> TrustPolicy {
        var policy = TrustPolicy.ssl(try ServerName(TestChain.host))
        policy.anchors = .only([])
        policy.exceptions = exceptions
        return policy
    }

    @Test("changes with each change of the list, also with one that takes the last one back")
    func list() throws {
        let list = TrustExceptionList()
        let policy = try policy(.from(list))
        let exception = try ExplicitTrustTests.exception([.expired], for: [1])
        var seen = [policy.digest]
        var shared = [policy.digestWithoutIdentity]
        for change in [{ list.add(exception) }, { list.remove { _ in true } }, { list.add(exception) }] {
            change()
            #expect(!seen.contains(policy.digest))
            #expect(!shared.contains(policy.digestWithoutIdentity))
            #expect(policy.digest == policy.digest)
            seen.append(policy.digest)
            shared.append(policy.digestWithoutIdentity)
        }
    }

    @Test("two handles differ, even with the same contents; none is always none")
    func handles() throws {
        let exception = try ExplicitTrustTests.exception([.expired], for: [1])
        var policy = try policy(.only([exception]))
        let digest = policy.digest
        policy.exceptions = .only([exception])
        #expect(policy.digest != digest)
        policy.exceptions = .none
        let none = policy.digest
        policy.exceptions = .none
        #expect(policy.digest == none)
    }

    @Test("at an instant: changes when an exception for this host begins and ends, not when another's does")
    func time() throws {
        let exception = try ExplicitTrustTests.exception([.expired], for: [1], from: 1, days: 1)
        var policy = try policy(.only([exception]))
        func digests(_ policy: TrustPolicy) -> [[UInt8]] {
            [0, 86_399, 86_400, 172_799, 172_800, 300_000].map { policy.digest(at: moment.advanced(bySeconds: $0)) }
        }
        let (before, stillBefore, begun, stillIn, ended, stillEnded) = {
            ($0[0], $0[1], $0[2], $0[3], $0[4], $0[5])
        }(digests(policy))
        #expect(before == stillBefore)
        #expect(begun == stillIn)
        #expect(ended == stillEnded)
        #expect(Set([before, begun, ended]).count == 3)
        policy.purpose = .ssl(try ServerName("other.test"))
        #expect(Set(digests(policy)).count == 1)
    }

    @Test("changes with accepting any: with its scope, its end, and when it begins and ends")
    func acceptAny() throws {
        var policy = try policy()
        var seen: Set<[UInt8]> = [policy.digest]
        let scopes: [DangerousAcceptAny.Scope] = [.loopback, .hosts(["a.test"]), .hosts(["a.test", "b.test"])]
        for scope in scopes {
            for days in [1, 2] as [Int64] {
                policy.dangerousAcceptAny = try DangerousAcceptAny(
                    scope, from: moment, until: moment.advanced(byDays: days))
                #expect(seen.insert(policy.digest).inserted)
                #expect(policy.digest(at: moment) == policy.digest(at: moment.advanced(bySeconds: 86_399)))
                #expect(policy.digest(at: moment) != policy.digest(at: moment.advanced(byDays: days)))
                #expect(policy.digest(at: moment) != policy.digest(at: moment.advanced(bySeconds: -1)))
            }
        }
    }

    @Test("the proof carries the digest of what it was judged by")
    func proof() throws {
        let test = try TestChain()
        let chain = try test.chain { $0.notAfter = moment.advanced(bySeconds: -1) }
        let list = TrustExceptionList([try ExplicitTrustTests.exception([.expired], for: chain[0])])
        var policy = try test.policy()
        policy.exceptions = .from(list)
        let proof = try #require(try test.judge(chain, policy: policy).success)
        #expect(proof.policyDigest == policy.digest(at: moment))
        list.remove { _ in true }
        #expect(proof.policyDigest != policy.digest(at: moment))
    }
}
