package import HoldfastHTTP

/// A request that a server has read whole.
package struct ServerRequest: Sendable {
    package let head: RequestHead
    package let body: [UInt8]
    /// The facts of the connection that it came on.
    package internal(set) var connection = ConnectionFacts()

    init(_ head: RequestHead, body: [UInt8]) { (self.head, self.body) = (head, body) }

    package var method: String { head.method }
    /// The request target as the client sent it, for example `/path?query`.
    package var target: String { head.target }
    /// The minor number of HTTP/1: 0 or 1.
    package var minorVersion: Int { head.minorVersion }
    /// The fields in the order in which they came.
    package var fields: [HTTPField] { head.fields }

    /// The value of the first field of that name, whatever its case.
    package subscript(name: String) -> String? { fields.first(named: name) }

    /// Whether the client expects to send another request (RFC 9112 §9.3).
    package var keepsAlive: Bool { minorVersion == 1 && head.keepsConnection }
}

/// The facts that a server knows about the connection of a request.
package struct ConnectionFacts: Hashable, Sendable {
    /// The connection's number at this server, counted from 1: requests with the same one shared it.
    package var number = 0
    /// The server name that the client asked for; nil where it sent none.
    package var serverName: String?
    package var version: TLSVersion?
    /// IANA's name of the cipher suite.
    package var cipherSuite = ""
    /// The application protocol that was agreed on.
    package var applicationProtocol: String?
    package var isResumed = false
    /// The certificate (DER) by which the client had said who it is when the request was read; nil for none.
    package var clientCertificate: [UInt8]?

    package init() {}

    init(
        number: Int, serverName: String?, version: TLSVersion?, cipherSuite: String, applicationProtocol: String?,
        isResumed: Bool
    ) {
        self.number = number
        self.serverName = serverName
        self.version = version
        self.cipherSuite = cipherSuite
        self.applicationProtocol = applicationProtocol
        self.isResumed = isResumed
    }
}
