import Foundation
import PeerPrograms
import TestSupport
import Testing

/// A `holdfast gate --json` that runs in front of a server, with what its clients need.
final class RunningGate {
    /// The first line of the contract.
    private struct Line: Decodable {
        let listening: String
        let proxy: String
        let ca: String
    }

    /// The proxy's URL with this run's user and password.
    let proxy: String
    /// Where it listens.
    let endpoint: String
    /// The file with this run's authority.
    let authority: String
    private let process = ChildProcess()
    private let input = Pipe()
    private let output = Pipe()

    /// Starts it and waits until it says where it listens.
    init(_ options: [String]) throws {
        process.executableURL = try CommandPage.holdfast()
        process.arguments = ["gate", "--json"] + options
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var text = Data()
        while !text.contains(UInt8(ascii: "\n")) {
            let data = try output.fileHandleForReading.readAvailable()
            guard !data.isEmpty else { throw Chromium.Failure(description: "the gate ended") }
            text += data
        }
        let line = try JSONDecoder().decode(Line.self, from: text.prefix { $0 != UInt8(ascii: "\n") })
        (proxy, endpoint, authority) = (line.proxy, line.listening, line.ca)
        // Its events are read so that it never waits for that.
        let handle = output.fileHandleForReading
        Thread.detachNewThread { while let data = try? handle.readAvailable(), !data.isEmpty {} }
    }

    var processIdentifier: Int32 { process.processIdentifier }

    deinit {
        try? input.fileHandleForWriting.close()
        if !process.waitUntilExit(upTo: 20) { kill(process.processIdentifier, SIGKILL) }
    }

    /// Kilobytes of memory: VmRSS for now, VmHWM for the most so far (proc(5)).
    func memory(_ field: String) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("\(field):") }
        return try #require(Int((line ?? "").filter(\.isNumber)))
    }

    /// curl by this gate, with what it prints.
    func curl(_ arguments: [String]) throws -> Peer {
        try Peer.run("curl", ["-q", "-sS", "-f", "--proxy", proxy, "--cacert", authority] + arguments)
    }
}
