import HoldfastAuthority
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
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
        let first = try TLSServer(TLSServerConfiguration(good)) { _ in ServerResponse(text: "") }
        let second = try TLSServer(TLSServerConfiguration(wrong), on: .second, port: first.port) { _ in
            ServerResponse(text: "")
        }
        let sixth = try TLSServer(TLSServerConfiguration(good), on: .ipv6, port: first.port) { _ in
            ServerResponse(text: "")
        }
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
            #expect(server.waitUntilIdle(afterAtLeast: 1))
            #expect(server.counters.serverNames == [Loopback.host] && server.counters.applicationBytesReceived == 0)
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
