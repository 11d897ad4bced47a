import HoldfastCrypto
import Synchronization

/// A broadcast of the changes of one store to whoever listens.
///
/// The store is looked at again when it changes by itself (``look()``), and every so often as long as somebody listens,
/// since other processes and devices write to files too. What is kept of an item is a digest.
final class ChangeBroadcast: Sendable {
    /// Looks at the store: a digest of each item; nil where it cannot be read now, or was not touched since.
    typealias Look = @Sendable () async -> [CredentialItem.ID: [UInt8]]?

    /// Changes that wait for one reader.
    static let waitingLimit = 64

    private struct State {
        var listeners: [UInt64: AsyncStream<CredentialStoreChange>.Continuation] = [:]
        var next: UInt64 = 0
        var seen: [CredentialItem.ID: [UInt8]]?
        var watch: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let interval: Duration?

    /// Makes a broadcast.
    ///
    /// - Parameter interval: the time between two looks; nil for none but those that ``look(_:)`` asks for.
    init(every interval: Duration?) { self.interval = interval }

    func stream(_ look: @escaping Look) -> AsyncStream<CredentialStoreChange> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: CredentialStoreChange.self, bufferingPolicy: .bufferingNewest(Self.waitingLimit))
        let number = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = continuation
            if state.watch == nil {
                state.watch = Task { [weak self, interval] in
                    await self?.compare(look)
                    while let interval, !Task.isCancelled, (try? await Task.sleep(for: interval)) != nil {
                        guard let self else { return }
                        await compare(look)
                    }
                }
            }
            return state.next
        }
        continuation.onTermination = { [weak self] _ in self?.end(number) }
        return stream
    }

    deinit { state.withLock { $0.watch?.cancel() } }

    private func end(_ number: UInt64) {
        state.withLock { state in
            state.listeners[number] = nil
            guard state.listeners.isEmpty else { return }
            state.watch?.cancel()
            (state.watch, state.seen) = (nil, nil)
        }
    }

    /// Tells of a change by the process itself; the next look finds it known.
    func tell(_ change: CredentialStoreChange, digests: [CredentialItem.ID: [UInt8]] = [:]) {
        guard !change.isEmpty else { return }
        state.withLock { state in
            guard state.seen != nil else {
                // Nobody has looked yet: whoever listens is told, and the first look finds the change made.
                for listener in state.listeners.values { listener.yield(change) }
                return
            }
            for id in change.removed { state.seen?[id] = nil }
            for (id, digest) in digests { state.seen?[id] = digest }
            for listener in state.listeners.values { listener.yield(change) }
        }
    }

    private func compare(_ look: Look) async {
        guard let found = await look() else { return }
        state.withLock { state in
            guard let seen = state.seen else {
                state.seen = found
                return
            }
            var change = CredentialStoreChange()
            for (id, digest) in found where seen[id] != digest { change.changed.insert(id) }
            change.removed = Set(seen.keys).subtracting(found.keys)
            state.seen = found
            guard !change.isEmpty else { return }
            for listener in state.listeners.values { listener.yield(change) }
        }
    }

    /// The digest of an item, by which a change of it is noticed.
    static func digest(_ item: CredentialItem) -> [UInt8] { Digest.sha256((try? item.encoded()) ?? item.id.bytes) }

    static func digests(_ items: [CredentialItem]) -> [CredentialItem.ID: [UInt8]] {
        Dictionary(items.map { ($0.id, digest($0)) }) { first, _ in first }
    }
}
