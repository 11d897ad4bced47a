import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import HoldfastStatements
import HoldfastTestBed

/// `holdfast lab --stories --check`: every command line of the stories, run as a user's shell runs it.
struct StoryCheck {
    private let stories: [Story]
    private let testing: LabTesting
    private let folder: TemporaryFolder
    private let isJSON: Bool

    init(_ stories: [Story], _ testing: LabTesting, in folder: TemporaryFolder, json: Bool) {
        self.stories = stories
        self.testing = testing
        self.folder = folder
        isJSON = json
    }

    func run() throws(CommandError) -> ExitCode {
        let servers = try LabStories.start(stories, testing, in: folder).0
        defer { for server in servers { server.stop() } }
        var asTold = 0
        for server in servers {
            let outcome = StoryOutcome(
                server.story,
                try server.commands.map { command throws(CommandError) in
                    StoryOutcome.CommandOutcome(command, try StoryRun(command.arguments, in: folder))
                })
            asTold += outcome.asTold ? 1 : 0
            show(outcome)
        }
        let summary = LabNote.stories(count: stories.count, asTold: asTold)
        if isJSON {
            Console.note(summary)
        } else {
            Console.result(summary.words.text(in: LanguageOption.spoken) + "\n")
        }
        return asTold == stories.count ? .success : .findings
    }

    private func show(_ outcome: StoryOutcome) {
        if isJSON {
            Output.line(of: outcome)
            return
        }
        let style = Console.resultStyle
        let width = stories.reduce(0) { max($0, $1.name.count) }
        let name = outcome.name + String(repeating: " ", count: width - outcome.name.count)
        func told(_ note: LabNote) -> String { note.words.text(in: LanguageOption.spoken) }
        let word = outcome.asTold ? style.good(told(.asTold)) : style.bad(told(.notAsTold))
        Console.result("\(name)  \(word)  \(style.faint(told(.lines(count: outcome.commands.count))))\n")
        for command in outcome.commands where !command.isAsTold {
            Console.result("  \(command.line)\n")
            if command.exit != command.expectedExit {
                Console.result("    \(told(.exitInstead(command.exit, expected: command.expectedExit)))\n")
            }
            for text in command.missing { Console.result("    \(told(.notPrinted(text: text)))\n") }
        }
    }
}

/// A run of this program by a shell, with a home of its own in which it finds no settings of the user's.
struct StoryRun {
    /// Bytes that are read of what it printed.
    private static let mostOutput = 1 << 20

    let exitCode: Int32
    /// Standard output and standard error together.
    let output: String

    init(_ arguments: [String], in folder: TemporaryFolder) throws(CommandError) {
        let file = "\(folder.path)/output"
        let line = ShellLine.of([Self.program] + arguments)
        var environment = ["HOME=\(folder.path)", "XDG_STATE_HOME=\(folder.path)/state", "TMPDIR=\(folder.path)"]
        for name in ["PATH", "LD_LIBRARY_PATH"] {
            if let value = Descriptor.environment(name) { environment.append("\(name)=\(value)") }
        }
        let identifier = try ChildProcess.spawn(
            ["/bin/sh", "-c", "exec \(line) >\(ShellLine.of([file])) 2>&1 </dev/null"], environment)
        exitCode = ProgramStart.exitCode(of: identifier)
        let bytes = (try? BoundedFile.bytes(file, limit: Self.mostOutput)) ?? []
        output = String(decoding: bytes, as: UTF8.self)
    }

    /// This program's own file.
    private static var program: String {
        WholePath.of("/proc/self/exe") ?? CommandLine.arguments.first ?? "holdfast"
    }
}

extension TemporaryFolder {
    /// Removes the files in it, those of its folders too, and the folder.
    func removeAll() {
        Self.empty(path)
        remove()
    }

    private static func empty(_ folder: String) {
        for name in (try? FolderNames.of(folder)) ?? [] {
            let path = "\(folder)/\(name)"
            guard (try? FileStatus(of: path, followingLinks: false))?.kind == .folder else {
                _ = unsafe unlink(path)
                continue
            }
            empty(path)
            _ = unsafe rmdir(path)
        }
    }
}
