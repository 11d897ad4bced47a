import HoldfastCrypto
import HoldfastLibC

/// A secret that somebody types at the terminal, which does not show it.
enum TerminalSecret {
    /// The most bytes of a line; what a terminal takes in one (termios(3)).
    private static let limit = 4095

    /// Asks; nil where there is no terminal, nothing was typed, or it was interrupted.
    ///
    /// The terminal itself is asked, whatever standard input and output are. The keys that would end the process end
    /// the question instead, since the terminal would go on without showing what is typed.
    static func ask(_ question: String) -> String? {
        let terminal = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { return nil }
        defer { close(terminal) }
        var before = termios()
        guard unsafe tcgetattr(terminal, &before) == 0 else { return nil }
        var quiet = before
        quiet.c_lflag &= ~tcflag_t(ECHO | ISIG)
        guard unsafe tcsetattr(terminal, TCSAFLUSH, &quiet) == 0 else { return nil }
        defer { unsafe tcsetattr(terminal, TCSAFLUSH, &before) }
        Self.write(question, to: terminal)
        defer { Self.write("\n", to: terminal) }
        var line: [UInt8] = []
        defer { line.wipe() }
        var byte: UInt8 = 0
        while line.count <= limit {
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
