import CGlibcShims
package import HoldfastFiles
import HoldfastLibC

/// The start of another program.
package enum ProgramStart {
    /// `POSIX_SPAWN_SETSID` of <spawn.h>, which is there for GNU sources alone.
    private static let newSession: Int32 = 0x80

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: its name or path, then its arguments; none of them may hold a zero, and there has to be one.
    ///   - environment: all of its variables, as `NAME=value`.
    ///   - descriptors: those of this process that become its own, by their numbers there.
    ///   - inheritsOthers: whether it gets all others too that are not closed on exec; else, from 3 on, none.
    ///   - isApart: whether it is in a session of its own, which the terminal's signals do not reach (setsid(2)).
    ///   - ignored: the signals that stay ignored there where they are ignored here.
    package static func spawn(
        _ command: [String], _ environment: [String], _ descriptors: [(own: Int32, its: Int32)] = [],
        inheritsOthers: Bool, isApart: Bool = false, ignoring ignored: [Int32] = []
    ) throws(SystemError) -> Int32 {
        guard let program = command.first, !(command + environment).contains(where: { $0.utf8.contains(0) }) else {
            throw SystemError(EINVAL)
        }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Signals that are ignored here, as SIGPIPE is, would be ignored there.
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        for number in ignored { unsafe sigdelset(&signals, number) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        // And those that are blocked here, for a thread that waits for them, would never reach it.
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        let flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | (isApart ? Self.newSession : 0)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        for (own, its) in descriptors { unsafe posix_spawn_file_actions_adddup2(&actions, own, its) }
        if !inheritsOthers { _ = unsafe shim_spawn_addclosefrom(&actions, 3) }
        var identifier: pid_t = 0
        let number = unsafe withCStrings(command) { arguments in
            unsafe withCStrings(environment) { variables in
                unsafe posix_spawnp(&identifier, program, &actions, &attributes, arguments, variables)
            }
        }
        guard number == 0 else { throw SystemError(number) }
        return identifier
    }

    /// Waits for the end of a program, and gives its exit code: 128 and the signal's number where one ended it.
    ///
    /// - Parameter beforeItsNumberIsFree: done when it has ended, and its number is nobody else's yet.
    package static func exitCode(of program: Int32, _ beforeItsNumberIsFree: () -> Void = {}) -> Int32 {
        var end = unsafe siginfo_t()
        while unsafe waitid(P_PID, id_t(program), &end, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        beforeItsNumberIsFree()
        var status: Int32 = 0
        while unsafe waitpid(program, &status, 0) < 0, errno == EINTR {}
        // WIFSIGNALED and WEXITSTATUS are macros (wait(2)).
        let signal = status & 0x7f
        return signal == 0 ? status >> 8 & 0xff : 128 + signal
    }

    /// Lends texts as C takes lists of them: each ends with a zero, and so does the list.
    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = unsafe texts.map { unsafe strdup($0) }
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe body(copies + [nil])
    }
}

/// The signals that were ignored as this process began, which exec(3) hands down: nohup(1) has SIGHUP so, and a shell
/// without job control SIGINT and SIGQUIT of what it starts behind `&`.
///
/// Programs that this one runs get them as it got them, whatever it has made of its own meanwhile.
package enum InheritedSignals {
    /// Their numbers, as found when it is first asked: before this process changes any.
    package static let ignored = (1...64 as ClosedRange<Int32>).filter(isIgnored)

    /// Whether a signal is ignored now.
    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard unsafe sigaction(number, nil, &action) == 0 else { return false }
        // As numbers: a nested optional takes SIG_IGN for its own nil.
        return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            == unsafeBitCast(SIG_IGN, to: Int.self)
    }
}
