import Foundation
import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastTestBed
import TestSupport

/// What other programs printed of the servers of the lab, and whether an explanation leads to the lab's own finding.
struct RecordedLines {
    struct Row {
        let server: BadServer
        let program: String
        let versions: [String]
        /// With line ends between its lines.
        let text: String

        /// The text without what is the server's own: its name, its authority's, and sizes.
        var shape: String {
            program
                + text.replacing(server.host, with: "HOST").replacing(server.name, with: "NAME")
                .replacing(/certificate "[^"]*"/, with: "certificate").replacing(/[0-9]{3,}/, with: "0")
        }

        /// Whether a cause is the lab's: one of its findings or, without any, its exit code.
        func isCause(_ cause: ErrorCause) -> Bool {
            server.expectedFindings.isEmpty
                ? cause.exitCode == server.expectedExit : server.expectedFindings.contains(cause.code)
        }
    }

    /// The parts of the servers: the table of patterns was written with a fifth of them out of sight.
    enum Part: CaseIterable {
        case seen, heldOut

        /// A fifth by SHA-256 of the name: the first octet is a multiple of five.
        static func of(_ server: BadServer) -> Part {
            (Digest.sha256(Array(server.name.utf8)).first ?? 0) % 5 == 0 ? .heldOut : .seen
        }
    }

    /// Rows, each version of a program by itself.
    struct Score {
        /// The right cause stands first.
        var first = 0
        /// It stands among the candidates, and the program prints the same of servers with other causes.
        var among = 0
        var wrong: [String] = []

        var all: Int { first + among + wrong.count }
    }

    static let folder = ProjectFolder.top.appending(path: "Vectors/error-lines")

    let rows: [Row]

    /// Reads a table: `recorded.tsv`, or `others.tsv` of further programs and versions.
    init(_ name: String = "recorded.tsv") throws {
        var rows: [Row] = []
        for line in try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8).split(separator: "\n")
        where !line.hasPrefix("#") {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 4, let server = TestBed.entry(fields[0]) else {
                throw CocoaError(.fileReadCorruptFile)
            }
            rows.append(
                Row(
                    server: server, program: fields[1], versions: fields[2].split(separator: ",").map(String.init),
                    text: fields[3].replacing("\\n", with: "\n")))
        }
        self.rows = rows
    }

    /// The scores of both parts, over the servers that the lab refuses.
    func scores(_ explainer: Explainer) -> [Part: Score] {
        var causes: [String: Set<String>] = [:]
        for row in rows where row.server.expectedExit != 0 {
            causes[row.shape, default: []].insert(
                "\(row.server.expectedExit) \(row.server.expectedFindings.sorted())")
        }
        var scores: [Part: Score] = [.seen: Score(), .heldOut: Score()]
        for row in rows where row.server.expectedExit != 0 {
            let found = explainer.explanations(ofText: Array(row.text.utf8)).flatMap(\.candidates).map(\.cause)
            let part = Part.of(row.server)
            if let first = found.first, row.isCause(first) {
                scores[part]?.first += row.versions.count
            } else if found.contains(where: row.isCause), (causes[row.shape]?.count ?? 0) > 1 {
                scores[part]?.among += row.versions.count
            } else {
                for version in row.versions {
                    scores[part]?.wrong.append(
                        "\(row.server.name), \(row.program) \(version): \(found.map(\.code)); \(row.text)")
                }
            }
        }
        return scores
    }
}
