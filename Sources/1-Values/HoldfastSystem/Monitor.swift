import HoldfastLibC

/// A value behind a lock, with threads that can wait until it has changed to what they want.
///
/// `Mutex` has no condition to wait on; this is pthread's, measured on the monotonic clock.
@safe package final class Monitor<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe condition.initialize(to: pthread_cond_t())
        unsafe pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Runs `body` on the value, and wakes everyone who waits for it to change.
    @discardableResult
    package func change<Result>(_ body: (inout Value) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer {
            unsafe pthread_cond_broadcast(condition)
            unsafe pthread_mutex_unlock(mutex)
        }
        return body(&value)
    }

    /// Runs `body` on the value, which it only reads.
    package func read<Result>(_ body: (Value) -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(value)
    }

    /// Waits until the value is as wanted, and says whether it was before the deadline.
    package func wait(until deadline: Deadline, for isWanted: (Value) -> Bool) -> Bool {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while !isWanted(value) {
            guard !deadline.hasPassed else { return false }
            var time = Self.clock(after: min(deadline.left ?? .seconds(60), .seconds(60)))
            unsafe pthread_cond_timedwait(condition, mutex, &time)
        }
        return true
    }

    /// The time on the monotonic clock, a while from now.
    private static func clock(after time: Duration) -> timespec {
        var now = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &now)
        let (seconds, attoseconds) = time.components
        let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
        return timespec(
            tv_sec: now.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000, tv_nsec: nanoseconds % 1_000_000_000)
    }
}
