import HoldfastFiles
import HoldfastLibC
import HoldfastSystem

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
        let exitCode = ProgramStart.exitCode(of: child)
        guard let read else { throw SystemError(ETIMEDOUT) }
        return ProgramRun(exitCode: exitCode, output: read.output, errors: read.errors)
    }
}

/// The three streams of a program, as pairs of sockets: writing to one whose reader is gone raises no signal.
private final class Streams {
    /// The program's ends of standard input, output and error.
    private(set) var theirs: [Int32] = []
    private var ours: [StreamSocket] = []

    init() throws(SystemError) {
        for _ in 0..<3 {
            var ends: [Int32] = [-1, -1]
            let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
            guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemError(errno) }
            ours.append(StreamSocket(adopting: ends[0]))
            theirs.append(ends[1])
        }
    }

    deinit { closeTheirs() }

    func closeTheirs() {
        for descriptor in theirs { close(descriptor) }
        theirs = []
    }

    /// Writes the input and reads both outputs to their ends; nil where that takes too long.
    func exchange(_ input: [UInt8], upTo limit: Int, seconds: Int64) -> (output: [UInt8], errors: [UInt8])? {
        let end = Deadline.after(.seconds(seconds))
        var rest = input[...]
        var read: [[UInt8]] = [[], []]
        while ours[1].number != nil || ours[2].number != nil {
            if rest.isEmpty { ours[0].close() }
            guard !end.hasPassed else { return nil }
            var watched = [ours[0].entry(for: .writable), ours[1].entry(for: .readable), ours[2].entry(for: .readable)]
            guard (try? Poll.wait(for: &watched, until: end)) != nil else { return nil }
            if watched[0].revents != 0 {
                // An error says that it wants no more of it.
                do { rest = rest.dropFirst(try ours[0].send(rest)) } catch { ours[0].close() }
            }
            for index in 1...2 where watched[index].revents != 0 { take(index, into: &read[index - 1], limit) }
        }
        return (read[0], read[1])
    }

    private func take(_ index: Int, into bytes: inout [UInt8], _ limit: Int) {
        do throws(SocketError) {
            guard let chunk = try ours[index].receive(atMost: 1 << 16) else { return }
            if chunk.isEmpty { ours[index].close() }
            bytes += chunk.prefix(limit - bytes.count)
        } catch {
            ours[index].close()
        }
    }
}
