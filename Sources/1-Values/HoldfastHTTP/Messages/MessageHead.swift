package import HoldfastStatements
import HoldfastX509

/// The first line and the fields of an HTTP/1.1 message (RFC 9112 §2.1).
package protocol MessageHead: Hashable, Sendable {
    /// 1 for HTTP/1.1, 0 for HTTP/1.0.
    var minorVersion: Int { get }
    var fields: [HTTPField] { get }
    /// The first line as it goes out, which is HTTP/1.1's.
    var firstLine: String { get }
}

extension MessageHead {
    /// Whether the sender wants the connection to go on (RFC 9112 §9.3).
    package var keepsConnection: Bool {
        !fields.has("close", in: "connection") && (minorVersion == 1 || fields.has("keep-alive", in: "connection"))
    }

    /// The head as it goes out. Nothing is looked at: what is to reach a server is checked before.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(fields.reduce(firstLine.utf8.count + 4) { $0 + $1.name.utf8.count + $1.octetCount + 4 })
        bytes.append(contentsOf: firstLine.utf8)
        bytes.append(contentsOf: [13, 10])
        for field in fields { field.write(to: &bytes) }
        bytes.append(contentsOf: [13, 10])
        return bytes
    }
}

extension HTTPField {
    /// Adds the field's line, with its end.
    package func write(to bytes: inout [UInt8]) {
        bytes.append(contentsOf: name.utf8)
        bytes.append(contentsOf: [58, 32])
        writeValue(to: &bytes)
        bytes.append(contentsOf: [13, 10])
    }
}

/// The first line and the fields of an HTTP/1.1 request (RFC 9112 §3).
package struct RequestHead: MessageHead {
    package var method: String
    package var target: String
    package var minorVersion: Int
    package var fields: [HTTPField]

    package init(method: String, target: String, minorVersion: Int = 1, fields: [HTTPField]) {
        (self.method, self.target, self.minorVersion, self.fields) = (method, target, minorVersion, fields)
    }

    package var firstLine: String { "\(method) \(target) HTTP/1.1" }

    /// Whether it asks to go over to another protocol (RFC 9110 §7.8).
    package var asksForUpgrade: Bool {
        minorVersion == 1 && fields.has("upgrade", in: "connection") && !fields.list("upgrade").isEmpty
    }

    /// Whether the sender waits for a 100 before it sends the content (RFC 9110 §10.1.1).
    package var expectsContinue: Bool { minorVersion == 1 && fields.has("100-continue", in: "expect") }
}

/// The first line and the fields of an HTTP/1.1 response (RFC 9112 §4).
package struct ResponseHead: MessageHead {
    package var status: Int
    package var reason: String
    package var minorVersion: Int
    package var fields: [HTTPField]

    package init(status: Int, reason: String = "", minorVersion: Int = 1, fields: [HTTPField]) {
        (self.status, self.reason, self.minorVersion, self.fields) = (status, reason, minorVersion, fields)
    }

    package var firstLine: String { "HTTP/1.1 \(status) \(reason)" }

    /// Whether another response to the same request follows (RFC 9110 §15.2).
    package var isInterim: Bool { (100...199).contains(status) && status != 101 }

    /// The phrase that RFC 9110 §15 and RFC 6585 have for a status, or a word for one that has none here.
    package static func reason(of status: Int, otherwise word: String = "") -> String { reasons[status] ?? word }

    private static let reasons: [Int: String] = [
        200: "OK", 201: "Created", 204: "No Content", 301: "Moved Permanently", 302: "Found", 303: "See Other",
        304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
        401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        407: "Proxy Authentication Required", 413: "Content Too Large", 421: "Misdirected Request",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}

/// A message that cannot be taken: the status that says so, and why.
package struct MessageError: Error, Hashable, Sendable {
    package let status: Int
    package let statement: Statement

    package init(_ status: Int, _ fault: MessageFault) { self.init(status, statement: fault.statement) }
    package init(_ status: Int, statement: Statement) { (self.status, self.statement) = (status, statement) }
}
