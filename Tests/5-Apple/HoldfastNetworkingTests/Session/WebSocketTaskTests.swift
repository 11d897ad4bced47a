import HoldfastNetworking
import HoldfastPins
import HoldfastServing
import HoldfastWebSocket
import LoopbackSupport
import TestSupport
import Testing

/// `URLSessionWebSocketTask` and its delegate, as Apple's documentation has them.
@Suite("WebSocket tasks", .hangLimit)
struct WebSocketTaskTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func server(
        speaking protocols: [String] = [],
        _ conversation: @escaping @Sendable (ServedWebSocket) throws(ServingError) -> Void
    ) throws -> TLSServer {
        try bench.conversing { stream throws(ServingError) in
            if let socket = try ServedWebSocket(stream, speaking: protocols) { try conversation(socket) }
        }
    }

    private func echo(speaking protocols: [String] = []) throws -> TLSServer {
        try server(speaking: protocols) { socket throws(ServingError) in try socket.echo() }
    }

    private func url(_ server: TLSServer) throws -> URL {
        try #require(URL(string: "wss://\(Loopback.host):\(server.port)/chat"))
    }

    private func received(_ task: URLSessionWebSocketTask) async throws -> String {
        switch try await task.receive() {
        case .string(let text): text
        case .data(let data): "\(Array(data))"
        @unknown default: "?"
        }
    }

    @Test("messages go out in the order of the calls, also of those before the server has agreed")
    func order() async throws {
        let server = try echo()
        let session = URLSession(configuration: bench.trusting(server))
        let task = session.webSocketTask(with: try url(server))
        let sent = Notes<Int>()
        for number in 0..<20 {
            task.send(.string("\(number)")) { error in if error == nil { sent.add(number) } }
        }
        task.resume()
        for number in 0..<20 { #expect(try await received(task) == "\(number)") }
        try await task.send(.data(Data([1, 2])))
        #expect(try await received(task) == "[1, 2]")
        #expect(sent.all == Array(0..<20))
        #expect((task.response as? HTTPURLResponse)?.statusCode == 101 && task.closeCode == .invalid)
        let pong = await withCheckedContinuation { continuation in
            task.sendPing { continuation.resume(returning: $0 == nil) }
        }
        #expect(pong)
        task.cancel(with: .normalClosure, reason: Data("bye".utf8))
        try await eventually("the task is complete") { task.state == .completed }
        #expect(task.error == nil && task.closeCode == .normalClosure && task.closeReason == Data("bye".utf8))
        #expect(task.closeNumber == 1000)
    }

    @Test("calls that receive get one message each, in their order")
    func receivers() async throws {
        let server = try self.server { socket throws(ServingError) in
            for number in 0..<5 { try socket.send(MessagePiece(.text, Array("\(number)".utf8), isLast: true)) }
            try socket.echo()
        }
        let task = URLSession(configuration: bench.trusting(server)).webSocketTask(with: try url(server))
        let received = Notes<String>()
        for place in 0..<5 {
            task.receive { result in
                if case .success(.string(let text)) = result { received.add("\(place) \(text)") }
            }
        }
        task.resume()
        try await eventually("all were told") { received.all.count == 5 }
        #expect(received.all == (0..<5).map { "\($0) \($0)" })
        task.cancel()
        try await eventually("the task is complete") { task.state == .completed }
        #expect((task.error as? URLError)?.code == .cancelled)
        await #expect(throws: URLError.self) { try await task.receive() }
    }

    /// Writes down what the delegate of a WebSocket is told.
    private final class Recorder: NSObject, URLSessionWebSocketDelegate, @unchecked Sendable {
        let lines = Notes<String>()

        func urlSession(
            _ session: URLSession, webSocketTask: URLSessionWebSocketTask, didOpenWithProtocol name: String?
        ) { lines.add("open \(name ?? "-")") }

        func urlSession(
            _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
            didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
        ) { lines.add("close \(closeCode.rawValue) \(reason.map { String(decoding: $0, as: UTF8.self) } ?? "-")") }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            lines.add("end \((error as? URLError)?.errorCode ?? 0)")
        }
    }

    @Test(
        "the delegate is told of the opening with the subprotocol, of the close, and of the end",
        arguments: [(1001, "close 1001 why"), (4000, "close 1005 why")])
    func delegate(code: Int, line: String) async throws {
        let server = try self.server(speaking: ["b"]) { socket throws(ServingError) in
            _ = try socket.next()
            try socket.close(CloseStatus(UInt16(code), reason: "why"))
        }
        let recorder = Recorder()
        let session = URLSession(configuration: bench.trusting(server), delegate: recorder, delegateQueue: nil)
        let task = session.webSocketTask(with: try url(server), protocols: ["a", "b"])
        task.resume()
        try await task.send(.string("go"))
        await #expect(throws: URLError.self) { try await task.receive() }
        try await eventually("the end is told") { recorder.lines.all.count == 3 }
        #expect(recorder.lines.all == ["open b", line, "end 0"] && task.closeNumber == code)
    }

    @Test("a task over a stream of an open connection of HTTP/2 is as any other")
    func overHTTP2() async throws {
        var service = WebSocketService()
        (service.http2, service.protocols) = (.withWebSockets, ["b"])
        let serving = service
        let server = try bench.server { serving.configure(&$0) }
        let recorder = Recorder()
        let session = URLSession(configuration: bench.trusting(server), delegate: recorder, delegateQueue: nil)
        _ = try await session.data(from: try #require(URL(string: "https://\(Loopback.host):\(server.port)/")))
        let task = session.webSocketTask(with: try url(server), protocols: ["a", "b"])
        task.resume()
        try await task.send(.string("Grüße"))
        #expect(try await received(task) == "Grüße")
        #expect((task.response as? HTTPURLResponse)?.statusCode == 200 && server.counters.connections == 1)
        task.cancel(with: .goingAway, reason: nil)
        try await eventually("the end is told") { recorder.lines.all == ["open b", "close 1001 -", "end 0"] }
    }

    /// Sends five messages and closes behind them, all at once.
    private func hasty() throws -> TLSServer {
        try server { socket throws(ServingError) in
            for number in 0..<5 { try socket.send(MessagePiece(.text, Array("\(number)".utf8), isLast: true)) }
            try socket.close(CloseStatus(1000, reason: ""))
        }
    }

    @Test("messages that came before the close are told before it, to who asks for the next one when it is called")
    func messagesBeforeClose() async throws {
        let server = try hasty()
        let recorder = Recorder()
        let session = URLSession(configuration: bench.trusting(server), delegate: recorder, delegateQueue: nil)
        let task = session.webSocketTask(with: try url(server))
        @Sendable func listen() {
            task.receive { result in
                guard case .success(.string(let text)) = result else { return }
                recorder.lines.add(text)
                listen()
            }
        }
        listen()
        task.resume()
        try await eventually("the end is told") { recorder.lines.all.last?.hasPrefix("end") == true }
        #expect(recorder.lines.all == ["open -", "0", "1", "2", "3", "4", "close 1000 -", "end 0"])
    }

    @Test("a message that is too long is why the task fails, though the server has closed in order behind it")
    func tooLongBeforeClose() async throws {
        let server = try self.server { socket throws(ServingError) in
            try socket.send(MessagePiece(.text, [0x61, 0x61], isLast: true))
            try socket.close(CloseStatus(1000, reason: ""))
        }
        let recorder = Recorder()
        let session = URLSession(configuration: bench.trusting(server), delegate: recorder, delegateQueue: nil)
        let task = session.webSocketTask(with: try url(server))
        task.maximumMessageSize = 1
        task.receive { _ in }
        task.resume()
        try await eventually("the end is told") { task.state == .completed }
        #expect((task.error as? URLError)?.code == .dataLengthExceedsMaximum)
    }

    @Test("a server that is not trusted gets nothing, and each call the error of the task")
    func refused() async throws {
        let server = try bench.server()
        let recorder = Recorder()
        let session = URLSession(configuration: bench.configuration(server), delegate: recorder, delegateQueue: nil)
        let task = session.webSocketTask(with: try url(server))
        let failed = Notes<Int>()
        task.send(.string("secret")) { error in failed.add((error as? URLError)?.errorCode ?? 0) }
        task.resume()
        let error = await #expect(throws: URLError.self) { try await task.receive() }
        #expect(error?.code == .serverCertificateUntrusted)
        try await eventually("the end is told") { recorder.lines.all == ["end -1202"] }
        try await eventually("the sender is told") { failed.all == [-1202] }
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test("a message over maximumMessageSize fails, and a server that does not go over")
    func failures() async throws {
        let server = try echo()
        let task = URLSession(configuration: bench.trusting(server)).webSocketTask(with: try url(server))
        task.maximumMessageSize = 10
        task.resume()
        try await task.send(.string("0123456789"))
        #expect(try await received(task) == "0123456789")
        try await task.send(.string("01234567890"))
        let error = await #expect(throws: URLError.self) { try await task.receive() }
        #expect(error?.code == .dataLengthExceedsMaximum)
        let other = try bench.server()
        let refused = URLSession(configuration: bench.trusting(other)).webSocketTask(with: try url(other))
        refused.resume()
        let refusal = await #expect(throws: URLError.self) { try await refused.receive() }
        #expect(refusal?.code == .badServerResponse)
        let ftp = URLSession.shared.webSocketTask(with: try #require(URL(string: "ftp://a.test/")))
        ftp.resume()
        let unsupported = await #expect(throws: URLError.self) { try await ftp.receive() }
        #expect(unsupported?.code == .unsupportedURL)
    }

    @Test("without TLS only where App Transport Security allows it")
    func plain() async throws {
        let server = try bench.server {
            $0.speaksPlainHTTP = true
            $0.conversation = { stream throws(ServingError) in try ServedWebSocket(stream)?.echo() }
        }
        let url = try #require(URL(string: "ws://\(Loopback.host):\(server.port)/"))
        let configuration = bench.trusting(server)
        configuration.appTransportSecurity = AppTransportSecurity()
        let refused = URLSession(configuration: configuration).webSocketTask(with: url)
        refused.resume()
        let error = await #expect(throws: URLError.self) { try await refused.receive() }
        #expect(error?.code == .appTransportSecurityRequiresSecureConnection && server.counters.connections == 0)
        let task = URLSession(configuration: bench.trusting(server)).webSocketTask(with: url)
        task.resume()
        try await task.send(.string("a"))
        #expect(try await received(task) == "a")
        task.cancel()
    }
}
