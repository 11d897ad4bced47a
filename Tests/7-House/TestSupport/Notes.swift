import Synchronization

/// A list that several threads write, in their order.
package final class Notes<Note: Sendable>: Sendable {
    private let notes = Mutex<[Note]>([])

    package init() {}

    package var all: [Note] { notes.withLock { $0 } }

    package func add(_ note: Note) { notes.withLock { $0.append(note) } }
}

extension Notes where Note == String {
    package var lines: [String] { all }
}
