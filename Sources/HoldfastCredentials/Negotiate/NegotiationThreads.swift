import HoldfastLibC
import Synchronization

/// Threads for calls of GSSAPI, which wait for a key distribution centre and cannot be cut short.
///
/// A call that hangs holds one of them, and nothing else: whoever waits for it has a time limit of its own. With all of
/// them held, further calls wait their turn.
enum NegotiationThreads {
    /// Threads at a time; each lives as long as there is something to do.
    static let limit = 16

    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var threads = 0
    }

    private static let state = Mutex(State())

    /// Runs a call on one of the threads.
    ///
    /// - Returns: Whether there is a thread that will run it.
    static func run(_ job: @escaping @Sendable () -> Void) -> Bool {
        let isThreadNeeded = state.withLock { state in
            state.jobs.append(job)
            guard state.threads < limit else { return false }
            state.threads += 1
            return true
        }
        guard isThreadNeeded, !start() else { return true }
        return state.withLock { state in
            state.threads -= 1
            guard state.threads == 0 else { return true }
            state.jobs.removeAll()
            return false
        }
    }

    private static func work() {
        while let job = next() { job() }
    }

    private static func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.threads -= 1
                return nil
            }
            return state.jobs.removeFirst()
        }
    }

    #if canImport(Darwin)
        private static func start() -> Bool {
            var thread: pthread_t?
            guard unsafe pthread_create(&thread, nil, enter, nil) == 0 else { return false }
            if let thread = unsafe thread { unsafe pthread_detach(thread) }
            return true
        }

        private static let enter: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { _ in
            work()
            return nil
        }
    #else
        private static func start() -> Bool {
            var thread = pthread_t()
            guard unsafe pthread_create(&thread, nil, enter, nil) == 0 else { return false }
            pthread_detach(thread)
            return true
        }

        private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { _ in
            // A key distribution centre that has gone must not end the process.
            var pipe = sigset_t()
            unsafe sigemptyset(&pipe)
            unsafe sigaddset(&pipe, SIGPIPE)
            unsafe pthread_sigmask(SIG_BLOCK, &pipe, nil)
            work()
            return nil
        }
    #endif
}
