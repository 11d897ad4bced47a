import Glibc
import HoldfastHTTP
import HoldfastSystem
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
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

/// sock_diag(7): the kernel, asked for one socket.
@Suite("The kernel's word on one socket")
struct SocketDiagnosisTests {
    /// A connection on loopback, of this process at both ends.
    ///
    /// - Parameter dialled: the address that the client connects to, where it is another spelling.
    private func connection(
        _ address: String, dialled: String? = nil, isHandedThrough: Bool = false
    ) async throws -> (listener: FrontListener, client: FrontSocket, reactor: Reactor) {
        let reactor = try Reactor()
        let place = Endpoint(try #require(IPAddress(address)), port: 0)
        let listener = try FrontListener(on: place, in: reactor)
        let target = Endpoint(try #require(IPAddress(dialled ?? address)), port: listener.endpoint.port)
        let client = try await FrontSocket.connected(
            to: target, in: reactor, within: .seconds(60), idle: nil, isHandedThrough: isHandedThrough)
        return (listener, client, reactor)
    }

    @Test("a socket of this user's is found, and none with other ends", arguments: ["127.0.0.1", "::1"])
    func found(_ address: String) async throws {
        let (listener, client, reactor) = try await connection(address)
        let own = try #require(client.own)
        #expect(PeerUser.user(of: own, connectedTo: listener.endpoint) == UInt32(geteuid()))
        #expect(PeerUser.user(of: listener.endpoint, connectedTo: own) == nil)
        withExtendedLifetime((listener, client, reactor)) {}
    }

    @Test("a client of IPv6 that is connected by IPv4, as Java's are (RFC 4291 §2.5.5.2)", arguments: [false, true])
    func mapped(_ isHandedThrough: Bool) async throws {
        let (listener, client, reactor) = try await connection(
            "127.0.0.1", dialled: "::ffff:127.0.0.1", isHandedThrough: isHandedThrough)
        let user = PeerUser.user(of: try #require(client.own), connectedTo: listener.endpoint)
        #expect(user == (isHandedThrough ? nil : UInt32(geteuid())))
        withExtendedLifetime((listener, client, reactor)) {}
    }

    @Test("a socket by which a gate hands somebody's connection through is nobody's", arguments: ["127.0.0.1", "::1"])
    func handedThrough(_ address: String) async throws {
        let (listener, client, reactor) = try await connection(address, isHandedThrough: true)
        #expect(PeerUser.user(of: try #require(client.own), connectedTo: listener.endpoint) == nil)
        withExtendedLifetime((listener, client, reactor)) {}
    }

    @Test("so is one that is half-closed, and one that its process has closed")
    func closed() {
        func owner(state: UInt8 = 1, inode: UInt32 = 7, trafficClass: UInt8 = 0) -> UInt32? {
            PeerUser.owner(
                of: SocketDiagnosis(state: state, user: 1_000, inode: inode, trafficClass: trafficClass))
        }
        #expect(owner() == 1_000 && owner(trafficClass: 0x10) == 1_000)
        for state in [4, 6, 8] as [UInt8] { #expect(owner(state: state) == nil) }
        #expect(owner(inode: 0) == nil)
        // RFC 3168 §5: the lower two bits are ECN's, which the kernel sets where its congestion control asks for that.
        for bits in [0, 1, 2, 3] as [UInt8] { #expect(owner(trafficClass: HandedThrough.trafficClass | bits) == nil) }
    }

    @Test("addresses that lead to this machine, as addresses of IPv4 in IPv6 too (RFC 4291 §2.5.5.2)")
    func addresses() throws {
        for text in ["127.0.0.1", "127.9.9.9", "::1", "::ffff:127.0.0.1", "0.0.0.0", "::", "::ffff:0.0.0.0"] {
            #expect(try #require(IPAddress(text)).isThisMachine, "\(text)")
        }
        for text in ["192.0.2.1", "::2", "::ffff:192.0.2.1", "2001:db8::1", "1.0.0.127"] {
            #expect(try !#require(IPAddress(text)).isThisMachine, "\(text)")
        }
    }
}

@Suite("Connections that have not said yet what they want")
struct OpeningsTests {
    @Test("the oldest makes room, and one of the gate's own user never for another's")
    func room() throws {
        let reactor = try Reactor()
        func socket() throws -> FrontSocket {
            try FrontSocket(
                adopting: StreamSocket(adopting: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)), in: reactor,
                idle: nil)
        }
        var openings = Openings()
        openings.add(try socket(), 1, isOwn: true)
        openings.add(try socket(), 2, isOwn: false)
        openings.add(try socket(), 3, isOwn: false)
        #expect(openings.makeRoom(forOwn: false) && openings.makeRoom(forOwn: true) && openings.count == 1)
        // The gate's own is left, and stays.
        #expect(!openings.makeRoom(forOwn: false) && openings.count == 1)
        #expect(openings.makeRoom(forOwn: true) && openings.count == 0 && !openings.makeRoom(forOwn: true))
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
            about: value.map { [HTTPField("Proxy-Authorization", $0)] } ?? [],
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
