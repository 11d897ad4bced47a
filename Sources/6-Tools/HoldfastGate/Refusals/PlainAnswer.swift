import HoldfastHTTP

/// An answer of the gate's own: short, complete, and the connection's last.
struct PlainAnswer: Hashable, Sendable {
    var status: Int
    var fields: [HTTPField]
    var content: [UInt8]

    /// An answer of one line of text.
    init(_ status: Int, _ line: String, adding fields: [HTTPField] = []) {
        self.init(status, type: "text/plain; charset=utf-8", Array("holdfast gate: \(line)\n".utf8), adding: fields)
    }

    init(_ status: Int, type: String, _ content: [UInt8], adding fields: [HTTPField] = []) {
        self.status = status
        self.content = content
        // Nothing of it is kept, framed, or read by a page of another origin.
        self.fields =
            [
                HTTPField("Content-Type", type), HTTPField("Cache-Control", "no-store"),
                HTTPField("X-Content-Type-Options", "nosniff"), HTTPField("X-Frame-Options", "DENY"),
                HTTPField("Cross-Origin-Resource-Policy", "same-origin"),
            ] + fields
    }

    /// The answer in HTTP/1.1, without its content where the method is HEAD.
    func bytes(to method: String = "GET", keepsConnection: Bool = false) -> [UInt8] {
        let head = ResponseHead(
            status: status, reason: ResponseHead.reason(of: status, otherwise: "Refused"),
            fields: fields + [
                HTTPField("Content-Length", "\(content.count)"),
                HTTPField("Connection", keepsConnection ? "keep-alive" : "close"),
            ])
        return head.bytes + (method == "HEAD" ? [] : content)
    }

    /// The answer in HTTP/1.1, to anything but HEAD.
    var bytes: [UInt8] { bytes() }
}
