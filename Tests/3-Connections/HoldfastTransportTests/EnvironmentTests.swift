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

/// Other clients and libssl obey the environment; a connection of ours does not.
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
                    + "-ExtendedMasterSecret,-EncryptThenMac,KTLS,IgnoreUnexpectedEOF"
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
                let weak = [18, 2, 10, 0, 19, 29, 7, 3].reduce(UInt64(0)) { $0 | 1 << UInt64($1) }
                let untouched = unsafe try #require(unsafe SSL_CTX_new(TLS_client_method()))
                // OpenSSL 3.0 has no name for SSL_OP_IGNORE_UNEXPECTED_EOF, and passes over it.
                #expect(unsafe (SSL_CTX_get_options(untouched) | 1 << 7) & weak == weak)
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

    /// SSL_CONF_cmd(3): `-SessionTicket` sets SSL_OP_NO_TICKET, as which servers of TLS 1.3 give tickets all the same.
    @Test("OPENSSL_CONF may forbid tickets: nothing is resumed then")
    func tickets() async {
        await #expect(processExitsWith: .success) {
            await OwnProcess.run {
                let folder = try TemporaryFolder()
                let file = try folder.write(
                    """
                    openssl_conf = init
                    [init]
                    ssl_conf = ssl
                    [ssl]
                    system_default = all
                    [all]
                    Options = -SessionTicket
                    """, to: "openssl.cnf")
                Environment.set("OPENSSL_CONF", file)
                let pair = try unsafe HandshakePair(
                    try Loopback(host: "example.test", hasIntermediate: false).identity("example.test"),
                    keepsSessions: true)
                #expect(pair.drive() == .wantsAnswer)
                try pair.answer(true)
                #expect(pair.drive() == .done)
                _ = pair.exchange()
                #expect(unsafe pair.takeSession() == nil)
                // SSL_CTX_set_options(3): SSL_OP_NO_TICKET.
                #expect(unsafe SSL_CTX_get_options(pair.clientContext) & 1 << 14 != 0)
            }
        }
    }
}

/// Only for processes of a test's own.
private enum Environment {
    static func set(_ name: String, _ value: String) { _ = unsafe setenv(name, value, 1) }
}
