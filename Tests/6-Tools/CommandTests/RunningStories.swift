import Foundation
import PeerPrograms
import TestSupport
import Testing

/// A `holdfast lab --stories --json` that runs, with the lines it printed.
final class RunningStories {
    /// A line of the contract.
    struct Story: Decodable, Sendable {
        struct Command: Decodable, Sendable {
            let line: String
            let arguments: [String]
            let exitCode: Int32
            let shows: String
            let prints: [String]
        }

        struct Identity: Decodable, Sendable {
            let certificate: String
            let key: String
        }

        let name: String
        let url: String
        let connectTo: String
        let anchors: String
        let arguments: [String]
        let identity: Identity?
        let pins: [String]?
        let files: [String]
        let commands: [Command]
    }

    struct EndedEarly: Error {
        let lines: [String]
    }

    let stories: [Story]
    private let process = ChildProcess()
    private let input = Pipe()

    /// Starts it and waits until it says that it is ready.
    init(_ names: [String]) throws {
        let output = Pipe()
        process.executableURL = try CommandRun.executable("holdfast")
        process.arguments = ["lab", "--stories", "--json"] + names
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var rest = Data()
        var lines: [String] = []
        while lines.last != #"{"ready":true}"# {
            // Ends with an empty read where the command ends.
            let data = try output.fileHandleForReading.readAvailable()
            guard !data.isEmpty else { throw EndedEarly(lines: lines) }
            rest += data
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(String(decoding: rest[..<end], as: UTF8.self))
                rest = Data(rest[rest.index(after: end)...])
            }
        }
        PrintedJSON.check(lines.joined(separator: "\n"), of: ["lab", "--stories"])
        stories = try lines.dropLast().map { try JSONDecoder().decode(Story.self, from: Data($0.utf8)) }
    }

    /// Closes its standard input, and gives the exit code.
    func end() throws -> Int32 {
        try input.fileHandleForWriting.close()
        guard process.waitUntilExit(upTo: HangLimit.seconds) else {
            kill(process.processIdentifier, SIGKILL)
            throw CommandRun.TimedOut(arguments: ["lab", "--stories"])
        }
        return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    // Asked to end, it also removes its files.
    deinit {
        if process.isRunning {
            kill(process.processIdentifier, SIGTERM)
            _ = process.waitUntilExit(upTo: HangLimit.seconds)
        }
    }
}
