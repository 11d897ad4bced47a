public import FoundationEssentials
public import HoldfastX509

extension Instant {
    /// A date of Foundation's, to the nanosecond that a `Double` can say; saturates beyond what 64 bits hold.
    public init(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        let fraction = (date.timeIntervalSince1970 - seconds) * 1_000_000_000
        self.init(
            secondsSince1970: Int64(exactly: seconds) ?? (seconds < 0 ? .min : .max),
            nanoseconds: Int32(exactly: fraction.rounded(.down)) ?? 0)
    }

    /// The instant as a date of Foundation's.
    public var date: Date {
        Date(timeIntervalSince1970: Double(secondsSince1970) + Double(nanoseconds) / 1_000_000_000)
    }
}
