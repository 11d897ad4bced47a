import HoldfastAuthority
import HoldfastHTTPS
import HoldfastPolicy
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// A navigation that writes down how it was decided.
private final class Navigation: HeldNavigation {
    enum Outcome {
        case resumed(JudgedPage)
        case refused(PageRefusal)
    }

    let url: String
    private let made = Mutex<[Outcome]>([])

    init(_ url: String) { self.url = url }

    func resume(_ page: JudgedPage) { made.withLock { $0.append(.resumed(page)) } }
    func refuse(_ refusal: PageRefusal) { made.withLock { $0.append(.refused(refusal)) } }

    /// The decision, which is one.
    var outcome: Outcome? { made.withLock { $0.count == 1 ? $0[0] : nil } }

    var refusal: PageRefusal.Reason? { if case .refused(let refusal) = outcome { refusal.reason } else { nil } }
    var page: JudgedPage? { if case .resumed(let page) = outcome { page } else { nil } }
}

/// Takes its time over every challenge, and then leaves it to the policy.
private struct Hesitant: ChallengeHandler {
    let gate = Gate()

    func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
        await gate.pass()
        return .performDefaultHandling
    }
}

@Suite("The check of a page before it loads")
struct PageCheckTests {
    private let bench: Loopback

    init() throws { bench = try Loopback.ofTests() }

    private func check(_ ports: [UInt16], host: String = Loopback.host) throws -> PageCheck {
        let configuration = bench.configuration(ports.map { (host, $0) }, by: Hands())
        return PageCheck(HTTPSSession(configuration: configuration))
    }

    private func url(_ server: TLSServer, host: String = Loopback.host) -> String {
        "https://\(host):\(server.port)/page"
    }

    @Test("a good server's page is resumed with the certificate that was judged; no request is sent for it")
    func good() async throws {
        let identity = try bench.identity()
        let server = try bench.server(as: identity)
        defer { server.stop() }
        let check = try check([server.port])
        let navigation = Navigation(url(server))
        await check.decide(about: navigation).value
        let page = try #require(navigation.page)
        #expect(page.url.description == navigation.url)
        #expect(page.certificate == identity.certificate)
        #expect(page.connection.evaluation != nil)
        #expect(server.counters.requestsReceived == 0)
        #expect(check.refusal(of: page.certificate, at: navigation.url) == nil)
    }

    @Test("a bad server's page is refused with its findings, and nothing of it is remembered as good")
    func bad() async throws {
        let identity = try bench.identity { template, now in template.notAfter = now.advanced(bySeconds: -1) }
        let server = try bench.server(as: identity)
        defer { server.stop() }
        let check = try check([server.port])
        let navigation = Navigation(url(server))
        await check.decide(about: navigation).value
        guard case .notTrusted(let failure) = navigation.refusal else {
            Issue.record("\(String(describing: navigation.outcome))")
            return
        }
        #expect(failure.cause.code == .expired)
        #expect(server.counters.applicationBytesReceived == 0)
        guard case .undecided = check.refusal(of: identity.certificate, at: navigation.url)?.reason else {
            Issue.record("the certificate of a refused server passes")
            return
        }
    }

    @Test("a refusal of a certificate has the model of its warning, and no other refusal has one")
    func warning() async throws {
        let identity = try bench.identity { template, now in template.notAfter = now.advanced(bySeconds: -1) }
        let server = try bench.server(as: identity)
        defer { server.stop() }
        let check = try check([server.port])
        for (url, code) in [(url(server), FindingCode.expired as FindingCode?), ("http://\(Loopback.host)/", nil)] {
            let navigation = Navigation(url)
            await check.decide(about: navigation).value
            guard case .refused(let refusal) = navigation.outcome else {
                Issue.record("\(url): \(String(describing: navigation.outcome))")
                continue
            }
            #expect(refusal.warning()?.code == code)
            #expect(refusal.url == url)
        }
    }

    @Test(
        "what has no server to judge is refused",
        arguments: [
            "http://www.holdfast.test/", "file:///etc/passwd", "about:blank", "data:text/html,x", "", "https://",
        ])
    func noServer(_ url: String) async throws {
        let navigation = Navigation(url)
        try await check([]).decide(about: navigation).value
        guard case .noServer = navigation.refusal else {
            Issue.record("\(String(describing: navigation.outcome))")
            return
        }
    }

    @Test("a server that cannot be reached is refused")
    func unreachable() async throws {
        let server = try bench.server()
        server.stop()
        let navigation = Navigation(url(server))
        try await check([server.port]).decide(about: navigation).value
        guard case .failed = navigation.refusal else {
            Issue.record("\(String(describing: navigation.outcome))")
            return
        }
    }

    @Test("a certificate that changed between judgement and use is refused; the next navigation is judged anew")
    func changed() async throws {
        let (judged, other) = (try bench.identity(), try bench.identity())
        let server = try bench.server(as: judged)
        defer { server.stop() }
        let check = try check([server.port])
        let navigation = Navigation(url(server))
        await check.decide(about: navigation).value
        #expect(navigation.page != nil)
        guard case .otherCertificate = check.refusal(of: other.certificate, at: navigation.url)?.reason else {
            Issue.record("another certificate passes")
            return
        }
        // Of the port that was judged, and of no other.
        guard case .undecided = check.refusal(of: judged.certificate, at: "https://\(Loopback.host)/")?.reason else {
            Issue.record("a server that was not judged passes")
            return
        }
        let again = Navigation(url(server))
        await check.decide(about: again).value
        #expect(check.refusal(of: judged.certificate, at: url(server)) == nil)
        try await eventually("two handshakes") { server.counters.handshakesCompleted == 2 }
    }

    @Test("a decision that is given up before it is made refuses")
    func dropped() async throws {
        let server = try bench.server()
        defer { server.stop() }
        let handler = Hesitant()
        var configuration = bench.configuration([(Loopback.host, server.port)], by: Hands())
        configuration.credentials.handler = handler
        let check = PageCheck(HTTPSSession(configuration: configuration))
        let navigation = Navigation(url(server))
        let decision = check.decide(about: navigation)
        try await eventually("the server is being judged") { handler.gate.waiting == 1 }
        decision.cancel()
        await decision.value
        handler.gate.open()
        #expect(navigation.page == nil && navigation.refusal != nil)
    }
}
