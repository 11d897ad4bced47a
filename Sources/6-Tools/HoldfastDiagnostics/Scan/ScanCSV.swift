import HoldfastTrust
import HoldfastX509

/// Results of a scan as rows of CSV (RFC 4180): fields in quotes where they need them, lines that end in CR LF.
///
/// A spreadsheet takes a cell that begins with `=`, `+`, `-` or `@` for a formula and runs it (CWE-1236), whatever
/// quotes stand around it. Names in certificates are strangers' words: such a cell gets an apostrophe in front.
package enum ScanCSV {
    private static let columns: [(name: String, value: @Sendable (ScanResult) -> String?)] = [
        ("index", { String($0.target.index) }), ("target", { $0.target.text }), ("owner", { $0.target.owner }),
        ("key", { $0.target.key }), ("address", { $0.report.addressOfTarget ?? $0.report.connection?.address }),
        ("level", { $0.level.rawValue }), ("exitCode", { String($0.report.exitCode) }),
        ("attempts", { String($0.attempts) }), ("muted", { String($0.isMuted) }),
        ("changes", { $0.changes.map(\.kind.rawValue).joined(separator: " ") }), ("cause", { $0.causeCode }),
        ("message", { $0.report.failure?.message ?? $0.report.cause?.message }),
        ("warnings", { codes(of: $0) { !$0.isError && $0.severity != .note } }),
        ("notes", { codes(of: $0) { $0.severity == .note } }),
        ("subject", { $0.report.leaf?.subject }), ("issuer", { $0.report.leaf?.issuer }),
        ("notBefore", { $0.report.leaf?.notBefore }), ("notAfter", { $0.report.leaf?.notAfter }),
        ("key type", { $0.report.leaf?.key.words }), ("spkiSHA256", { $0.report.leaf?.spkiSHA256 }),
        (
            "fingerprintSHA256", { ($0.report.chain.first ?? $0.report.presented.first)?.fingerprintSHA256 }
        ), ("tls", { $0.report.connection?.tls?.version }), ("keyExchange", { $0.report.connection?.tls?.keyExchange }),
        ("revocation", { $0.report.revocation?.status }), ("at", { $0.report.at.toTheMillisecond }),
    ]

    /// The row of the columns' names.
    static var header: String { line(columns.map(\.name)) }

    /// The row of a result.
    static func row(_ result: ScanResult) -> String { line(columns.map { $0.value(result) ?? "" }) }

    /// The row of a result as a piece of a document that grows.
    package static func piece(of result: ScanResult) -> DocumentPiece { DocumentPiece(0, row(result)) }

    /// The document that is put together of such pieces.
    package static var segments: [DocumentSegment] { [.text(header), .part(0)] }

    private static func codes(of result: ScanResult, where isWanted: (FindingReport) -> Bool) -> String {
        var seen: Set<String> = []
        return result.report.findings.filter { isWanted($0) && seen.insert($0.code).inserted }.map(\.code)
            .joined(separator: " ")
    }

    private static func line(_ cells: [String]) -> String { cells.map(cell).joined(separator: ",") + "\r\n" }

    /// One cell: on one line, without a formula, in quotes where a comma or a quote stands in it.
    static func cell(_ text: String) -> String {
        var shown = SafeText.line(text)
        // A tabulator or a line end in front would be escaped by now.
        if let first = shown.utf8.first, "=+-@".utf8.contains(first) { shown = "'" + shown }
        guard shown.utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }) else { return shown }
        return "\"" + shown.replacing("\"", with: "\"\"") + "\""
    }
}

extension ScanResult {
    /// The code of what refused the target or kept it from a verdict; nil for one that is trusted.
    package var causeCode: String? {
        guard level == .error else { return nil }
        return report.failure?.code ?? report.cause?.code ?? (report.clients == nil ? "other" : "clientFails")
    }
}
