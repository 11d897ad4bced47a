import HoldfastTrust
import HoldfastX509
import TestSupport

@testable import HoldfastDiagnostics

/// A history in a folder of its own, and results to put into it.
struct ScanHistoryBench {
    static let source = ScanSource(list: "/lists/servers.txt")
    static let start = Instant(secondsSince1970: 1_800_000_000)

    let folder: TemporaryFolder
    var path: String { folder.path("scans.sqlite") }

    init() throws { folder = try TemporaryFolder() }

    func history(isMade: Bool = true) throws -> ScanHistory { try ScanHistory(path, isMade: isMade) }

    /// A moment so many hours after the start.
    static func hour(_ hours: Int64) -> Instant { start.advanced(bySeconds: hours * 3_600) }

    static func target(_ index: Int, _ key: String) -> ScanTarget { ScanTarget(index: index, key: key, text: key) }

    /// A record of a target, trusted unless a code says what it is refused for.
    static func record(
        _ index: Int, _ key: String, refusedFor code: String? = nil, part: String = "",
        leaf: ScanCertificate? = nil
    ) -> ScanRecord {
        ScanRecord(
            key: key, text: key, owner: "team \(index)", index: index, part: part, at: start,
            level: code == nil ? .none : .error, exitCode: code == nil ? 0 : 21,
            findings: code.map { [$0: .error] } ?? [:], cause: code, message: code.map { "\($0) it is" },
            address: "192.0.2.\(index % 256)", version: "1.3", keyExchange: "X25519", leaf: leaf)
    }

    static func entry(_ index: Int, _ key: String, refusedFor code: String? = nil) -> ScanEntry {
        ScanEntry(record(index, key, refusedFor: code))
    }

    /// An entry with the certificates of a chain.
    static func entry(_ index: Int, _ key: String, chain: [[UInt8]]) throws -> ScanEntry {
        let summaries = try chain.map { CertificateSummary(try Certificate(der: $0)) }
        return ScanEntry(
            record(index, key, leaf: summaries.first.map(ScanCertificate.init)), certificates: summaries)
    }

    /// A run that is done, with these entries.
    @discardableResult
    static func run(
        _ entries: [ScanEntry], in history: ScanHistory, at now: Instant = start, over source: ScanSource = source
    ) throws -> RecordedRun {
        let run = try history.begin(source, at: now)
        try history.add(entries, to: run)
        try history.finish(run, at: now.advanced(bySeconds: 60))
        return run
    }

    /// The records of a run.
    static func records(of run: RecordedRun, in history: ScanHistory) throws -> [ScanRecord] {
        var records: [ScanRecord] = []
        try history.forEach(of: run) { records.append($0) }
        return records
    }

    /// The differences between two runs, each as `KEY KIND KIND`.
    static func differences(from earlier: RecordedRun, to later: RecordedRun, in history: ScanHistory) throws
        -> [String]
    {
        var lines: [String] = []
        try history.forEachDifference(from: earlier, to: later) { comparison in
            lines.append(([comparison.record.key] + comparison.changes.map(\.kind.rawValue)).joined(separator: " "))
        }
        return lines
    }
}
