import TestSupport
import Testing

@testable import HoldfastTLS

/// RFC 8446 §4.1.2 and §4.2.8.
@Suite("A ClientHello that asks what a server takes", .ownThread)
struct NegotiationHelloTests {
    private func read(_ hello: NegotiationHello) throws -> ClientHello {
        let random = (0..<64).map { UInt8($0) }
        let records = try TLSRecord.records(in: hello.record(random: random))
        #expect(records.count == 1 && records.first?.type == .handshake)
        let message = HandshakeMessage(Array(try #require(records.first).fragment), in: HandshakeContext())
        guard case .clientHello(let read) = message.content else { throw Unread() }
        return read
    }

    private struct Unread: Error {}

    @Test("what is offered is read as it was meant, with no share")
    func offer() throws {
        let hello = NegotiationHello(
            serverName: "a.test", groups: NegotiationHello.allGroups, signatureSchemes: NegotiationHello.allSchemes)
        let read = try read(hello)
        #expect(read.supportedGroups == NegotiationHello.allGroups && read.keyShares.isEmpty)
        #expect(read.signatureAlgorithms == NegotiationHello.allSchemes && read.serverName == "a.test")
        #expect(read.offeredVersions == [.tls13] && read.sessionID.count == 32)
        #expect(read.extensions.allSatisfy { $0.error == nil })
        let names = read.supportedGroups.map(\.name)
        for name in ["x25519", "secp256r1", "SecP384r1MLKEM1024", "MLKEM1024", "MLKEM512", "ffdhe2048"] {
            #expect(names.contains(name))
        }
        #expect(!names.contains("sect163k1") && !names.contains("secp192r1"))
    }

    /// draft-ietf-tls-ecdhe-mlkem §4.1: X25519MLKEM768's share has 1216 bytes, SecP256r1MLKEM768's 1249,
    /// SecP384r1MLKEM1024's 1665.
    @Test(
        "each share has its length",
        arguments: [
            ("x25519", 32), ("secp256r1", 65), ("secp384r1", 97), ("MLKEM512", 800), ("MLKEM768", 1184),
            ("MLKEM1024", 1568), ("X25519MLKEM768", 1216), ("SecP256r1MLKEM768", 1249), ("SecP384r1MLKEM1024", 1665),
        ])
    func shares(name: String, count: Int) throws {
        let group = try #require(NamedGroup(named: name))
        var hello = NegotiationHello(serverName: nil, groups: [group], signatureSchemes: [])
        hello.shares = [group]
        let read = try read(hello)
        #expect(read.keyShares.map(\.group) == [group] && read.keyShares.first?.keyExchange.count == count)
        #expect(read.serverName == nil && NegotiationHello.sharedGroups.contains(group))
    }
}
