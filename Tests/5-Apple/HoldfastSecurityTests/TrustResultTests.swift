import Dispatch
import Foundation
import HoldfastAuthority
import HoldfastSecurity
import HoldfastX509
import Testing

@Suite("SecTrust: what it answers")
struct TrustResultTests {
    let test: TrustFixture

    init() throws { test = try TrustFixture() }

    /// Apple: `SecTrustResultType.invalid`, "the trust has not been evaluated or an error occurred".
    @Test("the last result: invalid before an evaluation and after a change")
    func lastResult() throws {
        func last(_ trust: SecTrust) -> SecTrustResultType {
            var result = SecTrustResultType.otherError
            #expect(SecTrustGetTrustResult(trust, &result) == errSecSuccess)
            return result
        }
        let trust = try test.trust()
        #expect(last(trust) == .invalid)
        #expect(SecTrustEvaluateWithError(trust, nil))
        #expect(last(trust) == .unspecified)
        SecTrustSetPolicies(trust, SecPolicyCreateSSL(true, "other.test" as CFString))
        #expect(last(trust) == .invalid)
        #expect(!SecTrustEvaluateWithError(trust, nil))
        #expect(last(trust) == .recoverableTrustFailure)
        SecTrustSetAnchorCertificates(trust, [] as CFArray)
        #expect(last(trust) == .invalid)
    }

    @Test("the chain: built before anybody evaluates, the anchor last, what is no part of it left out")
    func chain() throws {
        let chain = try test.chain()
        let root = try test.rootCertificate
        let stranger = try TrustFixture.certificate(Identity.selfSigned(TrustFixture.server()).certificate)
        let trust = try test.trust([chain[0], stranger, chain[1]])
        #expect(SecTrustGetCertificateCount(trust) == 3)
        #expect(TrustFixture.chain(of: trust) == chain + [root])
        for (index, certificate) in (chain + [root]).enumerated() {
            #expect(SecTrustGetCertificateAtIndex(trust, index) == certificate)
        }
        for index in [-1, 3, .max, .min] { #expect(SecTrustGetCertificateAtIndex(trust, index) == nil) }
    }

    @Test("the chain of a refusal: as far as it could be built")
    func refusedChain() throws {
        let chain = try test.chain()
        let root = try test.rootCertificate
        func built(_ presented: [SecCertificate], at days: Int64 = 0) throws -> [SecCertificate] {
            let trust = try TrustFixture.unanchored(presented, at: TrustFixture.moment.advanced(byDays: days))
            SecTrustSetAnchorCertificatesOnly(trust, true)
            #expect(!SecTrustEvaluateWithError(trust, nil))
            return TrustFixture.chain(of: trust)
        }
        #expect(try built(chain + [root]) == chain + [root])
        #expect(try built(chain + [root], at: 400) == chain + [root])
        #expect(try built(chain) == chain)
        #expect(try built([chain[0], root]) == [chain[0]])
        #expect(try built([root]) == [root])
    }

    @Test("the key is the first certificate's, trusted or not, without an evaluation")
    func key() throws {
        let chain = try test.chain()
        for trust in [try test.trust(chain), try TrustFixture.unanchored(chain + chain)] {
            let key = try #require(SecTrustCopyKey(trust))
            #expect(key == SecCertificateCopyKey(chain[0]))
            #expect(key == SecTrustCopyPublicKey(trust))
            #expect(key != SecCertificateCopyKey(chain[1]))
            var result = SecTrustResultType.otherError
            SecTrustGetTrustResult(trust, &result)
            #expect(result == .invalid)
        }
    }

    @Test("the result's dictionary")
    func dictionary() throws {
        let trusted = try #require(SecTrustCopyResult(try test.trust()) as? [String: Any])
        #expect(trusted[kSecTrustResultValue as String] as? UInt32 == 4)
        #expect(trusted[kSecTrustEvaluationDate as String] as? Date == TrustFixture.date() as Date)
        #expect(trusted[kSecTrustRevocationChecked as String] as? Bool == false)
        let refused = try test.trust(policies: [SecPolicyCreateSSL(true, "other.test" as CFString)])
        let values = try #require(SecTrustCopyResult(refused) as? [String: Any])
        #expect(values[kSecTrustResultValue as String] as? UInt32 == 5)
    }

    @Test("the properties: a title for each certificate, an error where there is one")
    func properties() throws {
        func rows(_ trust: SecTrust) throws -> [[String: String]] {
            try #require(SecTrustCopyProperties(trust) as? [[String: String]])
        }
        let good = try rows(try test.trust())
        #expect(
            good.map { $0[kSecPropertyTypeTitle as String] } == [TrustFixture.host, "Test Intermediate", "Test Root"])
        #expect(good.allSatisfy { $0[kSecPropertyTypeError as String] == nil })
        let bad = try rows(try test.trust(policies: [SecPolicyCreateSSL(true, "other.test" as CFString)]))
        #expect(bad.count == 3)
        #expect(try #require(bad[0][kSecPropertyTypeError as String]).contains("other.test"))
        #expect(bad[1][kSecPropertyTypeError as String] == nil)
    }

    @Test("asynchronously, on the queue that was named")
    func asynchronously() async throws {
        let queue = DispatchQueue(label: "test")
        let key = DispatchSpecificKey<Int>()
        queue.setSpecific(key: key, value: 1)
        let good = try test.trust()
        let bad = try test.trust(policies: [SecPolicyCreateSSL(true, "other.test" as CFString)])
        for (trust, expected) in [(good, nil), (bad, errSecHostNameMismatch)] as [(SecTrust, OSStatus?)] {
            let answer = await withCheckedContinuation { continuation in
                let status = SecTrustEvaluateAsyncWithError(trust, queue) { same, isTrusted, error in
                    let isThere = DispatchQueue.getSpecific(key: key) == 1
                    continuation.resume(
                        returning: (same === trust, isTrusted, error.map { OSStatus($0.code) }, isThere))
                }
                #expect(status == errSecSuccess)
            }
            #expect(answer == (true, expected == nil, expected, true))
            let result = await withCheckedContinuation { continuation in
                SecTrustEvaluateAsync(trust, nil) { _, result in continuation.resume(returning: result) }
            }
            #expect(result == (expected == nil ? .unspecified : .recoverableTrustFailure))
        }
    }

    @Test("one object, many threads: each answer is one of the two that there can be")
    func threads() throws {
        let trust = try test.trust()
        let other = SecPolicyCreateSSL(true, "other.test" as CFString)
        DispatchQueue.concurrentPerform(iterations: 200) { index in
            switch index % 4 {
            case 0: SecTrustSetPolicies(trust, TrustFixture.ssl)
            case 1: SecTrustSetPolicies(trust, other)
            case 2:
                var error: CFError?
                let isTrusted = SecTrustEvaluateWithError(trust, &error)
                #expect(isTrusted == (error == nil))
                #expect(isTrusted || error?.code == Int(errSecHostNameMismatch))
            default: #expect(SecTrustGetCertificateCount(trust) == 3)
            }
        }
    }

    @Test("results have Apple's numbers")
    func numbers() {
        let all: [SecTrustResultType] = [
            .invalid, .proceed, .confirm, .deny, .unspecified, .recoverableTrustFailure, .fatalTrustFailure,
            .otherError,
        ]
        #expect(all.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 7])
        #expect(SecTrustResultType(rawValue: 8) == nil)
    }
}
