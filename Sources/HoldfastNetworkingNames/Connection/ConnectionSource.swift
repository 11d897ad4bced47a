import Foundation

/// A connection's events as a run loop knows them: keeps the loop running, and is an input source in the sense of
/// `RunLoop.run(mode:before:)`, which a block or a timer is not.
///
/// Foundation has no public class for this on Linux; these are the names that XCTest uses.
final class ConnectionSource: RunLoop._Source {
    /// A run loop in one of its modes.
    struct Spot: Equatable {
        let runLoop: RunLoop
        let mode: RunLoop.Mode

        static func == (one: Spot, other: Spot) -> Bool { one.runLoop === other.runLoop && one.mode == other.mode }

        /// Has something done there by the loop's own thread, which wakes up for it.
        func run(_ block: @escaping @Sendable () -> Void) {
            runLoop.add(Timer(timeInterval: 0, repeats: false) { _ in block() }, forMode: mode)
        }
    }

    private let events: @Sendable () -> Void

    /// - Parameter events: called on a run loop's thread after ``wake(_:)``.
    init(_ events: @escaping @Sendable () -> Void) {
        self.events = events
        super.init()
    }

    override func perform() { events() }

    func wake(_ spots: [Spot]) {
        signal()
        for spot in spots { spot.run {} }
    }

    /// Ends the source. The loops may be about to call it, and do not keep it: they let it go themselves.
    func retire(from spots: [Spot]) {
        invalidate()
        let kept = HandedOver(self)
        for spot in spots { spot.run { withExtendedLifetime(kept) {} } }
    }
}
