import HoldfastStatements
import HoldfastAuthority
import HoldfastCrypto
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTracing

/// Connections that encrypt nothing, or whose server proves nothing: shown, never trusted, and nothing is sent on them.
@Suite("Traces of connections without encryption", .ownThread, .enabled(if: OpenSSLServer.exists))
struct UnencryptedTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let server: String
        let ciphers: String
        var version = ProtocolVersion.tls12
    }

    /// RFC 5246 §A.5 and §D.3: the suites with NULL "provide no confidentiality"; those with `anon` no authentication.
    @Test(
        "what encrypts nothing is not trusted",
        arguments: [
            Case(
                testDescription: "asked for by its name", server: "-tls1_2 -cipher NULL-SHA256:@SECLEVEL=0",
                ciphers: "NULL-SHA256:@SECLEVEL=0"),
            Case(
                testDescription: "with ECDHE", server: "-tls1_2 -cipher ECDHE-RSA-NULL-SHA:@SECLEVEL=0",
                ciphers: "ECDHE-RSA-NULL-SHA:@SECLEVEL=0"),
            Case(
                testDescription: "under TLS 1.0", server: "-tls1 -cipher NULL-SHA:@SECLEVEL=0", ciphers: "NULL-SHA",
                version: .tls10),
        ])
    func null(one: Case) async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try await OpenSSLServer(try world.identity(.rsa(bits: 2048)), one.server)
        let trace = try await world.trace(server.port) { configuration in
            configuration.cipherList = one.ciphers
            configuration.dangerousLegacyProtocols = true
            configuration.minimumVersion = one.version
            configuration.request = TraceConfiguration.httpHead(host: "example.test")
        }
        #expect(trace.isCompleted, "\(trace.outcome)")
        #expect(trace.verdict != nil && trace.verdict?.evaluation == nil)
        guard case .notJudged(let why) = trace.verdict?.decision else {
            Issue.record("\(trace.verdict as Any)")
            return
        }
        #expect(why.identifier == "trace.encryptsNothing", "\(why)")
        #expect(!trace.words.contains("> data"))
    }

    /// openssl-ciphers(1): "The cipher string @SECLEVEL=n can be used at any point to set the security level to n".
    @Test("a level in the list of suites lets nothing be offered that is not offered otherwise")
    func level() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let list = "ECDHE-RSA-NULL-SHA:@SECLEVEL=0"
        let server = try await OpenSSLServer(try world.identity(.rsa(bits: 2048)), "-tls1_2 -cipher \(list)")
        let trace = try await world.trace(server.port) { configuration in
            configuration.cipherList = list
            configuration.maximumVersion = .tls12
        }
        #expect(!trace.isCompleted && trace.verdict?.evaluation == nil, "\(trace.outcome)")
    }

    @Test("what is offered below TLS 1.2 is said")
    func legacy() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try await OpenSSLServer(try world.identity(.rsa(bits: 2048)), "-tls1_2")
        for isLegacy in [true, false] {
            let trace = try await world.trace(server.port) { $0.dangerousLegacyProtocols = isLegacy }
            #expect(trace.notes.contains { $0.contains("security level 0") } == isLegacy, "\(trace.notes)")
        }
    }
}
