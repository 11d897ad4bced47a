import Foundation
import Synchronization

/// The place where a connection's delegate is called: a queue, or run loops.
final class ConnectionPlace: Sendable {
    typealias Call = @Sendable () -> Void

    private struct State: @unchecked Sendable {
        var waiting: [Call] = []
        var queue: DelegateCalls?
        var spots: [ConnectionSource.Spot] = []
        /// There while the connection is under way, and has no queue.
        var source: ConnectionSource?
        var isOpen = false
    }

    /// After so many calls, others get their turn.
    private static let turn = 64

    private let state = Mutex(State())

    /// From here on there are calls; with no other place, on the current run loop.
    func open() {
        let current = ConnectionSource.Spot(runLoop: RunLoop.current, mode: .default)
        let transfer = UnsafeTransfer(current)
        change { state in
            state.isOpen = true
            if state.queue == nil, state.spots.isEmpty { state.spots = [transfer.value] }
        }
    }

    /// There are no more calls; those that wait are dropped.
    func close() {
        let dropped = state.withLock { state in
            state.isOpen = false
            defer { state.waiting = [] }
            return state.waiting
        }
        change { state in state.queue = nil }
        withExtendedLifetime(dropped) {}
    }

    func schedule(_ runLoop: RunLoop, _ mode: RunLoop.Mode) {
        let transfer = UnsafeTransfer(ConnectionSource.Spot(runLoop: runLoop, mode: mode))
        change { state in if !state.spots.contains(transfer.value) { state.spots.append(transfer.value) } }
    }

    func unschedule(_ runLoop: RunLoop, _ mode: RunLoop.Mode) {
        let transfer = UnsafeTransfer(ConnectionSource.Spot(runLoop: runLoop, mode: mode))
        change { state in state.spots.removeAll { $0 == transfer.value } }
    }

    func use(_ queue: OperationQueue?) { change { state in state.queue = queue.map { DelegateCalls($0) } } }

    /// The next call, made after those before.
    func add(_ call: @escaping Call) {
        let isFirst = state.withLock { state in
            guard state.isOpen else { return false }
            state.waiting.append(call)
            return state.waiting.count == 1
        }
        if isFirst { kick() }
    }

    private func kick() {
        let (queue, transfer) = state.withLock { state in
            (state.queue, UnsafeTransfer((source: state.source, spots: state.spots)))
        }
        if let queue { return queue.add { [weak self] in self?.run() } }
        transfer.value.source?.wake(transfer.value.spots)
    }

    /// One call at a time: one that runs the loop itself gets the next ones there.
    private func run() {
        for _ in 0..<Self.turn {
            let call = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
            guard let call else { return }
            call()
        }
        if state.withLock({ !$0.waiting.isEmpty }) { kick() }
    }

    /// Changes where calls are made, with a new source for the new place.
    private func change(_ change: (inout State) -> Void) {
        let source = UnsafeTransfer(ConnectionSource { [weak self] in self?.run() })
        let old = state.withLock { state in
            let old = UnsafeTransfer((source: state.source, spots: state.spots))
            change(&state)
            state.source = state.isOpen && state.queue == nil ? source.value : nil
            if let new = state.source { for spot in state.spots { spot.runLoop._add(new, forMode: spot.mode) } }
            return old
        }
        old.value.source?.retire(from: old.value.spots)
        if state.withLock({ $0.isOpen && !$0.waiting.isEmpty }) { kick() }
    }
}

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

    /// Makes a run loop's source for the events of a connection.
    ///
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
        let kept = UnsafeTransfer(self)
        for spot in spots { spot.run { withExtendedLifetime(kept) {} } }
    }
}
