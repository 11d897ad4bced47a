import Foundation
import PeerPrograms
import TestSupport
import Testing

/// A `holdfast lab --json` that runs, with the lines it printed.
final class RunningLab {
    /// A line of the contract.
    struct Server: Decodable, Sendable {
        let name: String
        let story: String
        let url: String
        let connectTo: String
        let anchors: String
        let arguments: [String]
        let at: String?
        let chain: String?
        let expectedExit: Int32
        let expectedFindings: [String]
    }

    /// The part of a story's line that a server's has too.
    struct Story: Decodable, Sendable {
        let url: String
        let connectTo: String
        let anchors: String
        let commands: [Command]

        struct Command: Decodable, Sendable { let line: String }
    }

    let servers: [Server]
    /// With `--stories`.
    let stories: [Story]
    /// The URL of `--control`; nil without it.
    let control: String?
    private let process = ChildProcess()
    private let input = Pipe()

    struct EndedEarly: Error {
        let lines: [String]
    }

    /// Starts it and waits until it says that it is ready.
    init(_ names: [String] = []) throws {
        let output = Pipe()
        process.executableURL = try CommandRun.executable("holdfast")
        process.arguments = ["lab", "--json"] + names
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var servers: [Server] = []
        var stories: [Story] = []
        var lines: [String] = []
        var rest = Data()
        let decoder = JSONDecoder()
        while lines.last?.hasSuffix(#""ready":true}"#) != true {
            // Ends with an empty read where the command ends.
            let data = try output.fileHandleForReading.readAvailable()
            guard !data.isEmpty else { throw EndedEarly(lines: lines) }
            rest += data
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let line = Data(rest[..<end])
                rest = Data(rest[rest.index(after: end)...])
                lines.append(String(decoding: line, as: UTF8.self))
                if let server = try? decoder.decode(Server.self, from: line) { servers.append(server) }
                if let story = try? decoder.decode(Story.self, from: line) { stories.append(story) }
            }
        }
        guard servers.count + stories.count == lines.count - 1 else { throw EndedEarly(lines: lines) }
        PrintedJSON.check(lines.joined(separator: "\n"), of: ["lab"])
        self.servers = servers
        self.stories = stories
        struct Ready: Decodable { let control: String? }
        control = try decoder.decode(Ready.self, from: Data((lines.last ?? "").utf8)).control
    }

    /// Closes its standard input, or sends a signal, and gives the exit code.
    func end(signal: Int32? = nil) throws -> Int32 {
        if let signal {
            kill(process.processIdentifier, signal)
        } else {
            try input.fileHandleForWriting.close()
        }
        guard process.waitUntilExit(upTo: HangLimit.seconds) else {
            kill(process.processIdentifier, SIGKILL)
            throw CommandRun.TimedOut(arguments: ["lab"])
        }
        return process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
    }

    // Asked to end, it also removes its files.
    deinit {
        if process.isRunning { _ = try? end(signal: SIGTERM) }
    }
}
