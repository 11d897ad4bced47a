import HoldfastAuthority
import HoldfastCrypto
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

/// What explicit trust let in, and when it is let in no more.
@Suite("Sessions under explicit trust", .serialized)
struct ExceptionTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private func expired() throws -> Identity {
        var template = CertificateTemplate.server(names: [Loopback.host], at: bench.now)
        template.notBefore = bench.now.advanced(byDays: -10)
        template.notAfter = bench.now.advanced(byDays: -1)
        return try bench.intermediate.issue(template)
    }

    private func exception(
        _ identity: Identity, _ codes: Set<FindingCode>, from start: Instant? = nil, seconds: Int64 = 3_600
    ) throws -> TrustException {
        let start = start ?? bench.now
        return try TrustException(
            certificate: Digest.sha256(identity.certificate[...]), host: try ServerName(Loopback.host), codes: codes,
            createdAt: start, until: start.advanced(bySeconds: seconds))
    }

    private func policy(
        _ change: @escaping @Sendable (inout TrustPolicy) -> Void
    ) throws -> @Sendable (ServerName) -> TrustPolicy {
        let trusting = bench.trusting
        return { name in
            var policy = trusting(name)
            change(&policy)
            return policy
        }
    }

    private func expectRefused(_ session: HTTPSSession, _ url: HTTPSURL, _ codes: Set<FindingCode>) async {
        do throws(HTTPSError) {
            _ = try await session.data(for: HTTPSRequest(url, method: "POST", body: Array("secret".utf8)))
            Issue.record("\(url) answered")
        } catch {
            #expect(Set(error.trustFailure?.errors.map(\.code) ?? []) == codes, "\(error)")
        }
    }

    @Test("a connection that an exception let in serves nothing once the exception is removed")
    func removed() async throws {
        let identity = try expired()
        let server = try bench.server(as: identity)
        let list = TrustExceptionList()
        let exceptions = TrustExceptions.from(list)
        let session = bench.session(server, policy: try policy { $0.exceptions = exceptions })
        let url = try bench.url(server)
        await expectRefused(session, url, [.expired])
        #expect(server.counters.applicationBytesReceived == 0)

        list.add(try exception(identity, [.expired]))
        let first = try await session.data(for: HTTPSRequest(url))
        #expect(first.connection.evaluation?.result == .proceed)
        #expect(first.connection.evaluation?.findings.first?.overriddenBy == .exception)
        let second = try await session.data(for: HTTPSRequest(url))
        #expect(second.isReusedConnection)
        let received = server.counters.applicationBytesReceived

        list.remove { _ in true }
        await expectRefused(session, url, [.expired])
        #expect(server.counters.applicationBytesReceived == received)
        #expect(server.counters.requestsReceived == 2)
    }

    @Test("nor once the exception has ended, though nothing else has changed")
    func ended() async throws {
        let identity = try expired()
        let server = try bench.server(as: identity)
        let exceptions = TrustExceptions.only([try exception(identity, [.expired], seconds: 60)])
        let clock = Clock(bench.now)
        var configuration = bench.configuration(
            [(Loopback.host, server.port)], policy: try policy { $0.exceptions = exceptions })
        configuration.clock = { clock.now }
        let session = HTTPSSession(configuration: configuration)
        let url = try bench.url(server)
        for second in [0, 59] as [Int64] {
            clock.set(bench.now.advanced(bySeconds: second))
            #expect(try await session.data(for: HTTPSRequest(url)).isReusedConnection == (second > 0))
        }
        let received = server.counters.applicationBytesReceived
        clock.set(bench.now.advanced(bySeconds: 60))
        await expectRefused(session, url, [.expired])
        #expect(server.counters.applicationBytesReceived == received)
    }

    @Test("a certificate that replaces the excepted one is refused")
    func otherCertificate() async throws {
        let server = try bench.server(as: expired())
        let exceptions = TrustExceptions.only([try exception(try expired(), [.expired])])
        let session = bench.session(server, policy: try policy { $0.exceptions = exceptions })
        await expectRefused(session, try bench.url(server), [.expired])
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test("accepting any on loopback: works where the socket leads to loopback, and says so in every verdict")
    func acceptAny() async throws {
        let server = try bench.server(as: Identity.selfSigned(.server(names: ["other.test"], at: bench.now)))
        let acceptAny = try DangerousAcceptAny(.loopback, from: bench.now, until: bench.now.advanced(byDays: 1))
        let session = bench.session(server, policy: try policy { $0.dangerousAcceptAny = acceptAny })
        for _ in 0..<2 {
            let response = try await session.data(for: HTTPSRequest(try bench.url(server)))
            let proof = try #require(response.connection.evaluation)
            #expect(proof.result == .proceed)
            #expect(proof.findings.map(\.code).prefix(3) == [.dangerousAcceptAny, .selfSignedNotAnchor, .hostMismatch])
        }
    }

    @Test("and ends with its end, for pooled connections too")
    func acceptAnyEnds() async throws {
        let server = try bench.server(as: Identity.selfSigned(.server(names: [Loopback.host], at: bench.now)))
        let acceptAny = try DangerousAcceptAny(
            .hosts([Loopback.host]), from: bench.now, until: bench.now.advanced(bySeconds: 60))
        let clock = Clock(bench.now)
        var configuration = bench.configuration(
            [(Loopback.host, server.port)], policy: try policy { $0.dangerousAcceptAny = acceptAny })
        configuration.clock = { clock.now }
        let session = HTTPSSession(configuration: configuration)
        let url = try bench.url(server)
        #expect(try await session.data(for: HTTPSRequest(url)).status == 200)
        let received = server.counters.applicationBytesReceived
        clock.set(bench.now.advanced(bySeconds: 60))
        await expectRefused(session, url, [.selfSignedNotAnchor])
        #expect(server.counters.applicationBytesReceived == received)
    }

    @Test(
        "`localhost` that leads elsewhere is not loopback",
        .enabled(if: LocalAddress.notLoopback != nil, "the machine has no other address"))
    func localhostElsewhere() async throws {
        let address = try #require(LocalAddress.notLoopback)
        let server = try bench.server(as: Identity.selfSigned(.server(names: ["localhost"], at: bench.now)))
        let relay = try Relay(on: address, to: server.port)
        let acceptAny = try DangerousAcceptAny(.loopback, from: bench.now, until: bench.now.advanced(byDays: 1))
        let change: @Sendable (inout TrustPolicy) -> Void = { $0.dangerousAcceptAny = acceptAny }
        var configuration = HTTPSSession.Configuration()
        configuration.trust.policy = try policy(change)
        // As a resolver's answer would: the name stays, the address is another.
        configuration.addresses.dial = [try DialRule(resolve: "localhost:\(relay.port):\(address)")]
        let session = HTTPSSession(configuration: configuration)
        await expectRefused(session, try HTTPSURL("https://localhost:\(relay.port)/"), [.selfSignedNotAnchor])
        #expect(server.counters.applicationBytesReceived == 0)
        #expect(server.counters.connections == 1)
        // The same relay, reached by the same name at the loopback address that it does not listen on, is not needed:
        // the server itself is there.
        configuration.addresses.dial = [.loopback(server.port, host: "localhost")]
        let near = HTTPSSession(configuration: configuration)
        #expect(try await near.data(for: HTTPSRequest(try HTTPSURL("https://localhost:\(server.port)/"))).status == 200)
    }
}

/// A clock that is set by hand.
final class Clock: Sendable {
    private let time: Mutex<Instant>
    init(_ now: Instant) { time = Mutex(now) }
    var now: Instant { time.withLock { $0 } }
    func set(_ instant: Instant) { time.withLock { $0 = instant } }
}
