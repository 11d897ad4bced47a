import CTrustFacts
public import HoldfastX509

/// A table of facts of the world, each with the place and the day that it was taken from.
///
/// The format is lines of UTF-8, fields divided by a tab. A line that begins with `#source` names a source: an
/// identifier, what it is, and its day (`2026-10-20`). `#columns` names the columns; one of them is `source`, and holds
/// a source's identifier in every row. Other lines that begin with `#`, and empty ones, are for people.
package struct FactTable: Sendable {
    /// The most octets of a file, which may come from outside.
    static let mostOctets = 4 << 20

    /// The table's sources, by identifier.
    package let sources: [String: FactSource]
    /// The columns' names, in order.
    package let columns: [String]
    /// The table's rows, in the order of the file.
    package let rows: [FactRow]

    /// The day of the newest source: facts are as old as this.
    package var day: Instant? { sources.values.map(\.day).max() }

    /// Reads a table.
    ///
    /// - Parameter octets: UTF-8 text in the format above, at most 4 MiB.
    /// - Throws: ``FactError``, with the line's number, where the text is no such table: a row with too many or too few
    ///   fields, a source that is not named, a day that does not exist.
    package init(_ octets: some Collection<UInt8>) throws(FactError) {
        guard octets.count <= Self.mostOctets else { throw FactError(line: 0, .tooLong) }
        var sources: [String: FactSource] = [:]
        var columns: [String: Int] = [:]
        var names: [String] = []
        var rows: [FactRow] = []
        var number = 0
        for octets in octets.split(separator: 10, omittingEmptySubsequences: false) {
            number += 1
            guard let line = String(validating: octets, as: UTF8.self) else { throw FactError(line: number, .notUTF8) }
            if line.isEmpty { continue }
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            switch fields[0] {
            case "#source":
                guard fields.count == 4, sources[fields[1]] == nil, let day = Instant(day: fields[3]) else {
                    throw FactError(line: number, .badSource)
                }
                sources[fields[1]] = FactSource(name: fields[2], day: day)
            case "#columns":
                names = Array(fields.dropFirst())
                guard columns.isEmpty, names.contains("source"), Set(names).count == names.count else {
                    throw FactError(line: number, .badColumns)
                }
                columns = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
            default:
                if fields[0].hasPrefix("#") { continue }
                guard fields.count == columns.count, let at = columns["source"] else {
                    throw FactError(line: number, .badRow)
                }
                guard let source = sources[fields[at]] else { throw FactError(line: number, .unknownSource) }
                rows.append(FactRow(fields: fields, columns: columns, source: source, line: number))
            }
        }
        guard !columns.isEmpty else { throw FactError(line: number, .badColumns) }
        (self.sources, self.columns, self.rows) = (sources, names, rows)
    }
}

extension FactTable {
    /// The table of a file in `Sources/0-C/CTrustFacts/data`.
    ///
    /// - Parameter name: the file's name without `.tsv`.
    /// - Throws: ``FactError`` where there is no such file, or where it is no table. Tests read every one of them.
    package static func builtIn(_ name: String) throws(FactError) -> FactTable {
        let file = unsafe name.withCString { unsafe trust_facts_named($0) }
        guard unsafe file.count > 0 else { throw FactError(line: 0, .badColumns) }
        return try FactTable(unsafe Array(UnsafeBufferPointer(start: file.octets, count: file.count)))
    }

    /// Result codes of Apple's Security framework, with what the table `status-codes` has of each in a column.
    ///
    /// - Parameter column: `name` or `message`.
    package static func statusCodes(_ column: String) -> [Int32: String] {
        Dictionary(
            ((try? builtIn("status-codes"))?.rows ?? []).compactMap { row in
                guard let number = row["number"].flatMap({ Int32($0) }), let text = row[column] else { return nil }
                return (number, text)
            }, uniquingKeysWith: { first, _ in first })
    }
}

/// The place that facts were taken from, and the day of which they are.
public struct FactSource: Hashable, Sendable {
    /// The package or page, with its version, as people name it.
    public let name: String
    /// The day of which the facts are: the package's or page's own, at 00:00 UTC.
    public let day: Instant

    package init(name: String, day: Instant) { (self.name, self.day) = (name, day) }
}

/// One row of a table of facts.
package struct FactRow: Sendable {
    private let fields: [String]
    private let columns: [String: Int]
    /// The place that the fact was taken from.
    package let source: FactSource
    /// The line of the file, from 1 on.
    package let line: Int

    init(fields: [String], columns: [String: Int], source: FactSource, line: Int) {
        (self.fields, self.columns, self.source, self.line) = (fields, columns, source, line)
    }

    /// The field of a column; nil where the table has no such column, or where it is empty or `-`.
    package subscript(_ column: String) -> String? {
        guard let at = columns[column], !fields[at].isEmpty, fields[at] != "-" else { return nil }
        return fields[at]
    }

    /// The field of a column, read as a day at 00:00 UTC; nil where it has none.
    package func day(_ column: String) -> Instant? { self[column].flatMap(Instant.init(day:)) }

    /// The field of a column, read as RFC 3339 writes an instant, UTC; nil where it has none.
    package func instant(_ column: String) -> Instant? { self[column].flatMap { Instant(rfc3339: $0) } }
}

extension Instant {
    /// The beginning of a day that is written as RFC 3339 writes one (`2026-10-20`), UTC; nil where it is none.
    package init?(day text: String) { self.init(rfc3339: text + "T00:00:00Z") }
}
