import HoldfastResolving
import Testing

/// IANA's registry "DNS RCODEs": 5 is Refused, 2 ServFail, 16 BADVERS; 12 to 15 are not assigned.
@Suite("Response codes")
struct ResponseCodeTests {
    @Test(
        "are told by name",
        arguments: [(5, "Refused (RCODE 5)"), (2, "ServFail (RCODE 2)"), (16, "BADVERS (RCODE 16)")])
    func named(_ code: Int, _ words: String) {
        let error = ResolverError(.failed(responseCode: code), from: "dns.test")
        #expect("\(error)" == "dns.test: the DNS answered with the error \(words)")
    }

    @Test("without a name by their number")
    func unassigned() {
        let error = ResolverError(.failed(responseCode: 13), from: "dns.test")
        #expect("\(error)" == "dns.test: the DNS answered with the error 13 (RCODE)")
    }
}
