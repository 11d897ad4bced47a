import HoldfastHTTPS
import TestSupport

/// Keeps what a session warns of.
final class Witness: SessionObserver {
    private let written = Notes<String>()

    var warnings: [String] { written.all }

    func session(_ event: SessionEvent) {
        if case .warned(_, let text) = event { written.add(text) }
    }
}
