import HoldfastFiles
import HoldfastLibC
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
        do throws(SystemError) { try FileWriting.write(bytes, to: descriptor) } catch { return error.number }
        return 0
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    static func allowsColour(_ descriptor: Int32) -> Bool {
        let isRefused = !(environment("NO_COLOR") ?? "").isEmpty || environment("TERM") == "dumb"
        return isTerminal(descriptor) && !isRefused
    }

    static func environment(_ name: String) -> String? { ProcessEnvironment.value(name) }
}
