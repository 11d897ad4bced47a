import Glibc
import HoldfastTrust

/// Plain writing to file descriptors, and what can be asked about them.
enum Descriptor {
    /// Prepares the process's own descriptors and signals; to be called before anything is opened.
    ///
    /// A descriptor 0-2 that the caller closed would be handed out for the next socket, and results written into it.
    static func prepare() {
        signal(SIGPIPE, SIG_IGN)
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // Reading only: what is written to it then fails as if it were still closed.
            _ = unsafe open("/dev/null", O_RDONLY)
        }
    }

    /// Writes all bytes; 0, or the error number.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                // Somebody has made the terminal or pipe that we share non-blocking.
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&wait, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    static func allowsColour(_ descriptor: Int32) -> Bool {
        let isRefused = !(environment("NO_COLOR") ?? "").isEmpty || environment("TERM") == "dumb"
        return isTerminal(descriptor) && !isRefused
    }

    static func environment(_ name: String) -> String? { ProcessEnvironment.value(name) }

    /// The system's words for an error number.
    static func text(of error: Int32) -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(error, &buffer, buffer.count) == 0 else { return "error \(error)" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
