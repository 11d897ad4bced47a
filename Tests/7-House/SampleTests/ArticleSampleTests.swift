import TestSupport
import Testing

/// The articles' programs as they stand and as they should be, each against its good and its bad servers.
@Suite("Article samples", .ownThread)
struct ArticleSampleTests {
    /// A flaw is one that the output shows: a bad server that is accepted, a good one that is not, or a page without a
    /// question. It is gone in the other half.
    @Test(
        "one sample prints this and no more, shows a flaw as it stands, and none as it should be",
        arguments: ArticleSampleLines.all)
    func sample(expected: ArticleSampleLines) throws {
        let run = try ArticleSampleProcess(expected.sample)
        #expect(run.status == 0)
        #expect(run.lines == expected.lines)
        try #require(run.complaints.count == expected.warnings.count, "\(run.complaints)")
        for (line, words) in zip(run.complaints, expected.warnings) { #expect(line.contains(words)) }
        let stands = run.lines.filter { $0.contains(" · as it stands · ") }
        let should = run.lines.filter { $0.contains(" · as it should be · ") }
        #expect(stands.contains { $0.contains(Self.bad) == Self.passes($0) })
        #expect(should.contains { $0.contains(Self.bad) } && should.contains { Self.passes($0) })
        #expect(!should.contains { $0.contains(Self.bad) && Self.passes($0) })
    }

    private static let bad = " · bad server: "

    private static func passes(_ line: String) -> Bool {
        line.contains("accepted: ") || line.contains("the page loads") || line.hasSuffix(": trusted")
    }

    @Test("without a name all of them, one after the other")
    func all() throws {
        let run = try ArticleSampleProcess()
        #expect(run.status == 0)
        #expect(run.lines == ArticleSampleLines.all.flatMap(\.lines))
    }

    @Test("the names, one a line, in the order of the articles")
    func list() throws {
        let run = try ArticleSampleProcess("list")
        #expect(run.status == 0)
        #expect(run.lines == ArticleSampleLines.all.map(\.sample))
        #expect(run.complaints.isEmpty)
    }

    @Test(
        "a name that is none, or more than one, is an error that lists them", arguments: [["pins"], ["list", "list"]])
    func wrongName(arguments: [String]) throws {
        let run =
            arguments.count == 1
            ? try ArticleSampleProcess(arguments[0]) : try ArticleSampleProcess(arguments[0], arguments[1])
        #expect(run.status == 2)
        #expect(run.lines.isEmpty)
        let what = arguments.count == 1 ? "no sample is called 'pins'" : "one name at a time"
        let names = ArticleSampleLines.all.map(\.sample).joined(separator: ", ")
        #expect(run.complaints == ["ArticleSamples: \(what); there are \(names); or say: list"])
    }
}
