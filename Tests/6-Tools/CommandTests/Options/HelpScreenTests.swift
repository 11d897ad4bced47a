import Foundation
import HoldfastDiagnostics
import HoldfastStatements
import TestSupport
import Testing

@testable import HoldfastCommand

/// The help of each command on one screen, and the way to the whole of it.
@Suite("Help on one screen", .ownThread)
struct HelpScreenTests {
    private static let commands = Command.all.flatMap { [$0] + $0.verbs }
    /// Lines of a screen: a terminal of 44 lines shows all of it, the prompt below.
    private static let mostLines = 42

    private static func lines(_ text: String) -> [Substring] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    @Test("the help of every command fits a screen of 80 columns, in both languages")
    func size() {
        for language in PageLanguage.allCases {
            for command in Self.commands {
                let text = HelpScreen.of(command, 80, language)
                #expect(Self.lines(text).count <= Self.mostLines, "\(command.name): \(Self.lines(text).count)")
            }
            #expect(Self.lines(HelpScreen.tool(80, language)).count <= Self.mostLines)
        }
    }

    @Test("no line is wider than the terminal, but for what cannot be broken", arguments: [60, 80])
    func width(_ width: Int) {
        for language in PageLanguage.allCases {
            for command in Self.commands {
                for line in Self.lines(HelpScreen.of(command, width, language)) {
                    let text = line.drop { $0 == " " }
                    // An example is broken before options alone; one option and its value stay together.
                    let isWhole =
                        !text.contains(" ") || text.hasPrefix("-")
                        || command.examples.contains { $0.hasPrefix(text.prefix(40)) }
                    #expect(
                        WrappedText.columnCount(of: String(line)) <= width || isWhole, "\(command.name): \(line)")
                }
            }
        }
    }

    @Test("it has usage, options, examples, codes, and the line that leads to the rest")
    func parts() throws {
        for command in Self.commands {
            let text = HelpScreen.of(command, 80, .english)
            #expect(text.contains("\nusage: holdfast \(command.name)"), "\(command.name)")
            #expect(text.contains("\nexamples:\n  holdfast ") || text.contains("\nexamples:\n  "), "\(command.name)")
            #expect(text.contains("\nexit codes: 0 trusted, or done; 1 error; 2 usage") || !command.verbs.isEmpty)
            let page = try #require(command.name.split(separator: " ").first)
            let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            #expect(words.contains("holdfast \(command.name) --help --all has every option; man holdfast-\(page)"))
            for option in command.common {
                #expect(
                    command.options.contains(option)
                        && text.contains("  \(option.letter.map { "-\($0), " } ?? "")\(option.name)"))
            }
            #expect(command.common.count <= 12, "\(command.name)")
        }
    }

    @Test("--help --all names every option, of commands and of verbs, and every exit code; so does help NAME --all")
    func all() throws {
        let folder = try Folder()
        for name in ["check", "trace", "lab", "inspect", "pin compute", "create leaf"] {
            let command = try #require(Self.commands.first { $0.name == name })
            let words = name.split(separator: " ").map(String.init)
            let run = try CommandRun("holdfast", words + ["--help", "--all"], in: folder)
            #expect(run.exitCode == 0 && run.output == HelpText.of(command, width: 80), "\(name)")
            #expect(try CommandRun("holdfast", ["help"] + words + ["--all"], in: folder).output == run.output)
        }
        for command in Self.commands {
            let text = HelpText.of(command, width: 80)
            for option in command.options {
                #expect(text.contains("\(option.name)"), "\(command.name): \(option.name)")
            }
            for option in command.common where command.verbs.isEmpty {
                #expect(command.groups.contains { $0.options.contains(option) })
            }
        }
        let tool = try CommandRun("holdfast", ["--help", "--all"], in: folder).output
        for (code, meaning) in ExitCode.table {
            #expect(
                tool.contains(
                    "\n  \(code.padding(toLength: 2, withPad: " ", startingAt: 0))  \(meaning.english.prefix(20))"))
        }
    }

    @Test("in Chinese every line of it is Chinese, or is typed")
    func chinese() throws {
        func isChinese(_ text: some StringProtocol) -> Bool {
            text.unicodeScalars.contains { (0x4e00...0x9fff).contains($0.value) }
        }
        for command in Self.commands {
            #expect(isChinese(command.summary.chinese), "\(command.name)")
            #expect(command.meaning.map { isChinese($0.chinese) } ?? true, "\(command.name)")
            for option in command.options { #expect(isChinese(option.help.chinese), "\(option.name)") }
        }
        for (option, environment) in [(["--language", "zh-Hans"], [:]), ([], ["LC_ALL": "zh_CN.UTF-8"])] {
            let run = try CommandRun("holdfast", ["check", "--help"] + option, in: Folder(), environment: environment)
            #expect(run.output == HelpScreen.of(.check, 80, .chinese))
            #expect(run.output.hasPrefix("连接服务器并判定其证书\n\n用法：holdfast check"))
        }
    }
}
