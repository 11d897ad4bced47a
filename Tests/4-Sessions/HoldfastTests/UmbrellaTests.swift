import Foundation
import Holdfast
import HoldfastTestBed
import Testing

/// What a user gets with `import Holdfast` alone.
@Suite("The umbrella")
struct UmbrellaTests {
    @Test("dates convert both ways")
    func dates() throws {
        let instant = try #require(Instant(rfc3339: "2026-11-21T10:00:00.25Z"))
        #expect(Instant(instant.date) == instant)
        #expect(Instant(Date.distantFuture) > instant)
        #expect(abs(Instant.now.date.timeIntervalSinceNow) < 5)
        #expect(Instant(Date(timeIntervalSince1970: .infinity)).secondsSince1970 == .max)
    }

    @Test("URLs come in from Foundation, and only https")
    func urls() throws {
        let url = try #require(URL(string: "https://user:secret@Example.com:8443/a?b#c"))
        let converted = try HTTPSURL(url)
        #expect(converted.description == "https://example.com:8443/a?b")
        #expect(try HTTPSURL("https://bücher.example/").serverName.description == "xn--bcher-kva.example")
        let plain = try #require(URL(string: "http://example.com/"))
        #expect(throws: HTTPSURLError.self) { try HTTPSURL(plain) }
    }

    @Test("a chain is judged with the words of the README")
    func evaluate() throws {
        var policy = TrustPolicy.ssl(try ServerName("example.com"))
        policy.anchors = .only([])
        let trust = try ServerTrust(derChain: [[0x30, 0x00]])
        let error = #expect(throws: TrustFailure.self) {
            try TrustEngine().evaluate(trust, with: policy, at: .now)
        }
        #expect(error?.cause.code == .malformedCertificate)
    }
}
