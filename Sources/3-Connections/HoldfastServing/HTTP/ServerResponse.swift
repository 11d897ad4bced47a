/// The answer of a server.
///
/// Fields are sent as they are given, and so can break the message: a test bed needs servers that do.
package struct ServerResponse: Hashable, Sendable {
    package var status: Int
    /// Without Content-Length, which is written from the body, and Connection.
    package var fields: [ServerField]
    package var body: [UInt8]
    /// Whether the connection ends after this answer.
    package var closesConnection: Bool

    package init(status: Int = 200, fields: [ServerField] = [], body: [UInt8] = [], closesConnection: Bool = false) {
        self.status = status
        self.fields = fields
        self.body = body
        self.closesConnection = closesConnection
    }

    /// An answer in plain text.
    package init(status: Int = 200, text: String) {
        self.init(
            status: status, fields: [ServerField("Content-Type", "text/plain; charset=utf-8")], body: Array(text.utf8))
    }

    /// A redirect to `location`.
    package static func redirect(to location: String, status: Int = 302) -> ServerResponse {
        ServerResponse(status: status, fields: [ServerField("Location", location)])
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
        var lines = ["HTTP/1.1 \(status) \(Self.phrases[status] ?? "")"]
        lines += fields.map { "\($0.name): \($0.value)" }
        if withLength { lines.append("Content-Length: \(body.count)") }
        if closing { lines.append("Connection: close") }
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    /// RFC 9110 §15; a phrase may be empty.
    private static let phrases: [Int: String] = [
        200: "OK", 201: "Created", 204: "No Content", 301: "Moved Permanently", 302: "Found", 303: "See Other",
        304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect", 400: "Bad Request",
        401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        407: "Proxy Authentication Required", 413: "Content Too Large", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        505: "HTTP Version Not Supported",
    ]
}
