public import FoundationEssentials
public import HoldfastAuthority
public import HoldfastHTTP
import HoldfastTransport
public import HoldfastTrust

// Names by which other HTTP clients have taught people to look: the compiler says what each is called here. None of
// them is ever called, so that all they do is stand there.

extension HTTPSMessage {
    @available(*, unavailable, renamed: "fields", message: "RFC 9110 §5 calls them fields")
    public var headers: [HTTPField] {
        get { fields }
        set {}
    }

    @available(*, unavailable, renamed: "fields", message: "RFC 9110 §5 calls them fields")
    public var allHTTPHeaderFields: [HTTPField] {
        get { fields }
        set {}
    }

    @available(*, unavailable, message: "take the value by the field's name: response[\"Content-Type\"]")
    public func value(forHTTPHeaderField field: String) -> String? { fields[field] }
}

extension HTTPSResponse {
    @available(*, unavailable, renamed: "status")
    public var statusCode: Int { status }
}

extension HTTPSRequest {
    @available(*, unavailable, renamed: "method")
    public var httpMethod: String {
        get { method }
        set {}
    }

    @available(*, unavailable, renamed: "body")
    public var httpBody: Data? {
        get { body }
        set {}
    }

    @available(*, unavailable, renamed: "timeout")
    public var timeoutInterval: Duration? {
        get { timeout }
        set {}
    }

    @available(*, unavailable, message: "set it by the field's name: request[\"Accept\"] = \"text/html\"")
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}

    @available(*, unavailable, message: "set it by the field's name: request[\"Accept\"] = \"text/html\"")
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
}

extension HTTPSSession {
    @available(*, unavailable, renamed: "data(from:)")
    public func get(_ url: String) async throws(HTTPSError) -> HTTPSResponse { try await data(from: url) }

    @available(*, unavailable, renamed: "data(for:)", message: "make the request by HTTPSRequest(url, json: value)")
    public func post(_ url: String, json: some Encodable) async throws(HTTPSError) -> HTTPSResponse {
        try await data(for: HTTPSRequest(url, json: json))
    }

    @available(*, unavailable, renamed: "data(for:)")
    public func execute(_ request: HTTPSRequest) async throws(HTTPSError) -> HTTPSResponse {
        try await data(for: request)
    }

    @available(*, unavailable, renamed: "data(for:)", message: "the time limit is the request's: request.timeout")
    public func execute(_ request: HTTPSRequest, timeout: Duration) async throws(HTTPSError) -> HTTPSResponse {
        try await data(for: request)
    }

    @available(*, unavailable, message: "none is shared: keep one session, HTTPSSession()")
    public static var shared: HTTPSSession { HTTPSSession() }

    @available(*, unavailable, renamed: "finishTasksAndInvalidate()")
    public func shutdown() async {}
}

extension HTTPSSession.Configuration {
    @available(*, unavailable, message: "make one with the defaults: HTTPSSession.Configuration()")
    public static var `default`: HTTPSSession.Configuration { HTTPSSession.Configuration() }

    @available(*, unavailable, renamed: "credentials.identity")
    public var identity: Identity? {
        get { credentials.identity }
        set {}
    }

    @available(*, unavailable, renamed: "trust.anchors")
    public var anchors: TrustAnchors? {
        get { trust.anchors }
        set {}
    }

    @available(*, unavailable, renamed: "trust.pins")
    public var pins: TrustPins? {
        get { trust.pins }
        set {}
    }

    @available(*, unavailable, renamed: "timeouts.request")
    public var timeout: Duration {
        get { timeouts.request }
        set {}
    }

    @available(*, unavailable, renamed: "timeouts.idle")
    public var timeoutIntervalForRequest: Duration? {
        get { timeouts.idle }
        set {}
    }

    @available(*, unavailable, renamed: "timeouts.transfer")
    public var timeoutIntervalForResource: Duration {
        get { timeouts.transfer }
        set {}
    }

    @available(*, unavailable, renamed: "additionalFields")
    public var httpAdditionalHeaders: [HTTPField] {
        get { additionalFields }
        set {}
    }
}
