import HoldfastHTTP
import Testing

@testable import HoldfastWeb

@Suite("Strict-Transport-Security, RFC 6797 §6.1 and §8.1")
struct StrictTransportFieldTests {
    /// §6.2 has the first six.
    @Test(
        "what is read",
        arguments: [
            ("max-age=31536000", Int64(31_536_000), false), ("max-age=15768000 ; includeSubDomains", 15_768_000, true),
            ("max-age=\"31536000\"", 31_536_000, false), ("max-age=0", 0, false),
            ("max-age=0; includeSubDomains", 0, true), ("includeSubDomains; max-age=1", 1, true),
            ("MAX-AGE=1; INCLUDESUBDOMAINS", 1, true), (";; max-age=1 ;;", 1, false), ("max-age = 1", 1, false),
            ("\tmax-age=1\t;\tincludeSubDomains\t", 1, true), ("max-age=1; preload", 1, false),
            ("max-age=1; unknown=\"a;b\\\"c\"; includeSubDomains", 1, true), ("max-age=007", 7, false),
            ("max-age=99999999999999999999999", StrictTransportField.longestAge, false),
        ])
    func read(value: String, seconds: Int64, includesSubdomains: Bool) {
        let field = StrictTransportField(value)
        #expect(field?.maxAge == seconds && field?.includesSubdomains == includesSubdomains)
    }

    @Test(
        "what is ignored: no max-age, one twice, another grammar",
        arguments: [
            "", ";", "includeSubDomains", "max-age", "max-age=", "max-age=-1", "max-age=1.5", "max-age=1s",
            "max-age=1; max-age=2", "max-age=1; includeSubDomains; INCLUDESUBDOMAINS", "max-age=\"1", "max-age=\"1\\",
            "max-age=1 2", "max-age=1, includeSubDomains", "max-age=1; a=b=c", "max-age=1; =x", "max-age=1; a b",
            "max-age=1; includeSubDomains=1", "max-age=1; includeSubDomains=\"\"", "max-age=\"\"", "max-age=\"0x1\"",
            "max-age=1; a=\"\u{1}\"", "max-age=1; a=\"\u{7F}\"", "max-age=1; é",
            "max-age=" + String(repeating: "1", count: 1_024),
        ])
    func ignored(value: String) {
        #expect(StrictTransportField(value) == nil)
    }

    @Test("of several fields the first one counts, whatever it is")
    func first() throws {
        func field(_ name: String, _ value: String) throws -> HTTPField {
            try #require(HTTPField(name: name, value: value))
        }
        let good = try field("strict-transport-security", "max-age=2")
        let bad = try field("Strict-Transport-Security", "max-age")
        let other = try field("X-Other", "max-age=3")
        #expect(StrictTransportField.first(of: [other, good, bad])?.maxAge == 2)
        #expect(StrictTransportField.first(of: [bad, good]) == nil)
        #expect(StrictTransportField.first(of: [other]) == nil)
    }
}
