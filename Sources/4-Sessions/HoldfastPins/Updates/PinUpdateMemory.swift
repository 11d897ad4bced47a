import HoldfastFiles
import Synchronization

/// The last state of each store that this process has read or written: a file that is deleted, damaged or exchanged for
/// an older one takes nothing back from a process that runs.
///
/// It ends with the process. A store is told from others by its path as it was given and by the keys of its updates,
/// since only of what one of the keys has signed anything is kept here; one state of at most
/// ``PinUpdateStore/maximumBytes`` for each.
final class PinUpdateMemory: Sendable {
    private struct Key: Hashable {
        let path: String
        let keys: PinUpdateKeys
    }

    /// The memory of this process.
    static let process = PinUpdateMemory()

    private let states = Mutex<[Key: PinUpdateState]>([:])

    func state(of path: String, by verifier: PinUpdateVerifier) -> PinUpdateState? {
        states.withLock { $0[Key(path: path, keys: verifier.keys)] }
    }

    /// Keeps a state whose signature was verified, unless it is behind the one that is known.
    func keep(_ state: PinUpdateState, of path: String, by verifier: PinUpdateVerifier) {
        let key = Key(path: path, keys: verifier.keys)
        states.withLock { states in
            if let known = states[key], state.history.isBehind(known.history) { return }
            states[key] = state
        }
    }
}

extension PinUpdateHistory {
    /// Whether another knows of a later update or of another one with the same counter, or of a later time.
    func isBehind(_ other: PinUpdateHistory) -> Bool {
        guard let last, let known = other.last else { return other.last != nil }
        if last != known { return last.counter <= known.counter }
        guard let latest = other.latest else { return false }
        return self.latest.map { $0 < latest } ?? true
    }
}

extension PinUpdateStore.Contents {
    /// Puts the known state in the place of a file that is not there, cannot be used, or is behind that state.
    func completed(with known: PinUpdateState?, of store: PinUpdateStore) -> Self {
        guard let known, state.map({ $0.history.isBehind(known.history) }) ?? true else { return self }
        var contents = PinUpdateStore.Contents()
        contents.problem = problem
        // Another time alone is what a noted one leaves until it is written.
        if problem == nil, state?.history.last != known.history.last {
            let reason: StoreError.Reason =
                if let last = known.history.last?.counter, let counter = state?.history.last?.counter {
                    .setBack(counter: counter, last: last)
                } else {
                    .gone
                }
            contents.problem = StoreError(path: store.path, reason: reason)
        }
        contents.state = known
        contents.isOnDisk = state == known
        return contents
    }
}
