import Foundation
import HoldfastDiagnostics
import HoldfastStatements
import HoldfastTrust
import TestSupport
import Testing

@testable import HoldfastCommand

/// The help: folded to a width, its options in groups, with the exit codes that apply.
@Suite(.ownThread)
struct HelpTests {
    private static let commands = Command.all.flatMap { [$0] + $0.verbs }

    @Test("no line is wider than the terminal, but for words that cannot be broken", arguments: [40, 60, 80, 100])
    func width(_ width: Int) {
        for command in Self.commands {
            let lines = HelpText.of(command, width: width).split(separator: "\n")
            // A line of four columns of indent and one word, or a command line, has no place to be broken at.
            let whole = command.examples.flatMap { $0.split(separator: " --") }.map { String($0) }
            for line in lines where line.count > width {
                let text = line.drop { $0 == " " }
                let isWord = !text.contains(" ")
                let isExample = whole.contains { text.contains($0) } || text.hasPrefix("holdfast convert")
                let isUsage = text.hasPrefix("-") && !text.contains("  ")
                #expect(isWord || isExample || isUsage, "\(command.name): \(line)")
            }
        }
        for line in HelpText.tool(width: width).split(separator: "\n") {
            #expect(line.count <= max(width, 74), "\(line)")
        }
    }

    @Test("without a terminal it has 80 columns")
    func piped() throws {
        let run = try CommandRun("holdfast", ["check", "--help", "--all"], in: Folder())
        #expect(run.output == HelpText.of(.check, width: 80))
        let screen = try CommandRun("holdfast", ["check", "--help"], in: Folder())
        #expect(screen.output == HelpScreen.of(.check, 80, .english))
        #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(run.output)")
    }

    @Test("on a terminal it has the terminal's columns")
    func terminal() throws {
        let run = try CommandRun(
            shell: #"script -qec 'stty cols 60 rows 24; "$holdfast" trace --help --all' /dev/null < /dev/null"#,
            in: Folder())
        #expect(run.output.split(whereSeparator: \.isNewline) == HelpText.of(.trace, width: 60).split(separator: "\n"))
    }

    @Test("every word of the texts is there at any width")
    func words() {
        let words = { (text: String) in text.split(whereSeparator: \.isWhitespace).map(String.init) }
        for command in Self.commands {
            let narrow = words(HelpText.of(command, width: 40)).filter { $0 != "\\" }
            let wide = words(HelpText.of(command, width: 100)).filter { $0 != "\\" }
            #expect(narrow == wide, "\(command.name)")
            #expect(Set(words(command.text.english)).isSubset(of: Set(wide)), "\(command.name)")
        }
    }

    @Test("options stand in groups, each once, its own first and what is printed last")
    func groups() throws {
        let text = HelpText.of(.check, width: 80)
        let titles =
            ["whom to trust, and by which rules:", "revoked certificates:", "the connection:"]
            + ["whom to ask for addresses:", "a certificate of one's own:", "what is printed:", "exit codes:"]
        let places = try titles.map { title in try #require(text.firstRange(of: "\n\(title)\n"), "\(title)").lowerBound
        }
        #expect(places == places.sorted())
        for option in Command.check.options {
            #expect(Command.check.groups.count { $0.options.contains(option) } == 1, "\(option.name)")
        }
        #expect(HelpText.of(.trace, width: 80).contains("\noptions:\n"))
    }

    /// The table of Docs/findings.md.
    @Test("exit codes are those that a command can end with")
    func exitCodes() throws {
        func codes(_ name: String) throws -> [Int32] {
            try #require(Self.commands.first { $0.name == name }).exitCodes.map(\.rawValue)
        }
        #expect(try codes("check") == [0, 1, 2, 3, 4, 5, 7] + Array(20...33))
        #expect(try codes("evaluate") == [0, 1, 2] + Array(20...32))
        #expect(try codes("request") == Array(0...2) + [3, 4, 5, 7, 6] + Array(20...31))
        #expect(try codes("lab") == [0, 1, 2, 3, 4, 5, 7] + Array(20...31) + [33])
        #expect(try codes("completions") == [0, 1, 2])
        // What a text says of exit codes is in the table.
        for command in Self.commands where command.verbs.isEmpty {
            for match in command.text.english.matches(of: #/exit code (?:is )?(\d+)/#) {
                let code = try #require(Int32(match.output.1))
                #expect(command.exitCodes.contains { $0.rawValue == code }, "\(command.name): \(code)")
            }
            let shown = HelpText.of(command, width: 80).components(after: "\nexit codes:\n")
            #expect(
                shown.split(separator: "\n").filter { $0.first(where: { $0 != " " })?.isNumber == true }.count
                    >= command.exitCodes.count, "\(command.name)")
        }
    }

    @Test("the table of Docs/cli.md is the enumeration's, and every finding's exit code is one of it")
    func table() throws {
        let page = try String(contentsOf: PrintedJSON.top.appending(path: "Docs/cli.md"), encoding: .utf8)
        let rows = page.components(after: "## Exit codes\n").split(separator: "\n").drop { !$0.hasPrefix("|-") }
            .dropFirst().prefix { $0.hasPrefix("|") }.map(String.init)
        #expect(rows == ExitCode.table.map { "| \($0.code) | \($0.meaning.english) |" })
        for code in FindingCode.all {
            #expect(ExitCode(rawValue: code.exitCode).map(ExitCode.refusals.contains) == true || code == .expiresSoon)
        }
    }

    @Test("the help of a verb is had by help, too")
    func verbs() throws {
        let run = try CommandRun("holdfast", ["help", "pin", "compute"], in: Folder())
        #expect(run.exitCode == 0 && run.output.hasPrefix("print the pins of servers"))
    }
}

extension String {
    /// The text after the first place where another one stands; all of it where that is not in it.
    fileprivate func components(after text: String) -> Substring {
        guard let range = firstRange(of: text) else { return self[...] }
        return self[range.upperBound...]
    }
}
