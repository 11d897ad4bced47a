import HoldfastCredentials
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Two users of one server, whom URLs name.
@Suite("Users that URLs name, at a server")
struct NamedUserTests {
    let bench: Loopback
    let seen = Notes<String>()

    init() throws { bench = try Loopback() }

    /// Greets alice and bob, whose passwords are their names backwards; `/digest` is Digest's alone.
    private func server() throws -> TLSServer {
        try bench.answering { [seen] request in
            let sent = request["Authorization"] ?? "-"
            seen.add("\(request.target) \(sent.prefix { $0 != " " })")
            if request.target == "/digest" {
                guard sent.hasPrefix("Digest username=\"alice\"") else {
                    return ServerResponse(
                        status: 401,
                        fields: [
                            HTTPField(
                                "WWW-Authenticate",
                                #"Digest realm="d", nonce="n", qop="auth", algorithm=SHA-256, domain="/digest""#)
                        ])
                }
                return ServerResponse(text: "alice")
            }
            for (user, password) in [("alice", "ecila"), ("bob", "bob")]
            where sent == "Basic " + Base64.encode("\(user):\(password)".utf8) {
                return ServerResponse(text: user)
            }
            return ServerResponse(
                status: 401, fields: [HTTPField("WWW-Authenticate", #"Basic realm="r""#)], body: Array("no".utf8))
        }
    }

    private func session(_ server: TLSServer) throws -> HTTPSSession {
        HTTPSSession(configuration: bench.configuration([(Loopback.host, server.port)], policy: bench.trusting))
    }

    private func text(_ session: HTTPSSession, _ server: TLSServer, _ user: String, _ path: String = "/") async throws
        -> String
    {
        let url = try HTTPSURL("https://\(user)@\(Loopback.host):\(server.port)\(path)")
        return String(decoding: try await session.data(for: HTTPSRequest(url)).body, as: UTF8.self)
    }

    @Test("each is whom the URL names, in any order, and a wrong password stays wrong")
    func each() async throws {
        let server = try server()
        let session = try session(server)
        for (user, expected) in [
            ("alice:ecila", "alice"), ("bob:bob", "bob"), ("alice:wrong", "no"), ("alice:ecila", "alice"),
            ("bob:ecila", "no"), ("bob", "bob"),
        ] {
            #expect(try await text(session, server, user) == expected, "\(user)")
        }
    }

    @Test("a password that Digest took is not handed over by Basic")
    func notAfterDigest() async throws {
        let server = try server()
        let session = try session(server)
        #expect(try await text(session, server, "alice:ecila", "/digest") == "alice")
        for _ in 0..<2 { #expect(try await text(session, server, "alice:ecila", "/other") == "no") }
        #expect(seen.lines == ["/digest -", "/digest Digest", "/other -", "/other -"])
    }
}
