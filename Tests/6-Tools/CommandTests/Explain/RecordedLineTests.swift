import Foundation
import HoldfastDiagnostics
import HoldfastTestBed
import TestSupport
import Testing

/// The table of other programs' lines, held against what they printed of the servers of the lab.
@Suite("Recorded lines of other programs", .ownThread)
struct RecordedLineTests {
    private let lines: RecordedLines
    private let explainer: Explainer

    init() throws {
        lines = try RecordedLines()
        explainer = try Explainer()
    }

    @Test("are of 300 and more pairs of a refused server and a program, seven programs among them")
    func number() {
        let refused = lines.rows.filter { $0.server.expectedExit != 0 }
        #expect(refused.reduce(0) { $0 + $1.versions.count } >= 300)
        #expect(Set(refused.map(\.program)) == ["curl", "gnutls", "go", "java", "node", "openssl", "python"])
        #expect(Set(refused.map(\.server.name)).count >= 60)
    }

    /// Where a program prints the same of servers that the lab refuses for different causes, no table can tell them
    /// apart: then the right one has to be among the candidates.
    @Test(
        "lead to the lab's own finding in 95 of 100, of the servers held out too",
        arguments: RecordedLines.Part.allCases)
    func causes(_ part: RecordedLines.Part) throws {
        let score = try #require(lines.scores(explainer)[part])
        print(
            "explain, \(part): \(score.first) first, \(score.among) among, \(score.wrong.count) wrong of \(score.all)")
        #expect(score.all > 50)
        #expect(Double(score.first + score.among) >= 0.95 * Double(score.all), "\(score.wrong.joined(separator: "\n"))")
    }

    @Test("are known, each of them, and one failure is one explanation")
    func known() {
        for row in lines.rows {
            let found = explainer.explanations(ofText: Array(row.text.utf8))
            #expect(found.count == 1, "\(row.server.name), \(row.program): \(found.map(\.asked))")
            #expect(
                ["tls", row.program].contains(found.first?.program ?? row.program) || found.first?.program == "openssl")
        }
    }

    /// Recorded after the table was written, from programs and versions that its authors had not seen: of 461 lines of
    /// programs that the table had, 82.8 % led to the right cause before the table was mended.
    @Test("of further programs and versions lead there too")
    func others() throws {
        let others = try RecordedLines("others.tsv")
        let scores = others.scores(explainer).values
        let (first, among) = (scores.reduce(0) { $0 + $1.first }, scores.reduce(0) { $0 + $1.among })
        let wrong = scores.flatMap(\.wrong)
        let all = first + among + wrong.count
        print("explain, others: \(first) first, \(among) among, \(wrong.count) wrong of \(all)")
        #expect(all > 600)
        #expect(Double(first + among) >= 0.95 * Double(all), "\(wrong.sorted().joined(separator: "\n"))")
    }

    @Test("of servers' logs lead to who refused whom, a failure to one explanation")
    func servers() throws {
        let file = RecordedLines.folder.appending(path: "servers.tsv")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(rows.count > 25)
        for row in rows {
            let fields = row.split(separator: "\t").map(String.init)
            try #require(fields.count == 4)
            let found = explainer.explanations(ofText: Array(fields[3].replacing("\\n", with: "\n").utf8))
            let codes = found.map { $0.candidates.map(\.cause.code) }
            #expect(found.count == 1 && codes.first?.first == fields[2], "\(fields[0]), \(fields[1]): \(codes)")
        }
    }
}
