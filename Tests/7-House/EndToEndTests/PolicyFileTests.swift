import Foundation
import HoldfastAuthority
import HoldfastHTTPS
import HoldfastPolicy
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@Suite("A session that judges and connects by a policy file")
struct PolicyFileTests {
    private let bench: Loopback
    private let folder: TemporaryFolder
    private var file: String { folder.path("policy.json") }

    init() throws {
        bench = try Loopback()
        folder = try TemporaryFolder()
        try folder.write(bench.root.identity.chainPEM, to: "root.pem")
    }

    /// Puts a file in force that trusts the bench's root for its host, and says this besides.
    private func write(_ members: String) throws {
        let anchors = "\"anchors\": {\"files\": [\"root.pem\"]}"
        let text = """
            {"schema": "holdfast.policy/1", "hosts": {"\(Loopback.host)": {\(members)}, "**.holdfast.test": \
            {\(anchors)}}}
            """
        try folder.write(text, to: "policy.json")
    }

    private func session(_ server: TLSServer, mapped: Bool = true) throws -> (HTTPSSession, PolicyInForce) {
        let rules = try PolicyInForce(path: file)
        var configuration = HTTPSSession.Configuration()
        if mapped { configuration.addresses.dial = [.loopback(server.port)] }
        rules.apply(to: &configuration)
        return (HTTPSSession(configuration: configuration), rules)
    }

    private func failure(_ session: HTTPSSession, _ url: HTTPSURL) async -> HTTPSError? {
        do throws(HTTPSError) {
            _ = try await session.data(for: HTTPSRequest(url))
            return nil
        } catch {
            return error
        }
    }

    private func pins(_ pins: [Pin]) -> String {
        let list = pins.map { "\"\($0)\"" }.joined(separator: ", ")
        return "\"pins\": {\"anywhere\": [\(list)], \"backup\": \"waived\"}"
    }

    @Test("anchors of the file are trusted, and no others; nothing is, once the file says so")
    func anchors() async throws {
        let server = try bench.server()
        try write("")
        let (session, rules) = try session(server)
        let url = try bench.url(server)
        #expect(await failure(session, url) == nil)
        try write("\"anchors\": {\"system\": true}")
        try rules.reload()
        #expect(await failure(session, url)?.trustFailure?.errors.map(\.code) == [.issuerNotFound])
        try write("")
        try rules.reload()
        #expect(await failure(session, url) == nil)
    }

    @Test("pins of the file refuse a server that has others, after a reload on pooled connections too")
    func pinned() async throws {
        let server = try bench.server()
        let right = Pin(try Certificate(der: bench.intermediate.certificate))
        let wrong = try Pin(subject: .publicKey, algorithm: .sha256, digest: Array(repeating: 7, count: 32))
        try write(pins([right]))
        let (session, rules) = try session(server)
        let url = try bench.url(server)
        #expect(await failure(session, url) == nil)
        try write(pins([wrong]))
        try rules.reload()
        let error = await failure(session, url)
        #expect(error?.trustFailure?.errors.map(\.code) == [.pinMismatch])
        #expect(server.counters.requestsReceived == 1)
        try write(pins([right, wrong]))
        try rules.reload()
        #expect(await failure(session, url) == nil)
    }

    @Test("timestamps that the file asks for, and each newer list of logs, hold on pooled connections too")
    func transparency() async throws {
        let logs = try ListedLog.two(at: bench.now)
        let identity = try bench.intermediate.issue(
            .server(names: [Loopback.host], at: bench.now), loggedBy: logs.map(\.log),
            at: bench.now.advanced(bySeconds: -3_600))
        let server = try bench.server(as: identity)
        func list(_ listed: [ListedLog]) throws {
            try folder.write(ListedLog.list(listed, published: bench.now), to: "logs.json")
        }
        try list([logs[0]])
        try write("\"transparency\": \"off\"")
        let (session, rules) = try session(server)
        let url = try bench.url(server)
        #expect(await failure(session, url) == nil)
        // Accepted while nobody asked: the connection is there, and serves nobody who asks.
        try write("\"transparency\": {\"policy\": \"apple\", \"logs\": \"logs.json\"}")
        try rules.reload()
        #expect(await failure(session, url)?.trustFailure?.errors.map(\.code) == [.transparency])
        #expect(server.counters.requestsReceived == 1)
        try list(logs)
        try rules.reload()
        #expect(await failure(session, url) == nil)
        #expect(server.counters.requestsReceived == 2)
        var rejected = logs
        rejected[1].state = "rejected"
        try list(rejected)
        try rules.reload()
        #expect(await failure(session, url)?.trustFailure?.errors.map(\.code) == [.transparency])
        #expect(server.counters.requestsReceived == 2)
    }

    @Test("a server that is too old is refused, and the error says that the policy wants more")
    func minimumTLS() async throws {
        let server = try bench.server { $0.maximumVersion = .tls12 }
        try write("\"minimumTLS\": \"1.2\"")
        let (session, rules) = try session(server)
        let url = try bench.url(server)
        #expect(await failure(session, url) == nil)
        try write("\"minimumTLS\": \"1.3\"")
        try rules.reload()
        let error = try #require(await failure(session, url))
        #expect(error.phase == .tls && error.code == .protocolVersion)
        #expect(error.hint.contains("the policy for \(Loopback.host) asks for it") && error.hint.contains("TLS 1.3"))
        #expect(server.counters.requestsReceived == 1)
        let newer = try bench.server()
        let (other, _) = try self.session(newer)
        let response = try await other.data(for: HTTPSRequest(try bench.url(newer)))
        #expect(response.connection.tlsVersion == "1.3")
    }

    @Test("a session that offers less than the policy asks for says so, and connects nowhere")
    func nothingInCommon() async throws {
        let server = try bench.server()
        try write("\"minimumTLS\": \"1.3\"")
        var configuration = HTTPSSession.Configuration()
        configuration.addresses.dial = [.loopback(server.port)]
        configuration.trust.tlsVersions = .tls12 ... .tls12
        try PolicyInForce(path: file).apply(to: &configuration)
        let error = await failure(HTTPSSession(configuration: configuration), try bench.url(server))
        #expect(error?.code == .protocolVersion)
        #expect(server.counters.connections == 0)
    }

    @Test("the address is mapped for the host and port 443, and nothing else is")
    func connectTo() async throws {
        let server = try bench.server()
        try write("\"connectTo\": \"127.0.0.1:\(server.port)\"")
        let (session, _) = try session(server, mapped: false)
        let response = try await session.data(for: HTTPSRequest(try HTTPSURL("https://\(Loopback.host)/")))
        #expect(response.connection.evaluation != nil)
        let addresses = try await session.addresses(of: try HTTPSURL("https://\(Loopback.host)/"))
        #expect(addresses.map(\.description) == ["127.0.0.1"])
        for other in ["https://\(Loopback.host):\(server.port)/", "https://x.holdfast.test/"] {
            #expect(await failure(session, try HTTPSURL(other))?.phase == .name, "\(other)")
        }
        #expect(server.counters.connections == 1)
    }

    @Test("with a port in front, connections to that port of the host go there")
    func connectToPort() async throws {
        let server = try bench.server()
        try write("\"connectTo\": \"8000:127.0.0.1:\(server.port)\"")
        let (session, _) = try session(server, mapped: false)
        let response = try await session.data(for: HTTPSRequest(try HTTPSURL("https://\(Loopback.host):8000/")))
        #expect(response.connection.evaluation != nil)
        #expect(await failure(session, try HTTPSURL("https://\(Loopback.host)/"))?.phase == .name)
    }
}
