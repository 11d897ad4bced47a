import HoldfastHTTP
package import HoldfastTrust
package import HoldfastX509

/// The places that are connected to instead of where the names point to; the server's name, the request's host and the
/// identity to be proven stay as they are.
package struct DialTargets: Hashable, Sendable {
    /// A host and a port.
    package struct Place: Hashable, Sendable {
        package var host: ServerName
        package var port: UInt16

        package init(_ host: ServerName, port: UInt16) {
            self.host = host
            self.port = port
        }

        package init(_ endpoint: Endpoint) { self.init(.ip(endpoint.address), port: endpoint.port) }

        /// As URLs have it, `HOST:PORT`.
        var text: String { "\(host.inURL):\(port)" }
    }

    /// In the place of the request's own host and port; nil for those.
    package var place: Place?
    /// The addresses of ``place``, or else of the request's own host, in the system's place; nil to ask the system.
    package var addresses: [IPAddress]?
    /// The addresses of the proxy's name, in the system's place; nil to ask the system.
    package var proxyAddresses: [IPAddress]?

    package init(place: Place? = nil, addresses: [IPAddress]? = nil, proxyAddresses: [IPAddress]? = nil) {
        self.place = place
        self.addresses = addresses
        self.proxyAddresses = proxyAddresses
    }
}
