import HoldfastCredentials
import HoldfastHTTP
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastHTTPS

@Suite("Decisions about a redirect")
struct RedirectionDecisionTests {
    @Test("one that never comes ends with the request's time")
    func late() async throws {
        let release = Promise<Void>()
        defer { release.give(()) }
        var next = HTTPSRequest(try HTTPSURL("https://a.test/next"))
        next.redirection = { _, next in
            await release.wait()
            return next
        }
        let (response, asked) = (try FlowSide.response(302), next)
        do throws(HTTPSError) {
            _ = try await Redirection.decide(about: response, asked, within: TimeLimit(.milliseconds(20)))
            Issue.record("decided by nobody")
        } catch {
            #expect(error.code == .timedOut && error.isTimeout)
            #expect(error.connection?.id == response.connection.id)
        }
    }

    @Test("a host whose time ends while a redirect out of TLS is looked at is not asked without TLS")
    func endsMeanwhile() throws {
        let (looks, now) = (Notes<Int>(), Instant(secondsSince1970: 1_800_000_000))
        // The first look is that of what the host says; from the third one on its time is over.
        let store = KnownHostStore {
            looks.add(0)
            return now.advanced(bySeconds: looks.all.count > 2 ? 100 : 0)
        }
        store.note(try #require(StrictTransportField("max-age=50")), of: try ServerName("a.test"))
        let request = HTTPSRequest(try HTTPSURL("https://a.test/x/y"))
        let response = try FlowSide.response(
            302, [try #require(HTTPField(name: "Location", value: "http://a.test/next"))])
        let next = try #require(try Redirection.next(after: response, to: request, knowing: store))
        #expect(!next.request.url.isPlainHTTP && next.upgraded?.isPlainHTTP == true)
        #expect(throws: HTTPSError.self) { try Redirection.next(after: response, to: request, knowing: store) }
    }
}
