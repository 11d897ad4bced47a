import HoldfastX509
import Testing

@testable import HoldfastTransport

/// What requests have in common that share a pool, a thread and a context of TLS.
@Suite("Which requests have one partition")
struct PartitionKeyTests {
    private static func key(
        _ kind: TransportRequest.Kind, _ sharing: TransportRequest.Sharing, isClosed: Bool = false, at last: UInt8
    ) -> PartitionKey {
        var request = TransportRequest(
            kind: kind, host: "www.example.com", port: 443, sharing: sharing, policyDigest: [1])
        let address = IPAddress(ipv4: 0xc000_0200 + UInt32(last))
        request.connection.dial = DialTargets(addresses: [address])
        request.connection.dialView = [Endpoint(address, port: 443)]
        request.connection.isClosed = isClosed
        return PartitionKey(request)
    }

    @Test("connections that serve nothing else share one, wherever each is led")
    func ownConnections() {
        let shared = TransportRequest.Sharing.shared(key: [7])
        #expect(Self.key(.handshakeOnly, shared, at: 1) == Self.key(.handshakeOnly, shared, at: 2))
        #expect(Self.key(.request, .never, at: 1) == Self.key(.request, .never, at: 2))
    }

    @Test("requests that may share a connection or a session are told apart by where they are led")
    func sharedConnections() {
        #expect(Self.key(.request, .shared(key: [7]), at: 1) == Self.key(.request, .shared(key: [7]), at: 1))
        #expect(Self.key(.request, .shared(key: [7]), at: 1) != Self.key(.request, .shared(key: [7]), at: 2))
        // Its connection ends with it, its session does not.
        #expect(
            Self.key(.request, .shared(key: [7]), isClosed: true, at: 1)
                != Self.key(.request, .shared(key: [7]), isClosed: true, at: 2))
        #expect(Self.key(.request, .shared(key: [7]), at: 1) != Self.key(.handshakeOnly, .shared(key: [7]), at: 1))
    }
}
