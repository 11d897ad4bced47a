import HoldfastX509

/// One field of an HTTP message, its value as it stood there without the white space around it.
package struct ServerField: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// A request that a server has read whole.
package struct ServerRequest: Sendable {
    package let method: String
    /// The request target as the client sent it, for example `/path?query`.
    package let target: String
    /// The minor number of HTTP/1: 0 or 1.
    package let minorVersion: Int
    /// The fields in the order in which they came.
    package let fields: [ServerField]
    package let body: [UInt8]
    /// The facts of the connection that it came on.
    package internal(set) var connection = ConnectionFacts()

    init(method: String, target: String, minorVersion: Int, fields: [ServerField], body: [UInt8]) {
        self.method = method
        self.target = target
        self.minorVersion = minorVersion
        self.fields = fields
        self.body = body
    }

    /// The value of the first field of that name, whatever its case.
    package subscript(name: String) -> String? {
        fields.first { ASCIIText.equal($0.name.utf8, name.utf8) }?.value
    }

    /// Whether the client expects to send another request (RFC 9112 §9.3).
    package var keepsAlive: Bool {
        let options = (self["Connection"] ?? "").asciiLowercased().split(separator: ",").map(RequestReader.trimmed)
        return minorVersion >= 1 && !options.contains("close")
    }
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
