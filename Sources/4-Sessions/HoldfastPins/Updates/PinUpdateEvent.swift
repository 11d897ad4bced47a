public import HoldfastFiles
public import HoldfastHTTPS
public import HoldfastStatements
import HoldfastTransport
public import HoldfastWeb

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
    case storeProblem(StoreError)

    /// The outcome or the change as a statement.
    public var statement: Statement {
        switch self {
        case .restored(let counter): PinUpdateEventSentence.restored(counter: counter).statement
        case .accepted(let counter): PinUpdateEventSentence.accepted(counter: counter).statement
        case .unchanged(let counter): PinUpdateEventSentence.unchanged(counter: counter).statement
        case .failed(let error): error.statement
        case .ended(let refusal): PinUpdateEventSentence.ended(refusal.statement).statement
        case .storeProblem(let problem): PinUpdateEventSentence.storeProblem(problem.statement).statement
        }
    }

    /// One line.
    public var description: String { statement.english }
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
    case store(StoreError)

    /// One word for machines: that of the refusal, of the session's error, `status` or `store`.
    public var code: String {
        switch self {
        case .refused(let refusal): refusal.code
        case .fetch(let error): error.code.rawValue
        case .status: "status"
        case .store: "store"
        }
    }

    /// The fault as a statement.
    public var statement: Statement {
        switch self {
        case .refused(let refusal): PinUpdateEventSentence.refused(refusal.statement).statement
        case .fetch(let error): PinUpdateEventSentence.notFetched(error.statement).statement
        case .status(let status, let url): PinUpdateEventSentence.status(status, url: url.description).statement
        case .store(let problem): PinUpdateEventSentence.notKept(problem.statement).statement
        }
    }

    /// The remedy as a statement; nil where there is none.
    public var adviceStatement: Statement? {
        switch self {
        case .refused(let refusal): refusal.adviceStatement
        case .fetch(let error): error.adviceStatement
        case .status: nil
        case .store(let problem): problem.adviceStatement
        }
    }

    public var description: String { statement.english }
}
