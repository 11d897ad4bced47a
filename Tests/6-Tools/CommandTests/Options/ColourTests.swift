import TestSupport
import Testing

@testable import HoldfastCommand

/// Colours: one decision, of `--color`, NO_COLOR, CLICOLOR_FORCE and the terminal.
@Suite(.ownThread)
struct ColourTests {
    private struct Case {
        let choice: ColourChoice
        let variables: [String: String]
        let onTerminal: Bool
        let elsewhere: Bool
    }

    /// no-color.org: "when present and not an empty string (regardless of its value), prevents the addition of ANSI
    /// color". bixense.com/clicolors: CLICOLOR_FORCE "set: ANSI colors should be enabled no matter what", CLICOLOR "0:
    /// don't output ANSI color escape codes".
    private static let cases: [Case] = [
        Case(choice: .auto, variables: [:], onTerminal: true, elsewhere: false),
        Case(choice: .auto, variables: ["NO_COLOR": "1"], onTerminal: false, elsewhere: false),
        Case(choice: .auto, variables: ["NO_COLOR": "0"], onTerminal: false, elsewhere: false),
        Case(choice: .auto, variables: ["NO_COLOR": ""], onTerminal: true, elsewhere: false),
        Case(choice: .auto, variables: ["TERM": "dumb"], onTerminal: false, elsewhere: false),
        Case(choice: .auto, variables: ["CLICOLOR": "0"], onTerminal: false, elsewhere: false),
        Case(choice: .auto, variables: ["CLICOLOR_FORCE": "1"], onTerminal: true, elsewhere: true),
        Case(choice: .auto, variables: ["CLICOLOR_FORCE": "0"], onTerminal: true, elsewhere: false),
        Case(choice: .auto, variables: ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], onTerminal: false, elsewhere: false),
        Case(choice: .always, variables: ["NO_COLOR": "1", "TERM": "dumb"], onTerminal: true, elsewhere: true),
        Case(choice: .never, variables: ["CLICOLOR_FORCE": "1"], onTerminal: false, elsewhere: false),
    ]

    @Test("the option comes first, then NO_COLOR, then CLICOLOR_FORCE, then the terminal")
    func order() {
        for one in Self.cases {
            let seen = [true, false].map { one.choice.allows(isTerminal: $0) { one.variables[$0] } }
            #expect(seen == [one.onTerminal, one.elsewhere], "\(one)")
        }
    }

    @Test(
        "a terminal has colours, unless somebody wants none",
        arguments: [
            ("", true), ("NO_COLOR=1", false), ("TERM=dumb", false), ("CLICOLOR=0", false), ("NO_COLOR=", true),
        ])
    func terminal(_ variable: String, _ isColoured: Bool) throws {
        let command = #""$holdfast" evaluate chain.pem --host www.example.com"#
        let run = try CommandRun(
            shell: "script -qec 'env TERM=xterm \(variable) \(command)' /dev/null < /dev/null", in: Folder())
        #expect(run.output.contains("\u{1b}[") == isColoured, "\(run.output)")
        #expect(run.output.contains("refused"))
    }

    @Test("a pipe is plain unless colours are asked for")
    func piped() throws {
        let folder = try Folder()
        for (options, environment, isColoured) in [
            ([], [:], false), (["--color", "always"], [:], true), (["--color=never"], ["CLICOLOR_FORCE": "1"], false),
            ([], ["CLICOLOR_FORCE": "1"], true), ([], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
        ] as [([String], [String: String], Bool)] {
            let run = try CommandRun(
                "holdfast", ["evaluate", "chain.pem", "--host", "www.example.com"] + options, in: folder,
                environment: environment)
            #expect(run.output.contains("\u{1b}[") == isColoured, "\(options) \(environment)")
            #expect(!run.output.isEmpty)
        }
        try Script(
            """
            $ holdfast evaluate chain.pem --color sometimes
            ! holdfast: --color: 'sometimes' is none of auto, always, never
            ! hint: leave it out for auto
            = 2
            """
        ).run(in: folder)
    }
}
