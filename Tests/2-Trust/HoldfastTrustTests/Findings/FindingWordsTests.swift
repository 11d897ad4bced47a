import HoldfastAuthority
import HoldfastTrust
import HoldfastX509
import Testing

/// What a refusal says to people who read logs.
@Suite("Findings in words")
struct FindingWordsTests {
    @Test("the cause in one line, and every finding with what was seen and what to do")
    func explanation() throws {
        let chain = try TestChain()
        let bytes = try chain.chain { $0.notAfter = TestChain.moment.advanced(byDays: -1) }
        let failure = try #require(try chain.judge(bytes).failure)
        let cause = failure.cause
        #expect(cause.code == .expired)
        #expect(failure.description == "expired: \(cause.message)")
        #expect(cause.description == "error expired: \(cause.message)")
        // SecTrust's errSecCertificateExpired.
        #expect(cause.osStatus == -67818)
        for finding in failure.findings {
            for text in [finding.message, finding.seen, finding.expected, finding.rule, finding.advice] {
                #expect(failure.explanation.contains(text), "\(text)")
            }
        }
        #expect(failure.explanation.hasPrefix(cause.description))
    }

    @Test("codes by name: the standard ones, those of rules of one's own, and nothing else")
    func names() {
        for code in FindingCode.all { #expect(FindingCode.named(code.rawValue) == code) }
        #expect(FindingCode.named("custom-mine") == FindingCode(custom: "mine"))
        for text in ["custom-", "custom", "Expired", "", "mine"] { #expect(FindingCode.named(text) == nil, "\(text)") }
    }

    @Test("a policy for clients is one for no name, and for that purpose")
    func client() {
        #expect(TrustPolicy.sslClient.purpose == .sslClient)
        #expect(TrustPolicy.sslClient.digest != TrustPolicy.basicX509.digest)
    }
}
