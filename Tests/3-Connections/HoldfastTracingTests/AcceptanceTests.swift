import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastTrust
import LoopbackSupport
import Testing

@testable import HoldfastTracing

/// On which judgement something is sent: one about this connection's server, by its name.
@Suite("What a trace accepts a server for")
struct AcceptanceTests {
    let world: Loopback
    init() throws { world = try Loopback(host: "example.test", hasIntermediate: false) }

    @Test(
        "a policy that compares no name lets neither a request nor the client's certificate out",
        arguments: [TLSVersion.tls12, .tls13])
    func nameless(version: TLSVersion) async throws {
        let server = try world.server {
            ($0.minimumVersion, $0.maximumVersion) = (version, version)
            $0.requestsClientCertificate = true
        }
        let client = try world.root.issue(.client(name: "Alice", at: world.now))
        let trace = try await world.trace(server.port) {
            $0.policy = .basicX509
            $0.policy.anchors = world.anchors
            $0.clientIdentity = ClientIdentity(certificates: client.chain, key: client.key)
            $0.request = TraceConfiguration.httpHead(host: "example.test")
        }
        #expect(trace.isCompleted && trace.verdict?.evaluation != nil, "\(trace.outcome)")
        #expect(trace.negotiated.clientCertificateRequested && !trace.negotiated.clientCertificateSent)
        #expect(!trace.words.contains("> data") && !trace.notes.isEmpty)
        #expect(await server.becomesIdle(afterAtLeast: 1))
        #expect(server.counters.applicationBytesReceived == 0)
    }

    /// RFC 8446 §4.2.11: a client may offer several pre-shared keys, and the server chooses one.
    @Test(
        """
        a server that has a pre-shared key, and not the session that is offered beside it, is not the session's \
        server
        """,
        .enabled(if: OpenSSLServer.exists, "openssl is not installed"))
    func otherKeyOfTwo() async throws {
        let arguments = "-tls1_3 -ciphersuites TLS_AES_128_GCM_SHA256"
        let first = try await OpenSSLServer(try world.identity(), arguments)
        let session = try #require(
            try await world.trace(first.port) { $0.cipherSuites = "TLS_AES_128_GCM_SHA256" }.session)
        let second = try await OpenSSLServer(nil, "-nocert -psk 0102030405060708 -psk_identity me", arguments)
        let trace = try await world.trace(second.port) {
            $0.cipherSuites = "TLS_AES_128_GCM_SHA256"
            $0.dangerousPreSharedKey = PreSharedKey(identity: "me", key: [1, 2, 3, 4, 5, 6, 7, 8])
            $0.resuming = session
            $0.request = Array("GET /hello.txt HTTP/1.0\r\n\r\n".utf8)
        }
        #expect(trace.isCompleted, "\(trace.outcome) \(trace.words)")
        #expect(trace.verdict?.evaluation == nil, "\(String(describing: trace.verdict))")
        #expect(!trace.words.contains("> data"))
    }
}
