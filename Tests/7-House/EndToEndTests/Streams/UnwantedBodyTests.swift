import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import LoopbackSupport
import TestSupport
import Testing

/// Docs/limits.md: of a redirect's or a challenge's body 256 KiB are read to keep the connection; of a longer one, the
/// connection is closed. The limits of bodies are those of answers.
@Suite("Bodies that nobody wants")
struct UnwantedBodyTests {
    private static let long = [UInt8](repeating: 0x61, count: 2 << 20)
    private let bench: Loopback
    private let seen = Notes<String>()

    init() throws { bench = try Loopback() }

    /// A server whose redirects and challenges have a body of so many bytes, and whose answers are short.
    private func server(_ count: Int = Self.long.count) throws -> TLSServer {
        try bench.answering { [seen] request in
            seen.add("\(request.method) \(request.target) \(request["Authorization"] != nil)")
            var response = ServerResponse(text: "there")
            if request.target == "/login", request["Authorization"] == nil {
                response = ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", "Basic realm=\"r\"")])
            } else if request.target == "/old" {
                response = ServerResponse.redirect(to: "/new", status: 308)
            } else {
                return response
            }
            response.body = Array(Self.long.prefix(count))
            return response
        }
    }

    private func session(
        _ server: TLSServer, _ change: (inout HTTPSSession.Configuration) -> Void = { _ in }
    ) -> HTTPSSession {
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.limits.responseBytes = 1 << 20
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    private func url(_ server: TLSServer, _ path: String, user: String = "") throws -> HTTPSURL {
        try HTTPSURL("https://\(user)\(Loopback.host):\(server.port)\(path)")
    }

    @Test(
        "a redirect's and a challenge's end no request, and are not read to their end", arguments: ["/old", "/login"])
    func followed(_ path: String) async throws {
        let server = try server()
        let session = session(server)
        let url = try url(server, path, user: path == "/login" ? "ann:pw@" : "")
        let response = try await session.data(for: HTTPSRequest(url))
        #expect(response.status == 200 && response.body == Array("there".utf8))
        // The first one is closed, with what was still to come.
        #expect(session.statistics.connectionsOpened == 2)
        #expect(seen.lines.count == 2)
    }

    @Test("short ones keep the connection", arguments: ["/old", "/login"]) func short(_ path: String) async throws {
        let server = try server(200 << 10)
        let session = session(server)
        let url = try url(server, path, user: path == "/login" ? "ann:pw@" : "")
        #expect(try await session.data(for: HTTPSRequest(url)).status == 200)
        #expect(session.statistics.connectionsOpened == 1)
    }

    @Test("where it is the answer, all of it is read", arguments: ["/old", "/login"]) func answer(_ path: String)
        async throws
    {
        let server = try server(700 << 10)
        let session = session(server) { $0.limits.redirects = 0 }
        let finished = Notes<Int>()
        var request = HTTPSRequest(try url(server, path))
        request.finished = { finished.add($0.transactions.last?.transfer?.decodedBodyBytes ?? 0) }
        let response = try await session.data(for: request)
        #expect(response.status == (path == "/old" ? 308 : 401) && response.body == Array(Self.long.prefix(700 << 10)))
        #expect(finished.all == [700 << 10])
        #expect(try await session.data(for: HTTPSRequest(try url(server, "/new"))).status == 200)
        #expect(session.statistics.connectionsOpened == 1)
    }

    @Test("within the limit of answers", arguments: ["/old", "/login"]) func tooLong(_ path: String) async throws {
        let server = try server()
        let session = session(server) { $0.limits.redirects = 0 }
        let request = HTTPSRequest(try url(server, path))
        let error = await #expect(throws: HTTPSError.self) { try await session.data(for: request) }
        #expect(error?.code == .responseTooLarge)
    }

    @Test("a task that is cancelled ends it") func cancelled() async throws {
        let begun = Gate()
        let server = try bench.conversing { connection throws(ServingError) in
            _ = try connection.read()
            let head = "HTTP/1.1 401 Unauthorized\r\nContent-Length: 1000000\r\n\r\n"
            try connection.write(Array(head.utf8) + Self.long.prefix(300 << 10))
            begun.open()
            _ = try connection.read()
        }
        let session = session(server)
        let request = HTTPSRequest(try url(server, "/"))
        let task = Task { try await session.data(for: request) }
        await begun.pass()
        task.cancel()
        let result = await task.result
        let error = #expect(throws: HTTPSError.self) { try result.get() }
        #expect(error?.code == .cancelled)
    }

    /// RFC 9110 §10.1.1: the server says whether it wants content before that is sent.
    @Test("much content waits until the server has asked who sends it") func asksFirst() async throws {
        let digest = "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-256"
        let server = try bench.answering { [seen] request in
            seen.add("\(request["Expect"] ?? "-") \(request["Authorization"]?.prefix(6) ?? "-") \(request.body.count)")
            return request["Authorization"] == nil
                ? ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", digest)])
                : ServerResponse(text: "there")
        }
        for (user, count) in [("ann:pw@", 100 << 10), ("ann:pw@", 10), ("", 100 << 10)] {
            let content = Array(Self.long.prefix(count))
            let request = HTTPSRequest(try url(server, "/", user: user), method: "POST", body: content)
            _ = try await session(server).data(for: request)
        }
        #expect(
            seen.lines == [
                "100-continue - \(100 << 10)", "100-continue Digest \(100 << 10)", "- - 10", "- Digest 10",
                "- - \(100 << 10)",
            ])
    }
}
