import HoldfastX509
import Synchronization

/// Remembers acceptances, so that a chain is judged once and not at every connection.
///
/// An acceptance is given again for the very same bytes (they are compared, not a digest of them), under equal facts
/// about the policy (``PolicyFacts``: the identity, the generations of anchors, exceptions and pins, and the states of
/// their periods), within the ``VerdictPeriod`` in which judging again would say the same. Refusals are not kept, nor
/// what rests on the user's explicit trust, which is said aloud each time that it is used.
final class VerdictMemory: Sendable {
    /// Acceptances kept; the oldest goes first. With chains of the usual 4 KB some two megabytes.
    static let capacity = 512
    /// Bytes of a list of certificates and what was stapled to it, above which its verdict is not kept; 64 KiB.
    static let maximumBytes = 1 << 16

    private struct Key: Hashable {
        private let chain: PresentedList
        private let stapledOCSP: [UInt8]?
        private let issuersStapledOCSP: [[UInt8]]
        private let signedCertificateTimestamps: [UInt8]?
        private let keyUse: ServerKeyUse?
        private let purpose: TrustPolicy.Purpose
        /// The hash of chain and purpose, worked out before the lock is taken: other threads would wait for it.
        private let hash: Int

        init(_ trust: ServerTrust, _ policy: TrustPolicy) {
            chain = trust.list
            stapledOCSP = trust.stapledOCSP
            issuersStapledOCSP = trust.issuersStapledOCSP
            signedCertificateTimestamps = trust.signedCertificateTimestamps
            keyUse = trust.keyUse
            purpose = policy.purpose
            var hasher = Hasher()
            hasher.combine(chain)
            hasher.combine(purpose)
            hash = hasher.finalize()
        }

        func hash(into hasher: inout Hasher) { hasher.combine(hash) }
    }

    private final class Entry: Sendable {
        let key: Key
        let facts: PolicyFacts
        let period: VerdictPeriod
        let evaluation: TrustEvaluation

        init(_ key: Key, _ facts: PolicyFacts, _ period: VerdictPeriod, _ evaluation: TrustEvaluation) {
            (self.key, self.facts, self.period, self.evaluation) = (key, facts, period, evaluation)
        }
    }

    private let entries = Mutex(LRUCache<Key, Entry>(capacity: capacity))

    /// The acceptance of a chain under these facts at an instant, where it is known.
    ///
    /// - Parameter moment: up to which nothing was found out about the chain's revocation.
    func acceptance(
        of trust: ServerTrust, under policy: TrustPolicy, _ current: CurrentPolicy, at instant: Instant,
        _ moment: UInt64
    ) -> TrustEvaluation? {
        guard !current.isClockSetBack else { return nil }
        let key = Key(trust, policy)
        guard let entry = entries.withLock({ $0[key] }), entry.period.contains(instant),
            entry.facts == current.facts
        else { return nil }
        return entry.evaluation.again(for: trust, at: instant, moment)
    }

    /// Whether an acceptance of the chain is kept whose period has the instant; under which facts is not looked at.
    func mayKnow(_ trust: ServerTrust, under policy: TrustPolicy, at instant: Instant) -> Bool {
        let key = Key(trust, policy)
        return entries.withLock { $0[key] }?.period.contains(instant) ?? false
    }

    /// Keeps an acceptance, in the place of another one of the same chain.
    func remember(
        _ evaluation: TrustEvaluation, of trust: ServerTrust, under policy: TrustPolicy, _ current: CurrentPolicy,
        within period: VerdictPeriod
    ) {
        guard current.facts.areWhole, !current.isClockSetBack, case .anchor = evaluation.basis,
            Self.bytes(of: trust) <= Self.maximumBytes
        else { return }
        let key = Key(trust, policy)
        let entry = Entry(key, current.facts, period, evaluation)
        entries.withLock { _ = $0.set(entry, for: key) }
    }

    private static func bytes(of trust: ServerTrust) -> Int {
        trust.list.byteCount + (trust.stapledOCSP?.count ?? 0) + (trust.signedCertificateTimestamps?.count ?? 0)
            + trust.issuersStapledOCSP.reduce(0) { $0 + $1.count }
    }
}
