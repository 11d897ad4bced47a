import HoldfastLibC

/// A value that one thread at a time may touch.
///
/// A lock of pthread's, which ThreadSanitizer watches. The standard library's `Mutex` waits in a library that is not
/// instrumented, so that every contended access of what it guards would be reported as a race.
@safe struct Lock<State>: @unchecked Sendable {
    /// The value with its mutex behind it, in one allocation.
    @unsafe private final class Storage: ManagedBuffer<State, pthread_mutex_t> {
        deinit { _ = unsafe withUnsafeMutablePointerToElements { unsafe pthread_mutex_destroy($0) } }
    }

    private let storage: ManagedBuffer<State, pthread_mutex_t>

    init(_ state: sending State) {
        unsafe storage = Storage.create(minimumCapacity: 1) { storage in
            unsafe storage.withUnsafeMutablePointerToElements { mutex in
                unsafe mutex.initialize(to: pthread_mutex_t())
                unsafe pthread_mutex_init(mutex, nil)
            }
            return state
        }
    }

    /// Runs `body` alone, unless another one is under way; nil then.
    func withLockIfFree<Result>(_ body: (inout State) -> Result) -> Result? {
        unsafe storage.withUnsafeMutablePointers { state, mutex in
            guard unsafe pthread_mutex_trylock(mutex) == 0 else { return nil }
            defer { unsafe pthread_mutex_unlock(mutex) }
            return unsafe body(&state.pointee)
        }
    }

    /// Runs `body` alone; it must not come back here.
    func withLock<Result, Failure: Error>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe storage.withUnsafeMutablePointers { (state, mutex) throws(Failure) -> Result in
            unsafe pthread_mutex_lock(mutex)
            defer { unsafe pthread_mutex_unlock(mutex) }
            return try unsafe body(&state.pointee)
        }
    }
}
