import Foundation
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import LoopbackSupport
import TestSupport
import Testing

/// Each error of a request says which server was asked, without what is secret in a URL: a query has keys and tokens
/// in it (RFC 9110 §17.9: "URIs are intended to be shared, not secured, even when they identify secure resources"),
/// and a password is shown by nobody (RFC 3986 §3.2.1).
@Suite("The place that an error names", .hangLimit)
struct ErrorPlaceTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func url(_ port: UInt16, _ path: String = "/orders") throws -> HTTPSURL {
        try HTTPSURL("https://mufasa:hushhush@\(Loopback.host):\(port)\(path)?key=hush")
    }

    private func place(_ port: UInt16, _ path: String = "/orders") -> String {
        "https://\(Loopback.host):\(port)\(path)"
    }

    private func check(
        _ error: HTTPSError?, _ code: TransportError.Code, _ place: String,
        line: Testing.SourceLocation = #_sourceLocation
    ) {
        #expect(error?.code == code, "\(String(describing: error))", sourceLocation: line)
        #expect(error?.url?.description == place, sourceLocation: line)
        let text = error.map { "\($0)" } ?? ""
        #expect(text.hasPrefix("\(place): ") && text.contains("(\(error?.phase.rawValue ?? ""): \(code))"), "\(text)")
        #expect(!text.contains("hush") && !text.contains("mufasa"), "\(text)", sourceLocation: line)
    }

    @Test("nobody listens, a server is refused, a name has no address: at every door")
    func doors() async throws {
        let server = try bench.server(as: bench.identity("other.holdfast.test"))
        let session = bench.session(server, policy: bench.trusting)
        let url = try url(server.port)
        let folder = try TemporaryFolder()
        let request = HTTPSRequest(url)
        let doors: [@Sendable () async throws(HTTPSError) -> Void] = [
            { () throws(HTTPSError) in _ = try await session.data(for: request) },
            { () throws(HTTPSError) in _ = try await session.bytes(for: request) },
            { () throws(HTTPSError) in _ = try await session.upload(for: request, from: UploadBody([1])) },
            { () throws(HTTPSError) in _ = try await session.download(for: request, to: folder.path("a")) },
            { () throws(HTTPSError) in _ = try await session.download(resuming: request, to: folder.path("b")) },
            { () throws(HTTPSError) in _ = try await session.verify(url) },
        ]
        for door in doors { check(await failure(of: door), .certificateRefused, place(server.port)) }
        try folder.write("there", to: "c")
        let exists = await failure { () throws(HTTPSError) in
            try await session.download(for: request, to: folder.path("c"))
        }
        check(exists, .fileExists, place(server.port))
        session.invalidateAndCancel()
        for door in doors { check(await failure(of: door), .invalidated, place(server.port)) }
    }

    @Test("a redirect: the last place, and from where it led there")
    func redirected() async throws {
        let other = try bench.server(as: bench.identity("third.holdfast.test"))
        let port = other.port
        let server = try bench.answering { _ in .redirect(to: "https://api.holdfast.test:\(port)/b?token=hush") }
        let configuration = bench.configuration(
            [(Loopback.host, server.port), ("api.holdfast.test", port)], policy: bench.trusting)
        let session = HTTPSSession(configuration: configuration)
        let url = try url(server.port)
        let error = await failure { () throws(HTTPSError) in try await session.data(from: url) }
        check(error, .certificateRefused, "https://api.holdfast.test:\(port)/b")
        #expect(error?.description.hasSuffix(", redirected from \(place(server.port))") == true)
        #expect(error?.redirects.map(\.url) == [url])
        // One that is not followed is about the server that has sent it.
        let leaving = try bench.answering { _ in .redirect(to: "http://\(Loopback.host)/?token=hush") }
        let outwards = bench.session(leaving, policy: bench.trusting)
        let left = try self.url(leaving.port)
        let refused = await failure { () throws(HTTPSError) in try await outwards.data(from: left) }
        #expect(refused?.code == .insecureRedirect && refused?.url?.description == place(leaving.port))
    }

    @Test("a body that breaks off, and a value that is no JSON")
    func later() async throws {
        let server = try bench.conversing { conversation throws(ServingError) in
            _ = try conversation.readHead()
            try conversation.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
        }
        let session = bench.session(server, policy: bench.trusting)
        let (bytes, _) = try await session.bytes(for: HTTPSRequest(url(server.port)))
        let cut = await failure { () throws(HTTPSError) in for try await _ in bytes {} }
        check(cut, .connectionClosed, place(server.port))
        let url = try url(443)
        let unencodable = #expect(throws: HTTPSError.self) { _ = try HTTPSRequest(url, json: Double.nan) }
        check(unencodable, .uploadFailed, "https://\(Loopback.host)/orders")
    }

    @Test("an address in brackets, an origin without a path, a text that is no URL")
    func forms() async throws {
        let session = HTTPSSession()
        session.invalidateAndCancel()
        for (text, place) in [
            ("https://[2001:db8::1]:8443/?a=b", "https://[2001:db8::1]:8443/"),
            ("https://u@example.com", "https://example.com/"), ("https://example.com/a?", "https://example.com/a"),
        ] {
            let url = try HTTPSURL(text)
            check(
                await failure { () throws(HTTPSError) in try await session.data(from: url) }, .invalidated, place)
        }
        let none = await failure { () throws(HTTPSError) in try await session.data(from: "no URL") }
        #expect(none?.code == .unusableRequest && none?.url == nil)
    }

    @Test("the port of the URL and that of the other end are both told, each as it is")
    func ports() async throws {
        let server = try bench.server()
        var configuration = bench.configuration([], policy: bench.trusting)
        configuration.addresses.dial = [try DialRule(connectTo: "\(Loopback.host):443:127.0.0.1:\(server.port)")]
        let session = HTTPSSession(configuration: configuration)
        let figures = Notes<TaskMetrics>()
        var request = try HTTPSRequest("https://\(Loopback.host)/")
        request.finished = { figures.add($0) }
        for isReused in [false, true] {
            let response = try await session.data(for: request)
            #expect(response.isReusedConnection == isReused)
            let connection = response.connection
            #expect(connection.port == 443 && connection.remotePort == server.port)
            #expect(connection.description.contains("to \(Loopback.host):443 "))
            #expect(connection.description.contains(", 127.0.0.1:\(server.port))"), "\(connection)")
        }
        let transactions = figures.all.flatMap(\.transactions)
        #expect(transactions.count == 2)
        #expect(transactions.allSatisfy { $0.transfer?.remotePort == server.port && $0.url.port == 443 })
    }
}
