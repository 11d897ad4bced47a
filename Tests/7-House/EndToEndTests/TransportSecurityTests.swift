import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastPins
import HoldfastPolicy
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import Synchronization
import TestSupport
import Testing

/// Apple, Preventing Insecure Network Connections, "Ensure the Network Server Meets Minimum Requirements": each row is
/// a real server that breaks one of its sentences.
@Suite("A session that keeps to App Transport Security")
struct TransportSecurityTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    /// RSA keys, made once.
    private static let rsa2048 = Result { try PrivateKey.generate(.rsa(bits: 2048)) }
    private static let rsa1024 = Result { try PrivateKey.generate(.rsa(bits: 1024)) }

    /// A kind of server, what comes of a request to it by Apple's defaults, and the exceptions that let it through.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let configure: @Sendable (TransportSecurityTests, inout TLSServerConfiguration) throws -> Void
        /// Nil where Apple's defaults let it through.
        var refused: HTTPSError.Code?
        /// Whether `NSExceptionRequiresForwardSecrecy` NO lets it through.
        var isExceptable = false
        /// What NIAP's package adds.
        var refusedByPackage: HTTPSError.Code?
    }

    private static func suite(_ list: String)
        -> @Sendable (TransportSecurityTests, inout TLSServerConfiguration) -> Void
    {
        { _, configuration in
            configuration.maximumVersion = .tls12
            configuration.cipherList = list
        }
    }

    private static func rsa(_ list: String)
        -> @Sendable (TransportSecurityTests, inout TLSServerConfiguration) throws ->
        Void
    {
        { test, configuration in
            configuration.identity = try test.bench.identity(key: try rsa2048.get())
            configuration.maximumVersion = .tls12
            configuration.cipherList = list
        }
    }

    static let rows = [
        Row(testDescription: "TLS 1.3", configure: { _, _ in }),
        Row(testDescription: "TLS 1.2, ECDHE, AES-128-GCM", configure: suite("ECDHE-ECDSA-AES128-GCM-SHA256")),
        Row(testDescription: "TLS 1.2, ECDHE, AES-256-GCM, RSA", configure: rsa("ECDHE-RSA-AES256-GCM-SHA384")),
        Row(
            testDescription: "TLS 1.2, ECDHE, AES-128-CBC", configure: suite("ECDHE-ECDSA-AES128-SHA"),
            refusedByPackage: .handshakeFailure),
        // "Data must be exchanged using either the AES-128 or the AES-256 symmetric cipher."
        Row(
            testDescription: "TLS 1.2, ECDHE, ChaCha20", configure: suite("ECDHE-ECDSA-CHACHA20-POLY1305"),
            refused: .handshakeFailure),
        // "The link must support perfect forward secrecy (PFS) through […] (ECDHE) key exchange."
        Row(
            testDescription: "TLS 1.2, RSA, AES-128-GCM", configure: rsa("AES128-GCM-SHA256"),
            refused: .handshakeFailure, isExceptable: true, refusedByPackage: .handshakeFailure),
        // "an RSA key of at least 2048 bits": "Disabling this requirement also removes the key length check".
        Row(
            testDescription: "an RSA key of 1,024 bits",
            configure: { test, configuration in
                configuration.identity = try test.bench.identity(key: try rsa1024.get())
                configuration.securityLevel = 0
            }, refused: .certificateRefused, isExceptable: true, refusedByPackage: .certificateRefused),
        // "SHA-256 or greater"
        Row(
            testDescription: "a certificate signed with SHA-224",
            configure: { test, configuration in
                configuration.identity = try test.bench.identity { template, _ in
                    template.signatureAlgorithm = .ecdsa(.sha224)
                }
                configuration.securityLevel = 0
            }, refused: .certificateRefused),
        // RFC 7627, for NIAP's package: "TLS 1.2 connections must negotiate the Extended Master Secret extension".
        Row(
            testDescription: "TLS 1.2 without the extended master secret",
            configure: { _, configuration in
                configuration.maximumVersion = .tls12
                configuration.omitsExtendedMasterSecret = true
            }, refusedByPackage: .weakConnection),
    ]

    private func server(_ row: Row) throws -> TLSServer { try bench.server { try row.configure(self, &$0) } }

    private func outcome(
        _ server: TLSServer, _ change: (inout HTTPSSession.Configuration) throws -> Void
    ) async throws -> HTTPSError.Code? {
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        try change(&configuration)
        let session = HTTPSSession(configuration: configuration)
        let url = try bench.url(server)
        return await failure { () async throws(HTTPSError) in try await session.data(for: HTTPSRequest(url)) }?.code
    }

    private static func settings(_ exception: String, of host: String = Loopback.host) throws -> AppTransportSecurity {
        try plist("<key>NSExceptionDomains</key><dict><key>\(host)</key><dict>\(exception)</dict></dict>")
    }

    private static func plist(_ settings: String) throws -> AppTransportSecurity {
        let text = "<plist><dict><key>NSAppTransportSecurity</key><dict>\(settings)</dict></dict></plist>"
        return try AppTransportSecurity(infoPlist: Data(text.utf8))
    }

    // MARK: Versions, suites, keys, digests

    @Test("without settings every one of these servers is let through", arguments: rows)
    func without(_ row: Row) async throws { #expect(try await outcome(server(row)) { _ in } == nil) }

    @Test("Apple's defaults, in the native configuration", arguments: rows)
    func native(_ row: Row) async throws {
        let server = try server(row)
        #expect(try await outcome(server) { $0.require(TransportSecurity()) } == row.refused)
        #expect(server.counters.requestsReceived == (row.refused == nil ? 1 : 0))
    }

    @Test("Apple's defaults and exceptions, from an Info.plist", arguments: rows)
    func infoPlist(_ row: Row) async throws {
        let server = try server(row)
        #expect(try await outcome(server) { AppTransportSecurity().apply(to: &$0) } == row.refused)
        let weak = try Self.settings("<key>NSExceptionRequiresForwardSecrecy</key><false/>")
        #expect(try await outcome(server) { weak.apply(to: &$0) } == (row.isExceptable ? nil : row.refused))
        let open = try Self.plist("<key>NSAllowsArbitraryLoads</key><true/>")
        #expect(try await outcome(server) { open.apply(to: &$0) } == nil)
        let other = try Self.settings("<key>NSExceptionRequiresForwardSecrecy</key><false/>", of: "other.test")
        #expect(try await outcome(server) { other.apply(to: &$0) } == row.refused)
        let package = try Self.plist("<key>NSRequiresNIAPTLSPackageVersion</key><string>FCP_v2.1</string>")
        let refused = try await outcome(server) { package.apply(to: &$0) }
        #expect(refused == row.refusedByPackage ?? row.refused)
    }

    @Test("the same by a policy file", arguments: rows)
    func policyFile(_ row: Row) async throws {
        let server = try server(row)
        func document(_ value: String) throws -> PolicyInForce {
            let text = """
                {"schema": "holdfast.policy/1", "hosts": {"\(Loopback.host)": {"appTransportSecurity": \(value)}}}
                """
            return try PolicyInForce(try PolicyDocument(Array(text.utf8), publicSuffixes: nil))
        }
        for (value, expected) in [
            ("\"on\"", row.refused), ("\"off\"", nil), ("{}", row.refused),
            ("{\"forwardSecrecy\": false}", row.isExceptable ? nil : row.refused),
            ("{\"niapPackage\": \"recommended\"}", row.refusedByPackage ?? row.refused),
        ] as [(String, HTTPSError.Code?)] {
            let rules = try document(value)
            let refused = try await outcome(server) { rules.apply(to: &$0) }
            #expect(refused == expected, "\(value)")
        }
    }

    @Test("an exception for a later version of TLS refuses an earlier one; one for an earlier offers none of it")
    func versions() async throws {
        let server = try bench.server { $0.maximumVersion = .tls12 }
        let later = try Self.settings("<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>")
        #expect(try await outcome(server) { later.apply(to: &$0) } == .protocolVersion)
        let old = try bench.server {
            ($0.minimumVersion, $0.maximumVersion, $0.securityLevel) = (.tls11, .tls11, 0)
        }
        let earlier = try Self.settings("<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.0</string>")
        #expect(try await outcome(old) { earlier.apply(to: &$0) } == .protocolVersion)
    }

    @Test("the finding says which of the demands a certificate breaks")
    func findings() async throws {
        let row = try #require(Self.rows.first { $0.testDescription.hasPrefix("an RSA key") })
        let server = try server(row)
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.require(TransportSecurity())
        let session = HTTPSSession(configuration: configuration)
        let url = try bench.url(server)
        let error = await failure { () async throws(HTTPSError) in try await session.data(for: HTTPSRequest(url)) }
        #expect(error?.trustFailure?.errors.contains { $0.code == .appTransportSecurity } == true)
    }

    // MARK: Plain HTTP and redirects

    @Test(
        "a request without TLS is refused before anything is opened, after a redirect too; an exception lets it through"
    )
    func plain() async throws {
        let plain = try bench.server { $0.speaksPlainHTTP = true }
        let port = plain.port
        let encrypted = try bench.answering { _ in
            ServerResponse.redirect(to: "http://\(Loopback.host):\(port)/end", status: 302)
        }
        let direct = try HTTPSURL(dangerouslyAllowingPlainHTTP: "http://\(Loopback.host):\(port)/")
        let redirected = try HTTPSURL(
            dangerouslyAllowingPlainHTTP: "https://\(Loopback.host):\(encrypted.port)/")
        func outcome(_ settings: AppTransportSecurity, _ url: HTTPSURL) async -> HTTPSError.Code? {
            var configuration = bench.configuration(
                [(Loopback.host, plain.port), (Loopback.host, encrypted.port)], policy: bench.trusting)
            settings.apply(to: &configuration)
            let session = HTTPSSession(configuration: configuration)
            return await failure { () async throws(HTTPSError) in try await session.data(for: HTTPSRequest(url)) }?.code
        }
        for url in [direct, redirected] {
            #expect(await outcome(AppTransportSecurity(), url) == .plainHTTPRefused)
        }
        #expect(plain.counters.connections == 0)
        let open = try Self.settings("<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>")
        for url in [direct, redirected] { #expect(await outcome(open, url) == nil) }
        #expect(plain.counters.requestsReceived == 2)
    }

    @Test("a redirect to a weaker server is refused there")
    func redirectedToWeak() async throws {
        let weak = try bench.server { try Self.rsa("AES128-GCM-SHA256")(self, &$0) }
        let port = weak.port
        let sound = try bench.answering { _ in
            ServerResponse.redirect(to: "https://\(Loopback.host):\(port)/end", status: 302)
        }
        var configuration = bench.configuration(
            [(Loopback.host, weak.port), (Loopback.host, sound.port)], policy: bench.trusting)
        AppTransportSecurity().apply(to: &configuration)
        let session = HTTPSSession(configuration: configuration)
        let url = try bench.url(sound)
        let error = await failure { () async throws(HTTPSError) in try await session.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .handshakeFailure)
        #expect(weak.counters.requestsReceived == 0)
    }

    // MARK: Connections under other settings

    /// Settings that a test replaces while connections are open.
    private final class Demands: Sendable {
        private let state: Mutex<TransportSecurity>
        init(_ demands: TransportSecurity) { state = Mutex(demands) }
        var value: TransportSecurity {
            get { state.withLock { $0 } }
            set { state.withLock { $0 = newValue } }
        }
    }

    @Test("a connection that was opened under weaker settings serves no request under stricter ones")
    func pooled() async throws {
        let server = try bench.server { try Self.rsa("AES128-GCM-SHA256")(self, &$0) }
        let demands = Demands(.unrestricted)
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.serverSettings = { _ in
            var settings = HTTPSSession.ServerSettings()
            settings.transportSecurity = demands.value
            return settings
        }
        let session = HTTPSSession(configuration: configuration)
        let url = try bench.url(server)
        _ = try await session.data(for: HTTPSRequest(url))
        demands.value.cipherSuites = .aesWithForwardSecrecy
        let error = await failure { () async throws(HTTPSError) in try await session.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .handshakeFailure)
        #expect(server.counters.requestsReceived == 1)
    }

    /// "When ATS is enabled, you can no longer loosen trust evaluation requirements that way, but you can still tighten
    /// them" (Preventing Insecure Network Connections).
    @Test("a handler's own proof is not followed; where an exception allows it, its connection serves nobody else")
    func handlers() async throws {
        let server = try bench.server()
        let handler = TLSHandler { challenge in
            guard let trust = challenge.protectionSpace.serverTrust,
                let name = try? ServerName(Loopback.host),
                let proof = try? TrustEngine().evaluate(trust, with: bench.trusting(name), at: bench.now)
            else { return .performDefaultHandling }
            return .useCredential(Credential(trust: proof))
        }
        let demands = Demands(.unrestricted)
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.refusing)
        configuration.credentials.handler = handler
        configuration.serverSettings = { _ in
            var settings = HTTPSSession.ServerSettings()
            settings.transportSecurity = demands.value
            return settings
        }
        let session = HTTPSSession(configuration: configuration)
        let url = try bench.url(server)
        #expect(try await session.data(for: HTTPSRequest(url)).status == 200)
        demands.value.letsHandlersAccept = false
        let error = await failure { () async throws(HTTPSError) in try await session.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .certificateRefused)
        #expect(server.counters.requestsReceived == 1 && handler.asked.count == 2)
    }

    @Test("demands from two places hold both")
    func merged() throws {
        var first = TransportSecurity.unrestricted
        first.minimumTLS = .tls13
        var second = TransportSecurity.unrestricted
        second.allowsPlainHTTP = false
        second.cipherSuites = .aes
        for both in [first.merged(with: second), second.merged(with: first)] {
            #expect(both.minimumTLS == .tls13 && both.cipherSuites == .aes && !both.allowsPlainHTTP)
            #expect(both.letsHandlersAccept && both.certificate.isEmpty)
        }
        let all = TransportSecurity().merged(with: .unrestricted)
        #expect(all == TransportSecurity() && TransportSecurity.unrestricted.merged(with: TransportSecurity()) == all)
    }

    @Test("NSPinnedDomains pins: another key is refused, whatever a handler says")
    func pinnedDomains() async throws {
        let server = try bench.server()
        let authority = try Certificate(der: bench.intermediate.certificate)
        func settings(_ digest: [UInt8]) throws -> AppTransportSecurity {
            try Self.plist(
                """
                <key>NSPinnedDomains</key><dict><key>\(Loopback.host)</key><dict><key>NSPinnedCAIdentities</key>
                <array><dict><key>SPKI-SHA256-BASE64</key><string>\(Base64.encode(digest))</string></dict></array>
                </dict></dict>
                """)
        }
        let right = try settings(Pin(authority).digest)
        #expect(try await outcome(server) { right.apply(to: &$0) } == nil)
        let wrong = try settings(Array(repeating: 7, count: 32))
        #expect(try await outcome(server) { wrong.apply(to: &$0) } == .certificateRefused)
        #expect(server.counters.requestsReceived == 1)
    }
}
