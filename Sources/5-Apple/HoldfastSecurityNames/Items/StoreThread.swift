import Dispatch
import Foundation
import HoldfastCredentials
import Synchronization

/// The thread on which the stores' asynchronous calls run for functions that wait, as those on keychain items do.
///
/// Tasks share as many threads as the machine has cores: were the calls to run there, and all of those threads wait for
/// them, nothing would ever go on. Here run the short pieces between two waits alone; what takes long, the disk, a
/// lock, a keyring, has threads of the stores' own.
package final class StoreThread: TaskExecutor, @unchecked Sendable {
    /// The process's one.
    package static let shared = StoreThread()

    private let condition = NSCondition()
    private var jobs: [UnownedJob] = []
    private var thread: Thread?

    private init() {
        let thread = Thread { [self] in while true { unsafe next().runSynchronously(on: asUnownedTaskExecutor()) } }
        thread.name = "holdfast-credentials"
        condition.withLock { self.thread = thread }
        thread.start()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        condition.withLock {
            jobs.append(job)
            condition.signal()
        }
    }

    private func next() -> UnownedJob {
        condition.withLock {
            while jobs.isEmpty { condition.wait() }
            return jobs.removeFirst()
        }
    }

    /// The value of an asynchronous call, for which the caller's thread waits.
    ///
    /// - Returns: nil where the caller is on this thread itself, as a store of a program's own that calls back while
    ///   somebody waits for it: it would wait for itself.
    package func value<Value: Sendable>(of body: @escaping @Sendable () async -> Value) -> Value? {
        guard condition.withLock({ thread }) !== Thread.current else { return nil }
        let place = Place<Value>()
        let isThere = DispatchSemaphore(value: 0)
        Task(executorPreference: self) {
            let value = await body()
            place.value.withLock { $0 = value }
            isThere.signal()
        }
        isThere.wait()
        return place.value.withLock(\.self)
    }

    private final class Place<Value: Sendable>: Sendable {
        let value = Mutex(Value?.none)
    }
}
