import HoldfastStatements

/// The first line and the fields of an HTTP/1.1 request (RFC 9112 §3).
struct RequestHead: Hashable, Sendable {
    var method: String
    var target: String
    /// 1 for HTTP/1.1, 0 for HTTP/1.0.
    var minorVersion = 1
    var fields: [MessageField]

    var bytes: [UInt8] { HeadText.bytes("\(method) \(target) HTTP/1.1", fields) }

    /// Whether the client wants the connection to go on (RFC 9112 §9.3).
    var keepsConnection: Bool {
        let options = fields.list("connection")
        return minorVersion == 1 ? !options.contains("close") : options.contains("keep-alive")
    }

    /// Whether it asks to go over to another protocol (RFC 9110 §7.8).
    var asksForUpgrade: Bool {
        minorVersion == 1 && fields.list("connection").contains("upgrade") && !fields.list("upgrade").isEmpty
    }
}

/// The first line and the fields of an HTTP/1.1 response (RFC 9112 §4).
struct ResponseHead: Hashable, Sendable {
    var status: Int
    var reason: String = ""
    var minorVersion = 1
    var fields: [MessageField]

    var bytes: [UInt8] { HeadText.bytes("HTTP/1.1 \(status) \(reason)", fields) }

    /// Whether another response to the same request follows (RFC 9110 §15.2).
    var isInterim: Bool { (100...199).contains(status) && status != 101 }

    var keepsConnection: Bool {
        let options = fields.list("connection")
        return minorVersion == 1 ? !options.contains("close") : options.contains("keep-alive")
    }
}

/// Heads as they go out.
private enum HeadText {
    static func bytes(_ line: String, _ fields: [MessageField]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            fields.reduce(line.utf8.count + 4) { $0 + $1.name.utf8.count + $1.value.count + 4 })
        func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
        append(line)
        append("\r\n")
        for field in fields {
            append(field.name)
            append(": ")
            bytes.append(contentsOf: field.value)
            append("\r\n")
        }
        append("\r\n")
        return bytes
    }
}

/// A message that cannot be taken: the status that says so, and why.
struct MessageError: Error, Hashable, Sendable {
    let status: Int
    let statement: Statement

    init(_ status: Int, _ fault: MessageFault) { (self.status, statement) = (status, fault.statement) }
    init(_ status: Int, statement: Statement) { (self.status, self.statement) = (status, statement) }
}
