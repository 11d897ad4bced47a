import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import Synchronization

/// A program that is run with other variables, and waited for.
enum ChildProcess {
    /// Bytes of an environment that are read; 2 MiB, as much as Linux passes on by default.
    private static let mostEnvironment = 2 << 20
    // The two numbers that the handler may touch: the program that runs, 0 for none, and the last signal that came.
    private static let child = Atomic<Int32>(0)
    private static let signalled = Atomic<Int32>(0)

    /// Runs a command, and returns the exit code that it ends with: 128 and the signal's number where one ended it.
    ///
    /// SIGTERM and SIGHUP go on to it, once they were taken (``takeSignals()``). One that came while no program ran is
    /// the next one's: it gets it as it starts.
    static func run(
        _ command: [String], setting variables: [String: String], removing removed: [String]
    ) async throws(CommandError) -> ProgramEnd {
        takeSignals()
        let identifier = try spawn(command, environment(setting: variables, removing: removed))
        // Each writes its own number before it reads the other's: a signal that comes just now is seen by one of them.
        child.store(identifier, ordering: .sequentiallyConsistent)
        let early = signalled.load(ordering: .sequentiallyConsistent)
        if early != 0 { kill(identifier, early) }
        return ProgramEnd(
            status: await SystemThread.value {
                ProgramStart.exitCode(of: identifier) { child.store(0, ordering: .sequentiallyConsistent) }
            })
    }

    /// Takes over the signals that end programs for the rest of the process, but for those that were ignored as it
    /// began, as nohup(1) has it with SIGHUP: before anything is made that has to be removed at the end.
    static func takeSignals() {
        // Ctrl-C reaches the program itself, which is in the same group; what is sent to this process goes on to it.
        signal(SIGINT, SIG_IGN)
        signal(SIGQUIT, SIG_IGN)
        for number in [SIGTERM, SIGHUP] where !InheritedSignals.ignored.contains(number) {
            signal(number) { number in
                let saved = errno
                ChildProcess.signalled.store(number, ordering: .sequentiallyConsistent)
                let child = ChildProcess.child.load(ordering: .sequentiallyConsistent)
                if child > 0 { _ = kill(child, number) }
                errno = saved
            }
        }
    }

    /// The process's environment with some changes.
    private static func environment(
        setting variables: [String: String], removing removed: [String]
    ) -> [String] {
        let own = (try? BoundedFile.bytes("/proc/self/environ", limit: mostEnvironment)) ?? []
        let kept = own.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }.filter { line in
            let name = String(line.prefix { $0 != "=" })
            return variables[name] == nil && !removed.contains(name)
        }
        return kept + variables.map { "\($0.key)=\($0.value)" }
    }

    /// Starts a program, which ignores the signals that were ignored as this process began, and no others.
    ///
    /// - Parameters:
    ///   - environment: all of its variables, as `NAME=value`.
    ///   - input: its standard input; nil for this process's.
    ///   - isApart: whether it is in a session of its own, which the terminal's signals do not reach (setsid(2)).
    static func spawn(
        _ command: [String], _ environment: [String], reading input: Int32? = nil, isApart: Bool = false
    ) throws(CommandError) -> pid_t {
        guard let program = command.first, !(command + environment).contains(where: { $0.utf8.contains(0) }) else {
            throw .usage(GateCommandSentence.noCommand, hint: GateCommandAdvice.afterDashes)
        }
        do throws(SystemError) {
            return try ProgramStart.spawn(
                command, environment, input.map { [(own: $0, its: STDIN_FILENO)] } ?? [], inheritsOthers: true,
                isApart: isApart, ignoring: InheritedSignals.ignored)
        } catch {
            throw CommandError(
                .internalError, code: .commandNotRun,
                GateCommandSentence.cannotRun(program: program, fault: SystemText.clause(error.number)),
                hint: GateCommandAdvice.itsSpellingAndRights)
        }
    }
}
