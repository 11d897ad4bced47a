import Foundation

/// The table of what others say of live servers: `Docs/opinions.txt`, a row a server.
struct OpinionTable {
    struct Malformed: Error {
        let line: String
    }

    struct Row {
        let name: String
        /// The reasons for which verdicts differ, each argued in `Docs/differential.md`; none where they don't.
        var causes: [String]
        /// By peer: `ok`, or the reason in its own words.
        var words: [String: String]
    }

    /// The columns: ours, then the others.
    static let peers = ["holdfast", "chromium", "openssl", "curl", "gnutls", "go", "nss", "java"]
    static let file = OtherDebian.project.appending(path: "Docs/opinions.txt")

    private var head: [String] = []
    /// By peer, the version that said it.
    var versions: [String: String] = [:]
    var rows: [Row] = []

    init() throws {
        for line in try String(contentsOf: Self.file, encoding: .utf8).split(separator: "\n").map(String.init) {
            if line.hasPrefix("#") {
                head.append(line)
            } else if line.hasPrefix("peer ") {
                let words = line.split(separator: " ", maxSplits: 2).map(String.init)
                guard words.count == 3 else { throw Malformed(line: line) }
                versions[words[1]] = words[2]
            } else {
                let cells = line.components(separatedBy: " | ")
                guard cells.count == Self.peers.count + 2 else { throw Malformed(line: line) }
                let causes = cells[1] == "-" ? [] : cells[1].components(separatedBy: ", ")
                rows.append(
                    Row(
                        name: cells[0], causes: causes,
                        words: Dictionary(uniqueKeysWithValues: zip(Self.peers, cells.dropFirst(2)))))
            }
        }
    }

    func write() throws {
        var lines = head + Self.peers.map { "peer \($0) \(versions[$0] ?? "-")" }
        for row in rows {
            let causes = row.causes.isEmpty ? "-" : row.causes.joined(separator: ", ")
            lines.append(([row.name, causes] + Self.peers.map { row.words[$0] ?? "-" }).joined(separator: " | "))
        }
        try (lines.joined(separator: "\n") + "\n").write(to: Self.file, atomically: true, encoding: .utf8)
    }
}

extension OpinionTable.Row {
    func accepts(_ peer: String) -> Bool { words[peer] == "ok" }

    /// The peers whose verdict is not ours.
    var differing: [String] { OpinionTable.peers.filter { accepts($0) != accepts("holdfast") } }
}

/// The arguments about those differences: the table below the heading "Asked live" in `Docs/differential.md`.
struct OpinionArguments {
    /// By cause, the peers for which it is argued.
    let peers: [String: Set<String>]

    init() throws {
        let file = OtherDebian.project.appending(path: "Docs/differential.md")
        let page = try String(contentsOf: file, encoding: .utf8)
        let section = page.components(separatedBy: "\n## Asked live\n").dropFirst().first ?? ""
        var peers: [String: Set<String>] = [:]
        for line in (section.components(separatedBy: "\n## ").first ?? "").split(separator: "\n")
        where line.hasPrefix("| `") {
            let cells = line.components(separatedBy: " | ")
            let cause = cells[0].trimmingCharacters(in: CharacterSet(charactersIn: "| `"))
            // Cause, peers, what differs, source, who is right.
            if cells.count == 5 { peers[cause] = Set(cells[1].components(separatedBy: ", ")) }
        }
        self.peers = peers
    }
}
