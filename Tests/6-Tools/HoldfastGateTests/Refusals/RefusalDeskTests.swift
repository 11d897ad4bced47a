import HoldfastAuthority
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastPolicy
import HoldfastResolving
import HoldfastServing
import HoldfastStatements
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Synchronization
import Testing

@testable import HoldfastGate

/// Warnings, and the user's decision to go on: Fetch (Sec-Fetch-*), RFC 6454 §7 (Origin), RFC 9209 (Proxy-Status).
@Suite("Answers for servers that were refused")
struct RefusalDeskTests {
    /// A desk about an expired certificate, and the exceptions that the user has made there.
    private final class Desk: Sendable {
        let desk: RefusalDesk
        private let made: Made

        private final class Made: Sendable { let exceptions = Mutex<[TrustException]>([]) }

        init(_ error: HTTPSError, at now: Instant) throws {
            let made = Made()
            self.made = made
            desk = RefusalDesk(
                Refusal(error, of: try GateTarget(authority: "www.holdfast.test:443"), goOnLimit: .seconds(3_600)),
                language: .english, clock: { now },
                goOn: { exception in made.exceptions.withLock { $0.append(exception) } })
        }

        var exceptions: [TrustException] { made.exceptions.withLock { $0 } }
    }

    private func desk(_ change: (inout CertificateTemplate, Instant) -> Void) async throws -> (Desk, Instant) {
        let loopback = try Loopback()
        let server = try loopback.server(as: try loopback.identity(change: change))
        defer { server.stop() }
        var configuration = HTTPSSession.Configuration()
        configuration.trust.policy = loopback.trusting
        configuration.addresses.dial = [try DialRule(connectTo: Loopback.connectTo(server.port))]
        let session = HTTPSSession(configuration: configuration)
        let url = try HTTPSURL("https://\(Loopback.host):\(server.port)/")
        do throws(HTTPSError) {
            _ = try await session.verify(url)
        } catch {
            return (try Desk(error, at: loopback.now), loopback.now)
        }
        throw MessageError(0, .nothingHere)
    }

    private func expired() async throws -> (Desk, Instant) {
        try await desk { template, now in
            (template.notBefore, template.notAfter) = (now.advanced(byDays: -30), now.advanced(byDays: -1))
        }
    }

    private static let navigation = [
        HTTPField("sec-fetch-mode", "navigate"), HTTPField("sec-fetch-dest", "document"),
        HTTPField("accept", "text/html"),
    ]

    private static let posting =
        navigation + [
            HTTPField("origin", "https://www.holdfast.test"), HTTPField("sec-fetch-site", "same-origin"),
            HTTPField("sec-fetch-user", "?1"),
            HTTPField("content-type", "application/x-www-form-urlencoded"),
        ]

    private func nonce(_ desk: RefusalDesk, path: String = "/a?b") throws -> String {
        let page = desk.answer(RefusalDesk.Request(method: "GET", path: path, fields: Self.navigation))
        let html = String(decoding: page.content, as: UTF8.self)
        let match = try #require(html.firstMatch(of: /name="nonce" value="([0-9a-f]{32})"/))
        return String(match.1)
    }

    private func post(_ desk: RefusalDesk, _ nonce: String, _ fields: [HTTPField]? = nil) -> PlainAnswer {
        desk.answer(
            RefusalDesk.Request(
                method: "POST", path: RefusalDesk.path, fields: fields ?? Self.posting,
                content: Array("nonce=\(nonce)".utf8)))
    }

    @Test("a page load gets the warning, in both languages, framed by nobody; all else gets an error status")
    func kinds() async throws {
        let (made, _) = try await expired()
        let page = made.desk.answer(RefusalDesk.Request(method: "GET", path: "/", fields: Self.navigation))
        let html = String(decoding: page.content, as: UTF8.self)
        #expect(page.status == 502 && html.contains("expired") && html.contains("此连接不安全"))
        #expect(page.fields.one("x-frame-options") == "DENY" && page.fields.one("cache-control") == "no-store")
        #expect(page.fields.one("content-security-policy") == "frame-ancestors 'none'")
        #expect(page.fields.one("proxy-status")?.hasPrefix("holdfast; error=tls_certificate_error") == true)
        for (mode, destination) in [
            ("no-cors", "image"), ("cors", "empty"), ("navigate", "iframe"), ("navigate", "frame"),
            ("navigate", "embed"),
        ] {
            let fields = [
                HTTPField("sec-fetch-mode", mode), HTTPField("sec-fetch-dest", destination),
                HTTPField("accept", "text/html"),
            ]
            let answer = made.desk.answer(RefusalDesk.Request(method: "GET", path: "/", fields: fields))
            #expect(answer.status == 502 && answer.fields.one("content-type")?.hasPrefix("text/plain") == true)
        }
    }

    @Test("the user goes on once: an exception for exactly this, with an end, and back to the page")
    func goesOn() async throws {
        let (made, now) = try await expired()
        let word = try nonce(made.desk)
        let answer = post(made.desk, word)
        #expect(answer.status == 303 && answer.fields.one("location") == made.desk.refusal.target.origin + "/a?b")
        let exception = try #require(made.exceptions.first)
        #expect(exception.until <= now.advanced(bySeconds: 3_600) && exception.codes == [.expired])
        // The word is good once.
        #expect(post(made.desk, word).status == 502 && made.exceptions.count == 1)
    }

    @Test("connections that were refused before the user decided send their requests to others, of this server alone")
    func decided() async throws {
        let (made, now) = try await expired()
        let desk = RefusalDesk(
            made.desk.refusal, language: .english, clock: { now }, isOver: { true }, goOn: { _ in })
        for (path, place) in [("/a?b", "/a?b"), ("//evil.test/", "//evil.test/"), ("*", "/")] {
            let answer = desk.answer(RefusalDesk.Request(method: "GET", path: path, fields: Self.navigation))
            #expect(answer.status == 307 && answer.fields.one("location") == desk.refusal.target.origin + place)
        }
        #expect(post(desk, "").status == 502)
    }

    @Test(
        "a page of somebody else's that posts \"go on\" is not believed, nor a browser that says nothing",
        arguments: [
            ("origin", "https://evil.test"), ("origin", "null"), ("origin", "http://www.holdfast.test"),
            ("origin", "https://www.holdfast.test:444"), ("sec-fetch-site", "cross-site"),
            ("sec-fetch-site", "same-site"), ("sec-fetch-site", "none"), ("sec-fetch-mode", "cors"),
            ("sec-fetch-mode", "no-cors"), ("sec-fetch-dest", "iframe"), ("sec-fetch-dest", "empty"),
            ("sec-fetch-user", "?0"), ("content-type", "text/plain"), ("origin", nil), ("sec-fetch-site", nil),
            ("sec-fetch-mode", nil), ("sec-fetch-dest", nil), ("sec-fetch-user", nil),
        ])
    func forged(_ name: String, _ value: String?) async throws {
        let (made, _) = try await expired()
        let fields = Self.posting.filter { $0.name != name } + (value.map { [HTTPField(name, $0)] } ?? [])
        #expect(post(made.desk, try nonce(made.desk), fields).status == 403)
        #expect(made.exceptions.isEmpty)
    }

    @Test("a word of another connection, a made-up one and none do nothing")
    func otherWord() async throws {
        let (made, now) = try await expired()
        let other = RefusalDesk(made.desk.refusal, language: .english, clock: { now }, goOn: { _ in })
        for word in [try nonce(other), String(repeating: "0", count: 32), ""] {
            #expect(post(made.desk, word).status == 502)
        }
        #expect(made.exceptions.isEmpty)
        #expect(made.desk.answer(.init(method: "GET", path: RefusalDesk.path, fields: Self.posting)).status == 405)
    }

    @Test("what nobody may overlook has no way on")
    func impossible() async throws {
        let (made, _) = try await desk { template, _ in template.signatureEdit = .flippingBit(at: -1) }
        let page = made.desk.answer(RefusalDesk.Request(method: "GET", path: "/", fields: Self.navigation))
        #expect(!String(decoding: page.content, as: UTF8.self).contains("<form"))
    }
}
