import HoldfastTrust
import Testing

@Suite("Which pins count for a server")
struct PinnedHostsTests {
    private static func set(_ octet: UInt8) throws -> PinSet {
        try PinSet(anywhere: [PinSetTests.pin(octet)], backup: .waived)
    }

    private static func hosts() throws -> PinnedHosts {
        var rules: [HostPattern: PinnedHosts.Rule] = [:]
        let table: [(String, PinnedHosts.Rule)] = [
            ("**.example.com", .pinned(try set(1))), ("*.example.com", .pinned(try set(2))),
            ("www.example.com", .pinned(try set(3))), ("**.b.example.com", .pinned(try set(4))),
            ("*.b.example.com", .excluded), ("free.example.com", .excluded), ("192.0.2.1", .pinned(try set(5))),
        ]
        for (text, rule) in table { rules[try HostPattern(text, publicSuffixes: nil)] = rule }
        return try PinnedHosts(rules)
    }

    /// The exact name, then the longest domain, `*.` before `**.`.
    @Test(
        "the most specific pattern counts, an exclusion like any other",
        arguments: [
            ("example.com", "**.example.com", 1), ("api.example.com", "*.example.com", 2),
            ("www.example.com", "www.example.com", 3), ("a.www.example.com", "**.example.com", 1),
            ("b.example.com", "**.b.example.com", 4), ("c.b.example.com", nil, nil),
            ("d.c.b.example.com", "**.b.example.com", 4), ("free.example.com", nil, nil),
            ("a.free.example.com", "**.example.com", 1), ("example.org", nil, nil), ("192.0.2.1", "192.0.2.1", 5),
            ("192.0.2.2", nil, nil),
        ] as [(String, String?, UInt8?)])
    func precedence(_ name: String, _ pattern: String?, _ octet: UInt8?) throws {
        let duty = try Self.hosts().duty(for: ServerName(name))
        #expect(duty?.pattern?.description == pattern)
        #expect(duty?.set == (try octet.map { try Self.set($0) }))
    }

    @Test("pins of every server give way to a pattern, and stand where no name is")
    func everywhere() throws {
        let hosts = try PinnedHosts(Self.hosts().rules, everywhere: Self.set(9))
        #expect(try hosts.duty(for: ServerName("example.org"))?.set == Self.set(9))
        #expect(try hosts.duty(for: ServerName("www.example.com"))?.set == Self.set(3))
        #expect(try hosts.duty(for: ServerName("free.example.com")) == nil)
        #expect(try hosts.duty(for: nil)?.set == Self.set(9))
        #expect(PinnedHosts.none.duty(for: nil) == nil)
    }

    @Test("a name of 126 labels is looked up in as many steps")
    func long() throws {
        let name = try ServerName(Array(repeating: "a", count: 125).joined(separator: ".") + ".com")
        let hosts = try PinnedHosts([HostPattern("**.a.com", publicSuffixes: nil): .pinned(Self.set(1))])
        #expect(hosts.duty(for: name)?.set == (try Self.set(1)))
    }
}
