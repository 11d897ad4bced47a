public import FoundationEssentials
import HoldfastFiles
public import HoldfastStatements
import HoldfastSystem

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
    /// The fault as a statement: one clause for people.
    public let statement: Statement

    init(_ kind: Kind, _ fault: GateFault) { self.init(kind, statement: fault.statement) }
    init(_ kind: Kind, statement: Statement) { (self.kind, self.statement) = (kind, statement) }

    /// An error of a socket, by what it was to do.
    init(_ error: SocketError, _ operation: GateOperation) {
        switch error {
        case .timedOut: self.init(.timedOut, .tookTooLong)
        case .closed: self.init(.client, .closed)
        case .system(let number): self = .system(operation, number)
        }
    }

    static func system(_ operation: GateOperation, _ number: Int32) -> GateError {
        GateError(.system, .couldNot(operation, Statement(verbatim: SystemText.clause(number))))
    }

    /// One clause for people.
    public var message: String { statement.english }

    public var description: String { message }
}

extension GateError: LocalizedError {
    /// The reason, in English.
    public var errorDescription: String? { String(describing: self) }
}
