public import Foundation
import FoundationNetworking
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastTransport
import HoldfastX509
import Synchronization

/// A task for a conversation by WebSocket (Apple, `URLSessionWebSocketTask`).
///
/// What is sent and asked for before the server has agreed waits for that. Once the conversation has ended, each of it
/// fails with the error that has ended it.
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

    /// Bytes of the largest message that is taken; one that is larger fails the call and closes the conversation.
    open var maximumMessageSize: Int {
        get { conversation.maximumMessageSize }
        set { conversation.maximumMessageSize = newValue }
    }
    /// The code with which the server closed the conversation; `invalid` while it has not. For a code of a program's
    /// own, which has no case here, `noStatusReceived`: ``closeNumber`` has it.
    open var closeCode: CloseCode { CloseCode(number: closeNumber) }
    /// The reason that the server gave for closing; nil for none.
    open var closeReason: Data? {
        conversation.socket.flatMap { $0.closeReason }.flatMap { $0.isEmpty ? nil : Data($0.utf8) }
    }
    /// The number of the code with which the server closed, of programs' own ones (3000 to 4999) too; 0 while it has
    /// not. Ours.
    public final var closeNumber: Int { conversation.socket.flatMap { $0.closeCode }.map { Int($0.rawValue) } ?? 0 }

    let conversation = WebSocketConversation()

    init(_ session: URLSession, _ request: URLRequest) {
        super.init(session, request, TaskWork(.none, .delegate))
    }

    public override init() { super.init() }

    /// Sends a message; those of several calls go out in their order. The handler is told that it is on its way.
    open func send(_ message: Message, completionHandler: @escaping @Sendable ((any Error)?) -> Void) {
        conversation.send(message.ours) { [calls] error in calls.add { completionHandler(error) } }
    }

    public func send(_ message: Message) async throws {
        let error = await withCheckedContinuation { continuation in
            conversation.send(message.ours) { continuation.resume(returning: $0) }
        }
        if let error { throw error }
    }

    /// Asks for the next message: one for each call, in the order of the calls.
    open func receive(completionHandler: @escaping @Sendable (Result<Message, any Error>) -> Void) {
        conversation.receive { [calls] result in calls.add { completionHandler(result.map { Message($0) }) } }
    }

    public func receive() async throws -> Message {
        let result = await withCheckedContinuation { continuation in
            conversation.receive { continuation.resume(returning: $0) }
        }
        return Message(try result.get())
    }

    /// Sends a ping; the handler is told that its pong has come.
    open func sendPing(pongReceiveHandler: @escaping @Sendable ((any Error)?) -> Void) {
        conversation.ping { [calls] error in calls.add { pongReceiveHandler(error) } }
    }

    /// Closes the conversation with a code and a reason, for which the server's answer is waited for some seconds at
    /// most; one that has not begun is cancelled.
    open func cancel(with closeCode: CloseCode, reason: Data?) {
        guard let socket = conversation.socket else { return cancel() }
        let text = reason.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let code = WebSocketCloseCode(rawValue: UInt16(truncatingIfNeeded: closeCode.rawValue))
        Task { await socket.close(code, reason: text) }
    }
}

extension URLSessionWebSocketTask.Message {
    fileprivate init(_ message: WebSocketMessage) {
        switch message {
        case .data(let bytes): self = .data(Data(bytes))
        case .text(let text): self = .string(text)
        }
    }

    /// The message as sessions have it.
    fileprivate var ours: WebSocketMessage {
        switch self {
        case .data(let data): .data([UInt8](data))
        case .string(let text): .text(text)
        }
    }
}

extension URLSessionWebSocketTask.CloseCode {
    /// The case of a number, 0 for none.
    fileprivate init(number: Int) { self = Self(rawValue: number) ?? .noStatusReceived }
}

extension TaskRun {
    /// The delegate that is told of a WebSocket; nil where there is none.
    private var webSocketDelegate: (any URLSessionWebSocketDelegate)? {
        taskDelegates?.webSocket ?? sessionDelegates?.webSocket
    }

    /// Opens a WebSocket, and returns at its end.
    func converse(by task: URLSessionWebSocketTask) async throws {
        let socket = try await open(request)
        await keepAccepted()
        let response = try? HTTPURLResponse.made(of: socket.response, from: request.url)
        task.facts.withLock { $0.response = response }
        task.conversation.begin(.success(socket)) {
            guard let delegate = webSocketDelegate else { return }
            calls.add { [session] in
                delegate.urlSession(session, webSocketTask: task, didOpenWithProtocol: socket.subprotocol)
            }
        }
        let end = await socket.ended()
        guard end.code == .webSocketClosed else { throw end }
        await task.conversation.drain { [calls] in
            await withCheckedContinuation { continuation in calls.add { continuation.resume() } }
        }
        if let fault = task.conversation.fault { throw fault }
        if let delegate = webSocketDelegate {
            calls.add { [session] in
                delegate.urlSession(
                    session, webSocketTask: task, didCloseWith: task.closeCode, reason: task.closeReason)
            }
        }
        finish(Ending())
    }

    private func open(_ request: URLRequest) async throws -> WebSocket {
        guard let url = request.url, let scheme = url.scheme?.asciiLowercased(),
            let known = ["wss": "https", "ws": "http", "https": "https", "http": "http"][scheme],
            let read = URL(string: known + url.absoluteString.dropFirst(scheme.utf8.count))
        else { throw URLError(.unsupportedURL, "a WebSocket has a wss URL", for: request.url) }
        var https = try bare(request, to: read)
        https.method = "GET"
        // RFC 6455 §4.1: the handshake makes these itself.
        let protocols = https.fields.all("Sec-WebSocket-Protocol").flatMap { FieldGrammar.elements($0.value) }
        https.fields.removeAll { HTTPSSession.webSocketFields.contains($0.name.asciiLowercased()) }
        let opening = https
        return try await SessionCookies.$mainDocumentURL.withValue(request.mainDocumentURL) {
            try await core.https.webSocket(opening, protocols: protocols)
        }
    }
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
