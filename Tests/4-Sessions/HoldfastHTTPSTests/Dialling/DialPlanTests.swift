import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Testing

@testable import HoldfastHTTPS

/// Where a connection goes, as curl's manual has it: `--connect-to` "For a request intended for the HOST1:PORT1 pair,
/// connect to HOST2:PORT2 instead", the first that fits, empty parts fitting any; `--resolve` "Provide a custom address
/// for a specific host and port pair", and `*` "as host to indicate all hosts".
@Suite("Where a connection goes")
struct DialPlanTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var url = "https://a.test:8443/"
        var connectTo: [String] = []
        var resolve: [String] = []
        let host: String
        var port: UInt16 = 8443
        var addresses: [String]?
        /// Whether its rules are about other servers.
        var isElsewhere = false
    }

    @Test(
        "by name, by connectTo, by resolve, by literal",
        arguments: [
            Row(testDescription: "nothing said", host: "a.test"),
            Row(testDescription: "an address", url: "https://[::1]/", host: "::1", port: 443, addresses: ["::1"]),
            Row(
                testDescription: "connectTo an address", connectTo: ["a.test:8443:127.0.0.1:1"], host: "127.0.0.1",
                port: 1, addresses: ["127.0.0.1"]),
            Row(
                testDescription: "connectTo an IPv6 address", connectTo: ["a.test:8443:[::1]:1"], host: "::1", port: 1,
                addresses: ["::1"]),
            Row(testDescription: "connectTo a name", connectTo: ["a.test:8443:b.test:1"], host: "b.test", port: 1),
            Row(
                testDescription: "the first that fits",
                connectTo: ["a.test:443:192.0.2.1:1", "b.test:8443:192.0.2.2:2", "a.test:8443:c.test:3", ":::4"],
                host: "c.test", port: 3),
            Row(testDescription: "any host and port", connectTo: ["::b.test:"], host: "b.test"),
            Row(testDescription: "another port only", connectTo: ["a.test:8443::1"], host: "a.test", port: 1),
            Row(
                testDescription: "an IPv6 target", url: "https://[::1]:8443/", connectTo: ["[::1]:8443:127.0.0.1:1"],
                host: "127.0.0.1", port: 1, addresses: ["127.0.0.1"]),
            Row(
                testDescription: "resolve", resolve: ["a.test:8443:192.0.2.1,[2001:db8::1]"], host: "a.test",
                addresses: ["192.0.2.1", "2001:db8::1"]),
            Row(
                testDescription: "resolve for another port", resolve: ["a.test:443:192.0.2.1"], host: "a.test",
                isElsewhere: true),
            Row(
                testDescription: "the last of two", resolve: ["a.test:8443:192.0.2.1", "+A.test:8443:192.0.2.2"],
                host: "a.test", addresses: ["192.0.2.2"]),
            Row(
                testDescription: "any host, unless it is named",
                resolve: ["a.test:8443:192.0.2.1", "*:8443:192.0.2.2"],
                host: "a.test", addresses: ["192.0.2.1"]),
            Row(
                testDescription: "any host", resolve: ["b.test:8443:192.0.2.1", "*:8443:192.0.2.2"], host: "a.test",
                addresses: ["192.0.2.2"]),
            Row(
                testDescription: "connectTo a name that resolve knows", connectTo: ["a.test:8443:b.test:1"],
                resolve: ["a.test:8443:192.0.2.1", "b.test:1:192.0.2.2"], host: "b.test", port: 1,
                addresses: ["192.0.2.2"]),
        ])
    func plan(row: Row) throws {
        let url = try HTTPSURL(row.url)
        let rules = try [DialRule](
            connectTo: try row.connectTo.map { try DialRule(connectTo: $0) },
            resolve: try row.resolve.map { try DialRule(resolve: $0) })
        let plan = DialPlan(url.serverName, port: url.port, by: rules)
        #expect(plan.port == row.port)
        let addresses = plan.endpoints?.map(\.address.description)
        #expect(addresses == row.addresses)
        // Where addresses are known, they are what is dialled, and no name is.
        #expect(plan.host.description == (addresses?.first ?? row.host))
        #expect(plan.endpoints?.allSatisfy { $0.port == row.port } != false)
        #expect(plan.isChosen == !(row.isElsewhere || (row.connectTo + row.resolve).isEmpty))
    }

    @Test("several that lead one server to addresses are one rule, in their order")
    func several() throws {
        let rules = try [DialRule](connectTo: ["a.test::192.0.2.1:1", "b.test::192.0.2.2:", "a.test::[::1]:2"])
        #expect(rules.map(\.description) == ["a.test::192.0.2.1:1,a.test::[::1]:2", "b.test::192.0.2.2:"])
        let plan = DialPlan(try ServerName("a.test"), port: 443, by: rules)
        #expect(plan.endpoints?.map(\.description) == ["192.0.2.1:1", "[::1]:2"])
    }

    @Test(
        "what curl could not read is no rule, and neither is a server that is led to a name and elsewhere",
        arguments: [
            (["a.test:443:192.0.2.1"], .parts), (["a.test:443:192.0.2.1:1:1"], .parts), (["a.test:443:[::1:1"], .parts),
            (["a b:443:192.0.2.1:1"], .host), (["a.test:443:a b:1"], .place), (["a.test:443:::1:1"], .parts),
            (["a.test:0:192.0.2.1:1"], .port), (["a.test:443:192.0.2.1:65536"], .port),
            (["a.test:x:192.0.2.1:1"], .port),
            (["a.test:443:b.test:1", "a.test:443:192.0.2.1:1"], .several),
            (["a.test:443:192.0.2.1:1", "a.test:443::1"], .several),
        ] as [([String], DialRuleError.Reason)])
    func unreadable(texts: [String], reason: DialRuleError.Reason) {
        #expect { _ = try [DialRule](connectTo: texts) } throws: { ($0 as? DialRuleError)?.reason == reason }
    }

    @Test("nor is an entry for resolve without a host, a port or an address")
    func unreadableResolve() {
        let texts = [
            "a.test:443", "a.test::192.0.2.1", ":443:192.0.2.1", "a.test:443:", "a.test:443:b.test", "a:1:::1",
        ]
        for text in texts {
            #expect(throws: DialRuleError.self, "\(text)") { _ = try DialRule(resolve: text) }
        }
    }

    @Test("a rule is written as it is read")
    func written() throws {
        for text in [
            "a.test:443:192.0.2.1:8443", "::[2001:db8::1]:1", "[::1]:443:b.test:", "a.test::b.test:2", ":443::8443",
        ] {
            #expect(try DialRule(connectTo: text).description == text)
        }
    }

    @Test("a rule for a proxy's host and port gives its addresses, and where it is dialled else is its own")
    func proxy() throws {
        var configuration = HTTPSSession.Configuration()
        configuration.proxy = Proxy(.http, try ServerName("proxy.test"), port: 8080)
        configuration.addresses.dial = try [DialRule](
            connectTo: ["proxy.test:8080:192.0.2.1:8080", "a.test:443:192.0.2.2:8443", "::192.0.2.3:"])
        let session = HTTPSSession(configuration: configuration)
        let targets = session.dialTargets(for: HTTPSRequest(try HTTPSURL("https://a.test/")))
        #expect(targets.proxyAddresses?.map(\.description) == ["192.0.2.1"])
        #expect(targets.place == DialTargets.Place(try ServerName("192.0.2.2"), port: 8443))
    }

    @Test("addresses that are listed need no resolver, and are those of the family that is dialled")
    func listed() async throws {
        var configuration = HTTPSSession.Configuration()
        configuration.addresses.dial = [try DialRule(resolve: "a.test:443:192.0.2.2,[::1],192.0.2.1,192.0.2.2")]
        let url = try HTTPSURL("https://a.test/")
        let rows: [(HTTPSSession.AddressFamily, [String])] = [
            (.any, ["192.0.2.1", "192.0.2.2", "::1"]), (.ipv4, ["192.0.2.1", "192.0.2.2"]), (.ipv6, ["::1"]),
        ]
        for (family, expected) in rows {
            configuration.addresses.family = family
            let found = try await HTTPSSession(configuration: configuration).addresses(of: url)
            #expect(found.map(\.description) == expected)
        }
        configuration.addresses.dial = [try DialRule(resolve: "a.test:443:192.0.2.1")]
        let session = HTTPSSession(configuration: configuration)
        await #expect(throws: HTTPSError.self) { _ = try await session.addresses(of: url) }
    }
}
