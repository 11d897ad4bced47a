import Foundation
import TestSupport
import Testing

/// Every `console` block of README.md and of the pages below Docs, held against what the built command prints.
///
/// `make transcripts` (HOLDFAST_TRANSCRIPTS=1) writes them anew.
@Suite("The console blocks of the documentation are what the command prints", .ownThread) struct TranscriptTests {
    private static let rewrites = ProcessInfo.processInfo.environment["HOLDFAST_TRANSCRIPTS"] != nil

    static let pages = ((try? Transcript.all()) ?? []).map(\.url.lastPathComponent)

    @Test("There are pages with blocks, and each block has a command")
    func found() throws {
        let transcripts = try Transcript.all()
        #expect(transcripts.contains { $0.url.lastPathComponent == "README.md" })
        for page in transcripts {
            for block in page.blocks {
                #expect(
                    !block.commands.isEmpty && page.lines[block.lines.lowerBound].hasPrefix("$ "), "\(page.url.path)")
            }
        }
    }

    @Test("Line by line", arguments: pages)
    func page(_ name: String) throws {
        let page = try #require(try Transcript.all().first { $0.url.lastPathComponent == name })
        var produced: [[String]] = []
        // A day that ends in between gives dates that lie a day apart.
        for _ in 0..<2 {
            let run = try TranscriptRun(of: page)
            defer { run.end() }
            produced = try page.blocks.map(run.produce)
            if TranscriptNormalisation().day == run.normalisation.day { break }
        }
        let differences = zip(page.blocks, produced).map { block, lines in
            Transcript.difference(page.lines[block.lines], lines)
        }
        if Self.rewrites {
            try Data(page.text(with: produced).utf8).write(to: page.url)
        } else {
            for (block, difference) in zip(page.blocks, differences) {
                #expect(
                    difference.isEmpty,
                    "\(name), line \(block.lines.lowerBound): make transcripts writes it anew\n\(difference)")
            }
        }
    }

    @Test("What is normalised is what differs from run to run, and no more")
    func normalisation() {
        var normalisation = TranscriptNormalisation(at: Date(timeIntervalSince1970: 86_400 * 20_000 + 5))  // 2024-10-04
        normalisation.learn(
            "  holdfast check --connect-to a.test:5000:127.0.0.1:5000 --x /tmp/holdfast-lab-AbCdEf/a.pem\n")
        #expect(
            normalisation.shown("https://a.test:5000/ 5000 /tmp/holdfast-lab-AbCdEf/a.pem")
                == "https://a.test:33347/ 5000 /tmp/holdfast-lab-Ih9Tzt/a.pem")
        #expect(normalisation.shown("until 2024-10-11") == "until 2026-11-28")
        #expect(normalisation.shown("at 2024-10-03T23:59:59.123Z") == "at 2026-11-20T09:54:04Z")
        #expect(normalisation.shown("sha256/abc 7 days, TLS 1.3") == "sha256/abc 7 days, TLS 1.3")
        #expect(normalisation.actual("check a.test:33347:127.0.0.1:33347") == "check a.test:5000:127.0.0.1:5000")
    }
}
