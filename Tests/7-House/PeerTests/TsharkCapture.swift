import Foundation
import Glibc
import PeerPrograms

/// What goes over loopback to and from one port, recorded by dumpcap and decoded by tshark.
final class TsharkCapture {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let port: UInt16
    private let file: URL
    private let log: URL
    private let process = ChildProcess()

    /// Starts recording, and returns once it does.
    init(port: UInt16, in folder: URL) async throws {
        self.port = port
        file = folder.appending(path: "capture-\(port).pcapng")
        log = folder.appending(path: "capture-\(port).log")
        try Data().write(to: log)
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
            "PATH=/usr/bin:/usr/sbin", "dumpcap", "-q", "-i", "lo", "-f", "port \(port)", "-w", file.path,
        ]
        process.standardInput = FileHandle.nullDevice
        let output = try FileHandle(forWritingTo: log)
        process.standardOutput = output
        process.standardError = output
        try process.run()
        try await waitForMark()
    }

    deinit { end() }

    /// Ends the recording, and decodes it with the keys: the TLS connections in the order in which they began.
    func conversations(keyLog: URL) async throws -> [TsharkConversation] {
        try await waitForMark()
        end()
        let decoded = try Peer.run(
            "tshark",
            [
                "-r", file.path, "-o", "tls.keylog_file:\(keyLog.path)", "-d", "tcp.port==\(port),tls", "-Y", "tls",
                "-T", "pdml", "-J", "tcp tls",
            ])
        guard decoded.status == 0 else {
            throw Failure(description: "tshark: exit \(decoded.status): \(decoded.errors)")
        }
        let packets = try PDMLReader.packets(in: Data(decoded.output.utf8))
        let found = TsharkDecoding.conversations(packets, serverPort: port)
        return found.sorted { $0.key < $1.key }.map(\.value)
    }

    private func end() {
        guard process.isRunning else { return }
        // It inherits the test runner's signal mask, in which SIGINT may be blocked. The file is whole up to the mark.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Sends datagrams to the port until one of them is in the file: it and everything before it is then recorded.
    private func waitForMark() async throws {
        let mark = UUID().uuidString
        let sender = try PlainSocket(SOCK_DGRAM)
        try sender.connect(to: "127.0.0.1", port)
        for _ in 0..<400 {
            // Nobody listens there, which the next send says.
            try? sender.send([UInt8](mark.utf8))
            try await Task.sleep(for: .milliseconds(25))
            if let recorded = try? Data(contentsOf: file), recorded.firstRange(of: Data(mark.utf8)) != nil { return }
            guard process.isRunning else { break }
        }
        throw Failure(description: "dumpcap: \((try? String(contentsOf: log, encoding: .utf8)) ?? "")")
    }
}
