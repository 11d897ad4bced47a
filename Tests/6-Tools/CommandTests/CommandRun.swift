import Foundation
import PeerPrograms
import TestSupport
import Testing

/// One run of a built command: what it said and how it ended.
struct CommandRun {
    let exitCode: Int32
    let output: String
    let errors: String
    /// The time from its start to its end.
    let took: Duration

    struct NotBuilt: Error {
        let names: [String]
    }

    struct TimedOut: Error {
        let arguments: [String]
    }

    /// Runs `holdfast` or `holdfast-conformance` as a user does, in a folder, and waits for its end.
    ///
    /// - Parameters:
    ///   - environment: added to a bare environment, which has neither colours nor proxies nor anchors of its own.
    init(
        _ command: String, _ arguments: [String], in folder: Folder, input: String = "",
        environment: [String: String] = [:]
    ) throws {
        try self.init(Self.executable(command), arguments, in: folder, input: input, environment: environment)
        // Whatever a test is about: what is printed for programs is as the schemas say.
        if command == "holdfast", arguments.contains("--json") { PrintedJSON.check(output, of: arguments) }
    }

    /// Runs a line of shell in which `$holdfast` is the command.
    init(shell line: String, in folder: Folder, environment: [String: String] = [:]) throws {
        let command = try Self.executable("holdfast").path
        try self.init(
            URL(filePath: "/bin/bash"), ["-c", line], in: folder, input: "",
            environment: ["holdfast": command].merging(environment) { $1 })
    }

    private init(
        _ executable: URL, _ arguments: [String], in folder: Folder, input: String, environment: [String: String]
    ) throws {
        let process = ChildProcess()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder.url
        // No state but the folder's own: nobody's exceptions decide about a test.
        let state = folder.url.appending(path: "state").path
        process.environment = ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": state]
            .merging(environment) { $1 }
        // Files instead of pipes: nothing has to be drained while it runs.
        let place = folder.url.appending(path: "run-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { withExtendedLifetime(folder) { _ = try? FileManager.default.removeItem(at: place) } }
        // Its owner's alone: a secret may come on standard input.
        let inputPath = place.appending(path: "in").path
        try #require(
            FileManager.default.createFile(
                atPath: inputPath, contents: Data(input.utf8), attributes: [.posixPermissions: 0o600]))
        process.standardInput = try FileHandle(forReadingFrom: place.appending(path: "in"))
        for name in ["out", "err"] { try Data().write(to: place.appending(path: name)) }
        process.standardOutput = try FileHandle(forWritingTo: place.appending(path: "out"))
        process.standardError = try FileHandle(forWritingTo: place.appending(path: "err"))
        let began = ContinuousClock.now
        try process.run()
        guard process.waitUntilExit(upTo: HangLimit.seconds) else {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            throw TimedOut(arguments: arguments)
        }
        took = ContinuousClock.now - began
        exitCode = process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
        output = String(decoding: try Data(contentsOf: place.appending(path: "out")), as: UTF8.self)
        errors = String(decoding: try Data(contentsOf: place.appending(path: "err")), as: UTF8.self)
    }

    private static let fetchLimit = Duration.seconds(3)

    /// Runs a command whose outcome hangs on what it fetches while a handshake waits.
    ///
    /// That may take three seconds (`EvidenceFetching.timeout`), which no option changes. A run that took longer, on a
    /// busy machine, says nothing by another outcome than the expected one, and there is another run.
    static func fetching(
        until isExpected: (CommandRun) -> Bool, _ start: () throws -> CommandRun
    ) rethrows -> CommandRun {
        var run = try start()
        for _ in 0..<50 where !isExpected(run) && run.took > fetchLimit { run = try start() }
        return run
    }

    /// The built command, which stands beside the test bundle under its product's or its target's name.
    static func executable(_ command: String) throws -> URL {
        // `swift test` may build the target alone, and not the product.
        let names = command == "holdfast" ? [command, "HoldfastCommand"] : [command]
        let own = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let bundle = Bundle.main.bundleURL
        for folder in [own, bundle, bundle.deletingLastPathComponent()] {
            for name in names {
                let url = folder.appending(path: name)
                if FileManager.default.isExecutableFile(atPath: url.path) { return url }
            }
        }
        throw NotBuilt(names: names)
    }
}
