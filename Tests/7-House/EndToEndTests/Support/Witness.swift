import HoldfastHTTPS
import TestSupport

/// Keeps what a session warns of.
final class Witness: SessionObserver {
    let warnings = Notes<String>()

    func session(_ event: SessionEvent) { if case .warned(_, let text) = event { warnings.add(text) } }
}
