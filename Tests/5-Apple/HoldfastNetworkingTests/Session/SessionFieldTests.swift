import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// `httpAdditionalHeaders` that say who somebody is, and redirects.
///
/// RFC 9110 §15.4 has a user agent look at "Authorization" and "Cookie" before it sends a redirected request to another
/// origin.
@Suite("The session's own fields at redirects")
struct SessionFieldTests {
    private static let other = "other.holdfast.test"
    private static let all = "Bearer secret a=1 own"
    private static let common = "- - own"
    let bench: Loopback
    let seen = Notes<String>()

    init() throws { bench = try Loopback() }

    /// Redirects `/`, and writes down what it was sent.
    private func server(
        to location: String = "", _ change: (inout TLSServerConfiguration) -> Void = { _ in }
    ) throws -> TLSServer {
        try bench.answering(as: bench.identity(Loopback.host, Self.other), change) { [seen] request in
            let fields = ["Authorization", "Cookie", "X-Own"].map { request[$0] ?? "-" }
            seen.add("\(request.target) \(fields.joined(separator: " "))")
            let port = request["Host"]?.split(separator: ":").last ?? ""
            return request.target == "/"
                ? ServerResponse.redirect(to: location.replacing("PORT", with: port), status: 302)
                : ServerResponse(text: "there")
        }
    }

    private func session(
        _ servers: TLSServer..., delegate: (any URLSessionDelegate)? = nil
    ) throws -> URLSession {
        let configuration = bench.trusting(
            servers[0], servers[servers.count - 1], names: [Loopback.host, Self.other])
        configuration.httpAdditionalHeaders = ["Authorization": "Bearer secret", "Cookie": "a=1", "X-Own": "own"]
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    @Test("to the same origin they go", arguments: [true, false])
    func sameOrigin(hasDelegate: Bool) async throws {
        let server = try server(to: "/there")
        _ = try await session(server, delegate: hasDelegate ? RecordingDelegate() : nil)
            .data(from: try bench.url(server))
        #expect(seen.lines == ["/ \(Self.all)", "/there \(Self.all)"])
    }

    @Test("to another origin those that say who somebody is do not", arguments: [true, false])
    func otherOrigin(hasDelegate: Bool) async throws {
        let server = try server(to: "https://\(Self.other):PORT/there")
        _ = try await session(server, delegate: hasDelegate ? RecordingDelegate() : nil)
            .data(from: try bench.url(server))
        #expect(seen.lines == ["/ \(Self.all)", "/there \(Self.common)"])
    }

    @Test("nor from https to http, nor back from there")
    func plain() async throws {
        let plain = try server(to: "") { $0.speaksPlainHTTP = true }
        let secure = try server(to: "http://\(Loopback.host):\(plain.port)/there")
        _ = try await session(plain, secure).data(from: try bench.url(secure))
        #expect(seen.lines == ["/ \(Self.all)", "/there \(Self.common)"])
    }

    @Test("a delegate that leads to another origin says itself what goes there")
    func delegated() async throws {
        let server = try server(to: "/there")
        let elsewhere = try bench.url(server, "/elsewhere", host: Self.other)
        for (field, expected) in [(nil, Self.common), ("Bearer other", "Bearer other - own")] {
            let delegate = LeadingDelegate(elsewhere, field)
            _ = try await session(server, delegate: delegate).data(from: try bench.url(server))
            #expect(seen.lines.last == "/elsewhere \(expected)")
        }
    }
}

/// Leads every redirect elsewhere.
private final class LeadingDelegate: NSObject, URLSessionTaskDelegate {
    private let url: URL
    private let authorization: String?

    init(_ url: URL, _ authorization: String?) {
        self.url = url
        self.authorization = authorization
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest
    ) async -> URLRequest? {
        var request = URLRequest(url: url)
        request.setValue(authorization, forHTTPHeaderField: "Authorization")
        return request
    }
}
