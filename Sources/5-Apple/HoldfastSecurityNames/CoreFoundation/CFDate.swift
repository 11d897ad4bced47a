public import Foundation
import HoldfastCrypto
import HoldfastX509

/// The seconds from 1970-01-01 to 2001-01-01, both 00:00:00 UTC: what to subtract from a POSIX time.
public let kCFAbsoluteTimeIntervalSince1970: CFTimeInterval = 978_307_200

/// The time now, in seconds since 2001-01-01T00:00:00Z.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
    let now = SystemClock.now()
    return CFAbsoluteTime(now.secondsSince1970) - kCFAbsoluteTimeIntervalSince1970
        + CFAbsoluteTime(now.nanoseconds) / 1_000_000_000
}

/// A date from seconds since 2001-01-01T00:00:00Z.
public func CFDateCreate(_ allocator: CFAllocator!, _ at: CFAbsoluteTime) -> CFDate! {
    NSDate(timeIntervalSinceReferenceDate: at)
}

/// A date as seconds since 2001-01-01T00:00:00Z; 0 for nil.
public func CFDateGetAbsoluteTime(_ theDate: CFDate!) -> CFAbsoluteTime {
    theDate?.timeIntervalSinceReferenceDate ?? 0
}

/// The seconds from `otherDate` to `theDate`.
public func CFDateGetTimeIntervalSinceDate(_ theDate: CFDate!, _ otherDate: CFDate!) -> CFTimeInterval {
    CFDateGetAbsoluteTime(theDate) - CFDateGetAbsoluteTime(otherDate)
}

/// The order of two dates.
///
/// - Parameter context: not used.
public func CFDateCompare(
    _ theDate: CFDate!, _ otherDate: CFDate!, _ context: UnsafeMutableRawPointer!
) -> CFComparisonResult {
    let interval = CFDateGetTimeIntervalSinceDate(theDate, otherDate)
    return interval < 0 ? .compareLessThan : interval > 0 ? .compareGreaterThan : .compareEqualTo
}
