import Foundation
import HoldfastDiagnostics
import HoldfastTestBed
import PeerPrograms
import TestSupport
import Testing

/// The programs of this machine, asked about the servers of the lab: what they print leads to the lab's finding.
///
/// `HOLDFAST_RECORD=1` writes `Vectors/error-lines/recorded.tsv` anew instead, with what it has of other versions.
@Suite(
    "Others' error lines about the lab", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct ErrorLinePeerTests {
    private static let isRecording = ProcessInfo.processInfo.environment["HOLDFAST_RECORD"] != nil
    private static let programs = ["curl", "gnutls", "go", "java", "node", "openssl", "python"]
    private static let script = OtherDebian.project.appending(path: "scripts/error-lines").path
    private static let file = OtherDebian.project.appending(path: "Vectors/error-lines/recorded.tsv")

    /// A line of the table: the server, the program, its version, what it printed.
    private struct Row: Hashable {
        let server: String
        let program: String
        let version: String
        let text: String
    }

    @Test("each program of this machine leads to what the lab says of its servers")
    func here() throws {
        let folder = TemporaryFolder.toBeMade()
        try folder.makeFolder("")
        let lab = try Lab(directory: folder.path)
        let servers = try lab.start(names: [])
        defer { for server in servers { server.stop() } }
        var rows = ""
        for server in servers where !server.arguments.contains("--proxy") && server.at == nil {
            let address = server.url.dropFirst("https://".count).dropLast()
            let port = address.split(separator: ":").last ?? ""
            let host = address.dropLast(port.count + 1).filter { $0 != "[" && $0 != "]" }
            rows += "\(server.name)\t\(host)\t\(port)\n"
            try folder.makeFolder(server.name)
            let anchors = try String(contentsOfFile: try #require(server.anchorsFile), encoding: .utf8)
            try folder.write(anchors, to: "\(server.name)/roots.pem")
        }
        try folder.write(rows, to: "rows")
        let versions = try Peer.run(Self.script, ["versions"] + Self.programs).output.split(separator: "\n")
            .map { $0.split(separator: "\t").map(String.init) }
        #expect(versions.count > 3, "\(versions)")
        var said: Set<Row> = []
        for pair in versions where pair.count == 2 {
            let run = try Peer.run(Self.script, ["ask", pair[0], folder.path])
            #expect(run.status == 0, "\(run.all)")
            for line in run.output.split(separator: "\n") {
                let parts = line.split(separator: "\t", maxSplits: 1).map(String.init)
                guard parts.count == 2 else { continue }
                said.insert(Row(server: parts[0], program: pair[0], version: pair[1], text: parts[1]))
            }
        }
        if Self.isRecording { return try Self.write(said, of: Set(versions.map { "\($0[0]) \($0[1])" })) }
        try judge(said)
    }

    /// Nineteen of twenty lead to the lab's own finding, first or among others; every one is known.
    private func judge(_ said: Set<Row>) throws {
        let explainer = try Explainer()
        var wrong: [String] = []
        var all = 0
        for row in said {
            let text = row.text.replacing("\\n", with: "\n")
            let found = explainer.explanations(ofText: Array(text.utf8)).flatMap(\.candidates).map(\.cause)
            #expect(!found.isEmpty, "\(row.program) \(row.version) says of \(row.server): \(text)")
            guard let server = TestBed.entry(row.server), server.expectedExit != 0 else { continue }
            all += 1
            let isRight = found.contains {
                server.expectedFindings.isEmpty
                    ? $0.exitCode == server.expectedExit : server.expectedFindings.contains($0.code)
            }
            if !isRight { wrong.append("\(row.program) \(row.version) says of \(row.server): \(text)") }
        }
        #expect(all > 100)
        #expect(20 * wrong.count <= all, "\(wrong.sorted().joined(separator: "\n"))")
    }

    /// Writes the table: what was said now, and what it has of other versions.
    private static func write(_ said: Set<Row>, of asked: Set<String>) throws {
        var all = said
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 4 else { continue }
            for version in fields[2].split(separator: ",").map(String.init)
            where !asked.contains("\(fields[1]) \(version)") {
                all.insert(Row(server: fields[0], program: fields[1], version: version, text: fields[3]))
            }
        }
        let order = Dictionary(uniqueKeysWithValues: TestBed.catalogue.enumerated().map { ($1.name, $0) })
        var versions: [[String]: [String]] = [:]
        for row in all { versions[[row.server, row.program, row.text], default: []].append(row.version) }
        let lines = versions.map { key, versions in
            let sorted = versions.sorted { $0.compare($1, options: .numeric) == .orderedAscending }
            return (order[key[0]] ?? 0, "\(key[0])\t\(key[1])\t\(sorted.joined(separator: ","))\t\(key[2])\n")
        }
        let head = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").prefix { $0.hasPrefix("#") }
        let text = head.map { $0 + "\n" }.joined() + lines.sorted { $0 < $1 }.map(\.1).joined()
        try text.write(to: file, atomically: true, encoding: .utf8)
    }
}
