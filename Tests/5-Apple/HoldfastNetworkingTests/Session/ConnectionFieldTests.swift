import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// Fields that belong to the connection, as programs set them everywhere.
///
/// Apple, "Reserved HTTP headers" of `URLRequest`: "If you set a value for one of these reserved headers, the system
/// may ignore the value you set, or overwrite it with its own value, or just not send it." RFC 9110 §7.6.1 lists those
/// that an intermediary has to take away.
@Suite("Fields that belong to the connection")
struct ConnectionFieldTests {
    static let unkept = [
        ("Connection", "keep-alive"), ("Connection", "X-Own"), ("Keep-Alive", "timeout=5, max=100"),
        ("Proxy-Connection", "keep-alive"), ("Expect", "202-later"), ("TE", "trailers, deflate"),
        ("Trailer", "X-Sum"), ("Transfer-Encoding", "chunked"), ("Upgrade", "websocket"), ("upgrade", "h2c"),
        ("HTTP2-Settings", "AAMAAABk"), ("Proxy-Authorization", "Basic c2VjcmV0OnNlY3JldA=="),
    ]
    let bench: Loopback
    let seen = Notes<String>()
    let witness = Witness()

    init() throws { bench = try Loopback() }

    /// Writes down the names of the fields that came, and the connection that they came on.
    private func server() throws -> TLSServer {
        try bench.answering { [seen] request in
            let own = ["Host", "Accept", "User-Agent", "Accept-Encoding", "Content-Type", "Content-Length"]
            let others = request.fields.filter { !own.contains($0.name) }.map { "\($0.name): \($0.value)" }
            seen.add("\(request.connection.number) \(request.target) \(others.joined(separator: ", "))")
            return request.target == "/old"
                ? ServerResponse.redirect(to: "/new", status: 307) : ServerResponse(text: "there")
        }
    }

    private func session(_ server: TLSServer, _ fields: [String: String] = [:]) throws -> URLSession {
        let configuration = bench.trusting(server)
        configuration.httpAdditionalHeaders = fields
        configuration.observer = witness
        return URLSession(configuration: configuration)
    }

    private func request(
        _ server: TLSServer, _ path: String = "/", _ fields: [String: String] = [:]
    ) throws -> URLRequest {
        var request = URLRequest(url: try bench.url(server, path))
        for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
        return request
    }

    /// Foundation writes the names of a request's fields in its own way.
    private static func names(_ name: String, _ warning: String) -> Bool {
        warning.lowercased().contains("header field \(name.lowercased()) ")
    }

    @Test("those that cannot be kept to are left out, and the observer is told their names", arguments: unkept)
    func ignored(name: String, value: String) async throws {
        let server = try server()
        let session = try session(server)
        for _ in 0..<2 {
            let (data, _) = try await session.data(for: try request(server, "/", [name: value, "X-Own": "own"]))
            #expect(String(decoding: data, as: UTF8.self) == "there")
        }
        // What `Connection` names goes on to the server: nobody in between takes it away here.
        #expect(seen.lines == ["1 / X-Own: own", "1 / X-Own: own"])
        #expect(witness.warnings.count == 1 && witness.warnings.allSatisfy { Self.names(name, $0) })
        #expect(!witness.warnings.joined().contains(value))
    }

    @Test("so are those of the session", arguments: unkept)
    func ofSession(name: String, value: String) async throws {
        let server = try server()
        let session = try session(server, [name: value, "X-Own": "own"])
        for _ in 0..<2 { _ = try await session.data(from: try bench.url(server)) }
        #expect(seen.lines == ["1 / X-Own: own", "1 / X-Own: own"])
        #expect(witness.warnings.count == 1 && witness.warnings.allSatisfy { Self.names(name, $0) })
    }

    /// RFC 9112 §9.6: "A client that sends a 'close' connection option MUST NOT send further requests on that
    /// connection".
    @Test(
        "Connection: close is sent and kept to, through redirects and beside other options", arguments: [true, false])
    func close(isOfSession: Bool) async throws {
        let server = try server()
        let fields = ["Connection": "Close, X-Own", "X-Own": "own"]
        let session = try session(server, isOfSession ? fields : [:])
        _ = try await session.data(for: try request(server, "/first", ["Connection": "keep-alive"]))
        _ = try await session.data(for: try request(server, "/old", isOfSession ? [:] : fields))
        _ = try await session.data(for: try request(server, "/last", ["Connection": "keep-alive"]))
        let own = isOfSession ? "X-Own: own" : ""
        #expect(
            seen.lines == [
                "1 /first \(own)", "2 /old Connection: close, X-Own: own", "3 /new Connection: close, X-Own: own",
                "1 /last \(own)",
            ])
        #expect(await server.reaches { $0.openConnections == 1 })
    }

    /// RFC 9110 §10.1.1: "A client that will wait for a 100 (Continue) response before sending the request content MUST
    /// send an Expect header field"; and it "MUST NOT generate a 100-continue expectation in a request that does not
    /// include content".
    @Test("Expect: 100-continue is kept to", arguments: [true, false]) func expectation(hasBody: Bool) async throws {
        let server = try bench.conversing { [seen] connection throws(ServingError) in
            let (head, rest) = try connection.readHead()
            seen.add(head.lowercased().contains("expect: 100-continue") ? "asks" : "does not ask")
            seen.add("\(rest.count)")
            try connection.write("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        }
        var request = try request(server, "/", ["Expect": "100-Continue"])
        request.httpMethod = "POST"
        if hasBody { request.httpBody = Data(repeating: 7, count: 64) }
        let (_, response) = try await session(server).data(for: request)
        #expect((response as? HTTPURLResponse)?.statusCode == 403)
        #expect(seen.lines == (hasBody ? ["asks", "0"] : ["does not ask", "0"]))
        #expect(witness.warnings.isEmpty)
    }

    @Test("what no line of a header can hold goes on failing", arguments: ["Connection", "Expect", "X-Own"])
    func malformed(name: String) async throws {
        let server = try server()
        for isOfSession in [true, false] {
            let fields = [name: "close\u{1}"]
            let session = try session(server, isOfSession ? fields : [:])
            let request = try request(server, "/", isOfSession ? [:] : fields)
            let error = await #expect(throws: URLError.self) { try await session.data(for: request) }
            #expect(error?.code == .badURL)
        }
        #expect(seen.lines.isEmpty)
    }
}
