import HoldfastAuthority
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import Testing

/// Servers at several addresses of loopback, under one name and port.
@Suite("Every address by itself")
struct AllAddressesTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    @Test("each address is connected to, judged for the name, and told apart")
    func each() async throws {
        let good = try bench.identity()
        let wrong = try bench.identity("wrong.test")
        let (first, second, sixth) = try Self.servers(good, wrong)
        var configuration = HTTPSSession.Configuration()
        configuration.trust.policy = bench.trusting
        configuration.timeouts.request = .seconds(180)
        configuration.addresses.dial = [
            try DialRule(resolve: "\(Loopback.host):\(first.port):[::1],127.0.0.2,127.0.0.1")
        ]
        let session = HTTPSSession(configuration: configuration)
        let url = try bench.url(first)
        let addresses = try await session.addresses(of: url)
        #expect(addresses.map(\.description) == ["127.0.0.1", "127.0.0.2", "::1"])
        var codes: [FindingCode?] = []
        for address in addresses {
            do throws(HTTPSError) {
                let record = try await session.verify(url, at: address)
                #expect(record.remoteAddress == address.description && record.host == Loopback.host)
                codes.append(nil)
            } catch {
                #expect(error.connection?.remoteAddress == address.description)
                codes.append(error.trustFailure?.cause.code)
            }
        }
        #expect(codes == [nil, .hostMismatch, nil])
        for server in [first, second, sixth] {
            #expect(await server.becomesIdle(afterAtLeast: 1))
            #expect(server.counters.serverNames == [Loopback.host] && server.counters.applicationBytesReceived == 0)
        }
    }

    /// Servers at 127.0.0.1, 127.0.0.2 and ::1 on one port: with the first certificate, the other one, and the first.
    ///
    /// A port that the system found free at one address may be taken at the others: then it is another one's turn.
    private static func servers(_ good: Identity, _ wrong: Identity) throws -> (TLSServer, TLSServer, TLSServer) {
        func server(_ identity: Identity, _ place: IPAddress, _ port: UInt16) throws -> TLSServer {
            try TLSServer(TLSServerConfiguration(identity), on: place, port: port) { _ in ServerResponse(text: "") }
        }
        // Kept until the end, so that the system does not give their ports again.
        var taken: [TLSServer] = []
        while true {
            let first = try server(good, .loopback, 0)
            do {
                return (
                    first, try server(wrong, .secondLoopback, first.port), try server(good, .loopbackIPv6, first.port)
                )
            } catch {
                taken.append(first)
                guard taken.count < 20 else { throw error }
            }
        }
    }

    @Test("an address that is asked for is dialled whatever family the session prefers")
    func family() async throws {
        let server = try bench.server()
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.addresses.family = .ipv6
        let session = HTTPSSession(configuration: configuration)
        let address = try #require(IPAddress("127.0.0.1"))
        #expect(try await session.verify(bench.url(server), at: address).remoteAddress == "127.0.0.1")
    }
}
