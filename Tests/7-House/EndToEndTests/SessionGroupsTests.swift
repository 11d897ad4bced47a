import HoldfastHTTPS
import HoldfastPolicy
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// RFC 8446 §4.2.7, as a setting of sessions, of servers and of policy files.
@Suite("The groups of a session")
struct SessionGroupsTests {
    let bench: Loopback
    /// In one list of equals: OpenSSL 3.5 would take the group that it prefers itself otherwise.
    private static let served = "x25519:secp384r1:secp521r1"

    init() throws { bench = try Loopback() }

    private func exchange(_ session: HTTPSSession, _ url: HTTPSURL) async throws -> String? {
        try await session.data(for: HTTPSRequest(url)).connection.keyExchange
    }

    @Test("a session's groups are offered to every server, a server's own go before them")
    func settings() async throws {
        let server = try bench.server { $0.groups = Self.served }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.trust.supportedGroups = try SupportedGroups("secp384r1:x25519")
        let url = try bench.url(server)
        #expect(try await exchange(HTTPSSession(configuration: configuration), url) == "secp384r1")
        let own = try SupportedGroups("secp521r1")
        configuration.serverSettings = { name in
            var settings = HTTPSSession.ServerSettings()
            if name.description == Loopback.host { settings.supportedGroups = own }
            return settings
        }
        #expect(try await exchange(HTTPSSession(configuration: configuration), url) == "secp521r1")
    }

    @Test("a connection that was made with other groups is not used again")
    func reuse() async throws {
        let server = try bench.server()
        let groups = Settled(try SupportedGroups("x25519"))
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.serverSettings = { _ in
            var settings = HTTPSSession.ServerSettings()
            settings.supportedGroups = groups.value
            return settings
        }
        let session = HTTPSSession(configuration: configuration)
        let url = try bench.url(server)
        #expect(try await exchange(session, url) == "x25519")
        #expect(try await exchange(session, url) == "x25519")
        #expect(server.counters.connections == 1)
        groups.value = try SupportedGroups("secp384r1")
        #expect(try await exchange(session, url) == "secp384r1")
        groups.value = nil
        _ = try await exchange(session, url)
        #expect(server.counters.connections == 3)
    }

    @Test("a policy file's groups are those of its host")
    func policyFile() async throws {
        let server = try bench.server { $0.groups = Self.served }
        let folder = try TemporaryFolder()
        let file = try folder.write(
            """
            {"schema": "holdfast.policy/1", "hosts": {"\(Loopback.host)": {"supportedGroups": ["P-521", "x25519"]}}}
            """, to: "policy.json")
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.trust.supportedGroups = try SupportedGroups("secp384r1")
        try PolicyInForce(path: file).apply(to: &configuration)
        let session = HTTPSSession(configuration: configuration)
        #expect(try await exchange(session, try bench.url(server)) == "secp521r1")
    }
}

/// A value that a test changes while a session asks for it.
private final class Settled: Sendable {
    private let state: Mutex<SupportedGroups?>

    init(_ value: SupportedGroups?) { state = Mutex(value) }

    var value: SupportedGroups? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
