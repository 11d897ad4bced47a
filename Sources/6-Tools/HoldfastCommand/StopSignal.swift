import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import Synchronization

/// Waits for the end that a user gives to a command that runs on: Ctrl-C, a termination signal, or the end of standard
/// input.
struct StopSignal: ~Copyable {
    // What the handler may touch: one number, set before the handler is.
    private static let writeEnd = Atomic<Int32>(-1)

    /// The handler stays for the rest of the process, and so does what it writes to.
    private static let kept = Mutex<[WakeSignal]>([])

    private let raised: WakeSignal

    /// Takes over SIGINT, SIGTERM and SIGHUP for the rest of the process, but for those that were ignored as it began,
    /// as nohup(1) has it with SIGHUP.
    ///
    /// To be made before anything is that has to be removed at the end, and before anybody is told that it runs.
    init() throws(CommandError) {
        do throws(SystemError) {
            raised = try WakeSignal()
        } catch {
            throw CommandError(.internalError, UsageSentence.noPipe(fault: SystemText.error(error.number)))
        }
        Self.kept.withLock { $0.append(raised) }
        Self.writeEnd.store(raised.raisingDescriptor, ordering: .releasing)
        for number in [SIGINT, SIGTERM, SIGHUP] where !InheritedSignals.ignored.contains(number) {
            signal(number) { _ in
                // Async-signal-safe (signal-safety(7)): an atomic load and a write.
                let saved = errno
                var byte: UInt8 = 1
                _ = unsafe write(StopSignal.writeEnd.load(ordering: .acquiring), &byte, 1)
                errno = saved
            }
        }
    }

    /// The way in which the command is ended here, for the line that says that it runs.
    static var end: EndSentence { isInBackground ? .background(process: Int(getpid())) : .here }

    /// Whether the shell has it behind `&`: a terminal stops whoever reads from it there (SIGTTIN).
    private static var isInBackground: Bool {
        let group = tcgetpgrp(STDIN_FILENO)
        return group > 0 && group != getpgrp()
    }

    /// Whether standard input is the empty device, which a shell without a terminal puts there behind `&`
    /// (POSIX.1-2024, XCU 2.9.3.1: "the standard input for an asynchronous AND-OR list … shall be considered to be
    /// assigned to a file that has the same properties as /dev/null").
    private static var isNull: Bool {
        var (input, null) = (stat(), stat())
        guard unsafe fstat(STDIN_FILENO, &input) == 0, unsafe stat("/dev/null", &null) == 0 else { return false }
        return input.st_rdev == null.st_rdev && input.st_mode == null.st_mode
    }

    /// Returns when there was a signal, or standard input has come to its end, which it says. What is typed is read
    /// and dropped; in the background nobody reads, so that the terminal does not stop the command.
    ///
    /// Blocks its thread: for a command that has nothing else to do.
    borrowing func wait() { Self.wait(for: raised) }

    /// Waits as ``wait()`` does, on a thread of its own.
    borrowing func awaited() async {
        await SystemThread.value { [raised] in Self.wait(for: raised) }
    }

    private static func wait(for raised: WakeSignal) {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while true {
            let isAway = isInBackground
            var watched = [
                raised.entry,
                // A descriptor below zero is passed over (poll(2)).
                pollfd(fd: isAway ? -1 : STDIN_FILENO, events: Int16(POLLIN), revents: 0),
            ]
            // fg brings it back without a word: it looks again now and then.
            if unsafe poll(&watched, 2, isAway ? 500 : -1) < 0 {
                if errno == EINTR { continue }
                return
            }
            if watched[0].revents != 0 { return }
            guard watched[1].revents != 0, !isInBackground else { continue }
            let count = unsafe read(STDIN_FILENO, &buffer, buffer.count)
            if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) {
                // A terminal's end was typed; a program may not know that its standard input has one.
                if isatty(STDIN_FILENO) == 0 {
                    Console.note(isNull ? EndSentence.standardInputIsNull : .standardInputEnded)
                }
                return
            }
        }
    }
}
