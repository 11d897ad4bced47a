import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import HoldfastWebSocket
import LoopbackSupport
import TestSupport
import Testing

/// RFC 8441: a WebSocket is a stream of a connection that other requests use too.
@Suite("WebSockets over HTTP/2", .hangLimit)
struct WebSocketHTTP2Tests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    /// A session with an open connection of HTTP/2.
    private func warm(_ server: TLSServer) async throws -> HTTPSSession {
        let session = bench.session(server, policy: bench.trusting)
        try await ask(session, server)
        return session
    }

    private func ask(_ session: HTTPSSession, _ server: TLSServer) async throws {
        let response = try await session.data(for: HTTPSRequest(try bench.url(server, "/x")))
        #expect(response.status == 200 && response.httpVersion == "2" && response.body == Array("GET /x".utf8))
    }

    private func open(
        _ session: HTTPSSession, _ server: TLSServer, protocols: [String] = [],
        _ change: (inout WebSocketOptions) -> Void = { _ in }
    ) async throws -> WebSocket {
        var options = WebSocketOptions()
        change(&options)
        return try await session.webSocket(
            HTTPSRequest(try bench.webSocketURL(server, "/chat")), protocols: protocols, options: options)
    }

    @Test("messages come back over a stream of the open connection", arguments: [false, true])
    func echo(compresses: Bool) async throws {
        let openings = Notes<String>()
        let server = try bench.sockets {
            $0.protocols = ["b"]
            $0.refusal = { head in
                openings.add("\(head.method) \(head.target) \(head.fields.one("sec-websocket-key") ?? "-")")
                return nil
            }
        }
        let session = try await warm(server)
        let socket = try await open(session, server, protocols: ["a", "b"]) { $0.offersCompression = compresses }
        #expect(socket.response.status == 200 && socket.response.httpVersion == "2" && socket.subprotocol == "b")
        #expect(socket.response.isReusedConnection && socket.response.connection.evaluation != nil)
        #expect(socket.isCompressed == (compresses && MessageInflater.isHere))
        for text in ["", "a", "Grüße", String(repeating: "ß", count: 200_000)] {
            try await socket.send(.text(text))
            #expect(try await socket.receive() == .text(text))
        }
        for length in [0, 125, 126, 65_535, 65_536, 500_000] {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 31) }
            try await socket.send(.data(bytes))
            #expect(try await socket.receive() == .data(bytes))
        }
        try await socket.ping()
        await socket.close(reason: "bye")
        #expect(socket.closeCode == .normalClosure && socket.closeReason == "bye")
        #expect(await receiving(socket)?.code == .webSocketClosed)
        // The stream's end is not the connection's.
        try await ask(session, server)
        #expect(server.counters.connections == 1 && openings.all == ["CONNECT /chat -"])
    }

    @Test("two of them and requests go over one connection, each in its own time")
    func beside() async throws {
        let server = try bench.sockets()
        let session = try await warm(server)
        let (one, two) = (try await open(session, server), try await open(session, server))
        for number in 0..<5 {
            try await one.send(.text("one \(number)"))
            try await two.send(.text("two \(number)"))
            try await ask(session, server)
            #expect(try await two.receive() == .text("two \(number)"))
            #expect(try await one.receive() == .text("one \(number)"))
        }
        await one.close()
        try await two.send(.text("still"))
        #expect(try await two.receive() == .text("still"))
        #expect(server.counters.connections == 1)
    }

    @Test("a message that nobody holds goes out and comes back in pieces")
    func pieces() async throws {
        let server = try bench.sockets()
        let session = try await warm(server)
        let socket = try await open(session, server)
        let (piece, count) = ((0..<50_000).map { UInt8(truncatingIfNeeded: $0) }, 400)
        async let sent: Void = socket.send(
            .data,
            pieces: AsyncStream(unfolding: { [made = Notes<Int>()] in
                made.add(0)
                return made.all.count <= count ? piece : nil
            }))
        var (received, isLast) = (0, false)
        while !isLast {
            let next = try await socket.receivePiece()
            (received, isLast) = (received + next.bytes.count, next.isLast)
        }
        try await sent
        #expect(received == piece.count * count)
    }

    @Test("a server that is not read is held back, and the other streams are not")
    func backPressure() async throws {
        let sent = Notes<Int>()
        let server = try bench.sockets {
            $0.conversation = { socket throws(ServingError) in
                let piece = [UInt8](repeating: 1, count: 64 << 10)
                for _ in 0..<1_024 {
                    try socket.send(MessagePiece(.binary, piece, isLast: true))
                    sent.add(1)
                }
                try socket.close(nil)
            }
        }
        let session = try await warm(server)
        let socket = try await open(session, server)
        var last = -1
        try await eventually("it comes to a stop") {
            defer { last = sent.all.count }
            try await Task.sleep(for: .milliseconds(100))
            return last > 0 && last == sent.all.count
        }
        #expect(sent.all.count < 1_024)
        try await ask(session, server)
        var count = 0
        for try await _ in socket.messages { count += 1 }
        #expect(count == 1_024 && server.counters.connections == 1)
    }

    @Test("the server's code and reason are told, and its messages before", arguments: [1000, 1001, 1011, 3000, 4999])
    func codes(code: Int) async throws {
        let server = try bench.sockets {
            $0.conversation = { socket throws(ServingError) in
                try socket.send(MessagePiece(.text, Array("last".utf8), isLast: true))
                try socket.close(CloseStatus(UInt16(code), reason: "why"))
            }
        }
        let session = try await warm(server)
        let socket = try await open(session, server)
        #expect(try await socket.receive() == .text("last"))
        #expect(await receiving(socket)?.code == .webSocketClosed)
        #expect(socket.closeCode?.rawValue == UInt16(code) && socket.closeReason == "why")
        try await ask(session, server)
        #expect(server.counters.connections == 1)
    }

    @Test("what breaks the protocol is closed with its code, and a reset is the end of a connection")
    func broken() async throws {
        let closes = Notes<CloseStatus?>()
        let server = try bench.sockets {
            $0.conversation = { socket throws(ServingError) in
                guard socket.request.target == "/broken" else {
                    try socket.send(raw: [0x81])
                    return try socket.cut()
                }
                try socket.send(raw: [0x83, 0])
                while let event = try socket.next() { if case .close(let status) = event { closes.add(status) } }
            }
        }
        let session = try await warm(server)
        let broken = try await session.webSocket(HTTPSRequest(try bench.webSocketURL(server, "/broken")))
        #expect(await receiving(broken)?.code == .webSocketBroken)
        try await eventually("the server hears of it") { closes.all == [CloseStatus(1002)] }
        let reset = try await open(session, server)
        #expect(await receiving(reset)?.code == .connectionClosed && reset.closeCode == .abnormalClosure)
        try await ask(session, server)
        #expect(server.counters.connections == 1)
    }

    @Test("whoever lets go of it ends the stream, and no more; what was never answered too")
    func letGo() async throws {
        let ends = Notes<Int>()
        let server = try bench.sockets {
            $0.conversation = { socket throws(ServingError) in
                while try socket.next() != nil {}
                ends.add(1)
            }
        }
        let session = try await warm(server)
        do { _ = try await open(session, server) }
        try await eventually("the server hears of it") { ends.all.count == 1 }
        let socket = try await open(session, server) { $0.closeTimeout = .milliseconds(50) }
        await socket.close()
        #expect(await receiving(socket)?.code == .timedOut)
        try await eventually("the server hears of it") { ends.all.count == 2 }
        try await ask(session, server)
        #expect(server.counters.connections == 1)
    }

    @Test("an answer that is no 2xx opens nothing, and the connection goes on", arguments: [302, 403, 501])
    func refused(status: Int) async throws {
        let server = try bench.sockets {
            $0.refusal = { _ in ResponseHead(status: status, fields: [HTTPField("location", "/other")]) }
        }
        let session = try await warm(server)
        let request = HTTPSRequest(try bench.webSocketURL(server))
        let error = await failure { () async throws(HTTPSError) in try await session.webSocket(request) }
        #expect(error?.code == .webSocketRefused && error?.message.contains("\(status)") == true)
        try await ask(session, server)
        #expect(server.counters.connections == 1)
    }

    @Test("a challenge is answered on the same connection")
    func challenge() async throws {
        let seen = Notes<String>()
        let server = try bench.sockets {
            $0.refusal = { head in
                let authorization = head.fields.one("authorization") ?? "-"
                seen.add(authorization)
                guard authorization != "Basic YWxpY2U6c2VjcmV0" else { return nil }
                return ResponseHead(status: 401, fields: [HTTPField("www-authenticate", "Basic realm=\"r\"")])
            }
        }
        let session = try await warm(server)
        let url = try HTTPSURL(webSocket: "wss://alice:secret@\(Loopback.host):\(server.port)/")
        let socket = try await session.webSocket(HTTPSRequest(url))
        try await socket.send(.text("a"))
        #expect(try await socket.receive() == .text("a"))
        #expect(seen.all == ["-", "Basic YWxpY2U6c2VjcmV0"] && server.counters.connections == 1)
    }
}
