import HoldfastCredentials
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import LoopbackSupport
import TestSupport
import Testing

@Suite("Redirects that a request decides about")
struct RedirectionTests {
    private static let other = "other.holdfast.test"
    let bench: Loopback
    let seen = Notes<String>()

    init() throws { bench = try Loopback() }

    /// Redirects `/` with a body of its own, and answers everything else.
    private func server(status: Int = 302, to location: String = "next") throws -> TLSServer {
        let identity = try bench.identity(Loopback.host, Self.other)
        return try TLSServer(TLSServerConfiguration(identity)) { [seen] request in
            let host = request["Host"] ?? ""
            seen.add(
                "\(request.method) \(request.target) \(request["Authorization"] ?? "-") \(request["X-Own"] ?? "-")")
            guard request.target == "/" else { return ServerResponse(text: "there") }
            let port = host.split(separator: ":").last ?? ""
            var redirect = ServerResponse.redirect(
                to: location == "elsewhere" ? "//\(Self.other):\(port)/next" : location, status: status)
            redirect.body = Array("moved".utf8)
            return redirect
        }
    }

    private func session(
        _ server: TLSServer, _ change: (inout HTTPSSession.Configuration) -> Void = { _ in }
    ) throws -> HTTPSSession {
        var configuration = bench.configuration(
            [(Loopback.host, server.port), (Self.other, server.port)], policy: bench.trusting)
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    @Test("it is told the redirect's response without its body, and the request that would follow")
    func told() async throws {
        let server = try server()
        let told = Notes<String>()
        var request = HTTPSRequest(try bench.url(server), method: "POST", body: Array("four".utf8))
        request.redirection = { response, next in
            told.add("\(response.status) \(response.url.target) \(response.fields.first(named: "Location") ?? "")")
            told.add("\(response.body.count) \(next.method) \(next.url.target) \(next.body?.count ?? 0)")
            return next
        }
        let response = try await session(server).data(for: request)
        #expect(told.lines == ["302 / next", "0 GET /next 0"])
        #expect(response.status == 200 && response.redirects.map(\.status) == [302])
        #expect(seen.lines == ["POST / - -", "GET /next - -"])
    }

    @Test("what was meant for one origin is not in the request for another", arguments: ["next", "elsewhere"])
    func stripped(location: String) async throws {
        let server = try server(status: 307, to: location)
        let told = Notes<String>()
        let password = try #require(HTTPField(name: "Authorization", value: "Basic QWxhZGRpbjpvcGVu"))
        var request = HTTPSRequest(try bench.url(server), fields: [password])
        request.redirection = { _, next in
            told.add("\(next.url.host) \(next.fields.first(named: "Authorization") ?? "-")")
            return next
        }
        _ = try await session(server).data(for: request)
        #expect(told.lines == [location == "next" ? "\(Loopback.host) \(password.value)" : "\(Self.other) -"])
        #expect(seen.lines.last == "GET /next \(location == "next" ? password.value : "-") -")
    }

    @Test("what it returns is sent, and the request's limits and listeners stay")
    func changed() async throws {
        let server = try server()
        let told = Notes<String>()
        let elsewhere = try bench.url(server, "/", host: Self.other)
        let field = try #require(HTTPField(name: "X-Own", value: "yes"))
        var request = HTTPSRequest(try bench.url(server))
        request.finished = { told.add("finished \($0.transactions.count) \($0.redirectCount)") }
        request.redirection = { _, next in
            told.add("asked \(next.url.host)")
            guard next.url.host == Loopback.host else { return next }
            return HTTPSRequest(elsewhere, method: "PUT", fields: [field], body: [1, 2])
        }
        let response = try await session(server).data(for: request)
        #expect(response.url == (try bench.url(server, "/next", host: Self.other)))
        #expect(seen.lines == ["GET / - -", "PUT / - yes", "PUT /next - yes"])
        // The request that it made brought nobody to ask about the second one.
        #expect(told.lines == ["asked \(Loopback.host)", "asked \(Self.other)", "finished 3 2"])
    }

    @Test("nil makes the redirect the answer, with its body", arguments: [false, true])
    func refused(asStream: Bool) async throws {
        let server = try server(status: 307)
        let session = try session(server)
        var request = HTTPSRequest(try bench.url(server))
        request.redirection = { _, _ in nil }
        var response: HTTPSResponse
        var body: [UInt8] = []
        if asStream {
            let bytes: HTTPSBytes
            (bytes, response) = try await session.bytes(for: request)
            for try await piece in bytes.pieces { body += piece }
        } else {
            response = try await session.data(for: request)
            body = response.body
        }
        #expect(response.status == 307 && response.redirects.isEmpty && response.url.target == "/")
        #expect(String(decoding: body, as: UTF8.self) == "moved")
        #expect(seen.lines == ["GET / - -"])
        // The connection is as good as after any other answer.
        #expect(try await session.data(for: HTTPSRequest(try bench.url(server, "/next"))).isReusedConnection)
    }

    @Test("where no redirects are followed it is not asked, and past the limit the limit holds", arguments: [0, 1])
    func limits(maximum: Int) async throws {
        let server = try server(to: "/")
        let session = try session(server) { $0.limits.redirects = maximum }
        let told = Notes<String>()
        var request = HTTPSRequest(try bench.url(server))
        request.redirection = { _, next in
            told.add("asked")
            return next
        }
        let result = await failure { () async throws(HTTPSError) in try await session.data(for: request) }
        #expect(result?.code == (maximum == 0 ? nil : .tooManyRedirects))
        #expect(told.lines.count == maximum)
    }

    @Test("one that never answers does not hold a request whose task is cancelled")
    func cancelled() async throws {
        let server = try server()
        let session = try session(server)
        let (asked, release) = (Promise<Void>(), Promise<Void>())
        defer { release.give(()) }
        var request = HTTPSRequest(try bench.url(server))
        request.redirection = { _, next in
            asked.give(())
            await release.wait()
            return next
        }
        let task = Task { [request] in
            await failure { () async throws(HTTPSError) in try await session.data(for: request) }
        }
        await asked.wait()
        task.cancel()
        #expect(await task.value?.code == .cancelled)
        #expect(seen.lines == ["GET / - -"])
    }
}
