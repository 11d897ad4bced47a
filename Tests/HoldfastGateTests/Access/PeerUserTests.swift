import HoldfastTransport
import HoldfastTrust
import Testing

@testable import HoldfastGate

/// proc_pid_net(5): the tables of the kernel.
@Suite("The user of a client's socket")
struct PeerUserTests {
    private func endpoint(_ text: String, _ port: UInt16) throws -> Endpoint {
        Endpoint(try #require(IPAddress(text)), port: port)
    }

    /// Lines as Linux writes them; of the columns, ends, state, user and inode count.
    private func table(_ rows: [(local: String, remote: String, state: String, user: String, inode: String)]) -> String
    {
        rows.enumerated().reduce("  sl  local_address rem_address   st tx_queue rx_queue tr tm->when\n") { text, row in
            text + "   \(row.offset): \(row.element.local) \(row.element.remote) \(row.element.state) "
                + "00000000:00000000 00:00000000 00000000 \(row.element.user) 0 \(row.element.inode) 1 0000 20 4\n"
        }
    }

    #if _endian(little)
        private let client = "0100007F:D431"
        private let server = "0100007F:1F90"
    #else
        private let client = "7F000001:D431"
        private let server = "7F000001:1F90"
    #endif

    @Test("the socket that has exactly these ends, the right way round")
    func found() throws {
        let (one, other) = (try endpoint("127.0.0.1", 54_321), try endpoint("127.0.0.1", 8_080))
        let text = table([
            (server, client, "01", "0", "10"), (client, server, "01", "1000", "11"),
            ("0100007F:D432", server, "01", "1001", "12"),
        ])
        #expect(PeerUser.users(of: one, connectedTo: other, in: text) == [1_000])
    }

    @Test("a client of IPv6's table that is connected by IPv4, as Java's are")
    func mapped() throws {
        let (one, other) = (try endpoint("127.0.0.1", 54_321), try endpoint("127.0.0.1", 8_080))
        #if _endian(little)
            let prefix = "0000000000000000FFFF0000"
        #else
            let prefix = "00000000000000000000FFFF"
        #endif
        let text = table([(prefix + client, prefix + server, "01", "1000", "11")])
        #expect(PeerUser.users(of: one, connectedTo: other, in: text) == [1_000])
    }

    @Test("a socket that its process has closed belongs to nobody: the kernel shows it as the superuser's")
    func orphaned() throws {
        let (one, other) = (try endpoint("127.0.0.1", 54_321), try endpoint("127.0.0.1", 8_080))
        for (state, inode) in [("04", "0"), ("06", "0"), ("01", "0"), ("04", "7"), ("08", "7")] {
            let text = table([(client, server, state, "0", inode)])
            #expect(PeerUser.users(of: one, connectedTo: other, in: text).isEmpty, "\(state) \(inode)")
        }
    }

    @Test("lines that are cut or made up name nobody")
    func broken() throws {
        let (one, other) = (try endpoint("127.0.0.1", 54_321), try endpoint("127.0.0.1", 8_080))
        for text in [
            "", "\n", "header\n 0: \(client) \(server) 01", "header\n 0: \(client) \(server) 01 a b c x y 1 1",
        ] {
            #expect(PeerUser.users(of: one, connectedTo: other, in: text).isEmpty)
        }
    }
}

@Suite("Who may use the gate")
struct AccessRuleTests {
    private let credentials = GateCredentials(password: "0123456789abcdef")

    private func decision(
        _ value: String?, requires: Bool = false, user: UInt32? = 1_000, from: String = "127.0.0.1"
    ) throws -> AccessRule.Decision {
        let rule = AccessRule(credentials, requiresCredentials: requires, userOf: { _, _ in user }, ownUser: 1_000)
        let address = try #require(IPAddress(from))
        return rule.decision(
            about: value.map { [MessageField("Proxy-Authorization", $0)] } ?? [],
            from: Endpoint(address, port: 1), to: Endpoint(address, port: 2))
    }

    @Test("this run's credentials let anybody in")
    func shown() throws {
        // "holdfast:0123456789abcdef"
        let good = "Basic aG9sZGZhc3Q6MDEyMzQ1Njc4OWFiY2RlZg=="
        #expect(try decision(good, requires: true, user: nil, from: "192.0.2.1") == .allowed)
        #expect(try decision("basic" + good.dropFirst(5), requires: true, user: nil) == .allowed)
    }

    @Test(
        "credentials that are wrong are not made good by whose socket it is",
        arguments: ["Basic aG9sZGZhc3Q6MDEyMzQ1Njc4OWFiY2RlZQ==", "Basic", "Basic !", "Bearer 0123456789abcdef", ""])
    func wrong(_ value: String) throws { #expect(try decision(value) == .wantsCredentials) }

    @Test("another user, an unknown one, another machine and a gate that wants credentials")
    func others() throws {
        #expect(try decision(nil) == .allowed)
        #expect(try decision(nil, user: 1_001) == .wantsCredentials)
        #expect(try decision(nil, user: 0) == .wantsCredentials)
        #expect(try decision(nil, user: nil) == .wantsCredentials)
        #expect(try decision(nil, from: "192.0.2.1") == .wantsCredentials)
        #expect(try decision(nil, requires: true) == .wantsCredentials)
    }
}
