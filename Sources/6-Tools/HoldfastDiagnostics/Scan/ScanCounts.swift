/// Numbers of things by their words, of which a bounded number is told apart.
///
/// Words come from strangers, such as the issuers of certificates: a million of them must not take a million rows.
package struct ScanCounts: Hashable, Sendable {
    /// One word with how often it was counted.
    package struct Row: Hashable, Sendable {
        package let word: String
        package let count: Int
    }

    private let limit: Int
    private var counts: [String: Int] = [:]
    /// Things whose word has no row of its own.
    package private(set) var others = 0

    /// Makes a table of nothing.
    ///
    /// - Parameter limit: words that are told apart; those that come later are counted together.
    package init(limit: Int = 1_000) { self.limit = limit }

    /// Counts one thing more.
    package mutating func add(_ word: String) {
        if let count = counts[word] {
            counts[word] = count + 1
        } else if counts.count < limit {
            counts[word] = 1
        } else {
            others += 1
        }
    }

    /// The number of things under a word.
    package subscript(word: String) -> Int { counts[word] ?? 0 }

    /// The number of all things that were counted.
    package var total: Int { counts.values.reduce(others, +) }

    /// All rows, the most frequent first, among equals in the order of their words.
    package var rows: [Row] {
        counts.map { Row(word: $0, count: $1) }.sorted { ($1.count, $0.word) < ($0.count, $1.word) }
    }
}

/// Numbers of verdicts by a code, each with some of the targets that it is about.
package struct ScanCodes: Hashable, Sendable {
    /// One code with its number and its examples.
    package struct Row: Hashable, Sendable {
        package let code: String
        package fileprivate(set) var count: Int
        /// The names of the first targets.
        package fileprivate(set) var examples: [String]
    }

    /// Targets that stand beside a code.
    package static let exampleLimit = 5
    /// Codes that are told apart; there are some hundred.
    private static let limit = 1_000

    private var byCode: [String: Row] = [:]

    package init() {}

    /// Counts one verdict more.
    package mutating func add(_ code: String, about target: String) {
        guard var row = byCode[code] else {
            if byCode.count < Self.limit { byCode[code] = Row(code: code, count: 1, examples: [target]) }
            return
        }
        row.count += 1
        if row.examples.count < Self.exampleLimit { row.examples.append(target) }
        byCode[code] = row
    }

    /// The number of verdicts under a code.
    package subscript(code: String) -> Int { byCode[code]?.count ?? 0 }

    /// All rows, the most frequent first, among equals in the order of their codes.
    package var rows: [Row] { byCode.values.sorted { ($1.count, $0.code) < ($0.count, $1.code) } }
}
