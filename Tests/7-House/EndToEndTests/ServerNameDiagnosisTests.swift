import HoldfastAuthority
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Synchronization
import Testing

/// The second look at a server whose certificate is for another name: what it says, and what it must never do.
@Suite("Does the server choose by SNI?")
struct ServerNameDiagnosisTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    /// The connection whose certificate is for another name.
    private func refusal(_ session: HTTPSSession, _ url: HTTPSURL) async throws -> ConnectionRecord {
        do throws(HTTPSError) {
            return try await session.verify(url)
        } catch {
            #expect(error.trustFailure?.cause.code == .hostMismatch)
            return try #require(error.connection)
        }
    }

    private func diagnose(
        _ server: TLSServer, _ url: HTTPSURL, connectTo: [String]
    ) async throws -> ServerNameDiagnosis? {
        var configuration = bench.configuration([], policy: bench.trusting)
        configuration.addresses.dial = try [DialRule](connectTo: connectTo)
        let session = HTTPSSession(configuration: configuration)
        let record = try await refusal(session, url)
        let diagnosis = await session.serverNameDiagnosis(of: url, after: record, timeout: .seconds(180))
        #expect(await server.becomesIdle(afterAtLeast: diagnosis == nil ? 1 : 2))
        #expect(server.counters.connections == (diagnosis == nil ? 1 : 2), "one more, and no third")
        #expect(server.counters.applicationBytesReceived == 0 && server.counters.handshakesCompleted == 0)
        return diagnosis
    }

    @Test(
        "a name was sent: without it the server presents another certificate, and that is told",
        arguments: [true, false])
    func chooses(provesName: Bool) async throws {
        let wrong = try bench.identity("wrong.test")
        let server = try bench.server(as: bench.identity(provesName ? Loopback.host : "default.test")) {
            $0.others = [.init(names: [Loopback.host], wrong)]
        }
        let url = try bench.url(server)
        let diagnosis = try #require(
            try await diagnose(server, url, connectTo: ["\(Loopback.host):\(server.port):127.0.0.1:\(server.port)"]))
        #expect(diagnosis.sent == Loopback.host && diagnosis.tried == nil && diagnosis.serverChooses == true)
        guard case .otherCertificate(let trust, let proves) = diagnosis.outcome else {
            Issue.record("\(diagnosis.outcome)")
            return
        }
        #expect(proves == provesName)
        #expect(trust.presented.first?.certificate?.subject.description.contains("default.test") == !provesName)
        #expect(server.counters.serverNames.count { $0 == nil } == 1)
    }

    /// RFC 6066 §3: a server that does not know the name may "continue the handshake", and then shows what it shows to
    /// everybody: whether it chooses does not show.
    @Test("the same certificate either way decides nothing")
    func same() async throws {
        let server = try bench.server(as: bench.identity("wrong.test"))
        let diagnosis = try #require(
            try await diagnose(
                server, bench.url(server), connectTo: ["\(Loopback.host):\(server.port):127.0.0.1:\(server.port)"]))
        #expect(diagnosis.serverChooses == nil && diagnosis.sent == Loopback.host && diagnosis.tried == nil)
    }

    @Test("an address was asked for: with the name that is said to lead there the server presents another one")
    func address() async throws {
        let site = try bench.identity("site.test")
        let server = try bench.server(as: bench.identity("default.test")) {
            $0.others = [.init(names: ["site.test"], site)]
        }
        let url = try bench.url(server, host: "127.0.0.1")
        let diagnosis = try #require(
            try await diagnose(server, url, connectTo: ["site.test:\(server.port):127.0.0.1:\(server.port)"]))
        #expect(diagnosis.sent == nil && diagnosis.tried == "site.test" && !diagnosis.isNameOfCertificate)
        #expect(diagnosis.serverChooses == true)
    }

    @Test("for want of a name, one of the certificate's own: the same certificate says nothing then")
    func nameOfCertificate() async throws {
        let server = try bench.server(as: bench.identity("*.default.test", "svc.default.test"))
        let diagnosis = try #require(
            try await diagnose(server, bench.url(server, host: "127.0.0.1"), connectTo: []))
        #expect(diagnosis.tried == "svc.default.test" && diagnosis.isNameOfCertificate)
        #expect(diagnosis.serverChooses == nil)
    }

    /// RFC 9525 §6.3: a wildcard stands for one label, and says not which hosts there are.
    @Test("no name to try, no second handshake", arguments: ["192.0.2.7", "*.default.test"])
    func noName(_ name: String) async throws {
        let server = try bench.server(as: bench.identity(name))
        #expect(try await diagnose(server, bench.url(server, host: "127.0.0.1"), connectTo: []) == nil)
    }

    /// A session through a proxy that leads to the server, and to nothing else.
    private func session(
        through proxy: ProxyServer, _ kind: Proxy.Kind, connectTo: [String] = []
    ) throws -> HTTPSSession {
        var configuration = bench.configuration([], policy: bench.trusting)
        configuration.addresses.dial = try [DialRule](connectTo: connectTo)
        configuration.addresses.dial.append(.loopback(proxy.port, host: ProxyTests.proxyName))
        configuration.proxy = Proxy(kind, try ServerName(ProxyTests.proxyName), port: proxy.port)
        return HTTPSSession(configuration: configuration)
    }

    private func proxy(_ kind: Proxy.Kind, to host: String, _ server: TLSServer) throws -> ProxyServer {
        let spoken: ProxyConfiguration.Kind =
            switch kind {
            case .http: .http
            case .https: .https(TLSServerConfiguration(try bench.identity(ProxyTests.proxyName)))
            case .socks5: .socks5
            }
        return try ProxyServer(ProxyConfiguration(spoken, routes: ["\(host):\(server.port)": server.port]))
    }

    @Test(
        "where the session has a proxy, the second handshake goes through it too",
        arguments: [Proxy.Kind.http, .https, .socks5])
    func throughProxy(kind: Proxy.Kind) async throws {
        let wrong = try bench.identity("wrong.test")
        let server = try bench.server { $0.others = [.init(names: [Loopback.host], wrong)] }
        let proxy = try proxy(kind, to: Loopback.host, server)
        let session = try session(through: proxy, kind)
        let url = try bench.url(server)
        let record = try await refusal(session, url)
        let diagnosis = await session.serverNameDiagnosis(of: url, after: record, timeout: .seconds(180))
        guard case .otherCertificate(_, provesName: true)? = diagnosis?.outcome else {
            Issue.record("\(String(describing: diagnosis?.outcome))")
            return
        }
        #expect(proxy.counters.visits.map(\.target) == Array(repeating: "\(Loopback.host):\(server.port)", count: 2))
        #expect(await server.becomesIdle(afterAtLeast: 2))
        #expect(server.counters.serverNames == [Loopback.host, nil])
        #expect(server.counters.applicationBytesReceived == 0 && server.counters.handshakesCompleted == 0)
    }

    @Test("through a proxy, another server name leads to the address that was asked for")
    func addressThroughProxy() async throws {
        let site = try bench.identity("site.test")
        let server = try bench.server(as: bench.identity("default.test")) {
            $0.others = [.init(names: ["site.test"], site)]
        }
        let proxy = try proxy(.http, to: "127.0.0.1", server)
        let session = try session(
            through: proxy, .http, connectTo: ["site.test:\(server.port):127.0.0.1:\(server.port)"])
        let url = try bench.url(server, host: "127.0.0.1")
        let record = try await refusal(session, url)
        let diagnosis = await session.serverNameDiagnosis(of: url, after: record, timeout: .seconds(180))
        #expect(diagnosis?.tried == "site.test" && diagnosis?.serverChooses == true)
        #expect(proxy.counters.visits.map(\.target) == Array(repeating: "127.0.0.1:\(server.port)", count: 2))
        #expect(await server.becomesIdle(afterAtLeast: 2))
        #expect(server.counters.serverNames == [nil, "site.test"])
    }

    @Test("a proxy that shows a certificate for another name is told of, and its certificate is not the server's")
    func badProxy() async throws {
        let server = try bench.server(as: bench.identity("wrong.test"))
        let direct = HTTPSSession(
            configuration: bench.configuration([(Loopback.host, server.port)], policy: bench.trusting))
        let url = try bench.url(server)
        let record = try await refusal(direct, url)
        let identity = try bench.identity("other.holdfast.test")
        let proxy = try ProxyServer(
            ProxyConfiguration(
                .https(TLSServerConfiguration(identity)), routes: ["\(Loopback.host):\(server.port)": server.port]))
        let diagnosis = try await session(through: proxy, .https).serverNameDiagnosis(
            of: url, after: record, timeout: .seconds(180))
        guard case .failed(let error)? = diagnosis?.outcome else {
            Issue.record("\(String(describing: diagnosis?.outcome))")
            return
        }
        #expect(error.code == .proxyNotTrusted && proxy.counters.bytesReceived == 0)
    }

    @Test("a rule for the server leads both handshakes to its address and port")
    func rule() async throws {
        let server = try bench.server(as: bench.identity("wrong.test"))
        var configuration = bench.configuration([], policy: bench.trusting)
        let target = DialRule.Target(try #require(IPAddress("127.0.0.1")), port: server.port)
        configuration.addresses.dial = [DialRule(try ServerName(Loopback.host), to: [target])]
        let session = HTTPSSession(configuration: configuration)
        // Not the server's port: the rule's is dialled.
        let url = try HTTPSURL("https://\(Loopback.host):9/")
        let record = try await refusal(session, url)
        let diagnosis = await session.serverNameDiagnosis(of: url, after: record, timeout: .seconds(180))
        guard case .sameCertificate? = diagnosis?.outcome else {
            Issue.record("\(String(describing: diagnosis?.outcome))")
            return
        }
        #expect(diagnosis?.serverChooses == nil, "\(String(describing: diagnosis?.outcome))")
        #expect(await server.becomesIdle(afterAtLeast: 2))
        #expect(server.counters.connections == 2)
    }

    @Test("what it showed is never trusted: a request afterwards is judged on a connection of its own")
    func requestAfterwards() async throws {
        let wrong = try bench.identity("wrong.test")
        let server = try bench.server { $0.others = [.init(names: [Loopback.host], wrong)] }
        let session = bench.session(server, policy: bench.trusting)
        let url = try bench.url(server)
        let record = try await refusal(session, url)
        let diagnosis = await session.serverNameDiagnosis(of: url, after: record, timeout: .seconds(180))
        guard case .otherCertificate(_, provesName: true)? = diagnosis?.outcome else {
            Issue.record("\(String(describing: diagnosis?.outcome))")
            return
        }
        await #expect(throws: HTTPSError.self) { _ = try await session.data(for: HTTPSRequest(url)) }
        #expect(await server.becomesIdle(afterAtLeast: 3))
        #expect(server.counters.applicationBytesReceived == 0 && server.counters.requestsReceived == 0)
    }

    @Test("a server that answers no second time costs the time that is left, and no more")
    func timeLimit() async throws {
        let identity = try bench.identity("wrong.test")
        let flight = try RawTLS12Flight(presenting: identity.chain, signingBy: identity.key)
        let server = try RawServer { connection throws(ServingError) in
            if connection.number == 1 {
                try flight.serve(connection)
            } else {
                try RawBehaviour.neverAnswers(connection)
            }
        }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.timeouts.request = .seconds(180)
        let session = HTTPSSession(configuration: configuration)
        let url = try HTTPSURL("https://\(Loopback.host):\(server.port)/")
        let record = try await refusal(session, url)
        let diagnosis = await session.serverNameDiagnosis(of: url, after: record, timeout: .milliseconds(100))
        guard case .failed(let error)? = diagnosis?.outcome else {
            Issue.record("\(String(describing: diagnosis?.outcome))")
            return
        }
        #expect(error.isTimeout && diagnosis?.serverChooses == nil)
    }
}
