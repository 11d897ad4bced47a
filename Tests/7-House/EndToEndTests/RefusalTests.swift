import HoldfastAuthority
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Testing

/// With an evaluator that refuses, not one byte of HTTP reaches the server. What servers count is what came out of
/// their decryption.
@Suite("A refused server receives nothing")
struct RefusalTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func expectRefused(_ session: HTTPSSession, _ url: HTTPSURL) async {
        do throws(HTTPSError) {
            _ = try await session.data(for: HTTPSRequest(url, method: "POST", body: Array("secret".utf8)))
            Issue.record("\(url) answered")
        } catch {
            #expect(error.code == .certificateRefused, "\(error) \(error.librarySays)")
            #expect(error.trustFailure?.cause.code == FindingCode(custom: "refuse-all"), "\(error)")
            #expect(!error.certificateWasAccepted)
            let timing = error.connection?.timing
            #expect(timing?.tcp != nil && timing?.tls != nil && timing?.trust != nil, "\(String(describing: timing))")
            #expect(error.connection?.remoteAddress == "127.0.0.1")
        }
    }

    private func expectNothingReceived(_ server: TLSServer, connections: Int = 1) async {
        #expect(await server.becomesIdle(afterAtLeast: connections))
        let counters = server.counters
        #expect(counters.applicationBytesReceived == 0, "\(counters)")
        #expect(counters.requestsReceived == 0)
        #expect(counters.connections >= connections)
    }

    @Test(
        "TLS 1.2 and 1.3, HTTP/1.1 and HTTP/2",
        arguments: [TLSVersion.tls12, .tls13], ["http/1.1", "h2"])
    func versions(version: TLSVersion, applicationProtocol: String) async throws {
        let server = try bench.server {
            $0.minimumVersion = version
            $0.maximumVersion = version
            $0.applicationProtocols = [applicationProtocol]
        }
        let session = bench.session(server, policy: bench.refusing)
        await expectRefused(session, try bench.url(server))
        await expectNothingReceived(server)
        #expect(server.counters.serverNames == [Loopback.host])
        // The server learns of it by an alert, and never completes the handshake in TLS 1.2.
        if version == .tls12 { #expect(server.counters.handshakesCompleted == 0) }
    }

    @Test("fifty requests at once, and again on the same session")
    func concurrent() async throws {
        let server = try bench.server()
        let session = bench.session(server, policy: bench.refusing)
        let url = try bench.url(server)
        for _ in 0..<2 {
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<50 { group.addTask { await expectRefused(session, url) } }
            }
        }
        await expectNothingReceived(server, connections: 100)
    }

    @Test("a redirect leads to a server that is refused, which learns nothing of it")
    func redirected() async throws {
        let other = try bench.server(as: Identity.selfSigned(.server(names: ["other.test"], at: bench.now)))
        let location = "https://other.test:\(other.port)/landing"
        var configuration = TLSServerConfiguration(try bench.identity())
        configuration.applicationProtocols = ["http/1.1"]
        let first = try TLSServer(configuration) { _ in .redirect(to: location) }
        let session = HTTPSSession(
            configuration: bench.configuration(
                [(Loopback.host, first.port), ("other.test", other.port)], policy: bench.trusting))
        let target = try bench.url(first)
        do throws(HTTPSError) {
            _ = try await session.data(for: HTTPSRequest(target))
            Issue.record("the redirect was followed")
        } catch {
            #expect(error.trustFailure?.cause.code == .selfSignedNotAnchor, "\(error)")
            #expect(error.redirects.map(\.status) == [302])
        }
        await expectNothingReceived(other)
        #expect(first.counters.requestsReceived == 1)
    }

    @Test("two policies in one process, taking turns on one server: each has its own connections")
    func twoPolicies() async throws {
        let server = try bench.server()
        let trusting = bench.session(server, policy: bench.trusting)
        let refusing = bench.session(server, policy: bench.refusing)
        let url = try bench.url(server)
        for round in 1...5 {
            let response = try await trusting.data(for: HTTPSRequest(url))
            #expect(response.status == 200)
            #expect(response.isReusedConnection == (round > 1))
            await expectRefused(refusing, url)
        }
        #expect(server.counters.requestsReceived == 5)
    }

    @Test("a change of policy within one session: what was accepted before is not used again")
    func pooled() async throws {
        let server = try bench.server()
        let (trusting, refusing) = (bench.trusting, bench.refusing)
        let isRefusing = Flag()
        let session = bench.session(server) { name in isRefusing.isSet ? refusing(name) : trusting(name) }
        let url = try bench.url(server)
        #expect(try await session.data(for: HTTPSRequest(url)).status == 200)
        let received = server.counters.applicationBytesReceived
        isRefusing.set()
        await expectRefused(session, url)
        #expect(await server.reaches { $0.connections == 2 })
        #expect(server.counters.requestsReceived == 1)
        #expect(server.counters.applicationBytesReceived == received)
    }

    @Test("anchors reloaded: pooled connections are judged again")
    func anchorsReloaded() async throws {
        let server = try bench.server()
        let anchors = TrustAnchors.only([try Certificate(der: bench.root.certificate)])
        let session = bench.session(server) { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            return policy
        }
        let url = try bench.url(server)
        let first = try await session.data(for: HTTPSRequest(url))
        let second = try await session.data(for: HTTPSRequest(url))
        #expect(second.isReusedConnection)
        anchors.reload()
        let third = try await session.data(for: HTTPSRequest(url))
        #expect(!third.isReusedConnection)
        #expect(third.connection.id != first.connection.id)
        #expect(third.connection.evaluation != nil)
    }

    @Test("a renegotiation is not taken part in, and inherits nothing", arguments: [true, false])
    func renegotiation(withOtherIdentity: Bool) async throws {
        let impostor = try Identity.selfSigned(.server(names: [Loopback.host], at: bench.now))
        let server = try bench.server {
            $0.maximumVersion = .tls12
            $0.provocation = Provocation(
                .renegotiation(presenting: withOtherIdentity ? impostor : nil), .beforeResponse)
        }
        let session = bench.session(server, policy: bench.trusting)
        // RFC 5246 §7.2.2: no_renegotiation is "always a warning"; what the server was about to answer still comes.
        // Each answer is the judged server's, and over a connection of its own: this server ends one that declined.
        var outcomes: [String] = []
        for number in 1...4 {
            let request = HTTPSRequest(try bench.url(server, "/\(number)"))
            do throws(HTTPSError) {
                let response = try await session.data(for: request)
                outcomes.append("\(response.status) \(String(decoding: response.body, as: UTF8.self))")
            } catch {
                outcomes.append(error.code.rawValue)
            }
        }
        #expect(outcomes == (1...4).map { "200 GET /\($0)" })
        session.invalidateAndCancel()
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.provocationsSent >= 1)
        #expect(server.counters.laterHandshakesCompleted == 0, "\(server.counters)")
        // Each connection is asked to renegotiate, and serves no request after that.
        #expect(server.counters.requestsReceived <= server.counters.connections, "\(server.counters)")
    }

    @Test("a KeyUpdate between requests changes nothing; a late demand for a certificate gets none")
    func postHandshake() async throws {
        let updating = try bench.server {
            $0.minimumVersion = .tls13
            $0.provocation = Provocation(.keyUpdate, .afterResponse)
        }
        let session = bench.session(updating, policy: bench.trusting)
        for _ in 0..<2 {
            #expect(try await session.data(for: HTTPSRequest(try bench.url(updating))).status == 200)
        }
        let demanding = try bench.server {
            $0.minimumVersion = .tls13
            $0.provocation = Provocation(.clientCertificate, .afterHandshake)
        }
        // RFC 8446 §4.6.2. Nobody has chosen an identity, and there is no asking any more.
        let other = bench.session(demanding, policy: bench.trusting)
        let url = try bench.url(demanding)
        let answer = try await other.data(for: HTTPSRequest(url))
        #expect(answer.status == 200 && !answer.connection.isClientCertificateSent)
        other.invalidateAndCancel()
        #expect(await demanding.becomesIdle(afterAtLeast: 1))
        #expect(demanding.counters.laterHandshakesCompleted == 1)
        #expect(demanding.counters.provocationsSent == 1)
    }

    @Test("a check of the handshake alone sends nothing even to a trusted server")
    func handshakeOnly() async throws {
        let server = try bench.server()
        let session = bench.session(server, policy: bench.trusting)
        let record = try await session.verify(try bench.url(server))
        #expect(record.evaluation?.result == .unspecified)
        #expect(record.tlsVersion == "1.3")
        #expect(record.serverNameIndication == Loopback.host)
        session.invalidateAndCancel()
        await expectNothingReceived(server)
        #expect(server.counters.handshakesCompleted == 1)
    }

    @Test("a policy for another name is refused before anything is opened")
    func otherIdentity() async throws {
        let server = try bench.server()
        let trusting = bench.trusting
        let other = try ServerName("other.test")
        let session = bench.session(server) { _ in trusting(other) }
        let target = try bench.url(server)
        do throws(HTTPSError) {
            _ = try await session.data(for: HTTPSRequest(target))
            Issue.record("answered")
        } catch {
            #expect(error.code == .policyForAnotherServer)
        }
        #expect(server.counters.connections == 0)
    }
}
