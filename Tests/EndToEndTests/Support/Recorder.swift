import Glibc
import Synchronization

/// What a server's handler saw, in its order.
final class Recorder: Sendable {
    private let state = Mutex<[String]>([])
    var lines: [String] { state.withLock { $0 } }
    func add(_ line: String) { state.withLock { $0.append(line) } }
}

enum Thread {
    /// Blocks the calling thread, which is a server's own.
    static func pause(seconds: UInt32) { sleep(seconds) }

    static func pause(milliseconds: UInt32) { usleep(milliseconds * 1_000) }
}
