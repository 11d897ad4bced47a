import Foundation
import HoldfastFiles
import HoldfastStatements
import HoldfastStore
import HoldfastTrust
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// Files that are no history, or are damaged: a typed error, and nothing in them is another byte.
struct ScanHistoryFileTests {
    private typealias Bench = ScanHistoryBench
    private let bench: ScanHistoryBench

    init() throws { bench = try ScanHistoryBench() }

    private func contents() throws -> Data { try Data(contentsOf: URL(filePath: bench.path)) }

    /// Opens the file, which has to fail, and sees to it that it stays as it is, under its own name.
    private func failure(sourceLocation: SourceLocation = #_sourceLocation) throws -> ScanHistoryError? {
        let before = try contents()
        let error = #expect(throws: ScanHistoryError.self, sourceLocation: sourceLocation) { try bench.history() }
        #expect(try contents() == before, sourceLocation: sourceLocation)
        let names = try FileManager.default.contentsOfDirectory(atPath: bench.folder.path)
        #expect(names.allSatisfy { !$0.contains("corrupt") }, sourceLocation: sourceLocation)
        return error
    }

    /// Does something to the tables behind the history's back.
    private func execute(_ sql: String) throws {
        let place = try StoreFile(path: bench.path, unnamed: "x").prepareNamedByUser()
        let database = try SQLiteDatabase(at: place, waitingFor: 1_000)
        try database.execute(sql)
        try database.checkpoint()
    }

    @Test func noFile() throws {
        #expect(throws: ScanHistoryError.absent(path: bench.path)) { try bench.history(isMade: false) }
        #expect(!FileManager.default.fileExists(atPath: bench.path))
        _ = try bench.history()
        _ = try bench.history(isMade: false)
    }

    @Test func anotherProgramsDatabase() throws {
        try execute("CREATE TABLE customers (name TEXT); INSERT INTO customers VALUES ('somebody')")
        #expect(try failure()?.foreignReason != nil, "it was taken for ours")
    }

    @Test(arguments: ["a list of servers\n", String(repeating: "x", count: 10_000)]) func noDatabase(text: String)
        throws
    {
        try bench.folder.write(Array(text.utf8), to: "scans.sqlite", mode: 0o600)
        #expect(try failure()?.damagedReason != nil, "it was taken for a database")
    }

    @Test func aNewerVersion() throws {
        try Bench.run([Bench.entry(0, "a.example:443")], in: try bench.history())
        try execute("PRAGMA user_version = 2")
        #expect(try failure() == .store(StoreError(path: bench.path, reason: .newer(2))))
    }

    @Test func anotherTable() throws {
        _ = try bench.history()
        try execute("CREATE VIEW mine AS SELECT 1")
        #expect(try failure()?.foreignReason != nil, "its view was not seen")
    }

    @Test("damaged pages are told of, and the file is not made anew") func damagedPages() throws {
        do {
            let history = try bench.history()
            try Bench.run((0..<2_000).map { Bench.entry($0, "host-\($0).example:443") }, in: history)
            try history.database.checkpoint()
        }
        var bytes = try contents()
        for place in bytes.indices where place >= 8_192 { bytes[place] = 0x5a }
        try bench.folder.write(bytes, to: "scans.sqlite", mode: 0o600)
        let error = #expect(throws: ScanHistoryError.self) {
            let history = try bench.history()
            for run in try history.runs(limit: 10) { try history.forEach(of: run) { _ in } }
        }
        #expect(error?.damagedReason != nil, "\(String(describing: error))")
        #expect(try contents() == bytes)
    }

    @Test("a row that makes no sense is told of") func badRow() throws {
        let run = try Bench.run([Bench.entry(0, "a.example:443")], in: try bench.history())
        try execute("UPDATE verdicts SET findings = 'expired'")
        let history = try bench.history()
        #expect(
            throws: ScanHistoryError.damaged(path: bench.path, ScanHistorySentence.badRow.statement)
        ) { try history.forEach(of: run) { _ in } }
    }

    @Test("others may read it, and write neither to it nor in its folder") func rights() throws {
        _ = try bench.history()
        func set(_ mode: Int, _ path: String) throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }
        try set(0o644, bench.path)
        try set(0o755, bench.folder.path)
        _ = try bench.history()
        try set(0o1777, bench.folder.path)
        _ = try bench.history()
        try set(0o777, bench.folder.path)
        #expect(
            throws: ScanHistoryError.store(StoreError(path: bench.folder.path, reason: .openToOthers(0o777)))
        ) { try bench.history() }
        try set(0o755, bench.folder.path)
        try set(0o622, bench.path)
        #expect(throws: ScanHistoryError.store(StoreError(path: bench.path, reason: .openToOthers(0o622)))) {
            try bench.history()
        }
    }

    @Test func aLink() throws {
        _ = try bench.history()
        let link = bench.folder.path("link.sqlite")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: bench.path)
        #expect(throws: ScanHistoryError.store(StoreError(path: link, reason: .wrongKind))) {
            try ScanHistory(link, isMade: true)
        }
    }

    @Test("the page has every table as it is made") func page() throws {
        let page = try String(
            contentsOf: ProjectFolder.top.appending(path: "Docs/scan-history.md"), encoding: .utf8)
        let words = page.split { $0.isWhitespace }.joined(separator: " ")
        for statement in ScanHistorySchema.schema.statements {
            #expect(words.contains(statement.split { $0.isWhitespace }.joined(separator: " ")), "\(statement)")
        }
        #expect(page.contains("`user_version` is \(ScanHistorySchema.version)"))
        #expect(page.contains("`application_id` is \(ScanHistorySchema.application)"))
    }
}

extension ScanHistoryError {
    /// The reason why the file is none of ours; nil for another error.
    fileprivate var foreignReason: Statement? { if case .foreign(_, let reason) = self { reason } else { nil } }
    /// The fault of a file that is damaged; nil for another error.
    fileprivate var damagedReason: Statement? { if case .damaged(_, let reason) = self { reason } else { nil } }
}
