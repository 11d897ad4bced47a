import HoldfastCrypto
import Synchronization

/// A broadcast of the changes of one store to whoever listens.
///
/// The store is looked at every so often as long as somebody listens, since other processes and devices write to it
/// too. What is kept of an item is a digest.
final class ChangeBroadcast: Sendable {
    /// Looks at the store: a digest of each item; nil where it cannot be read now, or was not touched since the last
    /// look and need not be read whole.
    typealias Look = @Sendable (_ isWhole: Bool) async -> [CredentialItem.ID: [UInt8]]?

    /// Changes that wait for one reader.
    static let waitingLimit = 64

    private struct State {
        var listeners: [UInt64: AsyncStream<CredentialStoreChange>.Continuation] = [:]
        var next: UInt64 = 0
        /// Readers that look at the store before they listen.
        var joining = 0
        var seen: [CredentialItem.ID: [UInt8]]?
        var watch: Task<Void, Never>?
        /// Changes of the process's own, and looks that have ended: a look during which there was one may have seen the
        /// store before it.
        var turn: UInt64 = 0
        /// Whether a look was dropped, so that the next one reads the store whole.
        var isBehind = false
    }

    private let state = Mutex(State())
    private let interval: Duration?

    /// Makes a broadcast.
    ///
    /// - Parameter interval: the time between two looks; nil for a store that nobody else changes.
    init(every interval: Duration?) { self.interval = interval }

    /// Listens: what changes after this returns is told.
    func stream(_ look: @escaping Look) async -> AsyncStream<CredentialStoreChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CredentialStoreChange.self, bufferingPolicy: .bufferingNewest(Self.waitingLimit))
        // What others change is found by comparing with what was there: that has to be known first, and stay known
        // though the last reader before this one goes meanwhile.
        state.withLock { $0.joining += 1 }
        await compare(look, isWhole: true)
        let number = state.withLock { state in
            state.joining -= 1
            state.next += 1
            state.listeners[state.next] = continuation
            if state.watch == nil, let interval {
                state.watch = Task { [weak self] in
                    while (try? await Task.sleep(for: interval)) != nil {
                        guard let self else { return }
                        await compare(look, isWhole: false)
                    }
                }
            }
            return state.next
        }
        continuation.onTermination = { [weak self] _ in self?.end(number) }
        return stream
    }

    /// Ends the streams: whoever listens to a store that is gone would wait for ever.
    deinit {
        let (watch, listeners) = state.withLock { ($0.watch, Array($0.listeners.values)) }
        watch?.cancel()
        for listener in listeners { listener.finish() }
    }

    private func end(_ number: UInt64) {
        state.withLock { state in
            state.listeners[number] = nil
            guard state.listeners.isEmpty, state.joining == 0 else { return }
            state.watch?.cancel()
            (state.watch, state.seen) = (nil, nil)
        }
    }

    /// Tells of a change by the process itself; the next look finds it known.
    func tell(_ change: CredentialStoreChange, digests: [CredentialItem.ID: [UInt8]] = [:]) {
        state.withLock { state in
            state.turn += 1
            var change = change
            if let seen = state.seen {
                // A look may have come between the change and this word of it, and told it already.
                change.changed = change.changed.filter { digests[$0] == nil || seen[$0] != digests[$0] }
                change.removed = change.removed.filter { seen[$0] != nil }
                for id in change.removed { state.seen?[id] = nil }
                for (id, digest) in digests { state.seen?[id] = digest }
            }
            guard !change.isEmpty else { return }
            for listener in state.listeners.values { listener.yield(change) }
        }
    }

    /// Looks, and tells what is not as it was; once more where the process itself has changed something meanwhile, or
    /// another look has come first.
    private func compare(_ look: Look, isWhole: Bool) async {
        for _ in 0..<8 {
            let (turn, isBehind) = state.withLock { ($0.turn, $0.isBehind) }
            guard let found = await look(isWhole || isBehind) else { return }
            let isDone = state.withLock { state in
                guard state.turn == turn else {
                    state.isBehind = true
                    return false
                }
                state.turn += 1
                state.isBehind = false
                defer { state.seen = found }
                guard let seen = state.seen else { return true }
                var change = CredentialStoreChange()
                for (id, digest) in found where seen[id] != digest { change.changed.insert(id) }
                change.removed = Set(seen.keys).subtracting(found.keys)
                guard !change.isEmpty else { return true }
                for listener in state.listeners.values { listener.yield(change) }
                return true
            }
            if isDone { return }
        }
    }

    /// The digest of an item, by which a change of it is noticed.
    static func digest(_ item: CredentialItem) -> [UInt8] { Digest.sha256((try? item.encoded()) ?? item.id.bytes) }

    static func digests(_ items: [CredentialItem]) -> [CredentialItem.ID: [UInt8]] {
        Dictionary(items.map { ($0.id, digest($0)) }) { first, _ in first }
    }
}
