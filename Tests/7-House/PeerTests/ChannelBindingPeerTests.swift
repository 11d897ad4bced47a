import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Negotiate's channel binding (RFC 5929 §4, `tls-server-end-point`), held against an acceptor of MIT's that knows its
/// own certificate, and takes nobody whose tokens are for another one, or for none.
extension KerberosPeerTests {
    /// A certificate's signature, with the hash of the binding and one that is not it.
    struct BoundCertificate: Sendable, CustomTestStringConvertible {
        let keys: KeyKind
        let signature: SignatureAlgorithm
        let hash: String
        let otherHash: String
        var testDescription: String { "\(signature)" }

        init(_ keys: KeyKind, _ signature: SignatureAlgorithm, _ hash: String, not otherHash: String) {
            self.keys = keys
            self.signature = signature
            self.hash = hash
            self.otherHash = otherHash
        }
    }

    /// A server that computes the binding by itself.
    ///
    /// - Parameters:
    ///   - rules: the hash, and "unbound" where tokens for no certificate are taken too.
    ///   - own: the certificate that it takes for its own; nil for the one that it presents.
    private func acceptor(_ identity: Identity, _ rules: String, own: Identity? = nil) async throws -> PythonServer {
        var files = ["NEGOTIATE_BINDING": rules]
        if let own { files["NEGOTIATE_CERTIFICATE"] = own.chainPEM }
        return try await PythonServer(
            "peer-negotiate.py", identity, files: files,
            environment: realm.environment.merging(["KRB5_KTNAME": realm.keytab]) { $1 })
    }

    /// A session that takes broken signatures too: what is tried here comes after that.
    private func session(
        _ peer: PeerSession, _ server: PythonServer, _ handler: PeerHandler, store: (any CredentialStore)? = nil
    ) throws -> HTTPSSession {
        let anything = try DangerousAcceptAny(
            .hosts([PeerSession.host]), from: peer.now.advanced(byDays: -1), until: peer.now.advanced(byDays: 1))
        let trusting = peer.bench.trusting
        return try peer.session(server.port, handler) {
            $0.credentials.store = store
            $0.trust.policy = { name in
                var policy = trusting(name)
                policy.dangerousAcceptAny = anything
                return policy
            }
        }
    }

    private func answer(_ session: HTTPSSession, _ peer: PeerSession, _ server: PythonServer) async throws -> String {
        let response = try await session.data(for: HTTPSRequest(try peer.url(server.port, "/")))
        return "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
    }

    private static func alice(_ persistence: CredentialPersistence = .forSession) -> PeerHandler {
        PeerHandler(
            Credential(user: KerberosRealm.user, password: KerberosRealm.password, persistence: persistence))
    }

    private static let bound = "200 \(KerberosRealm.user)@\(KerberosRealm.name) bound"

    /// RFC 5929 §4.1: where the hash function "is either MD5 [RFC1321] or SHA-1 [RFC3174], then use SHA-256", else "the
    /// hash function associated with the certificate's signatureAlgorithm".
    @Test(
        "bound to the server's certificate, by the hash of its signature, or by SHA-256 where that one is broken",
        .hangLimit,
        arguments: [
            BoundCertificate(.p256, .ecdsa(.sha256), "sha256", not: "sha1"),
            BoundCertificate(.p256, .ecdsa(.sha384), "sha384", not: "sha256"),
            BoundCertificate(.p256, .ecdsa(.sha512), "sha512", not: "sha256"),
            BoundCertificate(.p256, .ecdsa(.sha1), "sha256", not: "sha1"),
            BoundCertificate(.rsa(bits: 2048), .rsaPKCS1(.sha384), "sha384", not: "sha256"),
            BoundCertificate(.rsa(bits: 2048), .rsaPKCS1(.sha512), "sha512", not: "sha256"),
            BoundCertificate(.rsa(bits: 2048), .rsaPSS(RSAPSSParameters(.sha384)), "sha384", not: "sha256"),
            BoundCertificate(.rsa(bits: 2048), .rsaPKCS1(.sha1), "sha256", not: "sha1"),
            BoundCertificate(.rsa(bits: 2048), .rsaPKCS1(.md5), "sha256", not: "md5"),
        ])
    func boundToCertificate(_ certificate: BoundCertificate) async throws {
        let peer = try PeerSession(keys: certificate.keys)
        let identity = try peer.bench.identity { leaf, _ in leaf.signatureAlgorithm = certificate.signature }
        let server = try await acceptor(identity, certificate.hash)
        let handler = Self.alice()
        let session = try session(peer, server, handler)
        // Asked once; then the tokens go unasked, with the binding that was right before.
        for _ in 0..<3 { #expect(try await answer(session, peer, server) == Self.bound) }
        #expect(handler.asked == ["negotiate 0"])
        // The acceptor does look.
        let other = try await acceptor(identity, certificate.otherHash)
        let refused = try self.session(peer, other, Self.alice())
        #expect(try await answer(refused, peer, other) == "401 BadChannelBindingsError")
    }

    @Test("tokens for another certificate are refused, so that whoever ends TLS in between has no use for them")
    func otherCertificate() async throws {
        let store = MemoryCredentialStore()
        let behind = try await acceptor(peer.identity, "sha256", own: peer.bench.identity())
        let handler = Self.alice(.permanent)
        let session = try session(peer, behind, handler, store: store)
        for _ in 0..<2 { #expect(try await answer(session, peer, behind) == "401 BadChannelBindingsError") }
        #expect(handler.asked == ["negotiate 0", "negotiate 1", "negotiate 0", "negotiate 1"])
        let direct = try await acceptor(peer.identity, "sha256")
        let taken = try self.session(peer, direct, Self.alice(.permanent), store: store)
        #expect(try await answer(taken, peer, direct) == Self.bound)
        // What was refused is kept by nobody, what was taken is.
        for (server, user) in [(behind, nil), (direct, KerberosRealm.user)] as [(PythonServer, String?)] {
            let space = CredentialSpace(
                host: PeerSession.host, port: server.port, realm: nil, method: AuthenticationMethod.negotiate.rawValue)
            #expect(await store.defaultCredential(for: space)?.user == user)
        }
    }

    /// RFC 5929 §4.1: "if the certificate's signatureAlgorithm uses no hash functions or uses multiple hash functions,
    /// then this channel binding type's channel bindings are undefined".
    @Test("for a signature without a hash of its own there is no binding: who wants one refuses, who does not takes it")
    func withoutBinding() async throws {
        let peer = try PeerSession(keys: .ed25519)
        let identity = try peer.bench.identity(key: PrivateKey.generate(.p256))
        for (rules, expected) in [
            ("sha256", "401 bound to nothing"),
            ("sha256 unbound", "200 \(KerberosRealm.user)@\(KerberosRealm.name) unbound"),
        ] {
            let server = try await acceptor(identity, rules)
            let session = try session(peer, server, Self.alice())
            #expect(try await answer(session, peer, server) == expected)
        }
    }
}
