import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastTransport

/// Servers that are not ours.
@Suite("Other implementations", .ownThread)
struct OtherServersTests {
    let world: Loopback
    let engine: TransportEngine

    init() throws {
        world = try Loopback(host: "example.test", hasIntermediate: false)
        engine = try TransportEngine()
    }

    struct Shape: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let key: KeyKind
        let arguments: [String]
        let version: String
        let keyExchange: String
    }

    @Test(
        "openssl s_server: what was negotiated is told as OpenSSL tells it", .enabled(if: Program.exists("openssl")),
        arguments: [
            Shape(
                testDescription: "1.3, P-256", key: .p256, arguments: ["-tls1_3", "-groups", "P-256"], version: "1.3",
                keyExchange: "secp256r1"),
            Shape(
                testDescription: "1.3, RSA", key: .rsa(bits: 2048), arguments: ["-tls1_3"], version: "1.3",
                keyExchange: OpenSSLLibrary.usualGroup),
            Shape(
                testDescription: "1.2, ECDHE", key: .p256, arguments: ["-tls1_2", "-groups", "P-384"], version: "1.2",
                keyExchange: "secp384r1"),
            Shape(
                testDescription: "1.2, RSA key exchange", key: .rsa(bits: 2048),
                arguments: ["-tls1_2", "-cipher", "AES128-GCM-SHA256"], version: "1.2", keyExchange: "RSA"),
            Shape(
                testDescription: "1.2, DHE", key: .rsa(bits: 2048),
                arguments: ["-tls1_2", "-cipher", "DHE-RSA-AES128-GCM-SHA256"], version: "1.2", keyExchange: "DHE"),
            Shape(
                testDescription: "1.3, Ed25519", key: .ed25519, arguments: ["-tls1_3"], version: "1.3",
                keyExchange: OpenSSLLibrary.usualGroup),
        ])
    func sServer(shape: Shape) async throws {
        let identity = try world.identity("example.test", key: try PrivateKey.generate(shape.key))
        let server = try await Program("openssl", identity) { port, key, chain in
            ["s_server", "-accept", "\(port)", "-key", key, "-cert", chain, "-quiet", "-WWW"] + shape.arguments
        }
        var request = world.request(port: server.port)
        request.message.target = "/hello.txt"
        let response = try await engine.perform(request, judge: world.trusting())
        #expect(response.text == "hello")
        #expect(response.connection.tlsVersion == shape.version)
        #expect(response.connection.keyExchange == shape.keyExchange, "\(response.connection)")
        #expect(response.connection.applicationProtocol == nil)
    }

    /// RFC 8879 §4: a server compresses only for a client that has offered it. What libssl decompresses it shows
    /// nobody.
    @Test(
        "a server that would compress its certificates sends them as they are",
        .enabled(if: OpenSSLLibrary.compressesCertificates, "openssl compresses no certificates"))
    func compressing() async throws {
        let identity = try world.identity("example.test")
        let server = try await Program("openssl", identity) { port, key, chain in
            ["s_server", "-accept", "\(port)", "-key", key, "-cert", chain, "-quiet", "-WWW", "-tls1_3", "-cert_comp"]
        }
        // Without the offer there is nothing to see: OpenSSL's own client takes the compressed message.
        let peer = try Peer.sClient(server.port, ["-msg"])
        #expect(peer.output.contains("CompressedCertificate"), "\(peer.all)")
        var request = world.request(port: server.port)
        request.message.target = "/hello.txt"
        let response = try await engine.perform(request, judge: world.trusting())
        #expect(response.text == "hello")
        #expect(response.connection.presented?.presented.first?.bytes.elementsEqual(identity.certificate) == true)
    }

    @Test(
        "a server that wants a client certificate says so: in the handshake of 1.2, and only after that of 1.3",
        .enabled(if: Program.exists("openssl")),
        arguments: ["-tls1_2", "-tls1_3"])
    func clientCertificate(version: String) async throws {
        let server = try await Program("openssl", try world.identity()) { port, key, chain in
            ["s_server", "-accept", "\(port)", "-key", key, "-cert", chain, "-quiet", "-WWW", "-Verify", "1", version]
        }
        let request = world.request(port: server.port)
        let error = try #require(
            await failure { () throws(TransportError) in try await engine.perform(request, judge: world.trusting()) })
        #expect(error.phase == .tls && error.code == .clientCertificateRequired, "\(error) \(error.librarySays)")
        #expect(error.certificateWasAccepted)
    }

    private func nghttpd(_ names: String...) async throws -> Program {
        let identity = try world.root.issue(.server(names: names, at: world.now))
        return try await Program("nghttpd", identity) { port, key, chain in
            ["-d", ".", "-a", "127.0.0.1", "\(port)", key, chain]
        }
    }

    @Test("HTTP/2: one connection carries many requests at once, judged once", .enabled(if: Program.exists("nghttpd")))
    func http2() async throws {
        let server = try await nghttpd("example.test")
        let judge = world.trusting()
        var request = world.request(port: server.port)
        request.message.target = "/hello.txt"
        let first = try await engine.perform(request, judge: judge)
        #expect(first.httpVersion == "2" && first.text == "hello" && first.connection.applicationProtocol == "h2")
        let asked = request
        try await withThrowingTaskGroup(of: UInt64.self) { group in
            for _ in 0..<40 {
                group.addTask {
                    let response = try await engine.perform(asked, judge: judge)
                    #expect(response.text == "hello" && response.isReusedConnection)
                    return response.connection.id
                }
            }
            for try await id in group { #expect(id == first.connection.id) }
        }
        #expect(judge.questions.count == 1)
    }

    @Test(
        "HTTP/2: what arrives for one request while another begins is not left lying",
        .enabled(if: Program.exists("nghttpd")))
    func http2Bursts() async throws {
        let server = try await nghttpd("example.test")
        let judge = world.trusting()
        for _ in 0..<40 {
            let engine = try TransportEngine()
            var request = world.request(port: server.port)
            request.message.target = "/hello.txt"
            // What is forgotten waits for it, which a machine with much else to do does not reach.
            request.limits.timeout = .seconds(300)
            _ = try await engine.perform(request, judge: judge)
            let asked = request
            try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 0..<40 { group.addTask { try await engine.perform(asked, judge: judge).status } }
                for try await status in group { #expect(status == 200) }
            }
        }
    }

    @Test(
        "HTTP/2: a refusal refuses, and another policy does not go out on the open connection",
        .enabled(if: Program.exists("nghttpd")))
    func http2Refused() async throws {
        let server = try await nghttpd("example.test")
        var request = world.request(port: server.port, under: "first")
        request.message.target = "/hello.txt"
        let asked = request
        let refused = await failure { () throws(TransportError) in
            try await engine.perform(asked, judge: TestJudge.refusing())
        }
        #expect(refused?.code == .certificateRefused)
        #expect(refused?.connection?.applicationProtocol == "h2")
        let accepted = try await engine.perform(asked, judge: world.trusting())
        #expect(accepted.httpVersion == "2")
        request.tls.policyDigest = [9]
        let other = request
        let second = await failure { () throws(TransportError) in
            try await engine.perform(other, judge: TestJudge.refusing())
        }
        #expect(second?.code == .certificateRefused, "\(String(describing: second))")
        let again = try await engine.perform(other, judge: world.trusting())
        #expect(again.connection.id != accepted.connection.id)
    }

    /// RFC 9113 §9.1.1 would allow it; then a decision about one name would carry requests for another.
    @Test(
        "HTTP/2: a connection to one name is not used for another that its certificate names too",
        .enabled(if: Program.exists("nghttpd")))
    func noCoalescing() async throws {
        let server = try await nghttpd("a.test", "b.test")
        let judge = world.trusting()
        var connections: Set<UInt64> = []
        for host in ["a.test", "b.test", "a.test", "b.test"] {
            var request = world.request(port: server.port)
            request.host = host
            request.message.target = "/hello.txt"
            request.connection.dial.place = .loopback(server.port)
            let response = try await engine.perform(request, judge: judge)
            #expect(response.connection.host == host && response.connection.serverNameIndication == host)
            connections.insert(response.connection.id)
        }
        #expect(connections.count == 2)
        #expect(judge.questions.map(\.host) == ["a.test", "b.test"])
    }
}
