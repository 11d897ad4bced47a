import HoldfastTrust
import Testing

@testable import HoldfastGate

@Suite("Lists of servers")
struct GateNamesTests {
    @Test("a domain stands for itself and all below it, an address for itself")
    func names() throws {
        let names = GateNames([try ServerName("a.test"), try ServerName("192.0.2.1")])
        for name in ["a.test", "www.a.test", "x.y.a.test", "192.0.2.1"] {
            #expect(names.contains(try ServerName(name)), "\(name)")
        }
        for name in ["ba.test", "test", "a.test.evil.test", "192.0.2.2", "2001:db8::1"] {
            #expect(!names.contains(try ServerName(name)), "\(name)")
        }
    }

    @Test("what is not on the list is handed through, or judged, as the scope says")
    func scope() throws {
        let (listed, other) = (try ServerName("a.test"), try ServerName("b.test"))
        let only = GateScope.only(GateNames([listed]))
        #expect(only.treatment(of: listed) == .judge && only.treatment(of: other) == .pass)
        #expect(GateScope.everything.treatment(of: other) == .judge)
        #expect(GateScope.observed.treatment(of: listed) == .observe)
    }
}
