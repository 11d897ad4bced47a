import HoldfastLibC
import Synchronization

/// Threads for calls that wait outside of the process and cannot be cut short: GSSAPI's for a key distribution centre,
/// a keyring's for its user, a file's for the disk and for locks.
///
/// A call that hangs holds one of them, and nothing else: whoever waits for it has a time limit of its own. With all of
/// them held, further calls wait their turn.
final class WaitingThreads: Sendable {
    /// For GSSAPI.
    static let negotiation = WaitingThreads(limit: 16)
    /// For encrypted files and folders, and for the work of scrypt, which takes much memory.
    static let files = WaitingThreads(limit: 2)
    /// For the Secret Service, which asks one question after the other.
    static let secretService = WaitingThreads(limit: 2)

    private struct State {
        var jobs: [@Sendable () -> Void] = []
        var threads = 0
    }

    /// Threads at a time; each lives as long as there is something to do.
    let limit: Int
    private let state = Mutex(State())

    private init(limit: Int) { self.limit = limit }

    /// Runs a call on one of the threads.
    ///
    /// - Parameter orHere: whether the caller's thread takes the place of one where none can be started: for calls that
    ///   somebody waits for without a time limit.
    /// - Returns: Whether there is a thread that will run it.
    func run(_ job: @escaping @Sendable () -> Void, orHere: Bool = false) -> Bool {
        let isThreadNeeded = state.withLock { state in
            state.jobs.append(job)
            guard state.threads < limit else { return false }
            state.threads += 1
            return true
        }
        guard isThreadNeeded, !start() else { return true }
        let isAlone = state.withLock { state in
            state.threads -= 1
            guard state.threads == 0 else { return false }
            if orHere { state.threads = 1 } else { state.jobs.removeAll() }
            return true
        }
        if isAlone, orHere { work() }
        return !isAlone || orHere
    }

    /// Runs a call on one of the threads, or on the caller's where none could be started, and waits for its result.
    func result<Value: Sendable, Failure: Error>(
        of body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        @Sendable func run() -> Result<Value, Failure> {
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        let result = await withCheckedContinuation { (waiting: CheckedContinuation<Result<Value, Failure>, Never>) in
            _ = self.run({ waiting.resume(returning: run()) }, orHere: true)
        }
        return try result.get()
    }

    private func work() {
        while let job = next() { job() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard !state.jobs.isEmpty else {
                state.threads -= 1
                return nil
            }
            return state.jobs.removeFirst()
        }
    }

    #if canImport(Darwin)
        private func start() -> Bool {
            let threads = unsafe Unmanaged.passRetained(self)
            var thread: pthread_t?
            guard unsafe pthread_create(&thread, nil, Self.enter, threads.toOpaque()) == 0 else {
                unsafe threads.release()
                return false
            }
            if let thread = unsafe thread { unsafe pthread_detach(thread) }
            return true
        }

        private static let enter: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { threads in
            unsafe Unmanaged<WaitingThreads>.fromOpaque(threads).takeRetainedValue().work()
            return nil
        }
    #else
        private func start() -> Bool {
            let threads = unsafe Unmanaged.passRetained(self)
            var thread = pthread_t()
            guard unsafe pthread_create(&thread, nil, Self.enter, threads.toOpaque()) == 0 else {
                unsafe threads.release()
                return false
            }
            pthread_detach(thread)
            return true
        }

        private static let enter: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { threads in
            // A key distribution centre that has gone must not end the process.
            var pipe = sigset_t()
            unsafe sigemptyset(&pipe)
            unsafe sigaddset(&pipe, SIGPIPE)
            unsafe pthread_sigmask(SIG_BLOCK, &pipe, nil)
            if let threads = unsafe threads {
                unsafe Unmanaged<WaitingThreads>.fromOpaque(threads).takeRetainedValue().work()
            }
            return nil
        }
    #endif
}
