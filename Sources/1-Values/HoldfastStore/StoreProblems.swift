package import HoldfastFiles
import Synchronization

/// Troubles of a store that were not told yet; each is told once.
package struct StoreProblems: Sendable {
    /// Different troubles that are told; of more, none.
    private static let mostTold = 100

    private let path: String
    private var waiting: [StoreError] = []
    private var told: Set<StoreError> = []

    /// Troubles with a file or folder.
    package init(path: String) { self.path = path }

    package mutating func note(_ reason: StoreError.Reason) { note(StoreError(path: path, reason: reason)) }

    package mutating func note(_ problem: StoreError) { waiting.append(problem) }

    /// The troubles that were noted since this was last asked, without those that were told before.
    package mutating func takeNew() -> [StoreError] {
        guard !waiting.isEmpty else { return [] }
        defer { waiting = [] }
        return waiting.filter { told.count < Self.mostTold && told.insert($0).inserted }
    }
}

/// The state of a store that has troubles to tell.
package protocol TroubledStore {
    /// Troubles that were not told yet.
    mutating func newProblems() -> [StoreError]
}

/// A store's state for every thread; what is wrong with its files is told with no lock held.
package final class GuardedStore<State: TroubledStore>: Sendable {
    /// Held while the files are worked on.
    private let state: Mutex<State>
    private let report: @Sendable (StoreError) -> Void

    package init(_ state: sending State, report: @escaping @Sendable (StoreError) -> Void) {
        self.state = Mutex(state)
        self.report = report
    }

    /// Does something with the state, and tells what was wrong.
    package func use<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
        let (value, problems) = state.withLock { state in
            let value = body(&state)
            return (value, state.newProblems())
        }
        for problem in problems { report(problem) }
        return value
    }
}

extension StoreError.Reason {
    /// The trouble that an error of SQLite is.
    package init(_ error: SQLiteError) {
        self =
            if error.isCorrupt {
                .corrupt(error.statement, keptAs: nil)
            } else if error.isBusy {
                .busy
            } else {
                error.isFull ? .full : .unwritable(error.statement)
            }
    }
}
