import HoldfastDiagnostics
import HoldfastStatements

/// Imports and calls that lead around HoldfastNetworking, in files and folders of Swift source code; and, where it is
/// asked for, what they use that Linux lacks.
///
/// A program that imports HoldfastNetworking has each server judged. A file of it that still imports
/// FoundationNetworking compiles as well and sends its requests by that module's `URLSession`, of which nobody hears
/// anything; so do Foundation's own loaders, such as `Data(contentsOf:)`. A file with `import Foundation` alone gets
/// URLSession's names by no other import on Linux, unless a file of its module hands them on: it is told which line to
/// write.
struct ImportReport: Sendable {
    /// The name of the JSON form.
    static let schema = "holdfast.imports/1"
    /// Bytes of a file that is read: 16 MiB.
    static let fileLimit = 16 << 20
    /// Findings of one file that are told.
    static let findingLimit = 1_000
    /// Files of Swift that are read.
    static let countLimit = 100_000
    /// Folders inside folders that are entered.
    static let depthLimit = 64

    /// A file or folder that could not be read, so that its imports are not known.
    struct Problem: Hashable, Sendable, Encodable {
        let file: String
        /// A clause.
        let statement: Statement

        /// The clause in English.
        var reason: String { statement.english }

        private enum CodingKeys: String, CodingKey { case file, reason, statement }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(file, forKey: .file)
            try container.encode(reason, forKey: .reason)
            try container.encode(StatementReport(statement), forKey: .statement)
        }
    }

    /// In the order of the files, those of a folder by the bytes of their names.
    var findings: [ImportFinding] = []
    var problems: [Problem] = []
    /// Links inside the folders, to folders or to files of Swift; they are not followed.
    var links: [String] = []
    /// Files that were looked through.
    var fileCount = 0
    /// The table of what Linux lacks; nil where that is not looked for.
    private let lacks: LinuxLackTable?
    /// Folders with a file that hands URLSession's names on to the others of its module.
    private var exporting: Set<String> = []

    /// Whether there is a finding that is more than a note.
    var hasErrors: Bool { findings.contains { $0.severity == .error } }

    /// Looks through files, and through all `.swift` files of folders.
    ///
    /// Folders named `.build` and `.git` are passed over inside the folders that were given, and links are not
    /// followed: no file outside of them is read. Time and memory are bounded by the limits above; what is beyond them
    /// is a problem.
    ///
    /// - Parameters:
    ///   - paths: files of any name, and folders.
    ///   - lacks: what Linux lacks, to be looked for as well.
    init(of paths: [String], lacks: LinuxLackTable? = nil) {
        self.lacks = lacks
        var files = SourceFiles()
        for path in paths { files.visit(path, &self) }
        leaveOutHandedOn()
    }

    /// Looks through source code that is at hand.
    ///
    /// - Parameters:
    ///   - source: UTF-8; what is none is passed over.
    ///   - file: what the findings call it.
    ///   - lacks: what Linux lacks, to be looked for as well.
    init(source: some Sequence<UInt8>, file: String, lacks: LinuxLackTable? = nil) {
        self.lacks = lacks
        look(at: Array(source), file)
        leaveOutHandedOn()
    }

    /// Names that a file of the same module hands on need no import: what `@_exported import` brings, all files of a
    /// module have.
    private mutating func leaveOutHandedOn() {
        guard !exporting.isEmpty else { return }
        findings.removeAll { $0.code == .missingImport && exporting.contains(Self.module(of: $0.file)) }
    }

    /// The folder of a file's module, as SwiftPM lays them out: that below `Sources` or `Tests`, else the file's own.
    private static func module(of file: String) -> String {
        let parts = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let top = parts.lastIndex { $0 == "Sources" || $0 == "Tests" }.map { parts[...$0].count + 1 }
        return parts.prefix(top ?? parts.count).joined(separator: "/")
    }

    mutating func look(at bytes: [UInt8], _ file: String) {
        fileCount += 1
        var found = ImportScan.findings(in: bytes, file: file, atMost: Self.findingLimit)
        if let table = lacks ?? LinuxLackTable.moved {
            let outcome = LackScan.outcome(
                in: bytes, file: file, table, isAsked: lacks != nil, atMost: Self.findingLimit)
            found += outcome.findings
            if outcome.isExporting { exporting.insert(Self.module(of: file)) }
            // Sorting keeps what stands on one line in its order.
            found = Array(found.sorted { $0.line < $1.line }.prefix(Self.findingLimit))
        }
        findings += found
        if found.count == Self.findingLimit {
            fail(file, .tooManyFindings(limit: Self.findingLimit))
        }
    }
}

extension ImportReport {
    /// The findings in words, errors and notes as they stand in the files, then how many there are; ends with a line
    /// end.
    func text(_ style: TextStyle = .plain, language: PageLanguage = .english) -> String {
        func told(_ note: ImportsNote) -> String { note.words.text(in: language) }
        var lines: [String] = []
        for finding in findings {
            let place = style.strong("\(SafeText.line(finding.file)):\(finding.line)")
            let severity = finding.severity == .error ? style.bad(told(.error)) : style.warning(told(.note))
            let message = finding.statement.text(in: language)
            lines.append("\(place): \(severity): \(message)  (\(finding.code.rawValue))")
            lines.append("  \(told(.seen))\(SafeText.line(finding.seen))")
            lines.append("  \(told(.advice))\(finding.adviceStatement.text(in: language))")
        }
        for link in links { lines.append(SafeText.line(told(.link(file: link)))) }
        lines.append(headline(style, language: language))
        return lines.joined(separator: "\n") + "\n"
    }

    /// The number of files and of findings, in one line.
    func headline(_ style: TextStyle = .plain, language: PageLanguage = .english) -> String {
        func told(_ note: ImportsNote) -> String { note.words.text(in: language) }
        let (errors, notes, lacking) = counts
        let outcome = errors == 0 ? style.good(told(.nothingUnjudged)) : style.bad(told(.unjudged(count: errors)))
        let rest = notes == 0 ? "" : told(.toLookAt(count: notes))
        guard let lacks else { return told(.files(count: fileCount)) + outcome + rest }
        let lack = told(.lacking(count: lacking, toolchain: lacks.toolchain))
        return told(.files(count: fileCount)) + outcome + rest + (lacking == 0 ? style.good(lack) : style.bad(lack))
    }

    /// The numbers of what is unjudged, of notes, and of what Linux lacks.
    private var counts: (errors: Int, notes: Int, lacking: Int) {
        let lacking = findings.count { $0.name != nil && $0.severity == .error }
        let notes = findings.count { $0.severity == .note }
        return (findings.count - lacking - notes, notes, lacking)
    }

    /// The last line of JSON: what was looked at.
    struct Summary: Sendable, Encodable {
        let schema = ImportReport.schema
        let kind = "summary"
        let files: Int
        let errors: Int
        let notes: Int
        /// The places that use what Linux lacks, and the toolchain of which that holds; nil where they were not looked
        /// for.
        let lacking: Int?
        let toolchain: String?
        let links: [String]
        let problems: [Problem]
    }

    /// The counts of files and findings, and the files that could not be read.
    var summary: Summary {
        let (errors, notes, lacking) = counts
        return Summary(
            files: fileCount, errors: errors, notes: notes, lacking: lacks == nil ? nil : lacking,
            toolchain: lacks?.toolchain, links: links, problems: problems)
    }
}
