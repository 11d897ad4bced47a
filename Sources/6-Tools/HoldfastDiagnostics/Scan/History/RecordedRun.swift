package import HoldfastX509

/// A list that is scanned again and again, as a history tells runs over it from runs over others.
package struct ScanSource: Hashable, Sendable {
    /// The name of the list: an absolute path, or `-` for standard input.
    package let list: String
    /// The part of the list that is this machine's, as `2/8`; empty for all of it.
    package let part: String

    package init(list: String, part: String = "") { (self.list, self.part) = (list, part) }
}

/// One run of a scan, as a history has it.
package struct RecordedRun: Hashable, Sendable {
    /// The number of the run, from 1.
    package let number: Int64
    package let source: ScanSource
    package let began: Instant
    /// The moment at which the list was done; nil while it is under way, and where it was ended before.
    package let ended: Instant?
    /// The number of times that it was gone on with.
    package let resumptions: Int64

    package init(number: Int64, source: ScanSource, began: Instant, ended: Instant?, resumptions: Int64) {
        (self.number, self.source, self.began, self.ended) = (number, source, began, ended)
        self.resumptions = resumptions
    }
}

/// The way in which people name a run: by its number, by a time, or as the last one.
package enum ScanRunName: Hashable, Sendable {
    /// The run of a number.
    case number(Int64)
    /// The last run that was done and had begun by then.
    case asOf(Instant)
    /// The last run that was done.
    case last

    /// Reads `last`, a number, a date (its end, in UTC) or a time of RFC 3339; nil for anything else.
    package init?(_ text: String) {
        if text == "last" {
            self = .last
        } else if let number = Int64(text), number > 0, text.utf8.allSatisfy({ (48...57).contains($0) }) {
            self = .number(number)
        } else if let day = Instant(rfc3339: text + "T23:59:59Z") {
            self = .asOf(day)
        } else if let moment = Instant(rfc3339: text) {
            self = .asOf(moment)
        } else {
            return nil
        }
    }
}

/// The numbers of a run: its results by their gravity.
package struct ScanRunCounts: Hashable, Sendable {
    package private(set) var results: Int64 = 0
    private var levels: [ScanLevel: Int64] = [:]

    package init() {}

    package mutating func add(_ count: Int64, of level: ScanLevel) {
        results += count
        levels[level, default: 0] += count
    }

    /// The number of results of a gravity.
    package func count(of level: ScanLevel) -> Int64 { levels[level] ?? 0 }
}
