import HoldfastFiles
import Synchronization

/// Threads for calls that wait outside of the process and cannot be cut short, as a file's for the disk and for locks
/// between processes: a thread of Swift's pool, which runs everybody's tasks, must not.
///
/// A call that hangs holds one of them, and nothing else: whoever waits for it has a time limit of its own. With all of
/// them held, further calls wait their turn.
package final class WaitingThreads: Sendable {
    private struct Job {
        let run: @Sendable () -> Void
        let without: @Sendable () -> Void
    }

    private struct State {
        var jobs: [Job] = []
        /// Threads that run, or are being started.
        var threads = 0
    }

    /// Threads at a time; each lives as long as there is something to do.
    package let limit: Int
    private let starting: @Sendable (WaitingThreads) -> Bool
    private let state = Mutex(State())

    /// Makes the threads of one kind of calls; none is started yet.
    ///
    /// - Parameter starting: starts a thread, and says whether there is one; nil for the system's threads.
    package init(limit: Int, starting: (@Sendable (WaitingThreads) -> Bool)? = nil) {
        self.limit = limit
        self.starting = starting ?? { $0.start() }
    }

    /// Runs a call on one of the threads.
    ///
    /// - Parameter without: called in its place where there is no thread, and none could be started.
    package func run(_ job: @escaping @Sendable () -> Void, without: @escaping @Sendable () -> Void) {
        let isThreadNeeded = state.withLock { state in
            state.jobs.append(Job(run: job, without: without))
            guard state.threads < limit else { return false }
            state.threads += 1
            return true
        }
        guard isThreadNeeded, !starting(self) else { return }
        // Others may have left their calls to a thread that was being started, as this one to theirs.
        let left = state.withLock { state -> [Job] in
            state.threads -= 1
            guard state.threads == 0 else { return [] }
            defer { state.jobs = [] }
            return state.jobs
        }
        for job in left { job.without() }
    }

    /// Runs a call on one of the threads, or on a caller's where none could be started, and waits for its result.
    package func result<Value: Sendable, Failure: Error>(
        of body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        @Sendable func run() -> Result<Value, Failure> {
            do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
        }
        let result = await withCheckedContinuation { (waiting: CheckedContinuation<Result<Value, Failure>, Never>) in
            let answer = { @Sendable in waiting.resume(returning: run()) }
            self.run(answer, without: answer)
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
            return state.jobs.removeFirst().run
        }
    }

    private func start() -> Bool {
        do throws(SystemError) {
            try SystemThread.start { self.work() }
            return true
        } catch {
            return false
        }
    }
}
