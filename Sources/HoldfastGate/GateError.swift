public import FoundationEssentials
import HoldfastFiles

/// An error of the gate: what ended a connection, or kept the gate from starting.
public struct GateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kinds of errors.
    public enum Kind: String, Hashable, Sendable {
        /// The operating system refused something.
        case system
        /// The client's connection ended, or carried what is no message.
        case client
        /// The server's connection ended, or carried what is no message.
        case server
        /// The settings make no sense.
        case configuration
        /// A library refused something.
        case library
        /// A time limit has passed.
        case timedOut
        /// This run's authority has come to its end.
        case authorityEnded
    }

    public let kind: Kind
    /// One clause for people.
    public let message: String

    init(_ kind: Kind, _ message: String) { (self.kind, self.message) = (kind, message) }

    static func system(_ operation: String, _ number: Int32) -> GateError {
        GateError(.system, "could not \(operation): \(SystemText.clause(number))")
    }

    public var description: String { message }
}

extension GateError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}
