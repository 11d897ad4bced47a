import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import LoopbackSupport
import TestSupport
import Testing

/// RFC 9113 §7: "HTTP_1_1_REQUIRED (0x0d): The endpoint requires that HTTP/1.1 be used instead of HTTP/2."
@Suite("A server that takes a request by HTTP/1.1 alone")
struct HTTP11RequiredTests {
    /// RFC 9113 §7.
    enum ResetCode: UInt8 { case internalError = 0x02, refusedStream = 0x07, http11Required = 0x0d }

    private let bench: Loopback
    private let seen = Notes<String>()

    init() throws { bench = try Loopback(host: "localhost") }

    /// A server that resets every request of HTTP/2, and answers those of HTTP/1.1.
    ///
    /// - Parameter begun: the frames before the reset, for a stream.
    private func server(
        _ code: ResetCode = .http11Required, after begun: @escaping @Sendable (UInt32) -> [UInt8] = { _ in [] }
    ) throws -> TLSServer {
        try server { request in
            begun(request.stream) + HTTP2Conversation.frame(.reset, 0, request.stream, [0, 0, 0, code.rawValue])
        }
    }

    /// A server that answers requests of HTTP/2 with these frames, or ends the connection, and those of HTTP/1.1.
    private func server(_ frames: @escaping @Sendable (HTTP2Conversation.Request) -> [UInt8]?) throws -> TLSServer {
        try bench.server { [seen] configuration in
            configuration.applicationProtocols = ["h2", "http/1.1"]
            configuration.conversation = { connection throws(ServingError) in
                guard connection.facts.applicationProtocol != "h2" else {
                    return try HTTP2Conversation.serve(connection) { request in
                        seen.add("2 \(request.content.count)")
                        return frames(request)
                    }
                }
                var (head, body) = try connection.readHead()
                // A connection without a request.
                guard !head.isEmpty else { return }
                while head.contains("Content-Length: 4"), body.count < 4 { body += try connection.read() }
                seen.add("1.1 \(head.prefix { $0 != " " }) \(body.count)")
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nthere")
                _ = try connection.read()
            }
        }
    }

    /// The ways in which a session finds its addresses.
    enum Way: CaseIterable {
        /// By the system's resolver.
        case system
        case rule
        case resolver
    }

    private func session(
        _ way: Way, _ server: TLSServer, _ change: (inout HTTPSSession.Configuration) -> Void = { _ in }
    ) -> HTTPSSession {
        var configuration = bench.configuration([], policy: bench.trusting)
        switch way {
        case .system: configuration.addresses.family = .ipv4
        case .rule: configuration.addresses.dial = [.loopback(server.port, host: "localhost")]
        case .resolver:
            configuration.addresses.resolution = NameResolution(
                [.init(CountingResolver("own", [.loopback(1)]))], systemFallback: .never)
        }
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    private func request(_ server: TLSServer, _ method: String) throws -> HTTPSRequest {
        HTTPSRequest(
            try HTTPSURL("https://localhost:\(server.port)/"), method: method,
            body: method == "GET" ? nil : Array("four".utf8))
    }

    @Test("gets it so, once more, whatever the method and whoever dials", arguments: Way.allCases, ["GET", "POST"])
    func again(_ way: Way, method: String) async throws {
        let server = try server()
        let session = session(way, server)
        let response = try await session.data(for: request(server, method))
        #expect(response.status == 200 && response.httpVersion == "1.1" && response.body == Array("there".utf8))
        let count = method == "GET" ? 0 : 4
        #expect(seen.lines == ["2 \(count)", "1.1 \(method) \(count)"])
        #expect(session.statistics.connectionsOpened == 2)
    }

    @Test("a session that offers no HTTP/2 gets it at once") func atOnce() async throws {
        let server = try server()
        let response = try await session(.rule, server) { $0.offersHTTP2 = false }.data(for: request(server, "POST"))
        #expect(response.status == 200)
        #expect(seen.lines == ["1.1 POST 4"])
    }

    @Test("another reset names the way out, where content was sent", arguments: ["GET", "POST"])
    func otherReset(_ method: String) async throws {
        let server = try server(.internalError)
        let request = try request(server, method)
        let session = session(.rule, server)
        let error = await #expect(throws: HTTPSError.self) { try await session.data(for: request) }
        #expect(
            error?.hint == (method == "GET" ? TransferAdvice.offerHTTP11.english : TransferAdvice.earlyAnswer.english))
        #expect(seen.lines.count == 1)
    }

    /// RFC 9110 §9.2.2: "A client SHOULD NOT automatically retry a request with a non-idempotent method unless it has
    /// some means to know that the request semantics are actually idempotent, regardless of the method, or some means
    /// to detect that the original request was never applied." RFC 9113 §8.7, of REFUSED_STREAM: "Any request that was
    /// sent on the reset stream can be safely retried."
    @Test(
        "one that was lost with a kept connection, or refused there, is not taken for it", arguments: Way.allCases,
        [nil, ResetCode.refusedStream])
    func lost(_ way: Way, _ code: ResetCode?) async throws {
        // Its connections answer one request by HTTP/2. With the second they end without a word, or refuse it.
        let server = try server { request in
            guard request.number > 1 else {
                return HTTP2Conversation.frame(.headers, 5, request.stream, HTTP2Conversation.head(length: 0))
            }
            return code.map { HTTP2Conversation.frame(.reset, 0, request.stream, [0, 0, 0, $0.rawValue]) }
        }
        let session = session(way, server)
        _ = try await session.data(for: request(server, "GET"))
        let request = try request(server, "POST")
        if code == nil {
            await #expect(throws: HTTPSError.self) { try await session.data(for: request) }
        } else {
            #expect(try await session.data(for: request).httpVersion == "2")
        }
        #expect(seen.lines == ["2 0", "2 4"] + (code == nil ? [] : ["2 4"]))
    }

    /// RFC 9113 §8.7.
    @Test(
        "one that the server refused unread goes out again, over a connection that is dialled anew",
        arguments: Way.allCases,
        ["GET", "POST"])
    func refusedUnread(_ way: Way, method: String) async throws {
        let server = try server { [seen] request in
            seen.lines.count == 1
                ? HTTP2Conversation.frame(.reset, 0, request.stream, [0, 0, 0, ResetCode.refusedStream.rawValue])
                : HTTP2Conversation.frame(.headers, 5, request.stream, HTTP2Conversation.head(length: 0))
        }
        let session = session(way, server)
        let response = try await session.data(for: request(server, method))
        #expect(response.status == 200 && response.httpVersion == "2")
        let count = method == "GET" ? 0 : 4
        #expect(seen.lines == ["2 \(count)", "2 \(count)"] && session.statistics.connectionsOpened == 2)
    }

    /// RFC 9113 §8.1: one request has one response. Of a long redirect, and of a body that is read as it comes, the
    /// head was handed over before the reset.
    @Test("an answer that somebody reads is not begun anew", arguments: [Way.system, .rule], [301, 200])
    func begun(_ way: Way, status: Int) async throws {
        let server = try server { stream in
            // `:status` as a literal without indexing (RFC 7541 §6.2.2).
            let head = HTTP2Conversation.frame(.headers, 4, stream, [0x08, 0x03] + Array("\(status)".utf8))
            let piece = HTTP2Conversation.frame(.data, 0, stream, [UInt8](repeating: 0x61, count: 16 << 10))
            return (0..<20).reduce(into: head) { frames, _ in frames += piece }
        }
        let session = session(way, server) { $0.limits.redirects = 0 }
        let request = try request(server, "GET")
        let error = await #expect(throws: HTTPSError.self) {
            if status == 301 {
                _ = try await session.data(for: request)
            } else {
                let (bytes, _) = try await session.bytes(for: request)
                for try await _ in bytes.pieces {}
            }
        }
        #expect(error?.code == .connectionClosed)
        #expect(seen.lines == ["2 0"])
    }
}
