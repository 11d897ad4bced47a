import HoldfastFacts
import HoldfastTLS
import HoldfastX509
import Testing

@testable import HoldfastTracing

/// The table of clients, and the hellos that are written of it.
@Suite struct RecordedClientTests {
    /// A client of a table of one row: whatever is not said is Java's.
    static func client(_ change: [String: String]) throws -> RecordedClient {
        let columns = [
            "client", "version", "language", "versions", "suites", "groups", "keyShares", "signatureSchemes", "alpn",
            "extensions", "shuffles", "trustAnchors", "recorded", "programme", "source",
        ]
        let usual = [
            "client": "test", "version": "1", "versions": "0304,0303", "suites": "1301,1302,1303,c02b,c02f,009c",
            "groups": "001d,0017", "keyShares": "001d", "signatureSchemes": "0403,0804,0401", "shuffles": "no",
            "alpn": "h2,http/1.1", "extensions": "0000,000a,000b:0100,0010,000d,002b,002d:0101,0033",
            "recorded": "yes", "source": "a",
        ].merging(change) { $1 }
        let row = columns.map { usual[$0] ?? "-" }.joined(separator: "\t")
        let text = "#source\ta\ta page\t2026-01-01\n#columns\t" + columns.joined(separator: "\t") + "\n" + row
        return try RecordedClient(try #require(try FactTable(text.utf8).rows.first))
    }

    @Test("every row is read; each client that can be asked for is there, and ios is not recorded")
    func table() throws {
        let clients = try RecordedClient.all()
        #expect(
            Set(clients.map(\.name)) == [
                "chromium", "curl-debian12", "curl-debian13", "go", "java", "gnutls", "ios",
            ])
        #expect(clients.filter { !$0.isRecorded }.map(\.name) == ["ios"])
        for client in clients where client.isRecorded {
            #expect(client.versions.contains(.tls13) && client.keyShares.allSatisfy(client.groups.contains))
            #expect(client.extensions.contains { $0.type == .serverName }, "\(client.name)")
        }
    }

    /// "godebug: tlsmlkem … The default is set by the go line of the main module" (go.dev/doc/godebug; Go 1.24 made it
    /// 1): a module of 1.21 does not offer X25519MLKEM768.
    @Test("a Go program offers hybrids by its module's language version")
    func goLanguageVersion() throws {
        let hybrid = NamedGroup(4588)
        let rows = try RecordedClient.all().filter { $0.name == "go" }
        #expect(rows.count == 2)
        #expect(rows.filter { $0.language == "1.21" }.map { $0.groups.contains(hybrid) } == [false])
        #expect(rows.filter { $0.language != "1.21" }.map { $0.groups.contains(hybrid) } == [true])
    }

    @Test(
        "a damaged row is an error, not a client that offers less",
        arguments: [
            ["suites": "13"], ["suites": "130x"], ["groups": "-"], ["versions": "-"], ["trustAnchors": "abc"],
            ["extensions": "000a,000d:0z"], ["client": "-"],
        ])
    func damaged(_ change: [String: String]) { #expect(throws: FactError.self) { try Self.client(change) } }

    @Test("the hello offers what the client does, in its order")
    func hello() throws {
        for client in try RecordedClient.all() where client.isRecorded {
            let keys = HelloKeys(client.keyShares)
            let writer = ClientHelloWriter(
                client: client.offer, random: [UInt8](repeating: 7, count: 32),
                sessionID: [UInt8](repeating: 9, count: 32),
                serverName: "www.holdfast.test", offersProtocols: true)
            let bytes = writer.message(shares: keys.shares)
            // RFC 8446 §4.1.2: after a HelloRetryRequest it is "the same ClientHello without modification".
            #expect(writer.message(shares: keys.shares) == bytes, "\(client.name)")
            guard case .clientHello(let hello) = HandshakeMessage(bytes, in: HandshakeContext()).content else {
                Issue.record("\(client.name): no hello")
                continue
            }
            #expect(hello.extensions.allSatisfy { $0.error == nil }, "\(client.name)")
            #expect(hello.cipherSuites == client.suites && hello.offeredVersions == client.versions)
            #expect(hello.supportedGroups == client.groups && hello.signatureAlgorithms == client.signatureSchemes)
            #expect(hello.applicationProtocols == client.applicationProtocols)
            #expect(hello.serverName == (client.extensions.isEmpty ? nil : "www.holdfast.test"))
            #expect(hello.keyShares.map(\.group) == client.keyShares, "\(client.name)")
            let anchors = hello.extensions.first { $0.type == ClientHelloWriter.trustAnchors }?.data
            #expect(anchors == client.trustAnchors, "\(client.name)")
            let left: Set<UInt16> = [0x15, 0x1B, 0x29, 0xFE0D]
            let wanted = client.extensions.map(\.type.number).filter { !left.contains($0) }
            let sent = hello.extensions.map(\.type).map { $0.isGREASE ? 0x0A0A : $0.number }
            #expect(client.shufflesExtensions ? sent.sorted() == wanted.sorted() : sent == wanted, "\(client.name)")
        }
    }

    /// FIPS 203 §7.2: an encapsulating side checks that the key is ByteEncode12 of numbers below q = 3329.
    @Test("a share without a key has the length of its group, and numbers that an encapsulation key may have")
    func shareWithoutKey() throws {
        for (number, count) in [(4587, 65 + 1184), (4588, 1184 + 32), (4589, 97 + 1568)] as [(UInt16, Int)] {
            let share = try #require(HelloKeys([NamedGroup(number)]).shares.first)
            #expect(share.value.count == count)
            let start = number == 4588 ? 0 : number == 4587 ? 65 : 97
            let encoded = share.value[start..<start + (number == 4589 ? 1536 : 1152)]
            let numbers = stride(from: encoded.startIndex, to: encoded.endIndex, by: 3).flatMap { at -> [Int] in
                let octets = encoded[at..<at + 3].map { Int($0) }
                return [octets[0] | (octets[1] & 15) << 8, octets[1] >> 4 | octets[2] << 4]
            }
            #expect(numbers.allSatisfy { $0 < 3329 })
        }
    }

    @Test("signatures in certificates go by signature_algorithms_cert, else by signature_algorithms")
    func certificateSchemes() throws {
        let plain = try Self.client([:])
        #expect(plain.takes(.ecdsa(.sha256)) && plain.takes(.rsaPKCS1(.sha256)) && !plain.takes(.ed25519))
        let apart = try Self.client(["extensions": "000a,000d,002b,0032:00020807,0033"])
        #expect(apart.takes(.ed25519) && !apart.takes(.ecdsa(.sha256)))
        // RFC 9881: ML-DSA-65 is no signature that either offers.
        let mlDSA = AlgorithmIdentifier(algorithm: ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 18))
        #expect(!plain.takes(SignatureAlgorithm(mlDSA)))
        let chromium = try #require(try RecordedClient.all().first { $0.name == "chromium" })
        #expect(chromium.takes(SignatureAlgorithm(mlDSA)))
    }
}
