package import HoldfastX509

/// The results of a scan that are told one by one, taken from all of them: memory is bounded whatever their number.
package struct ScanHighlights: Sendable {
    /// A target that was refused or not reached.
    package struct Failure: Hashable, Sendable, Comparable {
        package let index: Int
        package let title: String
        package let owner: String?
        /// The code of its cause.
        package let cause: String

        package static func < (one: Self, other: Self) -> Bool {
            (one.index, one.title) < (other.index, other.title)
        }
    }

    /// A trusted target, and the moment at which the first certificate of its chain ends.
    package struct End: Hashable, Sendable, Comparable {
        package let moment: Instant
        package let index: Int
        package let title: String
        package let owner: String?

        package static func < (one: Self, other: Self) -> Bool {
            (one.moment, one.index, one.title) < (other.moment, other.index, other.title)
        }
    }

    /// A result whose verdict is told whole; the gravest come first.
    struct Worst: Sendable, Comparable {
        let result: ScanResult

        private var key: (Int, Int, String) {
            let rank = ScanLevel.allCases.count { $0 > result.level }
            return (rank, result.target.index, result.title)
        }

        static func == (one: Self, other: Self) -> Bool { one.key == other.key }
        static func < (one: Self, other: Self) -> Bool { one.key < other.key }
    }

    /// Verdicts that are told whole.
    package static let sectionLimit = 50
    /// Targets that have a row of their own, of each kind.
    package static let rowLimit = 1_000

    package private(set) var failures = FirstOnes<Failure>(limit: rowLimit)
    package private(set) var ends = FirstOnes<End>(limit: rowLimit)
    private(set) var worst = FirstOnes<Worst>(limit: sectionLimit)
    /// Differences to the run that this one is compared with, by their kind.
    package private(set) var changes = ScanCodes()

    package init() {}

    /// Takes a target that the list has no longer.
    package mutating func add(_ gone: ScanDifferenceReport) {
        guard !gone.isMuted else { return }
        for change in gone.comparison.changes { changes.add(change.kind.rawValue, about: gone.comparison.record.text) }
    }

    /// Takes one result more. One that somebody has asked for silence about is left out.
    package mutating func add(_ result: ScanResult) {
        guard !result.isMuted else { return }
        for change in result.changes { changes.add(change.kind.rawValue, about: result.title) }
        let (target, level) = (result.target, result.level)
        if level > .note { worst.add(Worst(result: result)) }
        if let cause = result.causeCode {
            failures.add(Failure(index: target.index, title: result.title, owner: target.owner, cause: cause))
        } else if let end = result.report.firstEnd?.at {
            ends.add(End(moment: end, index: target.index, title: result.title, owner: target.owner))
        }
    }
}

/// The first of many things in their order, and the number of the others.
package struct FirstOnes<Element: Comparable & Sendable>: Sendable {
    private let limit: Int
    /// The first ones, in order.
    package private(set) var rows: [Element] = []
    /// The number of those that have no row.
    package private(set) var others = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(_ element: Element) {
        if rows.count == limit {
            others += 1
            guard let last = rows.last, element < last else { return }
            rows.removeLast()
        }
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if element < rows[middle] { high = middle } else { low = middle + 1 }
        }
        rows.insert(element, at: low)
    }
}
