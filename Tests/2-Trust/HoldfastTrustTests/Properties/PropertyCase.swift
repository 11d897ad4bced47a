import HoldfastCrypto
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastTrust

/// A verdict as the properties compare it.
struct PropertyVerdict: Hashable, CustomStringConvertible {
    /// Empty for a trusted chain.
    let errors: Set<FindingCode>
    /// The fingerprints of the path that was accepted, or that the refusal is about.
    let path: [[UInt8]]

    var isTrusted: Bool { errors.isEmpty }

    var description: String {
        (errors.isEmpty ? "trusted" : errors.map(\.rawValue).sorted().joined(separator: ", "))
            + " by a path of \(path.count)"
    }
}

/// A chain of the vectors with all that its judgement depends on; the properties change one of these at a time.
struct PropertyCase: Sendable, CustomTestStringConvertible {
    let name: String
    var leaf: [UInt8]
    var others: [[UInt8]]
    var anchors: [Certificate]
    /// Whether the anchors are judged as the public web's.
    var isPublic = false
    var policy: TrustPolicy
    var at: Instant
    var lists: [SuppliedRevocationList] = []

    var testDescription: String { name }

    func judge(
        others: [[UInt8]]? = nil, anchors: [Certificate]? = nil, by engine: TrustEngine = TrustEngine()
    ) throws -> PropertyVerdict {
        var policy = policy
        policy.limits.presentedCertificates = 100_000
        policy.limits.presentedBytes = 1 << 30
        let anchors = anchors ?? self.anchors
        policy.anchors = isPublic ? .onlyAsPublic(anchors) : .only(anchors)
        let trust = try ServerTrust(derChain: [leaf] + (others ?? self.others), limits: policy.limits)
        do throws(TrustFailure) {
            let proof = try engine.evaluate(trust, with: policy, at: at, supplying: [.revocationLists(lists)])
            return PropertyVerdict(errors: [], path: proof.chain.map(\.fingerprint))
        } catch {
            return PropertyVerdict(
                errors: Set(error.errors.map(\.code)), path: error.chain.map(\.fingerprint))
        }
    }
}
