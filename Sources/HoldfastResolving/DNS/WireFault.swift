/// Why a message is no answer.
enum WireFault: Error, Hashable, Sendable {
    /// What is wrong with it, as a clause.
    case malformed(String)
    case truncated
    /// The server could not read the query, and says so without repeating it.
    case failed(responseCode: Int)

    init(_ reason: String) { self = .malformed(reason) }
}
