import Foundation
import PeerPrograms
import TestSupport
import Testing

/// The programs of other Debians, asked about servers that run beside them: each says what `Docs/opinions.txt` has.
///
/// `HOLDFAST_RECORD=1` writes the table anew instead.
@Suite(
    "Others' verdicts on live servers", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct LiveOpinionPeerTests {
    private static let isRecording = ProcessInfo.processInfo.environment["HOLDFAST_RECORD"] != nil

    @Test(
        "Debian 13's Chromium, OpenSSL, curl and GnuTLS, and we ourselves under its OpenSSL",
        .enabled(if: OtherDebian.peers13.isThere, "no tree of Debian 13 (scripts/debian peers13 tree)"))
    func debian13() async throws {
        try await compare(["holdfast", "openssl", "curl", "gnutls"], in: .peers13) { bed in
            let (words, version) = try bed.askChromium()
            return ("chromium", words, version)
        }
    }

    @Test(
        "sid's Go, NSS and Java",
        .enabled(if: OtherDebian.peersSid.isThere, "no tree of sid (scripts/debian peers-sid tree)"))
    func sid() async throws { try await compare(["go", "nss", "java"], in: .peersSid) }

    private func compare(
        _ peers: [String], in tree: OtherDebian,
        and more: (OpinionBed) throws -> (peer: String, words: [String: String], version: String)? = { _ in nil }
    ) async throws {
        var table = try OpinionTable()
        let bed = try await OpinionBed(table.rows.map(\.name), in: tree)
        let run = try tree.run([OpinionBed.script, "versions"] + peers)
        var versions: [String: String] = [:]
        for line in run.output.split(separator: "\n") {
            let parts = line.split(separator: "\t").map(String.init)
            if parts.count == 2 { versions[parts[0]] = parts[1] }
        }
        var said: [String: [String: String]] = [:]
        if let (peer, words, version) = try more(bed) { (said[peer], versions[peer]) = (words, version) }
        for peer in peers { said[peer] = try bed.ask(peer) }
        for (peer, words) in said {
            let version = versions[peer] ?? "of no known version"
            for index in table.rows.indices {
                let name = table.rows[index].name
                let word = words[name] ?? "nothing said"
                if !Self.isRecording, table.rows[index].words[peer] != word {
                    Issue.record(
                        """
                        \(peer) \(version) says of \(name): \(word); \(table.versions[peer] ?? "nobody") said \
                        \(table.rows[index].words[peer] ?? "nothing")
                        """)
                }
                table.rows[index].words[peer] = word
            }
            table.versions[peer] = version
        }
        if Self.isRecording { try table.write() }
    }
}

/// The table by itself, without anybody to ask.
@Suite("The table of others' verdicts on live servers")
struct OpinionTableTests {
    @Test("has 60 rows and more, each known to its maker and said of by everybody")
    func rows() throws {
        let table = try OpinionTable()
        #expect(table.rows.count >= 60)
        #expect(Set(table.rows.map(\.name)).count == table.rows.count)
        for row in table.rows {
            let isMadeThere = ["pq.", "group."].contains { row.name.hasPrefix($0) }
            #expect(isMadeThere || LiveRow.named(row.name) != nil, "\(row.name) is no deviation")
            for peer in OpinionTable.peers {
                #expect(row.words[peer].map { $0 != "-" } == true, "\(peer), \(row.name)")
            }
        }
        for peer in OpinionTable.peers { #expect(table.versions[peer].map { $0 != "-" } == true, "\(peer)") }
    }

    @Test("has an argument in Docs/differential.md for every difference, and no argument without one")
    func arguments() throws {
        let (table, arguments) = (try OpinionTable(), try OpinionArguments().peers)
        var unused = Set(arguments.flatMap { cause, peers in peers.map { "\(cause) for \($0)" } })
        for row in table.rows {
            for peer in row.differing {
                let argued = row.causes.filter { arguments[$0]?.contains(peer) == true }
                #expect(!argued.isEmpty, "\(row.name): \(peer) differs, and no cause of the row is argued for it")
                for cause in argued { unused.remove("\(cause) for \(peer)") }
            }
            for cause in row.causes {
                #expect(arguments[cause] != nil, "\(row.name): \(cause) is not in Docs/differential.md")
                #expect(!row.differing.isEmpty, "\(row.name) has a cause, and nobody differs")
            }
        }
        #expect(unused.isEmpty, "argued, and not needed: \(unused.sorted())")
    }
}
