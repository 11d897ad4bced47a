package import HoldfastHTTP

/// The answer of a server.
///
/// Fields are sent as they are given, and so can break the message: a test bed needs servers that do.
package struct ServerResponse: Hashable, Sendable {
    package var status: Int
    /// Without Content-Length, which is written from the body, and Connection.
    package var fields: [HTTPField]
    package var body: [UInt8]
    /// Whether the connection ends after this answer.
    package var closesConnection: Bool

    package init(status: Int = 200, fields: [HTTPField] = [], body: [UInt8] = [], closesConnection: Bool = false) {
        self.status = status
        self.fields = fields
        self.body = body
        self.closesConnection = closesConnection
    }

    /// An answer in plain text.
    package init(status: Int = 200, text: String) {
        self.init(
            status: status, fields: [HTTPField("Content-Type", "text/plain; charset=utf-8")], body: Array(text.utf8))
    }

    /// A redirect to `location`.
    package static func redirect(to location: String, status: Int = 302) -> ServerResponse {
        ServerResponse(status: status, fields: [HTTPField("Location", location)])
    }

    /// The message for this request: without a body where the method or the status has none (RFC 9110 §6.4.1).
    func encoded(for request: ServerRequest) -> [UInt8] {
        let hasBody = !(100..<200).contains(status) && status != 204 && status != 304
        return head(closing: closesConnection || !request.keepsAlive, withLength: hasBody)
            + (hasBody && request.method != "HEAD" ? body : [])
    }

    /// The message for what could not be read as a request.
    var encodedClosing: [UInt8] { head(closing: true, withLength: true) + body }

    private func head(closing: Bool, withLength: Bool) -> [UInt8] {
        var fields = fields
        if withLength { fields.append(HTTPField("Content-Length", "\(body.count)")) }
        if closing { fields.append(HTTPField("Connection", "close")) }
        return ResponseHead(status: status, reason: ResponseHead.reason(of: status), fields: fields).bytes
    }
}
