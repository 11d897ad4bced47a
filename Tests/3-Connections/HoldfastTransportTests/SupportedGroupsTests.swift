import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastTLS
import HoldfastTrust
import LoopbackSupport
import PeerPrograms
import Testing

@testable import HoldfastTransport

/// RFC 8446 §4.2.7: "When sent by the client, the "supported_groups" extension indicates the named groups which the
/// client supports for key exchange, ordered from most preferred to least preferred."
@Suite("The groups that a connection's keys are agreed on by")
struct SupportedGroupsTests {
    @Test("names of the registry and of OpenSSL, in capitals or not")
    func names() throws {
        let groups = try SupportedGroups("x25519mlkem768:P-256:SECP384R1")
        #expect(groups.names == ["X25519MLKEM768", "secp256r1", "secp384r1"])
        #expect(groups.description == "X25519MLKEM768:secp256r1:secp384r1")
        #expect(try SupportedGroups(names: ["P-521"]) == SupportedGroups("secp521r1"))
    }

    @Test(
        "what is no list of groups",
        arguments: [
            ("", SupportedGroupsError.empty), ("x25519:", .unknown("")), ("x25519, x448", .unknown("x25519, x448")),
            ("DEFAULT", .unknown("DEFAULT")), ("?x25519", .unknown("?x25519")), ("29", .unknown("29")),
            ("P-256:prime256v1", .repeated("secp256r1")),
        ])
    func noList(text: String, expected: SupportedGroupsError) {
        #expect(throws: expected) { try SupportedGroups(text) }
    }

    @Test("no more than are counted")
    func tooMany() {
        let groups = NamedGroup.registered.prefix(SupportedGroups.maximumCount + 1)
        #expect(throws: SupportedGroupsError.tooMany(limit: 32)) { try SupportedGroups(Array(groups)) }
    }

    @Test("a ClientHello offers these and no others, the first with a share")
    func hello() throws {
        let groups = try SupportedGroups("secp521r1:secp384r1")
        let hello = try #require(LibraryOffer.hello(offering: groups.groups))
        #expect(hello.supportedGroups == groups.groups)
        #expect(hello.keyShares.map(\.group) == [NamedGroup(25)])
        let usual = try #require(LibraryOffer.hello())
        #expect(usual.supportedGroups.contains(.x25519) && usual.signatureAlgorithms.contains { $0.number == 0x0403 })
    }

    @Test("what the library has is asked of it, and nothing weak is there")
    func available() {
        let names = Set(SupportedGroups.availableNames)
        #expect(names.isSuperset(of: ["x25519", "x448", "secp256r1", "secp384r1", "secp521r1", "ffdhe2048"]))
        // Level 2: "Security level set to 112 bits of security".
        #expect(names.isDisjoint(with: ["secp160r1", "secp192r1", "sect163k1", "X25519Kyber768Draft00"]))
        #expect(names.contains("SecP384r1MLKEM1024") == OpenSSLLibrary.hasMLDSA)
        #expect(names.contains("MLKEM512") == OpenSSLLibrary.hasMLDSA)
    }

    @Test("keys are agreed on by the group that is asked for", arguments: ["x25519", "secp384r1", "secp521r1"])
    func agreed(group: String) async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let engine = try TransportEngine()
        for version in [TLSVersion.tls12, .tls13] {
            let server = try world.server {
                $0.maximumVersion = version
                // Equals: OpenSSL 3.5 would take the group that it prefers itself otherwise.
                $0.groups = "secp256r1:\(group)"
            }
            var request = world.request(port: server.port)
            // RFC 8422 §5.1: in TLS 1.2 the list is that of the curves of certificates, too.
            request.tls.supportedGroups = try SupportedGroups("\(group):secp256r1")
            let response = try await engine.perform(request, judge: world.trusting())
            #expect(response.status == 200 && response.connection.keyExchange == group)
        }
    }

    @Test("a server of one post-quantum group alone", .enabled(if: OpenSSLLibrary.hasMLDSA, "ML-KEM is lacking"))
    func postQuantum() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        for group in ["SecP384r1MLKEM1024", "MLKEM1024", "SecP256r1MLKEM768"] {
            let server = try world.server { $0.groups = group }
            let engine = try TransportEngine()
            var request = world.request(port: server.port)
            let error = await failure { () throws(TransportError) in
                try await engine.perform(request, judge: world.trusting())
            }
            #expect(error?.code == .handshakeFailure)
            request.tls.supportedGroups = try SupportedGroups("X25519MLKEM768:\(group)")
            let response = try await engine.perform(request, judge: world.trusting())
            #expect(response.connection.keyExchange == group)
            let readiness = PostQuantumReadiness(response.connection)
            #expect(readiness.keyExchange?.grade == (group == "MLKEM1024" ? .pure : .hybrid))
        }
    }

    @Test("a group that the server does not take is nothing in common, and the error names what was asked for")
    func nothingInCommon() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.server { $0.groups = "P-384" }
        var request = world.request(port: server.port)
        request.tls.supportedGroups = try SupportedGroups("x25519:secp521r1")
        let engine = try TransportEngine()
        let error = await failure { () throws(TransportError) in
            try await engine.perform(request, judge: world.trusting())
        }
        #expect(error?.code == .handshakeFailure)
        #expect(error?.hint.hasSuffix("; the settings for example.test ask for the groups x25519:secp521r1") == true)
        request.tls.supportedGroups = try SupportedGroups("x25519:P-384")
        let response = try await engine.perform(request, judge: world.trusting())
        #expect(response.connection.keyExchange == "secp384r1")
    }

    @Test("what the library lacks is passed over, and where it has none of them nobody is connected to")
    func lacking() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.server()
        let engine = try TransportEngine()
        var request = world.request(port: server.port)
        request.tls.supportedGroups = try SupportedGroups("X25519Kyber768Draft00:secp384r1")
        let response = try await engine.perform(request, judge: world.trusting())
        #expect(response.connection.keyExchange == "secp384r1")
        request.tls.supportedGroups = try SupportedGroups("X25519Kyber768Draft00")
        let error = await failure { () throws(TransportError) in
            try await engine.perform(request, judge: world.trusting())
        }
        #expect(error?.phase == .tls && error?.code == .unavailableGroups)
        #expect(error?.message.hasSuffix(": X25519Kyber768Draft00") == true)
        #expect(server.counters.requestsReceived == 1)
    }

    /// Neither has a group to ask for: RFC 5246 §7.4.7.1, and §7.4.3 for a field of the server's own.
    @Test("RSA's key transport and a field of the server's own are no group", arguments: ["AES256-GCM-SHA384"])
    func otherExchange(suite: String) async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let identity = try world.identity(key: try PrivateKey.generate(.rsa(bits: 2048)))
        let server = try world.server(as: identity) {
            $0.maximumVersion = .tls12
            $0.cipherList = suite
        }
        let engine = try TransportEngine()
        var request = world.request(port: server.port)
        let response = try await engine.perform(request, judge: world.trusting())
        #expect(response.connection.keyExchange == "RSA")
        request.tls.supportedGroups = try SupportedGroups("x25519:secp256r1")
        let error = await failure { () throws(TransportError) in
            try await engine.perform(request, judge: world.trusting())
        }
        #expect(error?.code == .weakConnection)
        #expect(error?.message.contains("by RSA, ") == true && error?.message.hasSuffix(": x25519:secp256r1") == true)
        #expect(server.counters.requestsReceived == 1)
    }

    @Test("requests for other groups share no connections, nor do those by a proxy")
    func partitions() throws {
        var request = TransportRequest(
            kind: .request, host: "a.test", port: 443, sharing: .shared(key: []), policyDigest: [])
        var keys: Set<PartitionKey> = []
        let lists = [nil, try SupportedGroups("x25519"), try SupportedGroups("x25519:x448")]
        for groups in lists {
            request.tls.supportedGroups = groups
            request.connection.proxy = nil
            keys.insert(PartitionKey(request))
            for ofProxy in lists {
                request.connection.proxy = ProxyTarget(kind: .https, host: "p.test", port: 8080)
                request.connection.proxy?.supportedGroups = ofProxy
                keys.insert(PartitionKey(request))
            }
        }
        #expect(keys.count == lists.count * (lists.count + 1))
    }
}
