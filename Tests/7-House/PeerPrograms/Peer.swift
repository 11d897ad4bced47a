import Foundation
import TestSupport

/// Another program, run as a second opinion.
package struct Peer: Sendable {
    package let status: Int32
    package let output: String
    package let errors: String

    /// Everything that it printed.
    package var all: String { output + errors }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - input: Given on standard input, which is closed after it.
    ///   - holdingInputOpen: Seconds for which standard input stays open after `input`: `s_client` ends with it.
    ///   - isEnough: What it stays open for besides, a minute at most: a machine may be slow.
    ///   - text: What it has to print besides, until it may end.
    package static func run(
        _ program: String, _ arguments: [String], input: String = "", holdingInputOpen seconds: Double = 0,
        until isEnough: () -> Bool = { true }, untilPrinted text: String = ""
    ) throws -> Peer {
        let process = ChildProcess()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = [program] + arguments
        let (standardInput, output, errors) = (Pipe(), Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = output
        process.standardError = errors
        let collected = Collected()
        let readers = [(output, false), (errors, true)].map { pipe, isError in
            let reader = Thread {
                while true {
                    guard let data = try? pipe.fileHandleForReading.readAvailable(), !data.isEmpty else { break }
                    collected.add(data, isError: isError)
                }
                collected.end()
            }
            reader.start()
            return reader
        }
        OwnThread.expect(for: "waiting for '\(program)'")
        try process.run()
        // A peer that has already ended closes its end: the write fails, and what it printed says why.
        try? standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        Thread.sleep(forTimeInterval: seconds)
        func isDone() -> Bool { isEnough() && (text.isEmpty || collected.text(isError: false).contains(text)) }
        _ = waited { !process.isRunning || isDone() }
        try? standardInput.fileHandleForWriting.close()
        process.waitUntilExit()
        collected.wait(for: readers.count)
        return Peer(
            status: process.terminationStatus, output: collected.text(isError: false),
            errors: collected.text(isError: true))
    }

    /// `openssl s_client` to a port of this machine.
    package static func sClient(
        _ port: UInt16, _ arguments: [String], input: String = "", holdingInputOpen seconds: Double = 0,
        until isEnough: () -> Bool = { true }, untilPrinted text: String = ""
    ) throws -> Peer {
        try run(
            "openssl", ["s_client", "-connect", "127.0.0.1:\(port)"] + arguments, input: input,
            holdingInputOpen: seconds, until: isEnough, untilPrinted: text)
    }

    /// curl, quiet but for errors, without a configuration file, and ended where it hangs.
    package static func curl(_ arguments: [String]) throws -> Peer {
        try run("curl", ["-q", "-sS", "--max-time", "\(HangLimit.seconds)", "--noproxy", "*"] + arguments)
    }
}

private final class Collected: @unchecked Sendable {
    private let condition = NSCondition()
    private var parts: [Bool: Data] = [:]
    private var ended = 0

    func add(_ data: Data, isError: Bool) { condition.withLock { parts[isError, default: Data()] += data } }

    func end() {
        condition.withLock {
            ended += 1
            condition.broadcast()
        }
    }

    func wait(for count: Int) {
        condition.withLock { while ended < count { condition.wait() } }
    }

    func text(isError: Bool) -> String {
        condition.withLock { String(decoding: parts[isError] ?? Data(), as: UTF8.self) }
    }
}
