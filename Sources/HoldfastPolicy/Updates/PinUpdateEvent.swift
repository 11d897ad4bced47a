/// What became of a look for an update, or of an update with time.
public enum PinUpdateEvent: Sendable, CustomStringConvertible {
    /// The update was kept by an earlier run, or taken by another process, and its pins hold.
    case restored(counter: UInt64)
    /// A new update was taken, and its pins hold.
    case accepted(counter: UInt64)
    /// There is no newer one.
    case unchanged(counter: UInt64)
    /// Nothing was taken; the pins stay as they are.
    case failed(PinUpdateError)
    /// The last update no longer holds: the pins are those that the program was built with.
    case ended(PinUpdateRefusal)
    /// Something was wrong with what is kept on disk.
    case storeProblem(StateFileProblem)

    /// One line.
    public var description: String {
        switch self {
        case .restored(let counter): "pin update \(counter) holds, as it was kept"
        case .accepted(let counter): "pin update \(counter) is accepted"
        case .unchanged(let counter): "pin update \(counter) is the latest"
        case .failed(let error): error.description
        case .ended(let refusal): "the pins are the program's own again: \(refusal.message)"
        case .storeProblem(let problem): "pin updates: \(problem)"
        }
    }
}
