/// What a proxy said to a request for a tunnel (RFC 9110 §9.3.6, CONNECT): nothing of the origin's is in it.
public struct ProxyAnswer: Sendable {
    /// The status code, 407 where the proxy wants to know who asks.
    public let status: Int
    /// The header fields in the order received.
    public let fields: [HTTPField]

    package init(status: Int, fields: [HTTPField]) {
        self.status = status
        self.fields = fields
    }
}
