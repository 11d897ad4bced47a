public import HoldfastX509

/// The status of one address for one name, for reports: its times, its failures, its poison.
public struct AddressStatus: Hashable, Sendable {
    /// The way in which an address failed, its certificate left aside.
    public enum Problem: String, Hashable, Sendable, CaseIterable {
        case refused
        case stalled
        case handshakeFailed
    }

    public var endpoint: Endpoint
    /// The place among those that it was asked with, 0 for the one to be tried first; nil for a poisoned one, which is
    /// not tried.
    public var rank: Int?
    /// The time that TCP takes to connect, old measurements counting less; nil where nothing is known, or no longer.
    public var connectTime: Duration?
    /// The time that the TLS handshake takes, old measurements counting less; nil where nothing is known, or no longer.
    public var secureTime: Duration?
    /// Both together, as they count in the ranking.
    public var expectedTime: Duration?
    /// Failures one after the other, without a success or a time of quiet in between.
    public var failures = 0
    /// The last of them.
    public var lastFailure: Problem?
    /// For how long it stands behind the others because of them.
    public var penalty: Duration = .zero
    /// The number of times that the address had a certificate of another name, without one that was accepted or a time
    /// of quiet in between.
    public var poisonings = 0
    /// For how long it is not dialled because of that; nothing for an address that is not poisoned.
    public var poisonedFor: Duration = .zero

    /// An address of which nothing is known.
    public init(_ endpoint: Endpoint) { self.endpoint = endpoint }

    /// Whether it is left alone, because its certificate was not that of the name.
    public var isPoisoned: Bool { poisonedFor > .zero }

    init(
        _ endpoint: Endpoint, _ record: AddressRecord, at now: ContinuousClock.Instant, _ limits: AddressHistory.Limits
    ) {
        self.endpoint = endpoint
        connectTime = record.connect.mean(at: now, halfLife: limits.halfLife)
        secureTime = record.secure.mean(at: now, halfLife: limits.halfLife)
        expectedTime = record.expected(at: now, limits)
        penalty = record.failures.remaining(at: now)
        if !record.failures.isForgotten(at: now) {
            failures = record.failures.count
            lastFailure = record.failure
        }
        if !record.poison.isForgotten(at: now) { poisonings = record.poison.count }
        poisonedFor = record.poison.remaining(at: now)
    }
}
