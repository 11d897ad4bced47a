import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import LoopbackSupport
import PeerPrograms
import Synchronization
import TestSupport
import Testing

/// RFC 9112 §6.3, item 1: "Any response to a HEAD request […] is always terminated by the first empty line after the
/// header fields, regardless of the header fields present in the message, and thus cannot contain a message body or
/// trailer section." RFC 9110 §9.3.2 leaves content of the request without a meaning, and does not forbid it.
@Suite("HEAD with content")
struct HeadTests {
    /// How the content is given.
    enum Content: String, CaseIterable, Sendable {
        case none, empty, bytes, upload, chunks, nothing
    }

    private static let content = [UInt8](repeating: 0x62, count: 20_000)
    private static let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
    private static let announced = "HTTP/1.1 200 OK\r\nContent-Length: \(evil.utf8.count)\r\n\r\n"

    /// Answers, and what stands behind them that is nobody's.
    private static let answers: [String: String] = [
        "a length, and nothing": announced,
        "a length, and content": announced + evil,
        "an interim answer before": "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
            + announced,
        "neither length nor end": "HTTP/1.1 200 OK\r\n\r\n",
        "neither length nor end, and content": "HTTP/1.1 200 OK\r\n\r\n" + evil,
        "chunks": "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
        "chunks that come, with trailers":
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nevil\r\n0\r\nX-Evil: 1\r\n\r\n" + evil,
        "an empty chunk, with trailers":
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Evil: 1\r\n\r\n" + evil,
        "packed": "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 40\r\n\r\n",
        "length 0, and an answer": "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" + evil,
    ]

    let bench: Loopback
    private let seen = Notes<String>()

    init() throws { bench = try Loopback() }

    /// Answers `/head` as given and the rest soundly; writes down what came.
    private func server(_ answer: String, before: String? = nil) throws -> TLSServer {
        try bench.conversing { [seen] connection throws(ServingError) in
            while true {
                let (head, rest) = try connection.readHead()
                guard !head.isEmpty else { return }
                let isOfInterest = head.contains(" /head ")
                if isOfInterest, let before { try connection.write(before) }
                let length = StreamServer.field("content-length", in: head).flatMap { Int($0) }
                let isChunked = StreamServer.field("transfer-encoding", in: head) == "chunked"
                var body = rest
                while isChunked ? !body.suffix(5).elementsEqual("0\r\n\r\n".utf8) : body.count < length ?? 0 {
                    let more = try connection.read()
                    guard !more.isEmpty else { return }
                    body += more
                }
                let letters = body.count { $0 == 0x62 }
                seen.add("\(connection.facts.number) \(head.split(separator: " ")[0]) \(letters)")
                try connection.write(
                    isOfInterest ? answer : "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: keep-alive\r\n\r\ngood"
                )
            }
        }
    }

    private func send(
        _ content: Content, _ session: HTTPSSession, to url: HTTPSURL, method: String = "HEAD"
    ) async throws -> HTTPSResponse {
        var request = HTTPSRequest(url, method: method)
        switch content {
        case .none: break
        case .empty: request.body = []
        case .bytes: request.body = Self.content
        case .upload: return try await session.upload(for: request, from: UploadBody(Self.content))
        case .nothing: return try await session.upload(for: request, from: UploadBody([]))
        case .chunks:
            let pieces = UploadBody(length: nil) {
                AsyncStream { continuation in
                    continuation.yield(Self.content)
                    continuation.finish()
                }
            }
            return try await session.upload(for: request, from: pieces)
        }
        return try await session.data(for: request)
    }

    @Test(
        "is sent, the answer ends with its head, and what follows is nobody's", arguments: answers.keys.sorted(),
        Content.allCases)
    func ends(name: String, content: Content) async throws {
        let server = try server(try #require(Self.answers[name]))
        let session = bench.session(server, policy: bench.trusting)
        let response = try await send(content, session, to: try bench.url(server, "/head"))
        #expect(response.status == 200 && response.body.isEmpty && response.trailers.isEmpty)
        #expect(response.fields.first(named: "X-Evil") == nil)
        let next = try await session.data(for: HTTPSRequest(try bench.url(server, "/good")))
        #expect(String(decoding: next.body, as: UTF8.self) == "good")
        let count = [.bytes, .upload, .chunks].contains(content) ? Self.content.count : 0
        #expect(seen.lines[0] == "1 HEAD \(count)")
        #expect(seen.lines.last?.hasSuffix("GET 0") == true && seen.lines.count == 2)
    }

    @Test("the fields of the answer are the program's", arguments: [Content.empty, .bytes, .chunks])
    func fields(content: Content) async throws {
        let server = try server(Self.announced)
        let session = bench.session(server, policy: bench.trusting)
        let response = try await send(content, session, to: try bench.url(server, "/head"))
        #expect(response.fields.first(named: "Content-Length") == "\(Self.evil.utf8.count)")
    }

    @Test("an answer that comes early leaves the content its way", arguments: [Content.upload, .chunks])
    func early(content: Content) async throws {
        let server = try server("", before: Self.announced)
        let session = bench.session(server, policy: bench.trusting)
        let response = try await send(content, session, to: try bench.url(server, "/head"))
        #expect(response.status == 200)
        #expect(await server.reaches { $0.openConnections == 0 })
        #expect(seen.lines == ["1 HEAD \(Self.content.count)"])
    }

    @Test("an answer that refuses does not wait for it", arguments: [413, 307])
    func refused(status: Int) async throws {
        let server = try bench.conversing { connection throws(ServingError) in
            _ = try connection.readHead()
            try connection.write("HTTP/1.1 \(status) No\r\nContent-Length: 7\r\n\r\n")
            while try !connection.read().isEmpty {}
        }
        let session = bench.session(server, policy: bench.trusting)
        let endless = UploadBody(length: nil) { AsyncStream<[UInt8]> { _ in } }
        let request = HTTPSRequest(try bench.url(server), method: "HEAD")
        #expect(try await session.upload(for: request, from: endless).status == status)
    }

    @Test("goes along where a redirect keeps the method, and again where somebody asks for a password")
    func again() async throws {
        let server = try bench.answering { [seen] request in
            seen.add("\(request.method) \(request.target) \(request.body.count)")
            return switch request.target {
            case "/old": .redirect(to: "/new", status: 308)
            case "/new" where request["Authorization"] == nil:
                ServerResponse(
                    status: 401, fields: [HTTPField("WWW-Authenticate", "Basic realm=\"r\"")], body: [1, 2, 3])
            default: ServerResponse(text: "there")
            }
        }
        let session = bench.session(server, policy: bench.trusting)
        let url = try HTTPSURL("https://u:p@\(Loopback.host):\(server.port)/old")
        let response = try await send(.bytes, session, to: url)
        #expect(response.status == 200 && response.body.isEmpty)
        #expect(seen.lines == ["HEAD /old 20000", "HEAD /new 20000", "HEAD /new 20000"])
    }

    @Test("read as a stream and as a file, there is nothing either") func streams() async throws {
        let server = try server(Self.announced + Self.evil)
        let session = bench.session(server, policy: bench.trusting)
        let request = HTTPSRequest(try bench.url(server, "/head"), method: "HEAD", body: Self.content)
        let (bytes, response) = try await session.bytes(for: request)
        var count = 0
        for try await piece in bytes.pieces { count += piece.count }
        #expect(response.status == 200 && count == 0)
    }

    /// A server over HTTP/2 that answers the first request with a head, and what is said behind it.
    private func server(behindHead data: @escaping @Sendable (UInt32) -> [UInt8]) throws -> TLSServer {
        try bench.server { configuration in
            configuration.applicationProtocols = ["h2"]
            configuration.conversation = { [seen] connection throws(ServingError) in
                try HTTP2Conversation.serve(connection) { request in
                    seen.add("\(connection.facts.number) \(request.content.count { $0 == 0x62 })")
                    let head = HTTP2Conversation.frame(.headers, 4, request.stream, HTTP2Conversation.head(length: 4))
                    let good = HTTP2Conversation.frame(.data, 1, request.stream, Array("good".utf8))
                    return head + (request.number == 1 ? data(request.stream) : good)
                }
            }
        }
    }

    /// A server that does not say by END_STREAM that nothing follows is not waited for.
    @Test(
        "HTTP/2: the stream ends, the connection goes on", arguments: [Content.none, .empty, .bytes, .chunks, .nothing])
    func http2(content: Content) async throws {
        let server = try server { _ in [] }
        let session = bench.session(server, policy: bench.trusting)
        let response = try await send(content, session, to: try bench.url(server, "/head"))
        #expect(response.status == 200 && response.httpVersion == "2" && response.body.isEmpty)
        let next = try await session.data(for: HTTPSRequest(try bench.url(server, "/good")))
        #expect(String(decoding: next.body, as: UTF8.self) == "good" && next.isReusedConnection)
        #expect(seen.lines == ["1 \([.bytes, .chunks].contains(content) ? Self.content.count : 0)", "1 0"])
    }

    /// RFC 9113 §8.1.1: "Clients MUST NOT accept a malformed response", which one to HEAD with content is.
    @Test(
        "HTTP/2: an answer with content is none, and the next one's is its own",
        arguments: [Content.none, .bytes, .chunks])
    func http2Malformed(content: Content) async throws {
        let server = try server { HTTP2Conversation.frame(.data, 1, $0, Array("evil".utf8)) }
        let session = bench.session(server, policy: bench.trusting)
        let url = try bench.url(server, "/head")
        let error = await #expect(throws: HTTPSError.self) { try await send(content, session, to: url) }
        #expect(error?.code == .http2, "\(error as Any)")
        let next = try await session.data(for: HTTPSRequest(try bench.url(server, "/good")))
        #expect(String(decoding: next.body, as: UTF8.self) == "good" || !next.isReusedConnection)
    }
}
