import Foundation
import PeerPrograms
import TestSupport
import Testing

/// `holdfast lesson`: the chapters, their files, and the commands that do the same.
@Suite("lesson", .ownThread)
struct LessonTests {
    /// The part of a step's JSON that is looked at here.
    private struct Step: Decodable {
        struct Command: Decodable {
            let line: String
            let exitCode: Int32
        }

        let schema: String
        let chapter: Int
        let step: Int
        let commands: [Command]
        let asTaught: Bool
    }

    private static func steps(_ output: String) throws -> [Step] {
        try output.split(separator: "\n").map { try JSONDecoder().decode(Step.self, from: Data($0.utf8)) }
    }

    @Test("What is refused, with 2")
    func usage() throws {
        let list = try CommandRun("holdfast", ["lesson", "--list", "--language", "en"], in: Folder())
        let rows = list.output.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 1) }
        #expect(rows.map { String($0[0]) } == (1...14).map(String.init) && rows.allSatisfy { $0.count == 2 })
        try Script(
            """
            $ holdfast lesson 15
            ! holdfast: there is no chapter '15'
            ! hint: chapters are 1 to 14
            = 2
            $ holdfast lesson 1.2
            ! holdfast: there is no chapter '1.2'
            ! hint: chapters are 1 to 14; for steps: holdfast lesson 1 --steps
            = 2
            $ holdfast lesson 15.2
            ! holdfast: there is no chapter '15.2'
            ! hint: chapters are 1 to 14
            = 2
            $ holdfast lesson three
            ! holdfast: there is no chapter 'three'
            ! hint: chapters are 1 to 14
            = 2
            $ holdfast lesson --language fr
            ! holdfast: --language: 'fr' is no language of this command
            ! hint: languages are en, zh-Hans
            = 2
            $ holdfast lesson 1 2
            ! holdfast: too many arguments: '2'
            ! hint: holdfast lesson takes [CHAPTER]
            = 2
            $ holdfast lesson --list 3
            ! holdfast: --list takes no chapter
            ! hint: it lists all of them
            = 2
            $ holdfast lesson --list --steps
            ! holdfast: --list excludes --steps
            ! hint: --list runs nothing
            = 2
            $ holdfast lesson --steps --all
            ! holdfast: --steps waits at each step, and --all at none
            ! hint: leave one of them out
            = 2
            $ holdfast lesson --report - --json
            ! holdfast: --report -: standard output has the JSON
            ! hint: leave --json out, or name a file
            = 2
            $ holdfast lesson 1 --report folder
            ! holdfast: cannot write 'folder': is a directory
            ! hint: check the folder and its rights
            = 1
            $ holdfast lesson 1 --files folder
            ! holdfast: cannot make the folder 'folder': file exists
            ! hint: name a new folder; nothing is overwritten
            = 1
            """
        ).run(in: Folder())
    }

    @Test("All chapters at once where nobody sits at a terminal, in the locale's language or the one asked for")
    func text() throws {
        let folder = try Folder()
        let english = try CommandRun("holdfast", ["lesson"], in: folder)
        #expect(english.exitCode == 0 && english.errors == "", "\(english.errors)")
        for title in ["1  A key and a certificate", "3  The secret envelope", "14  What a handshake costs"] {
            #expect(english.output.contains("\n\(title)\n"))
        }
        #expect(english.output.contains("✓ Everything came out as it is taught."))
        #expect(!english.output.contains("\u{1b}"))
        let chinese = try CommandRun("holdfast", ["lesson", "2"], in: folder, environment: ["LC_ALL": "zh_CN.UTF-8"])
        #expect(chinese.output.hasPrefix("2  信任从哪里开始\n"))
        #expect(!chinese.output.contains("数字信封"))
        let asked = try CommandRun(
            "holdfast", ["lesson", "2", "--language", "en"], in: folder, environment: ["LC_ALL": "zh_CN.UTF-8"])
        #expect(asked.output.hasPrefix("2  Trust, and where it begins\n"))
        // Each ends with the way to its files.
        let way = "Files: `holdfast lesson 2 --files NEW-FOLDER`, then `cd NEW-FOLDER/chapter-2`\n"
        #expect(asked.output.hasSuffix(way))
        #expect(chinese.output.hasSuffix("命令用到的文件：`holdfast lesson 2 --files 新目录`，再 `cd 新目录/chapter-2`\n"))
    }

    @Test("On a terminal it waits after each chapter; q ends it, Enter goes on")
    func waits() throws {
        let quit = try CommandRun(
            shell: #"printf 'q\n' | script -qec '"$holdfast" lesson --language en' /dev/null"#, in: Folder())
        #expect(quit.output.contains("Enter: the next chapter; q: the end"), "\(quit.output)\(quit.errors)")
        #expect(quit.output.contains("1.4") && !quit.output.contains("2.1"))
        let on = try CommandRun(
            shell: #"printf '\nq\n' | script -qec '"$holdfast" lesson --language en' /dev/null"#, in: Folder())
        #expect(on.output.contains("2.5") && !on.output.contains("3.1"))
        let all = try CommandRun(
            shell: #"script -qec '"$holdfast" lesson --all --language en' /dev/null < /dev/null"#, in: Folder())
        #expect(all.output.contains("14.3") && !all.output.contains("Enter:"))
    }

    /// A terminal whose user types these lines at `lesson` with these arguments.
    private static func typed(_ lines: String, _ arguments: String, in folder: Folder) throws -> CommandRun {
        try CommandRun(
            shell: "printf '\(lines)' | NO_COLOR=1 script -qec '\"$holdfast\" lesson \(arguments)' /dev/null",
            in: folder)
    }

    @Test("By steps: the question, then the outcome; an answer is judged, Enter shows, q ends")
    func steps() throws {
        let folder = try Folder()
        // Chapter 2 asks first for the reason of a refusal: badSignature, hostMismatch, selfSignedNotAnchor.
        let quit = try Self.typed("q\\n", "2 --steps --language en", in: folder)
        #expect(quit.output.contains("  ? For which reason is it refused?"), "\(quit.output)\(quit.errors)")
        #expect(quit.output.contains("      3  refused: ") && !quit.output.contains("✓"))
        let right = try Self.typed("3\\nq\\n", "2 --steps --language en", in: folder)
        #expect(right.output.contains("So it is.") && right.output.contains("✓ The server, without an anchor"))
        #expect(right.output.contains("2.2") && !right.output.contains("✓ The server, with its certificate"))
        let wrong = try Self.typed("1\\n\\nq\\n", "2 --steps --language en", in: folder)
        #expect(wrong.output.contains("It came out otherwise: refused: ") && !wrong.output.contains("So it is."))
        // The second step was only looked at.
        #expect(wrong.output.contains("✓ The server, with its certificate") && wrong.output.contains("2.3"))
        let chinese = try Self.typed("3\\nq\\n", "2 --steps --language zh", in: folder)
        #expect(chinese.output.contains("它因为什么被拒绝？") && chinese.output.contains("答对了。"))
    }

    @Test("By steps the files are made where it runs, in a folder of their own each time")
    func stepFiles() throws {
        let folder = try Folder()
        let first = try Self.typed("q\\n", "2 --steps --language en", in: folder)
        #expect(first.output.contains("Files for the commands: holdfast-lesson/chapter-2"), "\(first.output)")
        _ = try Self.typed("q\\n", "2 --steps --language en", in: folder)
        _ = try Self.typed("q\\n", "2 --steps --language en --files mine", in: folder)
        let names = try CommandRun(shell: "ls */chapter-2/root.pem", in: folder)
        #expect(
            names.output == """
                holdfast-lesson-2/chapter-2/root.pem
                holdfast-lesson/chapter-2/root.pem
                mine/chapter-2/root.pem

                """)
    }

    @Test("Without a terminal --steps says so, and goes on as --all does")
    func noTerminal() throws {
        let folder = try Folder()
        let run = try CommandRun("holdfast", ["lesson", "2", "--steps", "--language", "en"], in: folder)
        #expect(run.exitCode == 0 && run.output.contains("2.5"))
        #expect(run.errors.contains("--steps waits at a terminal, and there is none here"), "\(run.errors)")
        let plain = try CommandRun("holdfast", ["lesson", "2", "--steps", "--language", "zh"], in: folder)
        #expect(plain.errors.contains("--steps 需要在终端里使用"), "\(plain.errors)")
        let files = try CommandRun(shell: "ls", in: folder)
        #expect(!files.output.contains("holdfast-lesson"))
    }

    @Test("The page goes to its file and nothing else is printed; - is standard output")
    func page() throws {
        let folder = try Folder()
        let run = try CommandRun("holdfast", ["lesson", "--report", "lesson.html", "--language", "zh"], in: folder)
        #expect(run.exitCode == 0 && run.output == "" && run.errors == "")
        let page = try String(contentsOf: folder.url.appending(path: "lesson.html"), encoding: .utf8)
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"zh-Hans\">"))
        let piped = try CommandRun("holdfast", ["lesson", "1", "--report", "-"], in: folder)
        #expect(piped.output.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">") && piped.output.hasSuffix("</html>\n"))
    }

    /// The second opinion about the whole lesson: openssl and holdfast, run by a reader, end as the lesson says.
    @Test("Every command of the lesson, run in the folder of its files, ends as the lesson says")
    func commands() throws {
        let folder = try Folder()
        let run = try CommandRun("holdfast", ["lesson", "--json", "--files", "lesson files"], in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        let steps = try Self.steps(run.output)
        #expect(Set(steps.map(\.chapter)) == Set(1...14) && steps.allSatisfy(\.asTaught))
        #expect(steps.allSatisfy { $0.schema == "holdfast.lesson/1" })
        #expect(steps.flatMap(\.commands).count > 50)
        // Nobody else may read a private key.
        let keys = try CommandRun(shell: "find 'lesson files' -name '*.key' ! -perm 600", in: folder)
        #expect(keys.output == "")
        for step in steps {
            for command in step.commands {
                let line = """
                    holdfast() { "$holdfast" "$@"; }; cd 'lesson files/chapter-\(step.chapter)' && \(command.line)
                    """
                let run = try CommandRun(shell: line, in: folder)
                #expect(
                    run.exitCode == command.exitCode,
                    "\(step.chapter).\(step.step): \(command.line)\n\(run.output)\(run.errors)")
            }
        }
    }
}
