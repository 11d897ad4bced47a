import HoldfastFiles
import HoldfastLibC
import HoldfastSystem
import HoldfastX509

/// A server of this machine, by its address and port.
package struct LocalServer: Sendable, CustomStringConvertible {
    /// The address as text: IPv4, or IPv6 without brackets.
    package let address: String
    package let port: UInt16
    private let endpoint: Endpoint

    /// Takes a server of this machine.
    ///
    /// - Parameters:
    ///   - address: A literal address.
    ///   - port: The port that it listens on; nobody asks whether it does.
    /// - Throws: ``DelayLineError`` of the kind `elsewhere` where the address is none of this machine's.
    package init(address: String, port: UInt16) throws(DelayLineError) {
        self.address = address
        self.port = port
        guard let place = IPAddress(address) else { throw DelayLineError(.badValue, .noAddress(address)) }
        endpoint = Endpoint(place, port: port)
        guard try place.isThisMachines() else { throw DelayLineError(.elsewhere, .elsewhere(address: address)) }
    }

    /// `address:port`, an IPv6 address in brackets.
    package var description: String { endpoint.description }

    /// A new connection to the server; on loopback it stands at once, or never.
    ///
    /// - Throws: ``DelayLineError`` with the system's words where nobody listens there.
    func connect() throws(DelayLineError) -> StreamSocket {
        do throws(SocketError) {
            return try StreamSocket.connected(to: endpoint, until: .after(.seconds(10)))
        } catch {
            switch error {
            case .timedOut, .closed: throw .system(.call("\(self)"), ETIMEDOUT)
            case .system(let number): throw .system(.call("\(self)"), number)
            }
        }
    }
}

extension IPAddress {
    /// Whether the address is one of this machine's own, to which alone a socket can be bound (EADDRNOTAVAIL of
    /// bind(2)).
    func isThisMachines() throws(DelayLineError) -> Bool {
        let probe = try DelayLineError.naming(.call("socket")) { () throws(SystemError) in
            try OwnedDescriptor.socket(for: self, isStream: false)
        }
        do throws(SystemError) { try probe.bind(to: Endpoint(self, port: 0)) } catch { return false }
        return true
    }
}
