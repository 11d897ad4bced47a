import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// RFC 7617 §2 requires the parameter, and servers say `Basic` alone. Code for Apple's platforms keeps the password for
/// such a server under its host as the realm, and is answered there.
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
                : ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", challenge)])
        }
    }

    private func space(_ server: TLSServer, _ realm: String?) -> URLProtectionSpace {
        URLProtectionSpace(
            host: Loopback.host, port: Int(server.port), protocol: NSURLProtectionSpaceHTTPS, realm: realm,
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    }

    @Test("a delegate is asked, with the host as the realm", arguments: ["Basic", "Basic charset=\"UTF-8\""])
    func asked(challenge: String) async throws {
        let server = try server(challenge)
        let delegate = RealmDelegate(Self.aladdin)
        let session = URLSession(configuration: bench.trusting(server), delegate: delegate, delegateQueue: nil)
        let (data, _) = try await session.data(from: try bench.url(server))
        #expect(String(decoding: data, as: UTF8.self) == "welcome")
        #expect(delegate.log.lines == ["NSURLAuthenticationMethodHTTPBasic \"\(Loopback.host)\""])
        #expect(seen.lines == ["-", Self.right])
        #expect(session.configuration.urlCredentialStorage?.credentials(for: space(server, Loopback.host))?.count == 1)
    }

    @Test(
        "a password for no realm, or for the host's name, is one for it; any other is for its own realm alone",
        arguments: [nil, "", "r", Loopback.host] as [String?], [nil, "", "r", Loopback.host] as [String?])
    func stored(known: String?, asked: String?) async throws {
        let server = try server(asked.map { "Basic realm=\"\($0)\"" } ?? "Basic")
        let configuration = bench.trusting(server)
        configuration.urlCredentialStorage?.setDefaultCredential(Self.aladdin, for: space(server, known))
        let (_, response) = try await URLSession(configuration: configuration).data(from: try bench.url(server))
        let isFor = known == asked || asked == nil && known == Loopback.host
        #expect((response as? HTTPURLResponse)?.statusCode == (isFor ? 200 : 401))
        #expect(seen.lines == (isFor ? ["-", Self.right] : ["-"]))
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
