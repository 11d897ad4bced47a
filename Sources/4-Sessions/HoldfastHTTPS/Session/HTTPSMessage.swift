public import FoundationEssentials
public import HoldfastHTTP
import HoldfastStatements
import HoldfastTransport
public import HoldfastWeb

/// A request or a response of a session, whose body is also had as Foundation's `Data`.
///
/// `body` is bytes by itself, and `Data` where that is wanted, so that what encodes and decodes takes it as it is:
///
/// ```swift
/// let response = try await session.data(for: HTTPSRequest(url, method: "POST", json: order))
/// let receipt = try JSONDecoder().decode(Receipt.self, from: response.body)
/// ```
public protocol HTTPSMessage: Sendable {
    /// The header fields of the message, in their order.
    var fields: [HTTPField] { get }
}

extension HTTPSRequest: HTTPSMessage {}

extension HTTPSResponse: HTTPSMessage {
    /// The value of the response's fields of a name, in any case; nil for none.
    ///
    /// Those of several lines are one, with ", " between them (RFC 9110 §5.3); of several `Set-Cookie` the first is
    /// given, since they cannot be combined.
    public subscript(name: String) -> String? { fields[name] }
}

extension HTTPSMessage where Self == HTTPSRequest {
    /// The body as Foundation's `Data`, made of the bytes each time; nil for none.
    public var body: Data? {
        get { (self.body as [UInt8]?).map { Data($0) } }
        set { self.body = newValue.map { [UInt8]($0) } }
    }
}

extension HTTPSMessage where Self == HTTPSResponse {
    /// The body as Foundation's `Data`, decompressed, made of the bytes each time.
    public var body: Data { Data(self.body as [UInt8]) }
}

extension HTTPSRequest {
    /// The value of the request's fields of a name, in any case; nil for none.
    ///
    /// Set, one line takes the place of all of that name. A value that no line can hold, as one with a line's end, is
    /// never sent: the request ends with the code `unusableRequest`.
    public subscript(name: String) -> String? {
        get { fields[name] }
        set { fields[name] = newValue }
    }

    /// A request for a URL as a text.
    ///
    /// - Throws: ``HTTPSError`` with the code `unusableRequest` for what ``HTTPSURL/init(_:)`` does not read.
    public init(
        _ url: String, method: String = "GET", fields: [HTTPField] = [], body: [UInt8]? = nil
    ) throws(HTTPSError) {
        self.init(try HTTPSError.reading(url), method: method, fields: fields, body: body)
    }

    /// A request for a URL of Foundation's.
    ///
    /// - Throws: ``HTTPSError`` with the code `unusableRequest` for what ``HTTPSURL/init(_:)`` does not read.
    public init(
        _ url: URL, method: String = "GET", fields: [HTTPField] = [], body: [UInt8]? = nil
    ) throws(HTTPSError) {
        try self.init(url.absoluteString, method: method, fields: fields, body: body)
    }

    /// A request for a URL, with a body of Foundation's `Data`.
    public init(_ url: HTTPSURL, method: String, fields: [HTTPField] = [], body: Data) {
        self.init(url, method: method, fields: fields, body: [UInt8](body))
    }

    /// A request for a URL, with a value as JSON in its body (RFC 8259).
    ///
    /// - Parameters:
    ///   - url: where to.
    ///   - method: `POST` unless another one is given (RFC 9110 §9).
    ///   - fields: header fields; `Content-Type: application/json` is added where they have none of the name.
    ///   - value: what is encoded, once, here.
    ///   - encoder: what it is encoded by, with the program's own strategies.
    /// - Throws: ``HTTPSError`` with the code `uploadFailed` for a value that cannot be encoded. It names the value's
    ///   type and the place in it, and not what it holds.
    public init(
        _ url: HTTPSURL, method: String = "POST", fields: [HTTPField] = [], json value: some Encodable,
        encoder: JSONEncoder = JSONEncoder()
    ) throws(HTTPSError) {
        let body: Data
        do { body = try encoder.encode(value) } catch { throw .unencodable(type(of: value), error).of(url) }
        self.init(url, method: method, fields: fields, body: body)
        if fields.first(named: "Content-Type") == nil { self.fields.append("Content-Type: application/json") }
    }

    /// A request for a URL as a text, with a value as JSON in its body (RFC 8259).
    ///
    /// - Throws: ``HTTPSError`` with the code `unusableRequest` for what ``HTTPSURL/init(_:)`` does not read, and
    ///   `uploadFailed` for a value that cannot be encoded.
    public init(
        _ url: String, method: String = "POST", fields: [HTTPField] = [], json value: some Encodable,
        encoder: JSONEncoder = JSONEncoder()
    ) throws(HTTPSError) {
        try self.init(try HTTPSError.reading(url), method: method, fields: fields, json: value, encoder: encoder)
    }

    /// A request for a URL of Foundation's, with a value as JSON in its body (RFC 8259).
    ///
    /// - Throws: ``HTTPSError`` with the code `unusableRequest` for what ``HTTPSURL/init(_:)`` does not read, and
    ///   `uploadFailed` for a value that cannot be encoded.
    public init(
        _ url: URL, method: String = "POST", fields: [HTTPField] = [], json value: some Encodable,
        encoder: JSONEncoder = JSONEncoder()
    ) throws(HTTPSError) {
        try self.init(url.absoluteString, method: method, fields: fields, json: value, encoder: encoder)
    }
}

extension HTTPSSession {
    /// Asks for a URL by GET (RFC 9110 §9.3.1), as ``data(for:)`` does.
    ///
    /// - Throws: ``HTTPSError``.
    public func data(from url: HTTPSURL) async throws(HTTPSError) -> HTTPSResponse {
        try await data(for: HTTPSRequest(url))
    }

    /// Asks for a URL of Foundation's by GET (RFC 9110 §9.3.1), as ``data(for:)`` does.
    ///
    /// - Throws: ``HTTPSError``; with the code `unusableRequest` for what ``HTTPSURL/init(_:)`` does not read.
    public func data(from url: URL) async throws(HTTPSError) -> HTTPSResponse {
        try await data(for: HTTPSRequest(url))
    }

    /// Asks for a URL as a text by GET (RFC 9110 §9.3.1), as ``data(for:)`` does.
    ///
    /// - Throws: ``HTTPSError``; with the code `unusableRequest` for what ``HTTPSURL/init(_:)`` does not read.
    public func data(from url: String) async throws(HTTPSError) -> HTTPSResponse {
        try await data(for: HTTPSRequest(url))
    }
}

extension HTTPSError {
    fileprivate static func reading(_ text: String) throws(HTTPSError) -> HTTPSURL {
        do throws(HTTPSURLError) {
            return try HTTPSURL(text)
        } catch {
            throw HTTPSError(
                TransportError(
                    .request, .unusableRequest, error.statement,
                    adviceStatement: error.isOtherScheme ? SessionAdvice.nameHTTPS.statement : nil))
        }
    }

    /// The error for a value that is no JSON. The value itself stays out, since it may be a secret, and so do the words
    /// of errors: a program writes those of its own as it likes, with the value in them.
    fileprivate static func unencodable(_ type: Any.Type, _ error: any Error) -> HTTPSError {
        guard case EncodingError.invalidValue(let value, let context)? = error as? EncodingError else {
            return HTTPSError(
                .request, .uploadFailed,
                SessionSentence.encodingThrew(type: "\(type)", error: "\(Swift.type(of: error))"),
                advice: SessionAdvice.encodeOtherwise)
        }
        let place = context.codingPath.map(\.stringValue).joined(separator: ".")
        return HTTPSError(
            .request, .uploadFailed,
            SessionSentence.notEncoded(type: "\(type)", place: place, part: "\(Swift.type(of: value))"),
            advice: SessionAdvice.encodeOtherwise)
    }
}
