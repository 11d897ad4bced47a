import HoldfastFacts
public import HoldfastX509

/// The facts of the world that verdicts rest on, and the days of which they are: which roots are public, and what their
/// programmes put up with below them.
public struct TrustFacts: Hashable, Sendable {
    /// The place that facts were taken from.
    public struct Source: Hashable, Sendable {
        /// The package, with its version.
        public let name: String
        /// The package's own day, at 00:00 UTC.
        public let day: Instant

        init?(_ source: FactSource?) {
            guard let source else { return nil }
            (name, day) = (source.name, source.day)
        }
    }

    /// The facts that this process judges by; read when they are first needed.
    public static let current = TrustFacts(
        roots: Source(PublicRoots.current.source), constraints: Source(PublicConstraints.current.source))

    /// The newest source of public roots; nil where the table cannot be read.
    public let roots: Source?
    /// The newest source of constraints on public roots; nil where the table cannot be read.
    public let constraints: Source?

    init(roots: Source?, constraints: Source?) { (self.roots, self.constraints) = (roots, constraints) }

    /// The day of which they are: of the older one of both; nil where one cannot be read, of which nothing is known.
    public var day: Instant? {
        guard let roots, let constraints else { return nil }
        return min(roots.day, constraints.day)
    }

    /// Whether they are older than a year at an instant, or of no known day. A verdict tells it, and is the same all
    /// the same: newer facts are had with a newer version, or with newer packages of this machine.
    public func areOld(at instant: Instant) -> Bool { day.map { $0.advanced(byDays: 365) < instant } ?? true }
}
