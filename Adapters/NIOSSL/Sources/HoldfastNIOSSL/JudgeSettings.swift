public import HoldfastTrust
public import HoldfastX509

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Settings that a judge of servers and one of clients have in common.
///
/// Judges that are given one engine and one source share what these remember: signatures, acceptances, revocations.
public struct JudgeSettings: Sendable {
    /// The engine that judges, and remembers what it has accepted.
    public var engine: TrustEngine
    /// Gets the evidence that policies let be fetched (``TrustPolicy/fetching``), as `EvidenceFetcher.shared` of the
    /// product Holdfast; nil for none. A policy that lets evidence be fetched refuses everybody where there is none.
    public var evidence: (any EvidenceSource)?
    /// Evidence that is at hand for every verdict, as revocation lists of one's own authority. Where there is some, no
    /// verdict is remembered.
    public var supplied: [Evidence] = []
    /// Is told of each verdict when it is made, on the thread that made it, which may be an event loop's: it must not
    /// wait. Nil for nobody.
    public var report: (@Sendable (PeerReport) -> Void)?
    /// The time that is judged for: the machine's clock, unless a test says otherwise.
    public var clock: @Sendable () -> Instant = { JudgeSettings.now() }

    /// Settings with an engine of their own, and nothing that fetches.
    public init(engine: TrustEngine = TrustEngine(), evidence: (any EvidenceSource)? = nil) {
        (self.engine, self.evidence) = (engine, evidence)
    }

    /// The machine's clock (POSIX `CLOCK_REALTIME`).
    private static func now() -> Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(secondsSince1970: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
    }
}
