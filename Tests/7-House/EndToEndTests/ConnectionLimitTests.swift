import HoldfastAuthority
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastWeb
import LoopbackSupport
import PeerPrograms
import Testing

@Suite("How many connections a session opens")
struct ConnectionLimitTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func session(
        _ server: TLSServer, hosts: [String] = [Loopback.host], refusing: Bool = false,
        _ change: (inout HTTPSSession.Configuration) -> Void
    ) throws -> HTTPSSession {
        var configuration = bench.configuration(
            hosts.map { ($0, server.port) }, policy: refusing ? bench.refusing : bench.trusting)
        change(&configuration)
        return HTTPSSession(configuration: configuration)
    }

    private func fetch(_ count: Int, _ session: HTTPSSession, _ url: HTTPSURL) async -> [String: Int] {
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<count {
                group.addTask {
                    do throws(HTTPSError) {
                        return "\(try await session.data(for: HTTPSRequest(url)).status)"
                    } catch {
                        return error.code.rawValue
                    }
                }
            }
            return await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
    }

    @Test("no more than two to a host, and every request is answered")
    func perHost() async throws {
        let server = try bench.server()
        let session = try session(server) { $0.limits.connectionsPerHost = 2 }
        #expect(await fetch(24, session, try bench.url(server)) == ["200": 24])
        #expect(server.counters.connections <= 2)
    }

    @Test("no more than three in all")
    func inAll() async throws {
        let hosts = ["a.holdfast.test", "b.holdfast.test", "c.holdfast.test", "d.holdfast.test"]
        let identity = try bench.intermediate.issue(.server(names: hosts, at: bench.now))
        let server = try bench.server(as: identity)
        let session = try session(server, hosts: hosts) { $0.limits.connections = 3 }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<24 {
                let url = try bench.url(server, host: hosts[number % 4])
                group.addTask {
                    try await session.data(for: HTTPSRequest(url)).status
                }
            }
            for try await status in group { #expect(status == 200) }
        }
        // As libcurl opens and closes them: the server learns of an end only when it looks again.
        #expect(session.mostConnectionsAtOnce == 3)
    }

    @Test("one that is refused makes room for the next, which is refused for itself")
    func refused() async throws {
        let server = try bench.server()
        let session = try session(server, refusing: true) { $0.limits.connectionsPerHost = 1 }
        #expect(await fetch(6, session, try bench.url(server)) == ["certificateRefused": 6])
        #expect(server.counters.requestsReceived == 0)
    }
}
