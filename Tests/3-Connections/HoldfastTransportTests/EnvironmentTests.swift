import CHandshake
import COpenSSL
import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastStatements
import HoldfastTrust
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTransport

/// libcurl and libssl obey the environment; a connection of ours does not.
@Suite("The environment")
struct EnvironmentTests {
    @Test("HTTPS_PROXY and its relatives do not redirect a connection")
    func proxies() async {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                for name in ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"] {
                    Environment.set(name, "http://127.0.0.1:1")
                }
                let world = try Loopback(host: "example.test", hasIntermediate: false)
                let server = try world.server()
                let engine = try TransportEngine()
                let response = try await engine.perform(world.request(port: server.port), judge: world.trusting())
                #expect(response.status == 200)
            }
        }
    }

    @Test("SSLKEYLOGFILE gets not one secret")
    func keyLog() async {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                let folder = try TemporaryFolder()
                Environment.set("SSLKEYLOGFILE", folder.path("keys"))
                let world = try Loopback(host: "example.test", hasIntermediate: false)
                for version in [TLSVersion.tls12, .tls13] {
                    let server = try world.server { $0.maximumVersion = version }
                    let engine = try TransportEngine()
                    _ = try await engine.perform(world.request(port: server.port), judge: world.trusting())
                }
                // libcurl opens the file before anybody can tell it not to.
                #expect((try? folder.bytes("keys"))?.isEmpty ?? true)
            }
        }
    }

    @Test("the system's anchors, by file or by folder, are not what decides")
    func anchors() async {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                let world = try Loopback(host: "example.test", hasIntermediate: false)
                let folder = try TemporaryFolder()
                let file = try folder.write(world.root.identity.chainPEM, to: "root.pem")
                for name in ["SSL_CERT_FILE", "CURL_CA_BUNDLE"] { Environment.set(name, file) }
                let server = try world.server()
                let engine = try TransportEngine()
                let error = await failure { () throws(TransportError) in
                    try await engine.perform(world.request(port: server.port), judge: TestJudge.refusing())
                }
                #expect(error?.code == .certificateRefused)
            }
        }
    }

    /// SSL_CTX_set_options(3) numbers the options; SSL_CONF_cmd(3) names them, and lets a configuration set them.
    @Test("OPENSSL_CONF takes back no rule of a connection: versions, level, options")
    func configuration() async {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                let folder = try TemporaryFolder()
                let options =
                    "UnsafeLegacyRenegotiation,UnsafeLegacyServerConnect,AllowNoDHEKEX,"
                    + "-ExtendedMasterSecret,-EncryptThenMac"
                let file = try folder.write(
                    """
                    openssl_conf = init
                    [init]
                    ssl_conf = ssl
                    [ssl]
                    system_default = all
                    [all]
                    CipherString = DEFAULT:eNULL:aNULL:@SECLEVEL=0
                    MinProtocol = TLSv1
                    Protocol = -TLSv1.3
                    Options = \(options)
                    """, to: "openssl.cnf")
                Environment.set("OPENSSL_CONF", file)
                let weak = [18, 2, 10, 0, 19, 29].reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
                let untouched = unsafe try #require(unsafe SSL_CTX_new(TLS_client_method()))
                #expect(unsafe SSL_CTX_get_options(untouched) & weak == weak)
                #expect(unsafe SSL_CTX_get_security_level(untouched) == 0)
                unsafe SSL_CTX_free(untouched)
                let pair = try unsafe HandshakePair(
                    try Loopback(host: "example.test", hasIntermediate: false).identity("example.test"))
                #expect(unsafe SSL_CTX_get_options(pair.clientContext) & weak == 0)
                #expect(unsafe SSL_CTX_get_security_level(pair.clientContext) == 2)
                let lowest = unsafe SSL_CTX_ctrl(pair.clientContext, SSL_CTRL_GET_MIN_PROTO_VERSION, 0, nil)
                #expect(lowest == Int(TLS1_2_VERSION))
                let suites = unsafe SSL_CTX_get_ciphers(pair.clientContext)
                for index in 0..<(unsafe OPENSSL_sk_num(suites)) {
                    let suite = unsafe OpaquePointer(OPENSSL_sk_value(suites, index))
                    #expect(unsafe SSL_CIPHER_get_bits(suite, nil) >= 112)
                    #expect(unsafe SSL_CIPHER_get_auth_nid(suite) != NID_auth_null)
                }
                #expect(unsafe OPENSSL_sk_num(suites) > 3)
            }
        }
    }
}

/// Somebody who connects to a port of loopback and says nothing.
private final class Stranger {
    let descriptor: Int32

    init(_ port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let code = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        try #require(code == 0)
    }

    deinit { close(descriptor) }
}

/// Only for processes of a test's own.
private enum Environment {
    static func set(_ name: String, _ value: String) { _ = unsafe setenv(name, value, 1) }
}

@Suite("The self-test")
struct SelfTestTests {
    @Test("passes with the installed libraries")
    func passes() async throws { try await SelfTest.passed() }

    @Test("a local user who comes first is let go, and the client is the one that is served")
    func stranger() throws {
        var (port, server): (UInt16, Int32) = (0, -1)
        let listener = unsafe handshake_selftest_listen(&port)
        try #require(listener >= 0)
        let strangers = try (0..<3).map { _ in try Stranger(port) }
        let client = unsafe handshake_selftest_join(listener, port, 10, &server)
        try #require(client >= 0 && server >= 0)
        defer { for end in [client, server] { close(end) } }
        var sent: UInt8 = 42
        #expect(unsafe write(client, &sent, 1) == 1)
        #expect(Self.octet(from: server) == 42)
        // POSIX, recv(): 0 where "the peer has performed an orderly shutdown"; what was never accepted is reset.
        for stranger in strangers { #expect(Self.octet(from: stranger.descriptor) == nil) }
    }

    /// What comes within some seconds; nil for nothing, or the end.
    private static func octet(from descriptor: Int32) -> UInt8? {
        var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        var octet: UInt8 = 0
        guard unsafe poll(&watched, 1, 10_000) == 1, unsafe read(descriptor, &octet, 1) == 1 else { return nil }
        return octet
    }

    @Test("where client and server do not meet, that is told in time")
    func unmet() throws {
        var (port, server): (UInt16, Int32) = (0, -1)
        let listener = unsafe handshake_selftest_listen(&port)
        let other = unsafe handshake_selftest_listen(&port)
        defer { close(other) }
        try #require(listener >= 0 && other >= 0)
        // The client goes to the other port.
        #expect(unsafe handshake_selftest_join(listener, port, 0, &server) == -1)
    }

    @Test("anything else than a refusal on both sides is a failure")
    func verdicts() throws {
        let refused = try refusal()
        #expect(SelfTest.verdict(refused, serverSaw: -1) == nil)
        #expect(SelfTest.verdict(nil, serverSaw: 80)?.code == .selfTest, "a request that went through")
        #expect(SelfTest.verdict(refused, serverSaw: 0)?.code == .selfTest, "a server whose handshake was completed")
        #expect(SelfTest.verdict(refused, serverSaw: 80)?.code == .selfTest, "a server that received something")
        #expect(SelfTest.verdict(refused, serverSaw: -2)?.code == .selfTestUnfinished, "no server")
        let late = TransportError(.tls, .timedOut, Verbatim(""), advice: nil, trustFailure: refused.trustFailure)
        #expect(SelfTest.verdict(late, serverSaw: -1)?.code == .selfTestUnfinished, "a refusal that came to no end")
        let closed = TransportError(.tls, .connectionClosed, Verbatim(""), advice: nil)
        #expect(SelfTest.verdict(closed, serverSaw: -1)?.code == .selfTestUnfinished, "a server that gave up")
        #expect(SelfTest.verdict(closed, serverSaw: 80)?.code == .selfTest, "a request, and then an end")
        let other = TransportError(.tls, .handshakeFailed, Verbatim(""), advice: nil)
        #expect(SelfTest.verdict(other, serverSaw: -1)?.code == .selfTest, "a failure for another reason")
    }

    @Test("only what the libraries did is remembered")
    func remembered() throws {
        let libraries = try #require(SelfTest.verdict(nil, serverSaw: 80))
        #expect(SelfTest.isOfLibraries(libraries))
        // Of the machine: no memory, no threads, no descriptors, no time, no server.
        for code: TransportError.Code in [.outOfMemory, .noThread, .noDescriptors, .shutDown, .opensslConfiguration] {
            #expect(!SelfTest.isOfLibraries(TransportError(.internal, code, Verbatim(""), advice: nil)))
        }
        let late = TransportError(.tls, .timedOut, Verbatim(""), advice: nil)
        let unconnected = TransportError(.connect, .couldNotConnect, Verbatim(""), advice: nil)
        let closed = TransportError(.tls, .connectionClosed, Verbatim(""), advice: nil)
        for (error, bytes) in [(late, -1), (closed, -1), (try refusal(), -2), (late, -2), (unconnected, -1)]
            as [(TransportError, Int32)]
        {
            #expect(!SelfTest.isOfLibraries(try #require(SelfTest.verdict(error, serverSaw: bytes))))
        }
    }

    @Test("a judge that refuses on the spot is not waited for, even where its other word never comes")
    func immediate() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try world.server()
        let error = await failure { () throws(TransportError) in
            try await TransportEngine().exchange(world.request(port: server.port), judge: Immediate())
        }
        #expect(error?.code == .certificateRefused && error?.trustFailure != nil)
        #expect(server.counters.requestsReceived == 0)
    }

    /// Refuses at once, and never comes back where it may take its time.
    private struct Immediate: HandshakeJudge {
        func judge(_ handshake: PresentedHandshake) async -> HandshakeVerdict {
            for await verdict in AsyncStream<HandshakeVerdict>.makeStream().stream { return verdict }
            return .stop(TransportError(.tls, .cancelled, Verbatim(""), advice: nil))
        }

        func immediateVerdict(_ handshake: PresentedHandshake) -> HandshakeVerdict? {
            var policy = TrustPolicy.basicX509
            policy.anchors = .only([])
            do throws(TrustFailure) {
                return .accept(try TrustEngine().evaluate(handshake.trust, with: policy, at: SystemClock.now()))
            } catch {
                return .refuse(error)
            }
        }
    }

    private func refusal() throws -> TransportError {
        let trust = try ServerTrust(derChain: [[0]])
        do {
            var policy = TrustPolicy.basicX509
            policy.anchors = .only([])
            _ = try TrustEngine().evaluate(trust, with: policy, at: Loopback().now)
            throw TransportError(.internal, .init(rawValue: "accepted"), Verbatim(""), advice: nil)
        } catch let failure as TrustFailure {
            return TransportError(.tls, .certificateRefused, Verbatim(""), advice: nil, trustFailure: failure)
        }
    }
}
