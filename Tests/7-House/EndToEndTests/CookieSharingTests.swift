import HoldfastHTTP
import HoldfastHTTPS
import HoldfastServing
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Which session sees what another's server has set, in memory and on disk.
@Suite("Cookies of two sessions, two stores, two programs, two sites", .ownThread)
struct CookieSharingTests {
    private let bench: Loopback
    private let folder: TemporaryFolder

    init() throws {
        bench = try Loopback()
        folder = try TemporaryFolder()
    }

    /// Sets a cookie that lasts, one that does not, and two that say which sites may cause them.
    private func server(_ seen: Notes<String>) throws -> TLSServer {
        try bench.answering { request in
            let names = (request["Cookie"] ?? "").split(separator: "; ").map { $0.prefix { $0 != "=" } }
            seen.add("\(request.method) \(names.sorted().joined(separator: " "))")
            return ServerResponse(fields: [
                HTTPField("Set-Cookie", "lasting=1; Path=/; Max-Age=600"),
                HTTPField("Set-Cookie", "session=1; Path=/"),
                HTTPField("Set-Cookie", "strict=1; Path=/; Secure; SameSite=Strict"),
                HTTPField("Set-Cookie", "none=1; Path=/; Secure; SameSite=None"),
            ])
        }
    }

    private func session(_ server: TLSServer, _ handling: HTTPSSession.CookieHandling) -> HTTPSSession {
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.cookies.handling = handling
        return HTTPSSession(configuration: configuration)
    }

    private func file(_ name: String) -> CookieFileStore {
        CookieFileStore(path: folder.path(name)) { Issue.record("\($0)") }
    }

    /// One way in which two sessions keep their cookies, and what the second sends of what the first was given.
    enum Sharing: CaseIterable {
        case ofTheirOwn, ofNone, oneInMemory, oneObjectOfAFile, twoObjectsOfOneFile, twoFiles

        var seen: String {
            switch self {
            case .ofTheirOwn, .ofNone, .twoFiles: "GET "
            case .oneInMemory, .oneObjectOfAFile: "GET lasting none session strict"
            // What ends with the session is in no file.
            case .twoObjectsOfOneFile: "GET lasting"
            }
        }
    }

    @Test("two sessions: who may see what", arguments: Sharing.allCases)
    func sessions(sharing: Sharing) async throws {
        let (memory, object) = (MemoryCookieStore(), file("object.sqlite"))
        func handling(_ number: Int) -> HTTPSSession.CookieHandling {
            switch sharing {
            case .ofTheirOwn: .ofSession
            case .ofNone: .none
            case .oneInMemory: .shared(memory)
            case .oneObjectOfAFile: .shared(object)
            case .twoObjectsOfOneFile: .shared(file("one.sqlite"))
            case .twoFiles: .shared(file("\(number).sqlite"))
            }
        }
        let seen = Notes<String>()
        let server = try server(seen)
        for number in 0..<2 {
            _ = try await session(server, handling(number)).data(for: HTTPSRequest(try bench.url(server)))
        }
        #expect(seen.lines == ["GET ", sharing.seen])
    }

    /// draft-ietf-httpbis-rfc6265bis §5.2, item 1: "The request is not the result of a cross-site redirect."
    @Test("a request that another site has redirected back carries what says SameSite=None, and keeps no more")
    func ledThroughAnotherSite() async throws {
        let (seen, other) = (Notes<String>(), "other.holdfast.test")
        let server = try bench.answering(as: bench.identity(Loopback.host, other)) { request in
            seen.add("\(request.target) \(request["Cookie"] ?? "")")
            let port = request["Host"]?.split(separator: ":").last ?? ""
            switch request.target {
            case "/away": return .redirect(to: "https://\(other):\(port)/back", status: 307)
            case "/back": return .redirect(to: "https://\(Loopback.host):\(port)/end", status: 307)
            default:
                let name = request.target.dropFirst()
                return ServerResponse(fields: [
                    HTTPField("Set-Cookie", "\(name)-strict=1; Path=/; SameSite=Strict"),
                    HTTPField("Set-Cookie", "\(name)-none=1; Path=/; Secure; SameSite=None"),
                ])
            }
        }
        // Each host below this suffix is a site of its own.
        let suffixes = PublicSuffixes(identity: "of the test") { $0 == "holdfast.test" ? .privateDomains : nil }
        let store = MemoryCookieStore(publicSuffixes: suffixes)
        var configuration = bench.configuration(
            [(Loopback.host, server.port), (other, server.port)], policy: bench.trusting)
        configuration.cookies.handling = .shared(store)
        let session = HTTPSSession(configuration: configuration)
        for path in ["/first", "/away", "/direct"] {
            var request = HTTPSRequest(try bench.url(server, path))
            request.siteForCookies = try bench.url(server)
            _ = try await session.data(for: request)
        }
        let first = "first-strict=1; first-none=1"
        #expect(
            seen.lines == [
                "/first ", "/away \(first)", "/back ", "/end first-none=1", "/direct \(first); end-none=1",
            ])
    }

    @Test("a request that another site causes carries what says SameSite=None, and keeps no more")
    func sites() async throws {
        let seen = Notes<String>()
        let server = try server(seen)
        let store = MemoryCookieStore()
        let session = session(server, .shared(store))
        var request = HTTPSRequest(try bench.url(server))
        request.siteForCookies = try HTTPSURL("https://other.example/")
        _ = try await session.data(for: request)
        #expect(store.all.map(\.name) == ["none"])
        _ = try await session.data(for: HTTPSRequest(try bench.url(server)))
        _ = try await session.data(for: request)
        request.isTopLevelNavigation = true
        _ = try await session.data(for: request)
        request.method = "POST"
        _ = try await session.data(for: request)
        #expect(
            seen.lines == ["GET ", "GET none", "GET none", "GET lasting none session", "POST none"])
    }
}
