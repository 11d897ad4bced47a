import HoldfastLibC

/// A thread of a server's own, so that a server that blocks never holds up whoever is being tested against it.
package enum ServerThread {
    /// Holds up the calling thread, which is a connection's own: a slow server.
    package static func pause(_ time: Duration) { usleep(UInt32(clamping: Int64(time / .microseconds(1)))) }

    /// Starts a thread that runs `body` and ends.
    ///
    /// Nobody joins it: what has to be waited for is counted in a ``Monitor``.
    static func start(_ body: @escaping @Sendable () -> Void) throws(ServingError) {
        let work = unsafe Unmanaged.passRetained(Work(body: body))
        var thread = pthread_t()
        let status = unsafe pthread_create(
            &thread, nil,
            { argument in
                guard let argument = unsafe argument else { return nil }
                let work = unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue()
                ServerThread.leaveSignalsToOthers()
                work.body()
                return nil
            }, work.toOpaque())
        guard status == 0 else {
            unsafe work.release()
            throw .system(.startThread, errno: status)
        }
        pthread_detach(thread)
    }

    /// A peer that has gone away must be an error of `write`, not the end of the process; and the signals by which a
    /// user ends the process belong to the thread that waits for them. Blocking them here, instead of ignoring them
    /// in the process, leaves alone what the program that uses the server has set up.
    private static func leaveSignalsToOthers() {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD] { unsafe sigaddset(&signals, signal) }
        unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
