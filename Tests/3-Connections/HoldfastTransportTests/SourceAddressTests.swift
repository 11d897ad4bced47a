import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Testing

struct SourceAddressTests {
    @Test func loopbackSendsFromItself() throws {
        let loopback = try #require(IPAddress("127.0.0.1"))
        #expect(SourceAddress.forSending(to: loopback) == loopback)
    }

    /// 240.0.0.0/4 is reserved (RFC 1112 §4): where there is a way at all, it begins at an IPv4 address.
    @Test(arguments: ["240.0.0.1", "2001:db8::1", "fe80::1"])
    func ofTheSameKindOrNone(_ text: String) throws {
        let destination = try #require(IPAddress(text))
        guard let source = SourceAddress.forSending(to: destination) else { return }
        #expect(source.bytes.count == destination.bytes.count)
    }
}
