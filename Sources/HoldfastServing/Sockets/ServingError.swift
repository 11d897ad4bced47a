package import HoldfastCrypto
import HoldfastLibC

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
        /// The peer sent what is not allowed, or over a limit.
        case malformed(String)
        /// The server was asked to do what it cannot, by its own configuration.
        case configuration(String)
    }

    /// The operation that was tried, for example "accept a TLS connection".
    package let operation: String
    package let reason: Reason
    /// OpenSSL's whole error queue, oldest entry first.
    package let stack: [OpenSSLError]

    init(_ operation: String, _ reason: Reason, stack: [OpenSSLError] = []) {
        self.operation = operation
        self.reason = reason
        self.stack = stack
    }

    /// The error that a system call has just left in `errno`.
    static func system(_ operation: String, errno number: Int32 = errno) -> ServingError {
        ServingError(operation, .system(number))
    }

    /// The error that libssl has just left in the thread's queue, which is emptied.
    static func library(_ operation: String) -> ServingError {
        ServingError(operation, .library, stack: OpenSSLError.takeAll())
    }

    package var description: String {
        let why =
            switch reason {
            case .system(let number): unsafe String(cString: strerror(number))
            case .timedOut: "timed out"
            case .closed: "closed"
            case .library: stack.isEmpty ? "libssl gave no reason" : ""
            case .malformed(let what), .configuration(let what): what
            }
        return "\(operation): " + ((why.isEmpty ? [] : [why]) + stack.map(\.description)).joined(separator: "; ")
    }
}
