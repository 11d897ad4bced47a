import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
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
        do throws(SystemError) {
            // What is started meanwhile must not hold this one's pipe open.
            let ends = try PipeEnds(blocks: true)
            let nothing = try OwnedDescriptor(made: unsafe open("/dev/null", O_RDONLY | O_CLOEXEC))
            process = try ProgramStart.spawn(
                [program] + arguments, Self.environment,
                [
                    (nothing.number, STDIN_FILENO), (ends.writing.number, STDOUT_FILENO),
                    (ends.writing.number, STDERR_FILENO),
                ], inheritsOthers: true)
            output = ends.releaseReading()
        } catch {
            throw RunError(description: "\(program) cannot be started")
        }
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
        let status = ProgramStart.exitCode(of: process)
        if isHanging { throw RunError(description: "\(program) said nothing for \(seconds) s") }
        return Result(status: status, output: String(decoding: bytes, as: UTF8.self))
    }

    /// The environment of a peer: `PATH` to find programs, and nothing that configures one (no file of OpenSSL's or
    /// GnuTLS's, no anchors).
    private static var environment: [String] {
        ["LC_ALL=C.UTF-8", "OPENSSL_CONF=/dev/null", "GNUTLS_SYSTEM_PRIORITY_FILE=/dev/null"]
            + ["PATH", "HOME"].compactMap { (name: String) -> String? in
                ProcessEnvironment.value(name).map { "\(name)=\($0)" }
            }
    }
}
