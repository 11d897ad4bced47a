import HoldfastHTTP
import HoldfastServing
import HoldfastSystem
import HoldfastTLS
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTransport

/// Servers that say something and reset the connection before they have read what is sent to them (RFC 9112 §9.6: "If a
/// server performs an immediate close of a TCP connection, there is a significant risk that the client will not be able
/// to read the last HTTP response"): what has come of it is heard.
@Suite("What a server says before it has read all")
struct EarlyAnswerTests {
    private static let patience = Deadline.after(.seconds(180))
    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    private func server(
        _ version: TLSVersion = .tls13, http2: Bool = false, isPlain: Bool = false,
        provoking provocation: Provocation? = nil,
        _ conversation: @escaping @Sendable (TLSConversation) throws(ServingError) -> Void
    ) throws -> TLSServer {
        try world.server {
            ($0.minimumVersion, $0.maximumVersion, $0.speaksPlainHTTP) = (version, version, isPlain)
            ($0.provocation, $0.conversation) = (provocation, conversation)
            if http2 { $0.applicationProtocols = ["h2"] }
        }
    }

    // MARK: One stream

    /// A stream whose handshake is done.
    private func stream(to server: TLSServer) throws -> (ClientTLS, StreamSocket) {
        let inbox = try HandshakeInbox()
        let context = try ClientContext(
            ClientContext.Offer(world.request(port: server.port), protocols: [], keepsSessions: false))
        let socket = try StreamSocket.connected(to: Endpoint(.loopback, port: server.port), until: Self.patience)
        let number = try #require(socket.number)
        let stream = try #require(ClientTLS(context, over: number, serverName: nil, inbox: inbox))
        while true {
            switch stream.connect() {
            case .done: return (stream, socket)
            case .needsInput: try socket.poll(for: .readable, until: Self.patience)
            case .needsOutput: try socket.poll(for: .writable, until: Self.patience)
            case .needsAnswer: #expect(inbox.nextWaiting()?.accept() == true)
            case .closed, .failed: throw SocketError.closed
            }
        }
    }

    /// Writes until the server is found to have reset the connection.
    private func write(to stream: ClientTLS, over socket: StreamSocket) throws {
        let piece = [UInt8](repeating: 7, count: 16 << 10)
        while true {
            switch unsafe piece.withUnsafeBytes({ unsafe stream.write($0) }) {
            case .done: continue
            case .needsOutput: try socket.poll(for: .writable, until: Self.patience)
            case .failed: return
            default: throw SocketError.closed
            }
        }
    }

    private func read(_ stream: ClientTLS) -> (ClientTLS.Outcome, [UInt8]) {
        var room = [UInt8](repeating: 0, count: 1_000)
        let (outcome, count) = unsafe room.withUnsafeMutableBytes { unsafe stream.read(into: $0) }
        return (outcome, Array(room[..<count]))
    }

    @Test(
        "is there to be read after a write that has failed; a cut stays one", arguments: [TLSVersion.tls12, .tls13])
    func afterWrite(version: TLSVersion) throws {
        let server = try server(version) { connection throws(ServingError) in
            try connection.write("early")
            try connection.reset()
        }
        let (stream, socket) = try stream(to: server)
        try write(to: stream, over: socket)
        #expect(unsafe [1].withUnsafeBytes { unsafe stream.write($0) } == .failed)
        #expect(stream.connect() == .failed)
        let (outcome, bytes) = read(stream)
        #expect(outcome == .done && bytes == Array("early".utf8))
        #expect(read(stream).0 == .failed && !stream.handshake.wasClosed)
    }

    /// RFC 8446 §4.4.2.4, §6.2: certificate_required.
    @Test("is there to be read also where it is an alert")
    func alert() throws {
        let answered = Gate()
        defer { answered.open() }
        let server = try server(provoking: Provocation(.requiredClientCertificate, .afterHandshake)) {
            connection throws(ServingError) in
            answered.holdThread()
            _ = try? connection.read()
            try connection.reset()
        }
        let (stream, socket) = try stream(to: server)
        // The demand comes, and is answered by no certificate.
        while !stream.handshake.wasAskedLate {
            try socket.poll(for: .readable, until: Self.patience)
            #expect(read(stream).0 == .needsInput)
        }
        answered.open()
        try write(to: stream, over: socket)
        #expect(stream.handshake.receivedAlert == nil)
        #expect(read(stream).0 == .failed && stream.handshake.receivedAlert == AlertDescription(116))
    }

    // MARK: Requests

    /// A request with more content than sockets have room for.
    private func request(_ server: TLSServer) -> TransportRequest {
        var request = world.request(port: server.port)
        request.message.method = "PUT"
        request.message.body = [UInt8](repeating: 7, count: 32 << 20)
        return request
    }

    @Test("is the answer to a request whose content it does not want", arguments: [TLSVersion.tls12, .tls13])
    func refusal(version: TLSVersion) async throws {
        let server = try server(version) { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 5\r\n\r\nlarge")
            try connection.reset()
        }
        for _ in 0..<8 {
            let response = try await engine.perform(request(server), judge: world.trusting())
            #expect(response.status == 413 && response.text == "large" && !response.isReusedConnection)
        }
    }

    @Test("is the answer also where it comes in more records than one turn reads")
    func pieces() async throws {
        let server = try server { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 413 Content Too Large\r\nContent-Length: 40\r\n\r\n")
            for _ in 0..<40 { try connection.write("x") }
            try connection.reset(afterDelivery: true)
        }
        // The partition's thread stands still until all of it lies there, and the socket takes nothing more.
        let held = Gate()
        defer { held.open() }
        var request = request(server)
        request.progress = { if $0.sent > 0 { held.holdThread() } }
        async let answer = engine.perform(request, judge: world.trusting())
        #expect(await server.becomesIdle(afterAtLeast: 1))
        held.open()
        let response = try await answer
        #expect(response.status == 413 && response.body.count == 40)
    }

    @Test("is the answer to whoever reads it late, and one that is cut is none", arguments: [true, false])
    func late(isWhole: Bool) async throws {
        // Some more than waits for a reader.
        let (first, rest) = (ResponsePipe.high + 4 << 10, 1_000)
        let count = first + rest
        let server = try server { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(isWhole ? count : count + 1)\r\n\r\n")
            try connection.write([UInt8](repeating: 8, count: first))
            try connection.write([UInt8](repeating: 8, count: rest))
            try connection.reset(afterDelivery: true)
        }
        let stream = try await engine.open(request(server), judge: world.trusting())
        #expect(await server.becomesIdle(afterAtLeast: 1))
        var got = 0
        let error = await failure { () throws(TransportError) in
            while let piece = try await stream.next() { got += piece.count }
        }
        #expect(got == count)
        #expect(error?.code == (isWhole ? nil : .connectionClosed), "\(error as Any)")
    }

    @Test("is the refusal of a proxy that has not read all of the question either")
    func proxy() async throws {
        let proxy = try RawServer { connection throws(ServingError) in
            _ = try connection.read(until: Self.patience)
            try connection.write(Array("HTTP/1.1 431 x\r\n\r\n".utf8), until: Self.patience)
            connection.reset()
        }
        var request = world.request(port: 443)
        request.connection.dial = DialTargets()
        var target = ProxyTarget(kind: .http, host: "127.0.0.1", port: proxy.port)
        target.fields = [HTTPField("X-Long", String(repeating: "x", count: 4 << 20))]
        request.connection.proxy = target
        for _ in 0..<8 {
            let error = await failure { () throws(TransportError) in
                try await engine.perform(request, judge: world.trusting())
            }
            #expect(error?.code == .proxyRefused && error?.proxyAnswer?.status == 431, "\(error as Any)")
        }
    }
}
