import CGlibcShims
package import Foundation
import TestSupport
import Testing

/// Another program, run beside the tests: of Foundation's `Process` what tests need, under the same names.
///
/// `Process.run()` lists the open descriptors in a way that reads past the end of the list once there are some 1,365 of
/// them, and ends the process: all tests together have more.
package final class ChildProcess: @unchecked Sendable {
    package enum TerminationReason { case exit, uncaughtSignal }

    package struct NotStarted: Error, CustomStringConvertible {
        package let description: String
    }

    package var executableURL: URL?
    package var arguments: [String] = []
    package var currentDirectoryURL: URL?
    /// That of the tests where it is nil.
    package var environment: [String: String]?
    // A `FileHandle` or a `Pipe`; that of the tests where it is nil.
    package var standardInput: Any?
    package var standardOutput: Any?
    package var standardError: Any?

    private let end = NSCondition()
    private var identifier: Int32 = 0
    private var status: Int32?

    package init() {}

    package var processIdentifier: Int32 { end.withLock { identifier } }
    package var isRunning: Bool { end.withLock { identifier != 0 && status == nil } }
    package var terminationReason: TerminationReason { endStatus & 0x7F == 0 ? .exit : .uncaughtSignal }
    /// The exit code, or the number of the signal.
    package var terminationStatus: Int32 { endStatus & 0x7F == 0 ? endStatus >> 8 & 0xFF : endStatus & 0x7F }

    package func run() throws {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let streams: [(Any?, Int32)] = [(standardInput, 0), (standardOutput, 1), (standardError, 2)]
        var childsEnds: [FileHandle] = []
        for (stream, number) in streams {
            let handle: FileHandle
            if let pipe = stream as? Pipe {
                handle = number == 0 ? pipe.fileHandleForReading : pipe.fileHandleForWriting
                if !childsEnds.contains(where: { $0 === handle }) { childsEnds.append(handle) }
            } else if let given = stream as? FileHandle {
                handle = given
            } else {
                continue
            }
            unsafe posix_spawn_file_actions_adddup2(&actions, handle.fileDescriptor, number)
        }
        if let folder = currentDirectoryURL { _ = unsafe shim_spawn_addchdir(&actions, folder.path) }
        _ = unsafe shim_spawn_addclosefrom(&actions, 3)
        // Threads of tests may have signals blocked, and a child would be as deaf to SIGTERM as they are.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let path = executableURL?.path ?? ""
        let variables = environment ?? ProcessInfo.processInfo.environment
        var child: pid_t = 0
        let code = unsafe Self.withWords([path] + arguments) { words in
            unsafe Self.withWords(variables.map { "\($0)=\($1)" }) { environment in
                unsafe posix_spawn(&child, path, &actions, &attributes, words, environment)
            }
        }
        guard code == 0 else {
            throw NotStarted(description: "'\(path)' could not be started: \(unsafe String(cString: strerror(code)))")
        }
        let identifier = child
        end.withLock { self.identifier = identifier }
        // Waited for at once, whoever asks: exit tests look at every child that nobody has waited for, for ever.
        Thread.detachNewThread { [self] in
            var status: Int32 = 0
            while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
            end.withLock {
                self.status = status
                end.broadcast()
            }
        }
        for end in childsEnds { try end.close() }
    }

    /// Waits for its end on a thread of the test's own, and ends it where it runs for longer than any sound one does.
    package func waitUntilExit() {
        if !waitUntilExit(upTo: HangLimit.seconds) {
            Issue.record("'\(([executableURL?.path ?? ""] + arguments).joined(separator: " "))' did not end")
            kill(processIdentifier, SIGKILL)
            end.withLock { while status == nil { end.wait() } }
        }
    }

    /// Waits for its end, and tells whether it came within so many seconds.
    package func waitUntilExit(upTo seconds: Double) -> Bool {
        OwnThread.expect(for: "waiting for '\(executableURL?.lastPathComponent ?? "")'")
        let limit = Date(timeIntervalSinceNow: seconds)
        return end.withLock {
            while identifier != 0, status == nil { if !end.wait(until: limit) { return false } }
            return true
        }
    }

    /// Everything that comes through a pipe until the program closes it, which it does at its end at the latest.
    package func readToEnd(_ pipe: Pipe) throws -> Data {
        OwnThread.expect(for: "reading what '\(executableURL?.lastPathComponent ?? "")' prints")
        Thread.detachNewThread { [self] in
            let limit = Date(timeIntervalSinceNow: HangLimit.seconds)
            let isLate = end.withLock {
                while status == nil { if !end.wait(until: limit) { return true } }
                return false
            }
            if isLate { kill(processIdentifier, SIGKILL) }
        }
        return try pipe.fileHandleForReading.readToEnd() ?? Data()
    }

    private var endStatus: Int32 { end.withLock { status ?? 0 } }

    private static func withWords<Result>(
        _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var words = unsafe texts.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        return unsafe words.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress else { fatalError("an array of at least one word") }
            return unsafe body(start)
        }
    }
}
