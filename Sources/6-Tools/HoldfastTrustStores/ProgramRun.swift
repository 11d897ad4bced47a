import HoldfastFiles
import HoldfastLibC

/// A program that is run to its end: its exit code, and the bytes that it printed.
struct ProgramRun: Sendable {
    /// The exit code; 128 and the signal's number where one ended it.
    let exitCode: Int32
    /// The bytes of standard output, up to the limit.
    let output: [UInt8]
    /// The bytes of standard error, up to the limit.
    let errors: [UInt8]

    /// Bytes of each stream that are kept; a list of a large store has some 100 KiB.
    private static let limit = 4 << 20
    /// Seconds after which a program is ended: making a bundle anew takes some seconds on a slow machine.
    private static let secondsAtMost: Int64 = 180

    /// The output as text.
    var text: String { String(decoding: output, as: UTF8.self) }

    /// The first line that says something, of standard error or else of standard output.
    var complaint: String {
        for stream in [errors, output] {
            let lines = String(decoding: stream, as: UTF8.self).split(whereSeparator: \.isNewline)
            // The virtual machine of Java tells which options it has read.
            if let line = lines.first(where: { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("Picked up ") }) {
                return String(line.prefix(300))
            }
        }
        return "exit code \(exitCode)"
    }

    /// Runs a program and waits for its end.
    ///
    /// - Parameters:
    ///   - command: the program's path, and its arguments.
    ///   - environment: all of its variables, as `NAME=value`.
    ///   - input: its standard input.
    /// - Throws: where it cannot be started, or takes too long (`ETIMEDOUT`).
    static func of(
        _ command: [String], _ environment: [String], input: [UInt8]
    ) throws(SystemError) -> ProgramRun {
        let streams = try Streams()
        let child = try ProgramStart.spawn(
            command, environment, [(streams.theirs[0], 0), (streams.theirs[1], 1), (streams.theirs[2], 2)],
            inheritsOthers: false)
        streams.closeTheirs()
        let read = streams.exchange(input, upTo: limit, seconds: secondsAtMost)
        if read == nil { kill(child, SIGKILL) }
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
        guard let read else { throw SystemError(ETIMEDOUT) }
        // WIFSIGNALED and WEXITSTATUS are macros (wait(2)).
        let number = status & 0x7f
        return ProgramRun(
            exitCode: number == 0 ? status >> 8 & 0xff : 128 + number, output: read.output, errors: read.errors)
    }
}

/// The three streams of a program, as pairs of sockets: writing to one whose reader is gone raises no signal.
private final class Streams {
    /// The program's ends of standard input, output and error.
    let theirs: [Int32]
    private var ours: [Int32]
    private var areTheirsOpen = true

    init() throws(SystemError) {
        var theirs: [Int32] = []
        var ours: [Int32] = []
        for _ in 0..<3 {
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
                let error = SystemError(errno)
                for descriptor in theirs + ours { close(descriptor) }
                throw error
            }
            ours.append(ends[0])
            theirs.append(ends[1])
        }
        for descriptor in ours { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        (self.theirs, self.ours) = (theirs, ours)
    }

    deinit {
        closeTheirs()
        for descriptor in ours where descriptor >= 0 { close(descriptor) }
    }

    func closeTheirs() {
        guard areTheirsOpen else { return }
        areTheirsOpen = false
        for descriptor in theirs { close(descriptor) }
    }

    /// Writes the input and reads both outputs to their ends; nil where that takes too long.
    func exchange(_ input: [UInt8], upTo limit: Int, seconds: Int64) -> (output: [UInt8], errors: [UInt8])? {
        let end = ContinuousClock.now + .seconds(seconds)
        var rest = input[...]
        var read: [[UInt8]] = [[], []]
        while ours[1] >= 0 || ours[2] >= 0 {
            if ours[0] >= 0, rest.isEmpty { closeOurs(0) }
            let left = ContinuousClock.now.duration(to: end).components.seconds
            guard left >= 0 else { return nil }
            var watched = ours.enumerated().map { index, descriptor in
                pollfd(fd: descriptor, events: Int16(index == 0 ? POLLOUT : POLLIN), revents: 0)
            }
            guard unsafe poll(&watched, 3, Int32(min(left + 1, 60) * 1000)) >= 0 || errno == EINTR else { return nil }
            if watched[0].revents != 0 { write(&rest) }
            for index in 1...2 where watched[index].revents != 0 { take(index, into: &read[index - 1], limit) }
        }
        return (read[0], read[1])
    }

    private func write(_ rest: inout ArraySlice<UInt8>) {
        let count = unsafe rest.withUnsafeBytes { bytes in
            unsafe send(ours[0], bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }
        if count > 0 {
            rest = rest.dropFirst(count)
        } else if errno != EAGAIN, errno != EINTR {
            // It wants no more of it.
            closeOurs(0)
        }
    }

    private func take(_ index: Int, into bytes: inout [UInt8], _ limit: Int) {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe chunk.withUnsafeMutableBytes { unsafe read(ours[index], $0.baseAddress, $0.count) }
        if count > 0 {
            bytes += chunk.prefix(min(count, limit - bytes.count))
        } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
            closeOurs(index)
        }
    }

    private func closeOurs(_ index: Int) {
        close(ours[index])
        ours[index] = -1
    }
}
