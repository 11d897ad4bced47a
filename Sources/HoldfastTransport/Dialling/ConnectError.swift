import HoldfastLibC

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
        case impossible(String)
    }

    package let reason: Reason
    package let endpoint: Endpoint

    package init(_ reason: Reason, _ endpoint: Endpoint) {
        self.reason = reason
        self.endpoint = endpoint
    }

    /// As what a request for a server fails.
    package func error(for host: String) -> TransportError {
        switch reason {
        case .system(let code): .unconnected("\(host) (\(endpoint.address))", endpoint.port, code)
        case .stalled: .unconnected("\(host) (\(endpoint.address))", endpoint.port, ETIMEDOUT)
        case .notPermitted:
            TransportError(
                .connect, .couldNotConnect, "\(host) has the address \(endpoint.address), which may not be dialled",
                hint: "allow private networks if the server is one's own")
        case .cancelled: .cancelled(.connect)
        case .impossible(let text):
            TransportError(
                .internal, .noDescriptors, text,
                hint: "raise the limits of open files and threads, or open fewer at a time"
            )
        }
    }
}

extension TransportError {
    /// No TCP connection came about.
    ///
    /// - Parameter systemError: the system's `errno`; 0 where it has said none.
    static func unconnected(_ host: String, _ port: UInt16, _ systemError: Int32) -> TransportError {
        let server = "\(host), port \(port)"
        return switch systemError {
        case ECONNREFUSED:
            TransportError(
                .connect, .connectionRefused, "nothing listens at \(server)",
                hint: "check the port, and that the server runs")
        case ENETUNREACH, EHOSTUNREACH:
            TransportError(
                .connect, .unreachable, "there is no way to \(server)", hint: "check the network and the address")
        default:
            TransportError(
                .connect, .couldNotConnect, "no connection to \(server) came about",
                hint: "check the address, the port, and what filters lie between")
        }
    }
}
