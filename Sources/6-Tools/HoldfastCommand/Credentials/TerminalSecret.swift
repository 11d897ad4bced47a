import HoldfastCrypto
import HoldfastLibC
import HoldfastStatements
import HoldfastSystem
import Synchronization

/// A secret that somebody types at the terminal, which does not show it.
enum TerminalSecret {
    /// The most bytes of a line; what a terminal takes in one (termios(3)).
    private static let limit = 4095

    /// Asks; nil where there is no terminal, nothing was typed, or it was interrupted.
    ///
    /// The terminal itself is asked, whatever standard input and output are. The keys that would end the process end
    /// the question instead, and signals wait until the terminal is as it was: it would go on without showing what is
    /// typed.
    static func ask(_ sentence: any Sentence) -> String? {
        let question = Wording.line(sentence.words.text(in: LanguageOption.spoken))
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        guard let signals = HeldSignals() else { return nil }
        defer { signals.letGo() }
        var before = termios()
        guard unsafe tcgetattr(terminal, &before) == 0 else { return nil }
        var quiet = before
        quiet.c_lflag &= ~tcflag_t(ECHO | ISIG)
        // A line ends with Control-C and Control-\, too.
        unsafe withUnsafeMutableBytes(of: &quiet.c_cc) { keys in
            unsafe keys[Int(VEOL)] = 0x03
            unsafe keys[Int(VEOL2)] = 0x1C
        }
        guard unsafe tcsetattr(terminal, TCSAFLUSH, &quiet) == 0 else { return nil }
        defer { unsafe tcsetattr(terminal, TCSAFLUSH, &before) }
        Self.write(question, to: terminal)
        defer { Self.write("\n", to: terminal) }
        var line: [UInt8] = []
        defer { line.wipe() }
        var byte: UInt8 = 0
        while line.count <= limit {
            guard signals.wait(for: terminal) else { return nil }
            let count = unsafe read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == 0x0A || byte == 0x0D { break }
            // Control-C, Control-\ and Control-Z.
            if byte == 0x03 || byte == 0x1C || byte == 0x1A { return nil }
            line.append(byte)
        }
        guard !line.isEmpty, line.count <= limit else { return nil }
        return String(validating: line, as: UTF8.self)
    }

    private static func write(_ text: String, to terminal: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe HoldfastLibC.write(terminal, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return }
            rest = rest.dropFirst(max(0, count))
        }
    }
}

/// The signals that end a process, held back for a while.
private final class HeldSignals {
    // What the handler may touch: one number, set before the handler is.
    private static let writeEnd = Atomic<Int32>(-1)
    private static let numbers = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    private let raised: WakeSignal
    // Whole, and not their handlers: SIG_IGN is a pointer that a nested optional takes for its own nil.
    private let actions: [sigaction]

    init?() {
        guard let raised = try? WakeSignal() else { return nil }
        self.raised = raised
        HeldSignals.writeEnd.store(raised.raisingDescriptor, ordering: .releasing)
        var held = sigaction()
        held.sa_flags = SA_RESTART
        unsafe held.__sigaction_handler.sa_handler = { caught in
            // Async-signal-safe (signal-safety(7)): an atomic load and a write.
            let saved = errno
            var byte = UInt8(truncatingIfNeeded: caught)
            _ = unsafe write(HeldSignals.writeEnd.load(ordering: .acquiring), &byte, 1)
            errno = saved
        }
        actions = HeldSignals.numbers.map { number in
            var before = sigaction()
            unsafe sigaction(number, &held, &before)
            return before
        }
    }

    /// Waits until there is something to be read; false where a signal came first.
    func wait(for descriptor: Int32) -> Bool {
        var watched = [raised.entry, pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        while true {
            guard let isReady = try? Poll.wait(for: &watched) else { return false }
            if isReady { return watched[0].revents == 0 }
        }
    }

    /// Gives the signals back; the one that came does what it would have done.
    func letGo() {
        for (number, action) in zip(Self.numbers, actions) {
            var action = action
            unsafe sigaction(number, &action, nil)
        }
        Self.writeEnd.store(-1, ordering: .releasing)
        if let number = raised.take() { Self.deliver(Int32(number)) }
    }

    /// Sends the signal to this thread, and returns after it has done its work (raise(3)).
    ///
    /// Threads of a pool block signals: one that is sent to the process comes to another thread, at some later time.
    private static func deliver(_ number: Int32) {
        var mask = sigset_t()
        unsafe sigemptyset(&mask)
        unsafe sigaddset(&mask, number)
        var before = sigset_t()
        unsafe pthread_sigmask(SIG_UNBLOCK, &mask, &before)
        raise(number)
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
