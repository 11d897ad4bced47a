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

/// Docs/threat-model.md: "Stale answers outlast outages …, and never a refusal of its certificate."
@Suite("Kept answers of a server that was refused since")
final class RefusedServerTests: Sendable {
    private let bench: Loopback
    private let cache = HTTPCache()
    private let clock: Mutex<Instant>
    private let refuses = Flag()

    init() throws {
        bench = try Loopback()
        clock = Mutex(Instant(secondsSince1970: bench.now.secondsSince1970))
    }

    private func turn() { clock.withLock { $0 = $0.advanced(bySeconds: 20) } }

    private func server() throws -> TLSServer {
        try bench.answering { request in
            let control =
                switch request.target {
                case "/while": "max-age=10, stale-while-revalidate=31536000"
                case "/error": "max-age=10, stale-if-error=31536000"
                default: "max-age=31536000"
                }
            return ServerResponse(fields: [HTTPField("Cache-Control", control)], body: Array("old".utf8))
        }
    }

    /// A session of its own, with no connection yet. Its policy has one digest, whatever its rule says.
    private func session(_ port: UInt16) -> HTTPSSession {
        var configuration = bench.configuration([(Loopback.host, port)], policy: bench.trusting)
        configuration.cache = cache
        configuration.clock = { [self] in clock.withLock { $0 } }
        configuration.trust.policy = { [policy = configuration.trust.policy, refuses] name in
            var policy = policy(name)
            policy.rules = [RefuseWhenRaised(flag: refuses)]
            return policy
        }
        return HTTPSSession(configuration: configuration)
    }

    private func get(_ path: String, _ port: UInt16) async throws -> Result<CacheUse.Kind?, HTTPSError> {
        let session = session(port)
        let request = HTTPSRequest(try HTTPSURL("https://\(Loopback.host):\(port)\(path)"))
        let result: Result<CacheUse.Kind?, HTTPSError>
        do throws(HTTPSError) { result = .success(try await session.data(for: request).cacheUse?.kind) } catch {
            result = .failure(error)
        }
        // What is renewed meanwhile has ended then.
        await session.finishTasksAndInvalidate()
        return result
    }

    @Test("one renewal that is refused, and the next request asks, and is refused; a fresh answer's too")
    func whileRevalidating() async throws {
        let server = try server()
        for path in ["/while", "/fresh"] { _ = try await get(path, server.port).get() }
        turn()
        #expect(try await get("/fresh", server.port).get() == .fresh)
        refuses.set()
        #expect(try await get("/while", server.port).get() == .staleWhileRevalidating, "nobody knows it yet")
        for path in ["/while", "/while", "/fresh"] {
            let error = try await get(path, server.port)
            #expect(throws: HTTPSError.self) { try error.get() }
            guard case .failure(let error) = error else { continue }
            #expect(error.code == .certificateRefused && error.trustFailure != nil)
        }
    }

    @Test("an outage after a refusal brings none of them back") func outage() async throws {
        var server: TLSServer? = try server()
        let port = try #require(server?.port)
        _ = try await get("/error", port).get()
        turn()
        refuses.set()
        let refused = try await get("/error", port)
        #expect(throws: HTTPSError.self) { try refused.get() }
        server = nil
        let gone = try await get("/error", port)
        let error = #expect(throws: HTTPSError.self) { try gone.get() }
        #expect(error?.trustFailure == nil, "it was not refused once more")
    }

    @Test("another server's answers stay") func others() async throws {
        let (server, other) = (try server(), try server())
        for port in [server.port, other.port] { _ = try await get("/fresh", port).get() }
        turn()
        refuses.set()
        _ = try await get("/new", server.port)
        #expect(try await get("/fresh", other.port).get() == .fresh)
        let refused = try await get("/fresh", server.port)
        #expect(throws: HTTPSError.self) { try refused.get() }
    }
}
