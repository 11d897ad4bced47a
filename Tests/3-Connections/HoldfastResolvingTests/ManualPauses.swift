import Synchronization
import TestSupport

/// Pauses that end when a test ends them.
final class ManualPauses: Sendable {
    private let gates = Mutex<[(duration: Duration, gate: Gate)]>([])

    var wait: @Sendable (Duration) async throws -> Void {
        { duration in
            let gate = Gate()
            self.gates.withLock { $0.append((duration, gate)) }
            await gate.pass()
            try Task.checkCancellation()
        }
    }

    /// All that began, in their order.
    var begun: [Duration] { gates.withLock { $0.map(\.duration) } }

    /// Ends every pause of that length that has begun.
    func end(_ duration: Duration) {
        for gate in gates.withLock({ $0.filter { $0.duration == duration }.map(\.gate) }) { gate.open() }
    }
}
