package import HoldfastX509

/// Numbers and instants as every JSON that is printed has them: as exact as they are known, and no longer.
package enum JSONNumber {
    /// A number with at most three decimals: a time in milliseconds to the microsecond, a ratio.
    package static func rounded(_ value: Double) -> Double {
        let scaled = (value * 1_000).rounded()
        // Beyond this a number has no such decimals, and what is no number stays none.
        return scaled.magnitude < 9e15 ? scaled / 1_000 : value
    }

    /// A length of time in milliseconds, with at most three decimals.
    package static func milliseconds(_ duration: Duration) -> Double { rounded(duration / .milliseconds(1)) }
}

extension Instant {
    /// RFC 3339 with whole milliseconds; a fraction only where there is one.
    ///
    /// Cut off and not rounded, so that no instant is told as a later one.
    package var toTheMillisecond: String {
        Instant(secondsSince1970: secondsSince1970, nanoseconds: nanoseconds / 1_000_000 * 1_000_000).description
    }
}
