import Foundation
import PeerPrograms

/// The commands of one page, run in their order in a folder of their own; `holdfast` is the built one.
final class TranscriptRun {
    private let folder: Folder
    private let locale: String
    private(set) var normalisation = TranscriptNormalisation()
    private var status: Int32 = 0
    private var labs: [(process: ChildProcess, input: Pipe)] = []

    struct NotReady: Error {
        let output: String
    }

    /// - Parameter locale: the one in which the commands speak.
    init(of page: Transcript, locale: String = "C.UTF-8") throws {
        folder = try Folder()
        self.locale = locale
        let programs = folder.url.appending(path: "programs")
        try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: programs.appending(path: "holdfast"), withDestinationURL: CommandRun.executable("holdfast"))
        // What stands in the folder of a page's reader.
        if page.url.lastPathComponent == "networking.md" {
            try write("Sources/Client/Loader.swift", "import Foundation\n\nimport FoundationNetworking\n")
            try write("Sources/Client/Session.swift", "import HoldfastNetworking\n")
        }
    }

    private func write(_ name: String, _ text: String) throws {
        let url = folder.url.appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    /// The block as it is now: each command, and what it prints on both outputs.
    func produce(_ block: Transcript.Block) throws -> [String] {
        try block.commands.flatMap { command in
            let output = try Self.stays(command) ? startLab(command) : run(command)
            var lines = normalisation.shown(output).components(separatedBy: "\n")
            if lines.last == "" { lines.removeLast() }
            return ["$ " + command] + lines
        }
    }

    /// Whether a command is a lab that runs until it is ended.
    static func stays(_ command: String) -> Bool {
        command.hasPrefix("holdfast lab ") && !command.contains(" --try")
    }

    private func run(_ command: String) throws -> String {
        // `$?` is that of the command before, and the last one's own.
        let script = "PATH=$PWD/programs:$PATH; exec 2>&1; (exit \(status)); \(normalisation.actual(command))"
        let run = try CommandRun(shell: script, in: folder, environment: ["LC_ALL": locale])
        status = run.exitCode
        if command.hasPrefix("holdfast lab ") { normalisation.learn(run.output) }
        return run.output
    }

    /// Lets a lab run until the end of the page, and gives what it says until it is ready.
    private func startLab(_ command: String) throws -> String {
        let (process, input) = (ChildProcess(), Pipe())
        let file = folder.url.appending(path: "lab-\(labs.count)")
        try Data().write(to: file)
        // One description for both, so that neither writes over the other.
        let output = try FileHandle(forWritingTo: file)
        process.executableURL = try CommandRun.executable("holdfast")
        process.arguments = command.split(separator: " ").dropFirst().map(String.init)
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": locale]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = output
        try process.run()
        labs.append((process, input))
        var text = ""
        for _ in 0..<3_000 where process.isRunning {
            text = try String(contentsOf: file, encoding: .utf8)
            if text.contains(/listening: |正在监听：/), text.hasSuffix("\n") {
                normalisation.learn(text)
                return text
            }
            usleep(10_000)
        }
        throw NotReady(output: text)
    }

    /// Ends the labs, which remove their files.
    func end() {
        for lab in labs {
            try? lab.input.fileHandleForWriting.close()
            lab.process.waitUntilExit()
        }
        labs = []
    }

    deinit { end() }
}
