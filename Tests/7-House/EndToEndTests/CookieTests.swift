import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import LoopbackSupport
import TestSupport
import Testing

@Suite("Cookies of a session")
struct CookieTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    /// A server that sets a cookie with every answer, refusals and redirects included.
    private func server(_ seen: Notes<String>) throws -> TLSServer {
        try bench.answering(as: bench.identity(Loopback.host, "other.holdfast.test")) { request in
            seen.add("\(request.target) \(request.fields.filter { $0.name.lowercased() == "cookie" }.map(\.value))")
            var fields = [HTTPField("Set-Cookie", "\(request.target.dropFirst())=1; Path=/")]
            if request.target == "/hop" { fields.append(HTTPField("Location", "/end")) }
            if request.target == "/away" {
                fields.append(
                    HTTPField(
                        "Location",
                        "https://other.holdfast.test:\(request["Host"]?.split(separator: ":").last ?? "")/end"))
            }
            if request.target == "/guarded", request["Authorization"] == nil {
                fields.append(HTTPField("WWW-Authenticate", #"Basic realm="r""#))
                return ServerResponse(status: 401, fields: fields)
            }
            return ServerResponse(status: fields.contains { $0.name == "Location" } ? 302 : 200, fields: fields)
        }
    }

    private func session(
        _ server: TLSServer, _ change: (inout HTTPSSession.Configuration) -> Void = { _ in }
    ) throws -> HTTPSSession {
        var configuration = bench.configuration(
            [(Loopback.host, server.port), ("other.holdfast.test", server.port)], policy: bench.trusting)
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    @Test("what one answer sets, the next request carries in one field, redirects and refusals included")
    func kept() async throws {
        struct Handler: ChallengeHandler {
            func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
                guard challenge.protectionSpace.authenticationMethod == .httpBasic else { return .notImplemented }
                return .useCredential(Credential(user: "a", password: "b", persistence: .none))
            }
        }
        let seen = Notes<String>()
        let server = try server(seen)
        let session = try session(server) { $0.credentials.handler = Handler() }
        for path in ["/hop", "/guarded"] {
            #expect(try await session.data(for: HTTPSRequest(try bench.url(server, path))).status == 200)
        }
        #expect(
            seen.lines == [
                "/hop []", #"/end ["hop=1"]"#, #"/guarded ["hop=1; end=1"]"#, #"/guarded ["hop=1; end=1; guarded=1"]"#,
            ])
        let store = try #require(session.cookies)
        #expect(await store.cookies(for: try bench.url(server)).map(\.name) == ["hop", "end", "guarded"])
        session.invalidateAndCancel()
        #expect(await store.cookies(for: try bench.url(server)).isEmpty)
    }

    @Test("another host gets its own cookies, and none of this one's")
    func otherHost() async throws {
        let seen = Notes<String>()
        let server = try server(seen)
        let session = try session(server)
        for _ in 0..<2 { _ = try await session.data(for: HTTPSRequest(try bench.url(server, "/away"))) }
        #expect(seen.lines == ["/away []", "/end []", #"/away ["away=1"]"#, #"/end ["end=1"]"#])
    }

    @Test("each session has a store of its own, unless it is given one")
    func stores() async throws {
        let seen = Notes<String>()
        let server = try server(seen)
        let one = try session(server)
        _ = try await one.data(for: HTTPSRequest(try bench.url(server, "/a")))
        _ = try await HTTPSSession(configuration: one.configuration).data(
            for: HTTPSRequest(try bench.url(server, "/b")))
        let store = MemoryCookieStore()
        for path in ["/c", "/d"] {
            let session = try session(server) { $0.cookies.handling = .shared(store) }
            _ = try await session.data(for: HTTPSRequest(try bench.url(server, path)))
            session.invalidateAndCancel()
        }
        #expect(seen.lines == ["/a []", "/b []", "/c []", #"/d ["c=1"]"#])
        #expect(store.all.count == 2)
    }

    @Test("a request's own field stands alone; settings that want no cookies are heeded")
    func settings() async throws {
        let seen = Notes<String>()
        let server = try server(seen)
        let store = MemoryCookieStore()
        store.set(try #require(Cookie("old=1; Path=/", from: try bench.url(server), at: SystemClock.now())))
        var request = HTTPSRequest(try bench.url(server, "/own"))
        request.fields = [try #require(HTTPField(name: "cookie", value: "mine=1"))]
        _ = try await session(server) { $0.cookies.handling = .shared(store) }.data(for: request)
        #expect(store.all.map(\.name) == ["old", "own"])
        _ = try await session(server) {
            ($0.cookies.handling, $0.cookies.areSent) = (.shared(store), false)
        }.data(for: HTTPSRequest(try bench.url(server, "/unsent")))
        _ = try await session(server) {
            ($0.cookies.handling, $0.cookies.acceptPolicy) = (.shared(store), .never)
        }.data(for: HTTPSRequest(try bench.url(server, "/never")))
        var without = HTTPSRequest(try bench.url(server, "/without"))
        without.handlesCookies = false
        _ = try await session(server) { $0.cookies.handling = .shared(store) }.data(for: without)
        let none = try session(server) { $0.cookies.handling = .none }
        for _ in 0..<2 { _ = try await none.data(for: HTTPSRequest(try bench.url(server, "/none"))) }
        #expect(
            seen.lines == [
                #"/own ["mine=1"]"#, "/unsent []", #"/never ["old=1; own=1; unsent=1"]"#, "/without []", "/none []",
                "/none []",
            ])
        #expect(store.all.map(\.name) == ["old", "own", "unsent"])
        #expect(none.cookies == nil)
    }

    @Test("where there is no list of public suffixes, no cookie is kept for a domain, and it is said once")
    func withoutSuffixes() async throws {
        let witness = Witness()
        let server = try bench.answering { request in
            let name = request.target.dropFirst()
            return ServerResponse(fields: [
                HTTPField("Set-Cookie", "own-\(name)=1"),
                HTTPField("Set-Cookie", "wide-\(name)=1; Domain=holdfast.test"),
            ])
        }
        let store = MemoryCookieStore(publicSuffixes: nil)
        let session = try session(server) { ($0.cookies.handling, $0.observer) = (.shared(store), witness) }
        for path in ["/a", "/b"] { _ = try await session.data(for: HTTPSRequest(try bench.url(server, path))) }
        #expect(store.all.map(\.name) == ["own-a", "own-b"])
        let warnings = witness.warnings.all
        #expect(warnings.count == 1 && warnings.first?.contains("public suffixes") == true)

        let listed = Witness()
        let suffixes = PublicSuffixes(identity: "none") { _ in nil }
        let second = MemoryCookieStore(publicSuffixes: suffixes)
        let other = try self.session(server) { ($0.cookies.handling, $0.observer) = (.shared(second), listed) }
        _ = try await other.data(for: HTTPSRequest(try bench.url(server, "/c")))
        #expect(second.all.map(\.name) == ["own-c", "wide-c"])
        #expect(listed.warnings.all.isEmpty)
    }
}
