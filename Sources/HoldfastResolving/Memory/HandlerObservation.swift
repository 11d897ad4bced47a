import Synchronization

/// Keeps a handler in force: until it is cancelled, or nobody holds this any more.
public final class HandlerObservation: Sendable {
    private let action: Mutex<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) { self.action = Mutex(action) }

    /// The handler is not called again, but for a call that is under way.
    public func cancel() {
        let action = action.withLock { action in
            defer { action = nil }
            return action
        }
        action?()
    }

    deinit { cancel() }
}

/// What keeps a handler of ``AddressHistory/whenPoisoned(_:)`` in force.
public typealias PoisonObservation = HandlerObservation
