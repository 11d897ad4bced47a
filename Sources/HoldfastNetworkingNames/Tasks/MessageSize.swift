import Synchronization

/// The largest message that a WebSocket task takes.
final class MessageSize: Sendable {
    private let bytes = Mutex(1 << 20)

    var value: Int {
        get { bytes.withLock { $0 } }
        set { bytes.withLock { $0 = newValue } }
    }
}
