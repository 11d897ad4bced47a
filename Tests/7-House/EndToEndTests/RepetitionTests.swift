import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import LoopbackSupport
import TestSupport
import Testing

/// Servers that close a connection at the moment when a request goes out over it.
@Suite("Requests over kept connections that have ended")
struct RepetitionTests {
    private let bench: Loopback
    private let seen = Notes<String>()

    init() throws { bench = try Loopback() }

    private static func line(_ head: String) -> String { String(head.prefix { $0 != "\r\n" }) }

    /// Answers the first request of a connection, and closes it when the second one has come.
    private func server(of other: Loopback? = nil) throws -> TLSServer {
        try (other ?? bench).conversing { [seen] connection throws(ServingError) in
            // A client that has gone sends no line, nor does one whose request was stopped once it was connected.
            func note() throws(ServingError) -> Bool {
                let line = Self.line(try connection.readHead().head)
                if line.hasSuffix("HTTP/1.1") { seen.add(line) }
                return line.hasSuffix("HTTP/1.1")
            }
            guard try note() else { return }
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            _ = try note()
        }
    }

    @Test("by an idempotent method it goes out once more, over a new one", arguments: ["GET", "HEAD", "PUT", "DELETE"])
    func repeated(method: String) async throws {
        let server = try server()
        let session = bench.session(server, policy: bench.trusting)
        _ = try await session.data(for: HTTPSRequest(try bench.url(server, "/a")))
        let body: [UInt8]? = method == "PUT" ? [1, 2, 3] : nil
        let response = try await session.data(
            for: HTTPSRequest(try bench.url(server, "/b"), method: method, body: body))
        #expect(response.status == 200 && !response.isReusedConnection)
        #expect(seen.lines == ["GET /a HTTP/1.1", "\(method) /b HTTP/1.1", "\(method) /b HTTP/1.1"])
    }

    @Test("by another method it does not: the server may have acted on it", arguments: ["POST", "PATCH", "MERGE"])
    func once(method: String) async throws {
        let server = try server()
        let session = bench.session(server, policy: bench.trusting)
        _ = try await session.data(for: HTTPSRequest(try bench.url(server, "/a")))
        let request = HTTPSRequest(try bench.url(server, "/b"), method: method, body: [1, 2, 3])
        let error = await failure { () async throws(HTTPSError) in try await session.data(for: request) }
        #expect(error?.code == .emptyReply)
        #expect(error?.message.contains(method) == true)
        #expect(seen.lines == ["GET /a HTTP/1.1", "\(method) /b HTTP/1.1"])
        // None was dialled for what must not go out.
        #expect(server.counters.connections == 1)
    }

    @Test("whoever dials: neither where the system is asked for the address")
    func onceBySystem() async throws {
        let local = try Loopback(host: "localhost")
        let server = try server(of: local)
        let session = HTTPSSession(configuration: local.configuration([], policy: local.trusting))
        _ = try await session.data(for: HTTPSRequest(try local.url(server, "/a", host: local.host)))
        let request = HTTPSRequest(try local.url(server, "/b", host: local.host), method: "POST", body: [1])
        let error = await failure { () async throws(HTTPSError) in try await session.data(for: request) }
        #expect(error?.code == .emptyReply)
        #expect(seen.lines == ["GET /a HTTP/1.1", "POST /b HTTP/1.1"])
    }
}
