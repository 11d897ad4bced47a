import HoldfastStatements
import Synchronization

/// The last events of a gate, and those who are told of new ones.
final class GateJournal: Sendable {
    /// Events that are kept.
    static let mostEvents = 500

    private struct State {
        var events: [GateEvent] = []
        var listeners: [UInt64: AsyncStream<GateEvent>.Continuation] = [:]
        var last: UInt64 = 0
    }

    private let report: (@Sendable (GateEvent) -> Void)?
    private let state = Mutex(State())

    init(_ report: (@Sendable (GateEvent) -> Void)?) { self.report = report }

    func note(_ event: GateEvent) {
        var event = event
        event.statement = event.statement?.cut(afterOctets: GateEvent.mostMessage)
        let listeners = state.withLock { state in
            state.events.append(event)
            // Many at once: each removal moves all that stay.
            if state.events.count >= 2 * Self.mostEvents { state.events.removeFirst(Self.mostEvents) }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.yield(event) }
        report?(event)
    }

    /// The events so far, and those that follow.
    func listen() -> (past: [GateEvent], coming: AsyncStream<GateEvent>) {
        // A page that is not read loses events, and not the gate its memory.
        let (stream, continuation) = AsyncStream.makeStream(
            of: GateEvent.self, bufferingPolicy: .bufferingNewest(Self.mostEvents))
        let (past, number) = state.withLock { state in
            state.last += 1
            state.listeners[state.last] = continuation
            return (Array(state.events.suffix(Self.mostEvents)), state.last)
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return (past, stream)
    }

    /// Ends all listening.
    func close() {
        let listeners = state.withLock { state in
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.finish() }
    }
}
