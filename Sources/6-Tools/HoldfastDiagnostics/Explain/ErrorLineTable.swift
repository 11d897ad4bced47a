package import HoldfastFacts
import HoldfastX509

/// A row of the table of other programs' lines: its texts, and the causes that it may mean.
package struct ErrorLine: Sendable {
    /// Levels of what a row says of the cause.
    package enum Rank: Int, Comparable, Sendable {
        case names = 1, mayName, saysOnlyThat

        package static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
    }

    /// The program that prints it, by the table's word: `openssl`, `tls` for an alert.
    package let program: String
    /// The word by which the program knows it; nil for none.
    package let name: String?
    package let number: Int?
    /// The causes, the likeliest first.
    package let causes: [ErrorCause]
    /// The causes where the line stands in a server's log; nil where that makes no difference.
    package let causesInLog: [ErrorCause]?
    package let rank: Rank
    /// The versions in which it was seen; nil for what documents say alone.
    package let versions: String?
    package let source: String
    let patterns: [ErrorLinePattern]
    /// The first of the texts by which it is known, as the table writes it; nil where there is a name alone.
    package let text: String?
}

/// The table `error-lines` of other programs' lines, with what finds them in a text.
package struct ErrorLineTable: Sendable {
    package let rows: [ErrorLine]
    /// Patterns by the first four octets of their first piece, and those of shorter ones.
    private let byStart: [UInt32: [(row: Int, pattern: ErrorLinePattern)]]
    private let short: [(row: Int, pattern: ErrorLinePattern)]
    private let names: [ArraySlice<UInt8>: [Int]]

    /// The table that is compiled in.
    ///
    /// - Throws: ``FactError`` where the file is no such table: a test reads it.
    package static func builtIn() throws(FactError) -> ErrorLineTable {
        try ErrorLineTable(FactTable.builtIn("error-lines"))
    }

    init(_ facts: FactTable) throws(FactError) {
        var rows: [ErrorLine] = []
        for fact in facts.rows { rows.append(try ErrorLine(fact)) }
        self.rows = rows
        var byStart: [UInt32: [(row: Int, pattern: ErrorLinePattern)]] = [:]
        var short: [(row: Int, pattern: ErrorLinePattern)] = []
        var names: [ArraySlice<UInt8>: [Int]] = [:]
        for (index, row) in rows.enumerated() {
            for pattern in row.patterns {
                if let key = Self.key(pattern.pieces[0], at: 0) {
                    byStart[key, default: []].append((index, pattern))
                } else {
                    short.append((index, pattern))
                }
            }
            // Alerts' names are words of other lines too: Java prints the one that it sends itself.
            if row.program != "tls", let name = row.name {
                names[Array(name.utf8)[...], default: []].append(index)
            }
        }
        (self.byStart, self.short, self.names) = (byStart, short, names)
    }

    private static func key(_ octets: [UInt8], at index: Int) -> UInt32? {
        guard octets.count - index >= 4 else { return nil }
        return octets[index..<index + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// A row that a line fits, the octets that say so, and the host that it names.
    struct Hit {
        let row: Int
        let range: Range<Int>
        let host: Range<Int>?
    }

    /// The rows that a line fits, in the order in which they stand in it. A row whose text is part of another's is left
    /// out: the longer one says more.
    func hits(in line: [UInt8]) -> [Hit] {
        let small = line.map(ASCIIText.lowercased)
        var hits: [Hit] = []
        func add(_ entries: [(row: Int, pattern: ErrorLinePattern)], at index: Int) {
            for (row, pattern) in entries {
                guard let match = pattern.match(small, at: index) else { continue }
                hits.append(Hit(row: row, range: match.range, host: match.host))
            }
        }
        for index in small.indices {
            if let key = Self.key(small, at: index), let entries = byStart[key] { add(entries, at: index) }
            add(short, at: index)
        }
        hits += nameHits(in: line)
        let kept = hits.filter { hit in
            !hits.contains {
                $0.range != hit.range && $0.range.lowerBound <= hit.range.lowerBound
                    && $0.range.upperBound >= hit.range.upperBound
            }
        }
        // Node.js has a row's name before its text, which alone has the host.
        let named = Set(kept.filter { $0.host != nil }.map(\.row))
        var seen: Set<Int> = []
        return kept.sorted { ($0.range.lowerBound, $0.row) < ($1.range.lowerBound, $1.row) }
            .filter { ($0.host != nil || !named.contains($0.row)) && seen.insert($0.row).inserted }
    }

    /// Names stand as words, in their own letters, or behind an underscore at a word's end.
    private func nameHits(in line: [UInt8]) -> [Hit] {
        var hits: [Hit] = []
        var start = 0
        while start < line.count {
            let end = line[start...].firstIndex { !ASCIIText.isLetterOrDigit($0) && $0 != 0x5f } ?? line.count
            for begin in start..<end where begin == start || line[begin - 1] == 0x5f {
                for row in names[line[begin..<end]] ?? [] { hits.append(Hit(row: row, range: begin..<end, host: nil)) }
            }
            start = end + 1
        }
        return hits
    }

    /// The rows of a number, or of a name in any case.
    func rows(asked text: String) -> [ErrorLine] {
        if let number = Int(text) { return rows.filter { $0.number == number } }
        let small = text.utf8.map(ASCIIText.lowercased)
        return rows.filter { $0.name.map { $0.utf8.map(ASCIIText.lowercased) == small } ?? false }
    }
}

extension ErrorLine {
    init(_ row: FactRow) throws(FactError) {
        let fault = FactError(line: row.line, .badValue)
        guard let program = row["program"], let rank = row["rank"].flatMap({ Int($0) }).flatMap(Rank.init(rawValue:))
        else { throw fault }
        let written = row["pattern"]?.split(separator: " | ").map(String.init) ?? []
        guard !written.isEmpty || row["name"] != nil || row["number"] != nil else { throw fault }
        if let text = row["number"], Int(text) == nil { throw fault }
        self.init(
            program: program, name: row["name"], number: row["number"].flatMap { Int($0) },
            causes: try Self.causes(row["causes"], fault) ?? [], causesInLog: try Self.causes(row["log"], fault),
            rank: rank, versions: row["versions"], source: row.source.name,
            patterns: written.map(ErrorLinePattern.init), text: written.first)
        guard patterns.allSatisfy({ !$0.pieces[0].isEmpty }) else { throw fault }
    }

    private static func causes(_ text: String?, _ fault: FactError) throws(FactError) -> [ErrorCause]? {
        guard let text else { return nil }
        var causes: [ErrorCause] = []
        for word in text.split(separator: " ") {
            guard let cause = ErrorCause(String(word)) else { throw fault }
            causes.append(cause)
        }
        return causes
    }
}
