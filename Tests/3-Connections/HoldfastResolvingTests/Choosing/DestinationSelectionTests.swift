import HoldfastResolving
import HoldfastTrust
import HoldfastX509
import Testing

/// RFC 6724 §10.2, but for those examples whose rules need what a socket does not tell.
struct DestinationSelectionTests {
    private func order(_ destinations: [String], _ sources: [String: String]) throws -> [String] {
        var known: [IPAddress: IPAddress] = [:]
        for (destination, source) in sources {
            let key = try #require(IPAddress(destination))
            known[key] = try #require(IPAddress(source) as IPAddress?)
        }
        let addresses = try destinations.map { try #require(IPAddress($0)) }
        return DestinationSelection { known[$0] }.sorted(addresses) { $0 }.map(\.description)
    }

    /// What comes first, its source, what comes second, its source.
    @Test(arguments: [
        ("matching scope", ["2001:db8:1::1", "2001:db8:1::2"], ["198.51.100.121", "169.254.13.78"]),
        ("matching scope", ["198.51.100.121", "198.51.100.117"], ["2001:db8:1::1", "fe80::1"]),
        ("higher precedence", ["2001:db8:1::1", "2001:db8:1::2"], ["10.1.2.3", "10.1.2.4"]),
        ("smaller scope", ["fe80::1", "fe80::2"], ["2001:db8:1::1", "2001:db8:1::2"]),
        ("longest matching prefix", ["2001:db8:1::1", "2001:db8:1::2"], ["2001:db8:3ffe::1", "2001:db8:3f44::2"]),
        ("matching label", ["2002:c633:6401::1", "2002:c633:6401::2"], ["2001:db8:1::1", "2002:c633:6401::2"]),
        ("higher precedence", ["2001:db8:1::1", "2001:db8:1::2"], ["2002:c633:6401::1", "2002:c633:6401::2"]),
    ])
    func examples(_ rule: String, _ first: [String], _ second: [String]) throws {
        let sources = [first[0]: first[1], second[0]: second[1]]
        #expect(try order([first[0], second[0]], sources) == [first[0], second[0]], "\(rule)")
        #expect(try order([second[0], first[0]], sources) == [first[0], second[0]], "\(rule)")
    }

    @Test("rule 1: what there is no way to comes last")
    func unusable() throws {
        let sources = ["192.0.2.1": "192.0.2.9", "192.0.2.2": "192.0.2.9"]
        #expect(
            try order(["2001:db8:1::1", "192.0.2.1", "192.0.2.2"], sources)
                == ["192.0.2.1", "192.0.2.2", "2001:db8:1::1"])
        #expect(try order(["192.0.2.1", "2001:db8:1::1"], [:]) == ["2001:db8:1::1", "192.0.2.1"])
    }

    @Test("unique local addresses come after IPv4, where the source is of another label")
    func uniqueLocal() throws {
        let sources = ["fd00:1::1": "2001:db8::9", "192.0.2.1": "192.0.2.9"]
        #expect(try order(["fd00:1::1", "192.0.2.1"], sources) == ["192.0.2.1", "fd00:1::1"])
    }

    @Test("rule 10: otherwise as they came; IPv4 addresses are not sorted by their prefix")
    func asTheyCame() throws {
        let sources = ["10.55.0.1": "10.0.0.2", "10.0.0.1": "10.0.0.2", "192.168.1.1": "10.0.0.2"]
        for order in [["10.55.0.1", "10.0.0.1", "192.168.1.1"], ["192.168.1.1", "10.0.0.1", "10.55.0.1"]] {
            #expect(try self.order(order, sources) == order)
        }
    }

    /// An interface's half of the address says nothing.
    @Test func prefixesCountUpTo64Bits() throws {
        let sources = ["2001:db8::a:1": "2001:db8::a:9", "2001:db8::b:1": "2001:db8::a:9"]
        #expect(try order(["2001:db8::b:1", "2001:db8::a:1"], sources) == ["2001:db8::b:1", "2001:db8::a:1"])
    }
}
