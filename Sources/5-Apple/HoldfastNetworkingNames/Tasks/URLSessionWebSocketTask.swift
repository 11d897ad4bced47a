public import Foundation
import FoundationNetworking
import Synchronization

/// A task for a conversation by WebSocket (Apple, `URLSessionWebSocketTask`).
///
/// There is no WebSocket here yet: the task ends with `URLError.unsupportedURL` when it is resumed, and so does every
/// method. The types are there so that code which has them compiles.
open class URLSessionWebSocketTask: URLSessionTask, @unchecked Sendable {
    /// The code with which a conversation was closed (RFC 6455 §7.4.1).
    public enum CloseCode: Int, Sendable {
        case invalid = 0
        case normalClosure = 1000
        case goingAway = 1001
        case protocolError = 1002
        case unsupportedData = 1003
        case noStatusReceived = 1005
        case abnormalClosure = 1006
        case invalidFramePayloadData = 1007
        case policyViolation = 1008
        case messageTooBig = 1009
        case mandatoryExtensionMissing = 1010
        case internalServerError = 1011
        case tlsHandshakeFailure = 1015
    }

    /// One message.
    public enum Message: Sendable {
        case data(Data)
        case string(String)
    }

    /// Bytes of the largest message that is taken.
    open var maximumMessageSize: Int {
        get { size.withLock { $0 } }
        set { size.withLock { $0 = newValue } }
    }
    /// The code with which the server closed the conversation; `invalid` while it has not.
    open var closeCode: CloseCode { .invalid }
    /// The reason that the server gave for closing; always nil here.
    open var closeReason: Data? { nil }

    private let size = Mutex(1 << 20)

    init(_ session: URLSession, _ request: URLRequest) {
        super.init(session, request, TaskWork(.none, .delegate))
    }

    public override init() { super.init() }

    open func send(_ message: Message, completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        calls.add { completionHandler(Self.absent) }
    }

    public func send(_ message: Message) async throws { throw Self.absent }

    open func receive(completionHandler: @escaping @Sendable (Result<Message, any Error>) -> Void) {
        calls.add { completionHandler(.failure(Self.absent)) }
    }

    public func receive() async throws -> Message { throw Self.absent }

    open func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void) {
        calls.add { pongReceiveHandler(Self.absent) }
    }

    open func cancel(with closeCode: CloseCode, reason: Data?) { cancel() }

    static let absent = URLError(.unsupportedURL, "there is no WebSocket here", for: nil)
}

/// A task for a connection without HTTP (Apple, `URLSessionStreamTask`). There are none here: it ends with
/// `URLError.unsupportedURL` when it is resumed, and so does every method.
open class URLSessionStreamTask: URLSessionTask, @unchecked Sendable {
    init(_ session: URLSession, _ host: String, _ port: Int) {
        var address = URLComponents()
        address.scheme = "stream"
        address.host = host
        address.port = (0...65_535).contains(port) ? port : nil
        super.init(session, address.url.map { URLRequest(url: $0) }, TaskWork(.none, .delegate))
    }

    public override init() { super.init() }

    open func readData(
        ofMinLength minBytes: Int, maxLength maxBytes: Int, timeout: TimeInterval,
        completionHandler: @escaping @Sendable (Data?, Bool, (any Error)?) -> Void
    ) {
        calls.add { completionHandler(nil, true, URLError(.unsupportedURL)) }
    }

    open func write(
        _ data: Data, timeout: TimeInterval, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        calls.add { completionHandler(URLError(.unsupportedURL)) }
    }

    open func captureStreams() {}
    open func closeWrite() {}
    open func closeRead() {}
    open func startSecureConnection() {}
}
