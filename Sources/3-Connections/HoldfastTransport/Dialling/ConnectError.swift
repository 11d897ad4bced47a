import HoldfastLibC
package import HoldfastStatements
package import HoldfastX509

/// An error for a TCP connection to an address that did not come about.
package struct ConnectError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The system's `errno`.
        case system(Int32)
        /// Nothing came back in time.
        case stalled
        /// The address is none that may be dialled.
        case notPermitted
        case cancelled
        /// There is no thread or descriptor left; in words.
        case impossible(Statement)
    }

    package let reason: Reason
    package let endpoint: Endpoint

    package init(_ reason: Reason, _ endpoint: Endpoint) {
        self.reason = reason
        self.endpoint = endpoint
    }

    /// The reason as a statement, about the address.
    package var statement: Statement { error(for: endpoint.address.description).statement }

    /// As what a request for a server fails.
    package func error(for host: String) -> TransportError {
        switch reason {
        case .system(let code): .unconnected("\(host) (\(endpoint.address))", endpoint.port, code)
        case .stalled: .unconnected("\(host) (\(endpoint.address))", endpoint.port, ETIMEDOUT)
        case .notPermitted:
            TransportError(
                .connect, .couldNotConnect,
                ConnectionSentence.addressNotPermitted(host: host, address: "\(endpoint.address)"),
                advice: ConnectionAdvice.allowPrivateNetworks)
        case .cancelled: .cancelled(.connect)
        case .impossible(let statement):
            TransportError(.internal, .noDescriptors, statement, adviceStatement: MachineAdvice.raiseBoth.statement)
        }
    }
}

extension TransportError {
    /// No TCP connection came about.
    ///
    /// - Parameter systemError: the system's `errno`; 0 where it has said none.
    static func unconnected(_ host: String, _ port: UInt16, _ systemError: Int32) -> TransportError {
        switch systemError {
        case ECONNREFUSED:
            TransportError(
                .connect, .connectionRefused, ConnectionSentence.nothingListens(host: host, port: port),
                advice: ConnectionAdvice.checkPort)
        case ENETUNREACH, EHOSTUNREACH:
            TransportError(
                .connect, .unreachable, ConnectionSentence.unreachable(host: host, port: port),
                advice: ConnectionAdvice.checkNetwork)
        default:
            TransportError(
                .connect, .couldNotConnect, ConnectionSentence.notConnected(host: host, port: port),
                advice: ConnectionAdvice.checkFilters)
        }
    }
}
