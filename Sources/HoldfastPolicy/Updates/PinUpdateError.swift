public import HoldfastHTTPS
import HoldfastTransport

/// Why pins were not updated; they stay as they are.
public enum PinUpdateError: Error, Sendable, CustomStringConvertible {
    /// What was received is not taken.
    case refused(PinUpdateRefusal)
    /// Nothing was received.
    case fetch(HTTPSError)
    /// The server answered with another status than 200 and 304.
    case status(Int, HTTPSURL)
    /// It could not be kept, and what cannot be kept is not used: the program would go back to older pins with its next
    /// start.
    case store(StateFileProblem)

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
