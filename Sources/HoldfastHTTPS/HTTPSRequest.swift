public import HoldfastTransport

/// One request of a session: where to, what to send, and how long to wait.
public struct HTTPSRequest: Sendable {
    /// Where it goes; `https` only.
    public var url: HTTPSURL
    /// The method, a token of RFC 9110 §9; upper case by custom.
    public var method = "GET"
    /// Header fields to send. `Host` and `Content-Length` follow from the URL and the body and are ignored here.
    public var fields: [HTTPField] = []
    /// The body, or nil for none.
    public var body: [UInt8]?
    /// For everything, redirects included; nil for the session's limit.
    public var timeout: Duration?
    /// Who answers the challenges of this request; nil for the session's handler.
    public var challenges: (any ChallengeHandler)?

    /// A request for a URL.
    public init(_ url: HTTPSURL, method: String = "GET", fields: [HTTPField] = [], body: [UInt8]? = nil) {
        self.url = url
        self.method = method
        self.fields = fields
        self.body = body
    }
}
