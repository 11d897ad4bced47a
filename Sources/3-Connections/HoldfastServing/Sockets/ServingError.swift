package import HoldfastCrypto
import HoldfastLibC
package import HoldfastStatements

/// An error while serving: the operation, the reason, and what libssl said about it.
package struct ServingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason why an operation ended.
    package enum Reason: Hashable, Sendable {
        /// The operating system's error number.
        case system(Int32)
        /// The peer did not do its part in time.
        case timedOut
        /// The connection is closed, by the peer or because the server stops.
        case closed
        /// libssl failed; `stack` holds what it said.
        case library
        /// The peer sent what is not allowed, or over a limit; what, in English, as the peer is told it.
        case malformed(String)
        /// The server was asked to do what it cannot, by its own configuration.
        case configuration(Statement)
    }

    /// The operation that was tried.
    package let operation: ServingOperation
    package let reason: Reason
    /// OpenSSL's whole error queue, oldest entry first.
    package let stack: [OpenSSLError]

    init(_ operation: ServingOperation, _ reason: Reason, stack: [OpenSSLError] = []) {
        self.operation = operation
        self.reason = reason
        self.stack = stack
    }

    /// The error that a system call has just left in `errno`.
    static func system(_ operation: ServingOperation, errno number: Int32 = errno) -> ServingError {
        ServingError(operation, .system(number))
    }

    /// The operation and the reason as a statement.
    package var statement: Statement {
        ServingSentence.failed(operation, reason, said: stack.map(\.description)).statement
    }

    package var description: String { statement.english }
}
