public import HoldfastFiles
public import HoldfastHTTPS
import HoldfastTransport

/// Outcome of a look for an update, or a change that an update goes through with time.
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
    case ended(PinUpdateFailure)
    /// The file on disk has a problem.
    case storeProblem(StateFileError)

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

/// An error of an update of pins; the pins stay as they are.
public enum PinUpdateError: Error, Sendable, CustomStringConvertible {
    /// The update that was received is not taken.
    case refused(PinUpdateFailure)
    /// Nothing was received.
    case fetch(HTTPSError)
    /// The server answered with another status than 200 and 304.
    case status(Int, HTTPSURL)
    /// The update could not be kept, and what cannot be kept is not used: the program would go back to older pins with
    /// its next start.
    case store(StateFileError)

    /// One word for machines: that of the refusal, of the session's error, `status` or `store`.
    public var code: String {
        switch self {
        case .refused(let refusal): refusal.code
        case .fetch(let error): error.code.rawValue
        case .status: "status"
        case .store: "store"
        }
    }

    public var description: String {
        switch self {
        case .refused(let refusal): "the pin update is refused: \(refusal.message)"
        case .fetch(let error): "the pin update could not be fetched: \(error)"
        case .status(let status, let url): "the pin update could not be fetched: \(url) answers with \(status)"
        case .store(let problem): "the pin update could not be kept: \(problem)"
        }
    }
}
