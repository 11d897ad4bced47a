import HoldfastLibC
import HoldfastTrust

/// Another program, started without a shell; what it prints comes back as text.
struct ChildProcess: ~Copyable {
    struct RunError: Error, CustomStringConvertible {
        let description: String
    }

    /// How it ended and what it printed on both of its outputs.
    struct Result {
        /// The exit code, or 128 and the signal that ended it.
        let status: Int32
        let output: String
    }

    private let program: String
    private let process: pid_t
    private let output: Int32

    /// Starts a program that is on the path, with nothing on its standard input and a bare environment.
    init(_ program: String, _ arguments: [String]) throws(RunError) {
        self.program = program
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw RunError(description: "no pipe for \(program)") }
        // What is started meanwhile must not hold this one's pipe open.
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
        var process: pid_t = 0
        let code = unsafe Self.withStrings([program] + arguments) { words in
            unsafe Self.withStrings(Self.environment) { environment in
                unsafe posix_spawnp(&process, program, &actions, nil, words, environment)
            }
        }
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            throw RunError(description: "\(program) cannot be started")
        }
        self.process = process
        output = ends[0]
    }

    /// Reads until it ends.
    ///
    /// - Parameter seconds: Without a sign of life for so long it is killed, which is an error.
    consuming func finish(within seconds: Int32) throws(RunError) -> Result {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        var isHanging = false
        while true {
            var waiting = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            let ready = unsafe poll(&waiting, 1, seconds * 1_000)
            if ready < 0, errno == EINTR { continue }
            guard ready > 0 else {
                isHanging = true
                kill(process, SIGKILL)
                break
            }
            let count = unsafe read(output, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            if count <= 0 { break }
            bytes += buffer.prefix(count)
        }
        close(output)
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0, errno == EINTR {}
        if isHanging { throw RunError(description: "\(program) said nothing for \(seconds) s") }
        let signal = status & 0x7F
        return Result(
            status: signal == 0 ? status >> 8 & 0xFF : 128 + signal, output: String(decoding: bytes, as: UTF8.self))
    }

    /// The environment of a peer: `PATH` to find programs, and nothing that configures one (no file of OpenSSL's or
    /// GnuTLS's, no anchors).
    private static var environment: [String] {
        ["LC_ALL=C.UTF-8", "OPENSSL_CONF=/dev/null", "GNUTLS_SYSTEM_PRIORITY_FILE=/dev/null"]
            + ["PATH", "HOME"].compactMap { (name: String) -> String? in
                ProcessEnvironment.value(name).map { "\(name)=\($0)" }
            }
    }

    @unsafe private static func withStrings<Result>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = unsafe texts.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(copies + [nil])
    }
}
