import Foundation
import TestSupport
import Testing

/// `--reasons`: a difference that nobody argued, and a reason that nobody needs any more, are errors.
@Suite("Reasons for differences from a suite", .ownThread)
struct ConformanceReasonTests {
    private func folder(_ reasons: String) throws -> Folder {
        let folder = try Folder()
        let cases = [
            LimboSuite.testCase("a::good"), LimboSuite.testCase("a::wrong", expected: "FAILURE"),
            LimboSuite.testCase("a::strict", name: "other.example"),
            LimboSuite.testCase("a::new", ["features": ["has-new-things"]]),
        ]
        try folder.write("suite.json", LimboSuite.json(cases))
        try folder.write("reasons.txt", reasons)
        return folder
    }

    private static let all = """
        # Comments and empty lines are passed over.

        limbo default a::wrong accepts: because
        limbo default a::strict refuses: because
        limbo default a::new skips: because

        """

    private func check(_ reasons: String, _ complaints: [String], exitCode: Int32 = 33) throws {
        let run = try CommandRun(
            "holdfast-conformance", ["limbo", "suite.json", "--reasons", "reasons.txt"], in: folder(reasons))
        #expect(run.exitCode == exitCode, "\(run.errors)")
        let said = run.errors.split(separator: "\n").filter { $0.hasPrefix("holdfast-conformance: ") }
        #expect(said.map { String($0.dropFirst(22)) } == complaints)
    }

    @Test("each difference argued, and nothing else: 0; without a file of reasons differences are only counted")
    func argued() throws {
        try check(Self.all, [], exitCode: 0)
        let other = "pkits default a::good accepts: of another suite\nlimbo apple a::good accepts: of another profile\n"
        try check(Self.all + other + "limbo default a::gone accepts: of a case that is not run\n", [], exitCode: 0)
        try Script(
            """
            $ holdfast-conformance limbo suite.json --only a::wrong --only a::new
            > …
            > {"actual":"SKIPPED","expected":"SUCCESS","findings":[],"id":"a::new","reason":"the feature \
            'has-new-things' is not known"}
            ! group   agree  wrongly accepted  wrongly refused  skipped
            ! a      0 of 2                 1                0        1
            ! 2 cases, profile default: 0 as expected, 1 not, 1 skipped
            """
        ).run(in: folder(""))
    }

    @Test("a difference or a skipped case without a line")
    func missing() throws {
        try check(
            "",
            [
                "a::wrong is accepted, and 'reasons.txt' has no reason for it",
                "a::strict is refused, and 'reasons.txt' has no reason for it",
                "a::new is skipped, and 'reasons.txt' has no reason for it",
            ])
    }

    @Test("a line whose case agrees, and one that argues the contrary")
    func stale() throws {
        try check(
            Self.all + "limbo default a::good refuses: because\n",
            ["a::good agrees now: take line 6 out of 'reasons.txt'"])
        try check(
            Self.all.replacing("a::strict refuses", with: "a::strict accepts"),
            ["a::strict is refused, and line 4 of 'reasons.txt' argues otherwise"])
    }

    @Test(
        "a file of reasons that cannot be read",
        arguments: [
            ("limbo default a::wrong accepts:", "'reasons.txt', line 1: no suite, profile, case, verb and reason"),
            ("\nlimbo default a::wrong allows: it", "'reasons.txt', line 2: no suite, profile, case, verb and reason"),
            ("limbo default", "'reasons.txt', line 1: no suite, profile, case, verb and reason"),
            (
                "limbo default a::wrong accepts: x\nlimbo default a::wrong refuses: y",
                "'reasons.txt', line 2: a::wrong has line 1 already"
            ),
        ])
    func malformed(text: String, problem: String) throws { try check(text, [problem], exitCode: 1) }
}
