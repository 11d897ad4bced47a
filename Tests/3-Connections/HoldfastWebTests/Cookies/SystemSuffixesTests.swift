import HoldfastTrust
import Testing

@testable import HoldfastWeb

@Suite("The system's public suffixes")
struct SystemSuffixesTests {
    @Test("the sections of the list are told apart (publicsuffix.org/list: ICANN DOMAINS, PRIVATE DOMAINS)")
    func sections() throws {
        guard let suffixes = PublicSuffixes.system else {
            print("skipped: no libpsl.so.5 on this machine")
            return
        }
        #expect(suffixes.section(of: "com") == .icann)
        #expect(suffixes.section(of: "co.uk") == .icann)
        #expect(suffixes.section(of: "CO.UK") == .icann)
        #expect(suffixes.section(of: "anything.ck") == .icann)
        #expect(suffixes.section(of: "www.ck") == nil)
        #expect(suffixes.section(of: "s3.amazonaws.com") == .privateDomains)
        #expect(suffixes.section(of: "example.com") == nil)
        // The implied rule "*" is not the list's.
        #expect(suffixes.section(of: "intranet") == nil)
        #expect(suffixes.section(of: "") == nil)
        #expect(!suffixes.identity.isEmpty)
    }

    @Test("where the library is not there, or is another one, there is no list rather than an empty one")
    func absent() {
        #expect(SuffixLibrary.open("libpsl-that-is-not-there.so.5") == nil)
        #expect(SuffixLibrary.open("libc.so.6") == nil)
    }
}
