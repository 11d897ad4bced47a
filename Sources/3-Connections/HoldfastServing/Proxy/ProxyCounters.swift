package import HoldfastHTTP

/// One thing that a client asked a ``ProxyServer`` for, and what came of it.
package struct ProxyVisit: Hashable, Sendable {
    /// The kind of address that SOCKS named the target by (RFC 1928 §5).
    package enum AddressKind: UInt8, Hashable, Sendable {
        case ipv4 = 1
        case name = 3
        case ipv6 = 4
    }

    /// The connection's number at the proxy, counted from 1.
    package let connection: Int
    /// `host:port`, as the client wrote it.
    package let target: String
    /// The first line of the request; empty for SOCKS.
    package internal(set) var requestLine = ""
    /// The fields of the request, in their order; none for SOCKS.
    package internal(set) var fields: [HTTPField] = []
    /// Nil for HTTP.
    package internal(set) var addressKind: AddressKind?
    /// The user that the client of SOCKS named; nil where it named nobody.
    package internal(set) var user: ProxyConfiguration.User?
    /// The status of HTTP that was answered, or the reply of SOCKS, where 0 is success.
    package internal(set) var answer = 0

    /// The value of the first field of that name, whatever its case.
    package subscript(name: String) -> String? { fields.first(named: name) }
}

/// The counters of a ``ProxyServer``.
package struct ProxyCounters: Hashable, ServingCounters {
    /// Connections accepted.
    package var connections = 0
    /// Connections that have not ended yet.
    package var openConnections = 0
    /// TLS handshakes with clients that were completed.
    package internal(set) var handshakesCompleted = 0
    /// For each of those the server name that the client asked for.
    package internal(set) var serverNames: [String?] = []
    /// The alerts that clients sent to the proxy itself, close_notify included.
    package internal(set) var alertsReceived: [TLSAlert] = []
    /// Bytes that clients sent to the proxy itself before a tunnel stood, decrypted.
    package internal(set) var bytesReceived = 0
    /// Tunnels that stood.
    package internal(set) var tunnels = 0
    /// Bytes that went through tunnels to servers.
    package internal(set) var bytesToServers = 0
    /// Bytes that went through tunnels to clients.
    package internal(set) var bytesToClients = 0
    /// The requests of clients, in the order in which they were answered.
    package internal(set) var visits: [ProxyVisit] = []
    /// The errors of connections that did not end well.
    package var failures: [ServingError] = []

    package init() {}
}
