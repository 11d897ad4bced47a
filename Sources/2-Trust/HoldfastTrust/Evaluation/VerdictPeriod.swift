import HoldfastX509

/// The time around an instant within which a judgement comes out the same: what is known to change at a date is on the
/// same side of it. In whole seconds, both ends included.
///
/// Dates of certificates and of evidence name whole seconds. A rule that looks at the time narrows the period by every
/// date that it compares with; one that puts the time into words narrows it to the second.
struct VerdictPeriod: Hashable, Sendable {
    private let at: Int64
    private(set) var first = Int64.min
    private(set) var last = Int64.max

    init(around instant: Instant) { at = instant.secondsSince1970 }

    func contains(_ instant: Instant) -> Bool {
        first <= instant.secondsSince1970 && instant.secondsSince1970 <= last
    }

    /// Leaves out what lies beyond an instant at which something changes; where that is within a second, all of it.
    mutating func narrow(toThisSideOf change: Instant) {
        let second = change.secondsSince1970
        let isWhole = change.nanoseconds == 0
        if at < second {
            last = min(last, second - 1)
        } else if isWhole || at > second {
            first = max(first, isWhole ? second : second + 1)
        } else {
            (first, last) = (.max, .min)
        }
    }

    /// Leaves out what lies beyond the beginning of a validity, and beyond its last second.
    mutating func narrow(by validity: Validity) {
        narrow(toThisSideOf: validity.notBefore.instant)
        narrow(toThisSideOf: validity.notAfter.instant.advanced(bySeconds: 1))
    }

    /// The judgement is of this second, and says nothing about any other.
    mutating func narrowToTheSecond() { (first, last) = (max(first, at), min(last, at)) }

    /// Narrows to the second where an instant is still to come: what is said of it tells how long it is until then.
    mutating func narrowToTheSecond(before change: Instant) {
        if at < change.secondsSince1970 { narrowToTheSecond() }
    }

    /// Leaves out what lies outside of another period.
    mutating func narrow(to other: VerdictPeriod) {
        (first, last) = (max(first, other.first), min(last, other.last))
    }
}
