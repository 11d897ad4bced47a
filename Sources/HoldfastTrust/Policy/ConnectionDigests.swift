package import HoldfastX509
import Synchronization

/// The digests that keep the connections of a policy apart from those of others.
package struct ConnectionDigests: Sendable {
    /// ``TrustPolicy/digest(at:)``.
    package let whole: [UInt8]
    /// The digest without the identity, under which connections to different servers may share a pool. Nil where a rule
    /// has no cache key, since nothing may be shared then.
    package let withoutIdentity: [UInt8]?
    /// The generation of the pins that they are about.
    package let pins: UInt64
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
    /// The digests for what outlives the process, each with the facts that it was computed of.
    private let lasting = Mutex<[TrustPolicy.Purpose: (facts: PolicyFacts, digest: [UInt8])]>([:])

    package init() {}

    /// The digests of a policy at an instant.
    package func digests(of policy: TrustPolicy, at instant: Instant) -> ConnectionDigests {
        let (anchors, exceptions, pins) = (policy.anchors.current(), policy.exceptions.current(), policy.pins.current())
        let facts = PolicyFacts(policy, anchors.generation, exceptions, pins, at: instant)
        if facts.areWhole, let known = entries.withLock({ $0[policy.purpose] }), known.facts == facts {
            // Pins may be of another generation, and the same all the same.
            return ConnectionDigests(
                whole: known.digests.whole, withoutIdentity: known.digests.withoutIdentity, pins: pins.generation)
        }
        let digests = ConnectionDigests(
            whole: facts.digest, withoutIdentity: facts.digestWithoutIdentity, pins: pins.generation)
        guard facts.areWhole else { return digests }
        entries.withLock { entries in
            if entries.count >= Self.limit, entries[policy.purpose] == nil { entries.removeAll() }
            entries[policy.purpose] = Entry(facts, digests)
        }
        return digests
    }

    /// The digest of a policy at an instant as any process computes it: of its anchors by their certificates, and
    /// without its exceptions. For what is kept on a disk; what rests on an exception must not be.
    package func lastingDigest(of policy: TrustPolicy, at instant: Instant) -> [UInt8] {
        let anchors = policy.anchors.current()
        let facts = PolicyFacts(
            policy, anchors.generation, policy.exceptions.current(), policy.pins.current(), at: instant)
        if facts.areWhole, let known = lasting.withLock({ $0[policy.purpose] }), known.facts == facts {
            return known.digest
        }
        let digest = facts.lastingDigest(anchors)
        guard facts.areWhole else { return digest }
        lasting.withLock { lasting in
            if lasting.count >= Self.limit, lasting[policy.purpose] == nil { lasting.removeAll() }
            lasting[policy.purpose] = (facts, digest)
        }
        return digest
    }
}
