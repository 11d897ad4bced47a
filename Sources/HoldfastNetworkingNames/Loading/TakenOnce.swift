import Synchronization

/// Something that is taken once.
final class TakenOnce<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>

    init(_ value: Value?) { self.value = Mutex(value) }

    /// It the first time, where there is one; nil afterwards.
    func take() -> Value? { value.withLock { $0.take() } }
}
