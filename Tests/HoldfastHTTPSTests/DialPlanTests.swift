import HoldfastTransport
import HoldfastTrust
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
            Row(testDescription: "resolve for another port", resolve: ["a.test:443:192.0.2.1"], host: "a.test"),
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
        let plan = DialPlan(try HTTPSURL(row.url), connectTo: row.connectTo, resolve: row.resolve)
        #expect(plan.host == row.host)
        #expect(plan.port == row.port)
        #expect(plan.addresses?.map(\.description) == row.addresses)
    }

    @Test("one address is dialled without changing the name, at the port that was said")
    func targets() throws {
        let address = try #require(IPAddress("2001:db8::1"))
        let plain = DialPlan(try HTTPSURL("https://a.test/"), connectTo: [], resolve: [])
        #expect(
            plain.targets(of: try HTTPSURL("https://a.test/"), at: address).connectTo == [
                "a.test:443:[2001:db8::1]:443"
            ])
        let url = try HTTPSURL("https://[::1]:8443/")
        let other = DialPlan(url, connectTo: ["[::1]:8443:b.test:1"], resolve: [])
        #expect(other.targets(of: url, at: address).connectTo == ["[::1]:8443:[2001:db8::1]:1"])
    }

    @Test("addresses that are listed need no resolver, and are those of the family that is dialled")
    func listed() async throws {
        var configuration = HTTPSSession.Configuration()
        configuration.resolve = ["a.test:443:192.0.2.2,[::1],192.0.2.1,192.0.2.2"]
        let url = try HTTPSURL("https://a.test/")
        let rows: [(HTTPSSession.AddressFamily, [String])] = [
            (.any, ["192.0.2.1", "192.0.2.2", "::1"]), (.ipv4, ["192.0.2.1", "192.0.2.2"]), (.ipv6, ["::1"]),
        ]
        for (family, expected) in rows {
            configuration.addressFamily = family
            let found = try await HTTPSSession(configuration: configuration).addresses(of: url)
            #expect(found.map(\.description) == expected)
        }
        configuration.resolve = ["a.test:443:192.0.2.1"]
        let session = HTTPSSession(configuration: configuration)
        await #expect(throws: HTTPSError.self) { _ = try await session.addresses(of: url) }
    }
}
