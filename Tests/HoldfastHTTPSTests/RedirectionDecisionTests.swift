import HoldfastCredentials
import HoldfastTransport
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
            _ = try await HTTPSSession().decide(about: response, asked, within: TimeLimit(.milliseconds(20)))
            Issue.record("decided by nobody")
        } catch {
            #expect(error.code == .timedOut && error.isTimeout)
            #expect(error.connection?.id == response.connection.id)
        }
    }
}
