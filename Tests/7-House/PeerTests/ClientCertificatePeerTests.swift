import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization
import TestSupport
import Testing

/// Client certificates for nginx, and for Apache, which may find out late that it wants one.
@Suite(
    "Client certificates for nginx and Apache", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct ClientCertificatePeerTests {
    private static let host = "www.holdfast.test"

    /// Says who the client is, and keeps what it was told.
    private final class Handler: ChallengeHandler {
        private let identity: Identity?
        private let names = Mutex<[[DistinguishedName]]>([])

        init(_ identity: Identity?) { self.identity = identity }

        var asked: [[DistinguishedName]] { names.withLock { $0 } }

        func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition {
            let space = challenge.protectionSpace
            guard space.authenticationMethod == .clientCertificate else { return .performDefaultHandling }
            names.withLock { $0.append(space.distinguishedNames ?? []) }
            try? await Task.sleep(for: .milliseconds(30))
            return .useCredential(identity.map { Credential(identity: $0, persistence: .none) })
        }
    }

    private let peer: PeerSession
    private let clients: CertificateAuthority
    private var identity: Identity { peer.identity }
    private var now: Instant { peer.now }

    init() throws {
        peer = try PeerSession()
        clients = try CertificateAuthority.root(name: "Client Root", at: peer.now)
    }

    private var authorities: String { clients.identity.chainPEM }

    private func client(_ kind: KeyKind = .p256) throws -> Identity {
        try clients.intermediate(name: "Client Intermediate", at: now)
            .issue(.client(name: "Alice", at: now), key: try PrivateKey.generate(kind))
    }

    private func session(
        _ port: UInt16, _ handler: Handler?, identity: Identity? = nil
    ) throws -> HTTPSSession {
        try peer.session(port, handler) { $0.credentials.identity = identity }
    }

    private func get(_ path: String, _ session: HTTPSSession, _ port: UInt16) async throws -> HTTPSResponse {
        try await session.data(for: HTTPSRequest(try HTTPSURL("https://\(Self.host):\(port)\(path)")))
    }

    @Test(
        "nginx takes the identity that the handler gives, over both versions of TLS and of HTTP",
        arguments: ["TLSv1.2", "TLSv1.3"], [true, false])
    func nginx(version: String, http2: Bool) async throws {
        for kind in [KeyKind.rsa(bits: 2048), .p256, .ed25519] {
            let server = try await Nginx(
                identity, clients: .on, authorities: authorities, version: version, http2: http2)
            let handler = Handler(try client(kind))
            let session = try session(server.port, handler)
            for _ in 0..<2 {
                let response = try await get("/page.txt", session, server.port)
                #expect(response.status == 200, "\(server.log)")
                #expect(response.httpVersion == (http2 ? "2" : "1.1"))
                #expect(response.fields.first(named: "X-Client") == "CN=Alice")
            }
            #expect(handler.asked == [[try Certificate(der: clients.certificate).subject]])
        }
    }

    /// nginx completes the handshake and answers with 400: "No required SSL certificate was sent".
    @Test("nginx without one: allowed where it is optional, an answer of its own where it is required")
    func nginxWithout() async throws {
        for (verification, status) in [(Nginx.ClientVerification.on, 400), (.optional, 200), (.off, 200)] {
            let server = try await Nginx(
                identity, clients: verification, authorities: authorities, version: "TLSv1.2 TLSv1.3", http2: false)
            let handler = Handler(nil)
            let response = try await get("/page.txt", try session(server.port, handler), server.port)
            #expect(response.status == status)
            #expect(handler.asked.count == (verification == .off ? 0 : 1))
            #expect(response.connection.isClientCertificateRequested == (verification != .off))
        }
    }

    @Test("Apache that requires one in the handshake", arguments: ["TLSv1.2", "TLSv1.3"])
    func apacheHost(version: String) async throws {
        let server = try await ApacheClients(
            identity, isForHost: true, authorities: authorities, version: version)
        let handler = Handler(try client(.rsa(bits: 2048)))
        let response = try await get("/page.txt", try session(server.port, handler), server.port)
        #expect(response.status == 200 && response.fields.first(named: "X-Client") == "Alice", "\(server.log)")
        #expect(handler.asked.count == 1)
        let (port, without) = (server.port, try session(server.port, Handler(nil)))
        let error = try await failure("/page.txt", without, port)
        #expect(error?.code == .clientCertificateRequired, "\(String(describing: error)) \(server.log)")
        let stranger = try session(
            port, Handler(try Identity.selfSigned(.client(name: "Mallory", at: now))))
        let refused = try await failure("/page.txt", stranger, port)
        #expect(refused?.code == .clientCertificateRefused, "\(String(describing: refused)) \(server.log)")
    }

    @Test("Apache that finds out late, TLS 1.3: an identity chosen before is used, otherwise a named error")
    func apacheLate() async throws {
        let server = try await ApacheClients(
            identity, isForHost: false, authorities: authorities, version: "TLSv1.3")
        let port = server.port
        let alice = try client()
        let known = try session(port, nil, identity: alice)
        let before = try await get("/page.txt", known, port)
        #expect(before.status == 200 && before.fields.first(named: "X-Client") == "")
        let inner = try await get("/inner/page.txt", known, port)
        #expect(inner.status == 200 && inner.fields.first(named: "X-Client") == "Alice", "\(server.log)")
        #expect(inner.isReusedConnection && !inner.connection.isClientCertificateRequested)
        for session in [try session(port, nil), try session(port, Handler(alice), identity: alice)] {
            #expect(try await get("/page.txt", session, port).status == 200)
            let error = try await failure("/inner/page.txt", session, port)
            #expect(error?.code == .clientCertificateAskedLate, "\(String(describing: error)) \(server.log)")
            #expect(try await get("/page.txt", session, port).status == 200, "on another connection")
        }
    }

    @Test("Apache that finds out late, TLS 1.2: a second handshake is declined, whatever was chosen")
    func apacheRenegotiation() async throws {
        let server = try await ApacheClients(
            identity, isForHost: false, authorities: authorities, version: "TLSv1.2")
        let port = server.port
        let session = try session(port, nil, identity: try client())
        let error = try await failure("/inner/page.txt", session, port)
        #expect(error?.code == .renegotiationRefused, "\(String(describing: error)) \(server.log)")
        #expect(try await get("/page.txt", session, port).status == 200)
    }

    /// The error that a request ends with; nil where it is answered.
    private func failure(_ path: String, _ session: HTTPSSession, _ port: UInt16) async throws -> HTTPSError? {
        let request = HTTPSRequest(try HTTPSURL("https://\(Self.host):\(port)\(path)"))
        do throws(HTTPSError) {
            _ = try await session.data(for: request)
            return nil
        } catch {
            return error
        }
    }
}
