import HoldfastHTTP
package import HoldfastTrust
package import HoldfastX509

/// The places where libcurl connects instead of where the names point to; the server's name, the request's host and the
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

extension TransportRequest {
    /// ``Connections/dial`` as `CURLOPT_CONNECT_TO` takes it: `HOST:PORT:PLACE:PORT`.
    var connectToList: [String] {
        guard let place = connection.dial.place else { return [] }
        return ["\(URLParts.literal(host)):\(port):\(place.text)"]
    }

    /// ``Connections/dial`` as `CURLOPT_RESOLVE` takes it: `HOST:PORT:ADDRESS[,ADDRESS]`.
    var resolveList: [String] {
        var entries: [String] = []
        if let addresses = connection.dial.addresses {
            entries.append(Self.entry(connection.dial.place?.text ?? "\(URLParts.literal(host)):\(port)", addresses))
        }
        if let addresses = connection.dial.proxyAddresses, let proxy = connection.proxy {
            entries.append(Self.entry("\(URLParts.literal(proxy.host)):\(proxy.port)", addresses))
        }
        return entries
    }

    private static func entry(_ place: String, _ addresses: [IPAddress]) -> String {
        "\(place):" + addresses.map(\.inURL).joined(separator: ",")
    }
}
