import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTP
import HoldfastNetworking
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// One cache, and requests that differ in who asks.
///
/// RFC 9111 §4.1: "the cache MUST NOT use that stored response without revalidation unless all the presented request
/// header fields nominated by that Vary field value match those fields in the original request"; and a private cache is
/// one "dedicated to a single user" (§1): of several users here, each has one.
@Suite("One cache for several users")
struct SharedCacheTests {
    private static let passwords = ["alice": "pw", "bob": "pw", "carol": "pw"]
    let bench: Loopback
    let asked = Notes<String>()
    let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)

    init() throws { bench = try Loopback() }

    /// Says who asks: by Basic below `/basic`, by cookie, by a field, by certificate; fresh for ten minutes.
    private func server(
        vary: String? = nil, _ change: (inout TLSServerConfiguration) -> Void = { _ in }
    ) throws -> TLSServer {
        try bench.answering(change) { [asked] request in
            let user = Self.passwords.first { user, password in
                request["Authorization"] == "Basic " + Base64.encode("\(user):\(password)".utf8)
            }
            let named = request.connection.clientCertificate.flatMap { try? Certificate(der: $0).subject.commonName }
            let who =
                user?.key ?? request["Authorization"] ?? request["Cookie"] ?? request["X-Own"] ?? named ?? "nobody"
            asked.add(who)
            if request.target.hasPrefix("/basic"), user == nil {
                return ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", "Basic realm=\"r\"")])
            }
            var fields = [HTTPField("Cache-Control", "private, max-age=600")]
            if let vary { fields.append(HTTPField("Vary", vary)) }
            return ServerResponse(fields: fields, body: Array(who.utf8))
        }
    }

    private func session(
        _ server: TLSServer, delegate: (any URLSessionDelegate)? = nil,
        _ change: (URLSessionConfiguration) -> Void = { _ in }
    ) throws -> URLSession {
        let configuration = bench.trusting(server)
        configuration.urlCache = cache
        change(configuration)
        return URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    private func text(_ session: URLSession, _ url: URL) async throws -> String {
        let (data, response) = try await session.data(from: url)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        return status == 200 ? String(decoding: data, as: UTF8.self) : "\(status)"
    }

    private func url(_ server: TLSServer, _ user: String? = nil, _ path: String = "/basic") throws -> URL {
        let information = user.map { "\($0)@" } ?? ""
        return try #require(URL(string: "https://\(information)\(Loopback.host):\(server.port)\(path)"))
    }

    @Test("users of URLs, in one session and in two")
    func usersOfURLs() async throws {
        let server = try server()
        let session = try session(server)
        for (user, expected) in [
            ("alice:pw", "alice"), ("bob:pw", "bob"), ("alice:wrong", "401"), ("alice:pw", "alice"), ("bob:pw", "bob"),
        ] {
            #expect(try await text(session, try url(server, user)) == expected, "\(user)")
        }
        // The last two came from the cache.
        #expect(asked.lines == ["nobody", "alice", "nobody", "bob", "nobody", "Basic YWxpY2U6d3Jvbmc="])
        #expect(try await text(try self.session(server), try url(server)) == "401")
        #expect(try await text(try self.session(server), try url(server, "bob:pw")) == "bob")
    }

    @Test("users of storages, and of none")
    func usersOfStorages() async throws {
        let server = try server()
        func session(_ user: String?) throws -> URLSession {
            try self.session(server) { configuration in
                let storage = URLCredentialStorage()
                let space = URLProtectionSpace(
                    host: Loopback.host, port: Int(server.port), protocol: NSURLProtectionSpaceHTTPS, realm: "r",
                    authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
                if let user {
                    storage.setDefaultCredential(
                        URLCredential(user: user, password: "pw", persistence: .forSession), for: space)
                }
                configuration.urlCredentialStorage = storage
            }
        }
        let (alice, bob, nobody) = (try session("alice"), try session("bob"), try session(nil))
        for _ in 0..<2 {
            #expect(try await text(alice, try url(server)) == "alice")
            #expect(try await text(bob, try url(server)) == "bob")
            #expect(try await text(nobody, try url(server)) == "401")
        }
        #expect(asked.lines.filter { $0 == "alice" || $0 == "bob" } == ["alice", "bob"])
    }

    @Test("fields of sessions: who they name, and what Vary names", arguments: ["Authorization", "Cookie", "X-Own"])
    func fieldsOfSessions(_ name: String) async throws {
        let server = try server(vary: "X-Own")
        let sessions = try ["one", "two"].map { value in
            try session(server) { $0.httpAdditionalHeaders = [name: value] }
        }
        for _ in 0..<2 {
            for (session, expected) in zip(sessions, ["one", "two"]) {
                #expect(try await text(session, try url(server, nil, "/")) == expected)
            }
        }
        #expect(try await text(try session(server), try url(server, nil, "/")) == "nobody")
        #expect(asked.lines == ["one", "two", "nobody"])
    }

    @Test("what a session says of caches holds: no-store, and parts")
    func wishesOfSessions() async throws {
        let server = try server()
        // A part of what is kept is marked as one (RFC 9111 §3.3).
        for (name, value, again) in [("Cache-Control", "no-store", "nobody"), ("Range", "bytes=0-1", "206")] {
            let session = try session(server) { $0.httpAdditionalHeaders = [name: value] }
            for expected in ["nobody", again] {
                #expect(try await text(session, try url(server, nil, "/\(name)")) == expected)
            }
        }
        #expect(asked.lines.count == 3)
    }

    @Test("cookies of storages, as they are when the request goes out", arguments: ["Cookie", nil])
    func cookies(_ vary: String?) async throws {
        let server = try server(vary: vary)
        let url = try url(server, nil, "/")
        let storage = HTTPCookieStorage()
        let session = try session(server) { $0.httpCookieStorage = storage }
        for value in ["1", "2", "1"] {
            let cookie = try #require(
                HTTPCookie(properties: [
                    .name: "a", .value: value, .domain: Loopback.host, .path: "/", .secure: "TRUE",
                ]))
            storage.setCookie(cookie)
            for _ in 0..<2 { #expect(try await text(session, url) == "a=\(value)") }
        }
        #expect(asked.lines == ["a=1", "a=2"])
    }

    @Test("client identities")
    func identities() async throws {
        let server = try server { $0.requestsClientCertificate = true }
        for name in ["Alice", "Bob"] {
            let identity = try #require(SecIdentity(try bench.root.issue(.client(name: name, at: bench.now))))
            let session = try session(server, delegate: IdentityDelegate(identity, try bench.anchor()))
            for _ in 0..<2 { #expect(try await text(session, try url(server, nil, "/")) == name) }
        }
        #expect(try await text(try session(server), try url(server, nil, "/")) == "nobody")
    }

    @Test("a response that an exception let in is not kept")
    func exceptions() async throws {
        var template = CertificateTemplate.server(names: [Loopback.host], at: bench.now)
        template.notBefore = bench.now.advanced(byDays: -10)
        template.notAfter = bench.now.advanced(byDays: -1)
        let expired = try bench.root.issue(template)
        let server = try TLSServer(TLSServerConfiguration(expired)) { _ in
            ServerResponse(fields: [HTTPField("Cache-Control", "max-age=600")], body: Array("there".utf8))
        }
        let list = TrustExceptionList()
        let exceptions = TrustExceptions.from(list)
        let session = try session(server) { configuration in
            let trusting = configuration.serverTrustPolicy
            configuration.serverTrustPolicy = { name in
                var policy = trusting?(name) ?? TrustPolicy.ssl(name)
                policy.exceptions = exceptions
                return policy
            }
        }
        list.add(
            try TrustException(
                certificate: Digest.sha256(expired.certificate[...]), host: try ServerName(Loopback.host),
                codes: [.expired], createdAt: bench.now, until: bench.now.advanced(byDays: 1)))
        for _ in 0..<2 { #expect(try await text(session, try url(server, nil, "/")) == "there") }
        #expect(server.counters.requestsReceived == 2)
        list.remove { _ in true }
        await #expect(throws: URLError.self) { try await text(session, try url(server, nil, "/")) }
    }

    @Test("nor what a delegate's own exceptions let in")
    func exceptionsOfDelegates() async throws {
        let server = try server()
        let configuration = bench.configuration(server)
        configuration.urlCache = cache
        let delegate = ExceptingDelegate()
        let excepting = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        #expect(try await text(excepting, try url(server, nil, "/")) == "nobody")
        let strict = URLSession(configuration: configuration)
        await #expect(throws: URLError.self) { try await text(strict, try url(server, nil, "/")) }
    }

    @Test("a delegate that keeps another response keeps it for the same request")
    func chosenByDelegate() async throws {
        let server = try server(vary: "X-Own")
        let url = try url(server, nil, "/")
        for value in ["one", "two", "one"] {
            let delegate = ReplacingDelegate()
            var request = URLRequest(url: url)
            request.setValue(value, forHTTPHeaderField: "X-Own")
            let session = try session(server, delegate: delegate)
            session.dataTask(with: request).resume()
            _ = await delegate.linesAtEnd()
            #expect(delegate.lines.contains("data \(value)"), "\(delegate.lines)")
        }
        #expect(asked.lines == ["one", "two"])
    }
}

/// Shows an identity to whoever asks.
private final class IdentityDelegate: NSObject, URLSessionDelegate, @unchecked Sendable {
    private let identity: SecIdentity
    private let anchor: SecCertificate

    init(_ identity: SecIdentity, _ anchor: SecCertificate) {
        self.identity = identity
        self.anchor = anchor
    }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodClientCertificate else {
            return (.performDefaultHandling, nil)
        }
        return (.useCredential, URLCredential(identity: identity, certificates: nil, persistence: .forSession))
    }
}

/// Makes an exception for whatever is wrong, as Apple's sample code for self-signed servers does.
private final class ExceptingDelegate: NSObject, URLSessionDelegate {
    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
    ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
        guard let trust = challenge.protectionSpace.serverTrust else { return (.performDefaultHandling, nil) }
        _ = SecTrustSetExceptions(trust, SecTrustCopyExceptions(trust))
        guard SecTrustEvaluateWithError(trust, nil) else { return (.cancelAuthenticationChallenge, nil) }
        return (.useCredential, URLCredential(trust: trust))
    }
}

/// Keeps a response made anew, which has none of what the first one says beside it.
private final class ReplacingDelegate: RecordingDelegate, @unchecked Sendable {
    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        completionHandler(CachedURLResponse(response: proposedResponse.response, data: proposedResponse.data))
    }
}
