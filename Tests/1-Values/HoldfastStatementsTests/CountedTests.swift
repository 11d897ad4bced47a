import HoldfastStatements
import Testing

@Suite("A number with its noun")
struct CountedTests {
    /// English has the singular for one alone: "no servers", "0 servers", "1 server", "2 servers".
    @Test("one is singular, none and several are plural")
    func numbers() {
        #expect(Counted.english(0, "server") == "0 servers")
        #expect(Counted.english(1, "server") == "1 server")
        #expect(Counted.english(2, "server") == "2 servers")
        #expect(Counted.english(1, "entry", "entries") == "1 entry")
        #expect(Counted.english(12, "entry", "entries") == "12 entries")
    }
}
