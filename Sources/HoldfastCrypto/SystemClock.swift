public import HoldfastX509

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The machine's wall clock: the one place that reads it, so that everything else can be given a time.
public enum SystemClock {
    /// The time now (POSIX `CLOCK_REALTIME`: UTC without leap seconds).
    public static func now() -> Instant {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Instant(secondsSince1970: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
    }
}
