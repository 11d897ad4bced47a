import Dispatch
import Foundation

/// So many requests, so many of them at once.
struct Load: Sendable {
    let url: URL
    let count: Int
    let concurrency: Int
}

/// A client that is measured.
protocol Client {
    var name: String { get }
    /// Sends the requests of a load with a session of its own, with a delegate, and returns when all are answered.
    ///
    /// - Returns: the bytes of all bodies.
    func run(_ load: Load) throws -> Int
}

/// A request that failed, or an answer that is none.
struct LoadFailure: Error {
    let client: String
    let reason: String
}

/// Counts what is under way, for delegates that are called on one queue.
final class Countdown: @unchecked Sendable {
    private let lock = NSLock()
    private let done = DispatchSemaphore(value: 0)
    private var left: Int
    private var unbegun: Int
    private var bytes = 0
    private var failure: String?

    init(_ count: Int) {
        left = count
        unbegun = count
    }

    func begin() -> Bool {
        lock.withLock {
            guard unbegun > 0 else { return false }
            unbegun -= 1
            return true
        }
    }

    func received(_ count: Int) { lock.withLock { bytes += count } }

    func end(_ error: String?) {
        let isLast = lock.withLock {
            left -= 1
            if let error, failure == nil { failure = error }
            return left == 0
        }
        if isLast { done.signal() }
    }

    func wait(_ client: String) throws -> Int {
        done.wait()
        if let failure = lock.withLock({ failure }) { throw LoadFailure(client: client, reason: failure) }
        return lock.withLock { bytes }
    }
}
