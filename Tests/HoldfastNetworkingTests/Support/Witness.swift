import HoldfastHTTPS
import Synchronization

/// Keeps what a session warns of.
final class Witness: SessionObserver {
    private let written = Mutex<[String]>([])

    var warnings: [String] { written.withLock { $0 } }

    func session(_ event: SessionEvent) {
        if case .warned(_, let text) = event { written.withLock { $0.append(text) } }
    }
}
