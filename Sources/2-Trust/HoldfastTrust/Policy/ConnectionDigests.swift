package import HoldfastX509
import Synchronization

/// The digests that keep the connections of a policy apart from those of others.
package struct ConnectionDigests: Sendable {
    /// ``TrustPolicy/digest(at:)``.
    package let whole: [UInt8]
    /// The digest without the identity, under which connections to different servers may share a pool. Nil where a rule
    /// has no cache key, since nothing may be shared then.
    package let withoutIdentity: [UInt8]?
    /// ``TrustPolicy/looksAtTimestamps``, which rests on the same.
    package let looksAtTimestamps: Bool
    /// The generation of the pins that they are about.
    package let pins: UInt64
    fileprivate let outliving: LastingDigest

    /// The digest of the policy as any process computes it: of its anchors by their certificates, and without its
    /// exceptions. For what is kept on a disk; what rests on an exception must not be.
    package var lasting: [UInt8] { outliving.digest() }

    fileprivate init(
        _ whole: [UInt8], _ withoutIdentity: [UInt8]?, looksAtTimestamps: Bool, pins: UInt64, _ outliving: LastingDigest
    ) {
        (self.whole, self.withoutIdentity, self.pins, self.outliving) = (whole, withoutIdentity, pins, outliving)
        self.looksAtTimestamps = looksAtTimestamps
    }
}

/// The digest of a policy for what outlives the process, computed when it is first needed, of the policy as it was.
fileprivate final class LastingDigest: Sendable {
    private let facts: PolicyFacts
    private let anchors: AnchorSet
    private let known = Mutex<[UInt8]?>(nil)

    init(_ facts: PolicyFacts, _ anchors: AnchorSet) { (self.facts, self.anchors) = (facts, anchors) }

    func digest() -> [UInt8] {
        known.withLock { known in
            if let known { return known }
            let digest = facts.lastingDigest(anchors)
            known = digest
            return digest
        }
    }
}

/// Keeps the digests of policies that are made anew for each request.
///
/// To see that nothing has changed costs a fraction of the digests: it compares values, and neither writes nor hashes
/// them.
package final class ConnectionDigestMemory: Sendable {
    private final class Entry: Sendable {
        let facts: PolicyFacts
        let digests: ConnectionDigests

        init(_ facts: PolicyFacts, _ digests: ConnectionDigests) {
            self.facts = facts
            self.digests = digests
        }
    }

    /// Identities that are remembered; more than a session usually talks to in a while.
    private static let limit = 256

    private let entries = Mutex<[TrustPolicy.Purpose: Entry]>([:])

    package init() {}

    /// The digests of a policy at an instant.
    package func digests(of policy: TrustPolicy, at instant: Instant) -> ConnectionDigests {
        let (anchors, exceptions, pins) = (policy.anchors.current(), policy.exceptions.current(), policy.pins.current())
        let facts = PolicyFacts(policy, anchors.generation, exceptions, pins, at: instant)
        if facts.areWhole, let known = entries.withLock({ $0[policy.purpose] }), known.facts == facts {
            // Pins may be of another generation, and the same all the same.
            let digests = known.digests
            return ConnectionDigests(
                digests.whole, digests.withoutIdentity, looksAtTimestamps: digests.looksAtTimestamps,
                pins: pins.generation, digests.outliving)
        }
        let digests = ConnectionDigests(
            facts.digest, facts.digestWithoutIdentity, looksAtTimestamps: policy.looksAtTimestamps,
            pins: pins.generation, LastingDigest(facts, anchors))
        guard facts.areWhole else { return digests }
        entries.withLock { entries in
            if entries.count >= Self.limit, entries[policy.purpose] == nil { entries.removeAll() }
            entries[policy.purpose] = Entry(facts, digests)
        }
        return digests
    }
}
