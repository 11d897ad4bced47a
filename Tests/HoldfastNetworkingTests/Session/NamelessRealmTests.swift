import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// Apple, `URLProtectionSpace.realm`: "The receiver's authentication realm, or nil if no realm has been set." RFC 7617
/// §2 requires the parameter, and servers say `Basic` alone.
@Suite("Basic without a realm")
struct NamelessRealmTests {
    private static let right = "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ=="
    private static let aladdin = URLCredential(user: "Aladdin", password: "open sesame", persistence: .forSession)
    let bench: Loopback
    let seen = Notes<String>()

    init() throws { bench = try Loopback() }

    private func server(_ challenge: String = "Basic") throws -> TLSServer {
        try bench.answering { [seen] request in
            seen.add(request["Authorization"] ?? "-")
            return request["Authorization"] == Self.right
                ? ServerResponse(text: "welcome")
                : ServerResponse(status: 401, fields: [ServerField("WWW-Authenticate", challenge)])
        }
    }

    private func space(_ server: TLSServer, _ realm: String?) -> URLProtectionSpace {
        URLProtectionSpace(
            host: Loopback.host, port: Int(server.port), protocol: NSURLProtectionSpaceHTTPS, realm: realm,
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    }

    @Test("a delegate is asked, with a realm of nil", arguments: ["Basic", "Basic charset=\"UTF-8\""])
    func asked(challenge: String) async throws {
        let server = try server(challenge)
        let delegate = RealmDelegate(Self.aladdin)
        let session = URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        let (data, _) = try await session.data(from: try bench.url(server))
        #expect(String(decoding: data, as: UTF8.self) == "welcome")
        #expect(delegate.log.lines == ["NSURLAuthenticationMethodHTTPBasic (nil)"])
        #expect(seen.lines == ["-", Self.right])
        #expect(session.configuration.urlCredentialStorage?.credentials(for: space(server, nil))?.count == 1)
    }

    @Test(
        "a password for no realm is none for another, nor the other way round",
        arguments: [nil, "", "r"] as [String?], [nil, "", "r"] as [String?])
    func stored(known: String?, asked: String?) async throws {
        let server = try server(asked.map { "Basic realm=\"\($0)\"" } ?? "Basic")
        let configuration = bench.trusting(server)
        configuration.urlCredentialStorage?.setDefaultCredential(Self.aladdin, for: space(server, known))
        let (_, response) = try await URLSession(configuration: configuration).data(from: try bench.url(server))
        #expect((response as? HTTPURLResponse)?.statusCode == (known == asked ? 200 : 401))
        #expect(seen.lines == (known == asked ? ["-", Self.right] : ["-"]))
    }
}

/// Writes down the realm that it is asked for.
private final class RealmDelegate: NSObject, URLSessionTaskDelegate {
    let log = Notes<String>()
    private let credential: URLCredential

    init(_ credential: URLCredential) { self.credential = credential }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        let space = challenge.protectionSpace
        guard space.serverTrust == nil else { return (.performDefaultHandling, nil) }
        log.add("\(space.authenticationMethod) \(space.realm.map { "\"\($0)\"" } ?? "(nil)")")
        return (.useCredential, credential)
    }
}
