import HoldfastCredentials
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// NTLM by libcurl: whose connections are whose, and what is not answered.
@Suite("NTLM of a session")
struct NTLMSessionTests {
    /// MS-NLMP §4.2.4.3 and §4.2.2.3: a challenge that NTLMv2 answers, and one that NTLMv1 does.
    private static let described =
        "TlRMTVNTUAACAAAADAAMADgAAAAzgoriASNFZ4mrze8AAAAAAAAAACQAJABEAAAABgBwFwAAAA9TAGUAcgB2AGUAcgACAAwARABvAG0AYQBp"
        + "AG4AAQAMAFMAZQByAHYAZQByAAAAAAA="
    private static let bare =
        "TlRMTVNTUAACAAAADAAMADgAAAAzggLiASNFZ4mrze8AAAAAAAAAAAAAAAAAAAAABgBwFwAAAA9TAGUAcgB2AGUAcgA="

    /// Takes whoever finishes the exchange, and knows their connection by it; whether they know the password is the
    /// peers' to test.
    private final class Accounts: Sendable {
        let log = Notes<String>()
        private let known = Mutex<Set<Int>>([])
        private let challenge: String
        private let isDeaf: Bool

        /// - Parameter isDeaf: whether nobody is taken.
        init(challenge: String = NTLMSessionTests.described, isDeaf: Bool = false) {
            self.challenge = challenge
            self.isDeaf = isDeaf
        }

        func answer(_ request: ServerRequest) -> ServerResponse {
            let connection = request.connection.number
            if known.withLock({ $0.contains(connection) }) {
                log.add("known")
                return ServerResponse(text: "known \(connection)")
            }
            guard let value = request["Authorization"], value.hasPrefix("NTLM "),
                let message = Base64.decode(value.dropFirst(5)), message.count > 12
            else {
                log.add(request["Authorization"] == nil ? "nobody" : "other")
                return refuse("NTLM")
            }
            log.add("\(message[8]) \(request.body.count)")
            guard message[8] == 3 else { return refuse("NTLM " + challenge) }
            guard !isDeaf else { return refuse("NTLM") }
            known.withLock { _ = $0.insert(connection) }
            return ServerResponse(text: "welcome \(connection)")
        }

        private func refuse(_ value: String) -> ServerResponse {
            ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", value)], body: Array("no".utf8))
        }
    }

    private struct Handler: ChallengeHandler {
        let asked = Notes<String>()
        var persistence = CredentialPersistence.forSession
        func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
            guard challenge.protectionSpace.authenticationMethod != .serverTrust else { return .notImplemented }
            asked.add(
                "\(challenge.scope) \(challenge.protectionSpace.authenticationMethod) \(challenge.previousFailureCount)"
            )
            guard challenge.previousFailureCount == 0 else { return .performDefaultHandling }
            return .useCredential(Credential(user: #"DOMAIN\alice"#, password: "secret", persistence: persistence))
        }
    }

    private let bench: Loopback

    init() throws { bench = try Loopback() }

    private func server(_ accounts: Accounts) throws -> TLSServer {
        try bench.answering { accounts.answer($0) }
    }

    private func configuration(_ server: TLSServer, _ handler: Handler?) throws -> HTTPSSession.Configuration {
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.credentials.handler = handler
        return configuration
    }

    @Test("asked once; the body goes with the last part; the connection is used again, by the same session alone")
    func kept() async throws {
        let accounts = Accounts()
        let server = try server(accounts)
        let handler = Handler()
        let configuration = try configuration(server, handler)
        let session = HTTPSSession(configuration: configuration)
        let request = HTTPSRequest(try bench.url(server), method: "POST", body: Array("four".utf8))
        let first = try await session.data(for: request)
        #expect(first.status == 200)
        #expect(String(decoding: first.body, as: UTF8.self).hasPrefix("welcome"))
        #expect(first.httpVersion == "1.1")
        let second = try await session.data(for: request)
        #expect(String(decoding: second.body, as: UTF8.self).hasPrefix("known"))
        #expect(second.isReusedConnection)
        #expect(handler.asked.lines == ["session ntlm 0"])
        #expect(accounts.log.lines == ["nobody", "1 0", "3 4", "known"])
        // Somebody else's session, and one request of this session that says who it is in another way: it is not known
        // by the connection of the others, and its handler is asked.
        let other = try await HTTPSSession(configuration: try self.configuration(server, nil)).data(for: request)
        #expect(other.status == 401)
        var own = request
        own.fields = [try #require(HTTPField(name: "Authorization", value: "Bearer t"))]
        #expect(try await session.data(for: own).status == 200)
        #expect(handler.asked.lines == ["session ntlm 0", "session ntlm 0"])
        #expect(accounts.log.lines.suffix(4) == ["nobody", "other", "1 0", "3 4"])
    }

    @Test("given for one request, the connection ends with it")
    func once() async throws {
        let accounts = Accounts()
        let server = try server(accounts)
        let handler = Handler(persistence: .none)
        let session = HTTPSSession(configuration: try configuration(server, handler))
        for _ in 0..<2 {
            #expect(try await session.data(for: HTTPSRequest(try bench.url(server))).status == 200)
        }
        #expect(handler.asked.lines == ["session ntlm 0", "session ntlm 0"])
        #expect(accounts.log.lines == ["nobody", "1 0", "3 0", "nobody", "1 0", "3 0"])
        // That which nobody owns is kept, those two are not.
        #expect(await server.reaches { $0.openConnections <= 1 })
    }

    @Test("under a policy that shares no connections, each request goes through all of it on one of its own")
    func unshared() async throws {
        struct Unnamed: TrustRule {
            static let requirement = Requirement(
                "unnamed.never", FindingCode(custom: "unnamed"), source: "test", advice: "none")
            var cacheKey: [UInt8]? { nil }
            func judge(_ path: CertificationPath, _ judgement: inout Judgement) {}
        }
        let accounts = Accounts()
        let server = try server(accounts)
        let handler = Handler()
        let trusting = bench.trusting
        var configuration = try configuration(server, handler)
        configuration.trust.policy = { name in
            var policy = trusting(name)
            policy.rules = [Unnamed()]
            return policy
        }
        let session = HTTPSSession(configuration: configuration)
        for _ in 0..<2 {
            #expect(try await session.data(for: HTTPSRequest(try bench.url(server))).status == 200)
        }
        #expect(handler.asked.lines == ["session ntlm 0"])
        #expect(accounts.log.lines == ["nobody", "1 0", "3 0", "1 0", "3 0"])
    }

    @Test("refused, it is asked again and the 401 stands; the connection is used by nobody")
    func refused() async throws {
        let accounts = Accounts(isDeaf: true)
        let server = try server(accounts)
        let handler = Handler()
        let session = HTTPSSession(configuration: try configuration(server, handler))
        let response = try await session.data(for: HTTPSRequest(try bench.url(server)))
        #expect(response.status == 401)
        #expect(handler.asked.lines == ["session ntlm 0", "session ntlm 1"])
        #expect(accounts.log.lines == ["nobody", "1 0", "3 0"])
    }

    @Test("a server that asks for NTLMv1 gets nothing that the password could be computed from")
    func weak() async throws {
        let accounts = Accounts(challenge: Self.bare)
        let server = try server(accounts)
        let session = HTTPSSession(configuration: try configuration(server, Handler()))
        let request = HTTPSRequest(try bench.url(server))
        do throws(HTTPSError) {
            _ = try await session.data(for: request)
            Issue.record("it was answered")
        } catch {
            #expect(error.code == .weakNTLM)
            #expect(!"\(error)".contains("alice"))
        }
        #expect(accounts.log.lines == ["nobody", "1 0"])
    }

    @Test("a URL's password is sent when its server asks, and not before, nor after a redirect to another")
    func urlCredentials() async throws {
        let (seen, elsewhere) = (Notes<String>(), Notes<String>())
        let asks = ServerResponse(status: 401, fields: [HTTPField("WWW-Authenticate", #"Basic realm="r""#)])
        let other = try bench.answering(as: bench.identity("other.holdfast.test")) { request in
            elsewhere.add(request["Authorization"] ?? "-")
            return asks
        }
        let target = "https://mallory:stolen@other.holdfast.test:\(other.port)/"
        let server = try bench.answering { request in
            seen.add(request["Authorization"] ?? "-")
            return request["Authorization"] == nil ? asks : .redirect(to: target)
        }
        let session = HTTPSSession(
            configuration: bench.configuration(
                [(Loopback.host, server.port), ("other.holdfast.test", other.port)], policy: bench.trusting))
        let url = try HTTPSURL("https://alice:sec%72et@\(Loopback.host):\(server.port)/")
        let response = try await session.data(for: HTTPSRequest(url))
        #expect(response.status == 401)
        #expect(response.url.description == "https://other.holdfast.test:\(other.port)/")
        // RFC 7617 §2: alice:secret.
        #expect(seen.lines == ["-", "Basic YWxpY2U6c2VjcmV0"])
        #expect(elsewhere.lines == ["-"])
    }
}
