/// An answer of the gate's own: short, complete, and the connection's last.
struct PlainAnswer: Hashable, Sendable {
    var status: Int
    var fields: [MessageField]
    var content: [UInt8]

    /// An answer of one line of text.
    init(_ status: Int, _ line: String, adding fields: [MessageField] = []) {
        self.init(status, type: "text/plain; charset=utf-8", Array("holdfast gate: \(line)\n".utf8), adding: fields)
    }

    init(_ status: Int, type: String, _ content: [UInt8], adding fields: [MessageField] = []) {
        self.status = status
        self.content = content
        // Nothing of it is kept, framed, or read by a page of another origin.
        self.fields =
            [
                MessageField("Content-Type", type), MessageField("Cache-Control", "no-store"),
                MessageField("X-Content-Type-Options", "nosniff"), MessageField("X-Frame-Options", "DENY"),
                MessageField("Cross-Origin-Resource-Policy", "same-origin"),
            ] + fields
    }

    /// The answer in HTTP/1.1, without its content where the method is HEAD.
    func bytes(to method: String = "GET", keepsConnection: Bool = false) -> [UInt8] {
        let head = ResponseHead(
            status: status, reason: Self.reasons[status] ?? "Refused",
            fields: fields + [
                MessageField("Content-Length", "\(content.count)"),
                MessageField("Connection", keepsConnection ? "keep-alive" : "close"),
            ])
        return head.bytes + (method == "HEAD" ? [] : content)
    }

    /// The answer in HTTP/1.1, to anything but HEAD.
    var bytes: [UInt8] { bytes() }

    private static let reasons = [
        303: "See Other", 307: "Temporary Redirect", 400: "Bad Request", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 407: "Proxy Authentication Required", 421: "Misdirected Request",
        431: "Request Header Fields Too Large", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable",
        504: "Gateway Timeout", 505: "HTTP Version Not Supported", 200: "OK",
    ]
}
