import COpenSSL
import HoldfastLibC
public import HoldfastX509

/// The random numbers of libcrypto's generator, which the operating system seeds.
package enum SystemRandom {
    /// `count` random bytes, fit for keys and serial numbers.
    ///
    /// - Throws: ``CryptoError`` where the generator has no entropy; there is no weaker fall-back.
    package static func bytes(_ count: Int) throws(CryptoError) -> [UInt8] {
        guard count > 0 else { return [] }
        let context = unsafe try LibraryContext.pointer()
        var output = [UInt8](repeating: 0, count: count)
        guard unsafe RAND_bytes_ex(context, &output, count, 0) == 1 else { throw .library("make random bytes") }
        return output
    }
}

/// The machine's wall clock: the one place that reads it, so that everything else can be given a time.
public enum SystemClock {
    /// The time now (POSIX `CLOCK_REALTIME`: UTC without leap seconds).
    public static func now() -> Instant {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_REALTIME, &time)
        return Instant(secondsSince1970: Int64(time.tv_sec), nanoseconds: Int32(time.tv_nsec))
    }
}
