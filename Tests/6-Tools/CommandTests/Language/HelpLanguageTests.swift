import Foundation
import HoldfastStatements
import TestSupport
import Testing

@testable import HoldfastCommand

/// The whole help and the manual in Chinese.
@Suite("Help and manual in Chinese", .ownThread)
struct HelpLanguageTests {
    private static let commands = Command.all.flatMap { [$0] + $0.verbs } + [Command.man]

    private static func isChinese(_ text: some StringProtocol) -> Bool {
        text.unicodeScalars.contains { (0x4e00...0x9fff).contains($0.value) }
    }

    @Test("no paragraph of --help --all is English, but for what is typed", arguments: [60, 80])
    func paragraphs(_ width: Int) {
        for command in Self.commands {
            let help = HelpText.of(command, width: width, .chinese)
            for paragraph in help.components(separatedBy: "\n\n") where !paragraph.hasPrefix("    ") {
                #expect(Self.isChinese(paragraph), "\(command.name): \(paragraph)")
            }
            for line in help.split(separator: "\n") {
                // English prose has words of small letters one behind the other; what is typed has marks in it.
                let words = line.matches(of: #/(?:^|\s)[a-z]{2,}(?= [a-z]{2,} [a-z]{2,}(?:[ .,;:]|$))/#)
                #expect(words.isEmpty || line.contains("holdfast"), "\(command.name): \(line)")
            }
        }
    }

    @Test("each paragraph has its Chinese, which names the same options, exit codes and files")
    func same() {
        for command in Self.commands {
            let (english, chinese) = (
                command.text.english.components(separatedBy: "\n\n"),
                command.text.chinese.components(separatedBy: "\n\n")
            )
            #expect(english.count == chinese.count, "\(command.name)")
            for (one, other) in zip(english, chinese) {
                #expect(Self.isChinese(other) || other.hasPrefix("    "), "\(command.name): \(other)")
                let names = { (text: String) in
                    Set(
                        text.matches(of: #/--[a-z0-9][a-z0-9.-]*[a-z0-9]|RFC [0-9]+|\.[a-z0-9]+\b/#).map {
                            String($0.output)
                        })
                }
                #expect(names(one) == names(other), "\(command.name): \(other)")
                let numbers = { (text: String) in
                    Set(text.matches(of: #/[0-9]{2,}/#).map { String($0.output) })
                }
                #expect(numbers(one) == numbers(other), "\(command.name): \(other)")
            }
        }
    }

    @Test("where a date is taken, Chinese says as English does that it is its beginning in UTC")
    func dates() {
        let options = Self.commands.flatMap(\.options).map(HelpText.help).filter {
            $0.english.contains("its beginning in UTC")
        }
        #expect(options.count >= 5)
        for help in options { #expect(help.chinese.contains("日期") && help.chinese.contains("UTC 当日零时")) }
    }

    @Test("where lines have the form of compilers, the help says in both languages that their levels stay English")
    func levels() {
        for command in [Command.pinLint, .policyTest] {
            #expect(command.text.english.contains("error, warning or note"), "\(command.name)")
            #expect(command.text.chinese.contains("error、warning 或 note"), "\(command.name)")
        }
    }

    @Test("the page of the manual has Chinese titles and paragraphs, and places at which its lines may end")
    func manual() throws {
        for command in Command.all {
            let page = ManualPage(of: command, .chinese).text
            for title in ["名称", "描述", "示例", "退出状态", "参见"] {
                let written = title.unicodeScalars.map { "\\[u\(String($0.value, radix: 16, uppercase: true))]" }
                #expect(page.contains("\n.SH \(written.joined(separator: "\\:"))\n"), "\(command.name): \(title)")
            }
            #expect(!page.contains("DESCRIPTION") && !page.contains("(repeatable)"))
            // groff(7): lines are filled to both edges by wider blanks unless they are adjusted to the left alone.
            #expect(page.contains("\n.ad l\n"), "\(command.name)")
        }
        let run = try CommandRun("holdfast", ["manual", "check", "--language", "zh-Hans"], in: Folder())
        #expect(run.output == ManualPage(of: .check, .chinese).text)
        #expect(try CommandRun("holdfast", ["manual", "check"], in: Folder()).output.contains(".SH DESCRIPTION"))
    }
}
