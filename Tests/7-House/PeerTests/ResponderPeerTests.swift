import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// Verdicts on servers whose certificates name a responder of OpenSSL's, which is asked while the handshake waits.
@Suite(
    "Revocation by OpenSSL's responder", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct ResponderPeerTests {
    private let peer: PeerSession
    private let port: UInt16

    init() throws {
        // The root's own responder: a policy that has to know asks nobody else.
        peer = try PeerSession(hasIntermediate: false)
        port = try LoopbackPort.free()
    }

    private var bench: Loopback { peer.bench }

    /// The three states of an index, and the word of `openssl ocsp` for each.
    enum State: String, CaseIterable, Sendable {
        case good, revoked, unknown
    }

    /// The method that a place leads to: a long one leaves no room for the question in a URL below 255 octets.
    enum Method: String, CaseIterable, Sendable {
        case get = ""
        case post
        var path: String { self == .get ? "" : String(repeating: "p", count: 200) }
    }

    private func identity(_ place: String) throws -> Identity {
        try bench.identity { template, _ in try? template.addInformationAccess(ocspResponders: [place]) }
    }

    private func responder(
        _ state: State, of identity: Identity, signer: CertificateAuthority? = nil
    ) async throws -> OpenSSLResponder {
        let serial = try Certificate(der: identity.certificate).serialNumber
        let index: [(SerialNumber, OpenSSLResponder.Entry)] =
            switch state {
            case .good: [(serial, .valid)]
            case .revoked: [(serial, .revoked(reason: "keyCompromise"))]
            case .unknown: []
            }
        return try await OpenSSLResponder(for: bench.root, at: port, signer: signer, index)
    }

    private func verdict(
        of identity: Identity, _ mode: RevocationChecking, digest: DigestAlgorithm = .sha1
    ) async throws -> Result<TrustEvaluation, TrustFailure> {
        let server = try bench.server(as: identity)
        let trusting = bench.trusting
        var fetching = EvidenceFetcher.Configuration()
        fetching.dangerouslyAllowsPrivateNetworks = true
        fetching.certificateDigest = digest
        let session = try peer.session(server.port, nil) { configuration in
            configuration.trust.evidence = EvidenceFetcher(configuration: fetching)
            configuration.trust.policy = { name in
                var policy = trusting(name)
                policy.revocation = mode
                policy.fetching.revocation = .any
                policy.fetching.timeout = .seconds(30)
                return policy
            }
        }
        let verdict = try await session.judged(peer.url(server.port, "/"))
        withExtendedLifetime(server) {}
        return verdict
    }

    @Test(
        "good, revoked and unknown, by GET and by POST: what OpenSSL's client reads is what the verdict says",
        arguments: State.allCases, Method.allCases)
    func states(_ state: State, _ method: Method) async throws {
        let identity = try identity(OpenSSLResponder.place(port, path: method.path))
        let responder = try await responder(state, of: identity)
        let openssl = try OpenSSLCommand()
        try openssl.write(PEMBlock(.certificate, contents: identity.certificate).encoded.utf8, to: "leaf.pem")
        try openssl.write(PEMBlock(.certificate, contents: bench.root.certificate).encoded.utf8, to: "root.pem")
        let (_, opinion) = try openssl.attempt(
            "ocsp -issuer root.pem -cert leaf.pem -CAfile root.pem -no-CApath -no-CAstore "
                + "-url http://127.0.0.1:\(responder.port)/")
        #expect(opinion.contains("Response verify OK") && opinion.contains("leaf.pem: \(state.rawValue)"), "\(opinion)")

        for mode in [RevocationChecking.soft, .hard] {
            let verdict = try await verdict(of: identity, mode)
            let checks = verdict.success?.revocationChecks ?? verdict.failure?.revocationChecks
            let check = try #require(checks?.first)
            #expect(check.fetches.map(\.problem) == [nil])
            switch state {
            case .good:
                #expect(check.answer == .good)
                #expect(check.sources.map(\.kind) == [.ocsp] && check.sources.map(\.origin) == [.network])
                #expect(verdict.success != nil)
            case .revoked:
                let date = Instant(rfc3339: "2026-01-01T00:00:00Z")
                #expect(try check.answer == .revoked(since: #require(date), reason: .keyCompromise))
                #expect(verdict.failure?.errors.map(\.code) == [.revoked])
            case .unknown:
                guard case .unknown(let problems) = check.answer else {
                    Issue.record("\(check.answer)")
                    continue
                }
                #expect(problems.contains { "\($0)".contains("does not know the certificate") }, "\(problems)")
                #expect(verdict.failure?.errors.map(\.code) == (mode == .hard ? [.revocationUnknown] : nil))
            }
        }
    }

    @Test("a certificate named by SHA-256, and a responder in the authority's place")
    func delegate() async throws {
        let signer = CertificateAuthority(try bench.root.issue(.ocspSigner(name: "Responder", at: bench.now)))
        let identity = try identity(OpenSSLResponder.place(port))
        let responder = try await responder(.good, of: identity, signer: signer)
        for digest in [DigestAlgorithm.sha1, .sha256] {
            #expect(try await verdict(of: identity, .hard, digest: digest).success?.revocation.first == .good)
        }
        withExtendedLifetime(responder) {}
    }

    /// RFC 9654 §2.1: the nonce "cryptographically binds a request and a response"; a responder may leave it out.
    @Test("a question with a nonce is answered with it, one without is answered without; both count")
    func nonce() async throws {
        let identity = try identity(OpenSSLResponder.place(port))
        let responder = try await responder(.good, of: identity)
        let certID = try bench.root.certID(for: Certificate(der: identity.certificate).serialNumber)
        let folder = try TemporaryFolder()
        for nonce in [OCSPNonce([UInt8](0..<32)), nil] {
            let question = try folder.write(OCSPRequest([certID], nonce: nonce).der, to: "question")
            let answer = folder.url("answer").path
            let curl = try Peer.curl([
                "-o", answer, "--data-binary", "@\(question)", "-H", "Content-Type: application/ocsp-request",
                OpenSSLResponder.place(responder.port),
            ])
            #expect(curl.status == 0, "\(curl.all)")
            let bytes = try folder.bytes("answer")
            let data = try #require(try OCSPResponse(der: bytes).basicResponse?.tbsResponseData)
            let repeated = try data.responseExtensions?.first { $0.oid == .ocspNonce }.map {
                try OCSPNonce(der: $0.value)
            }
            #expect(repeated == nonce)
            var policy = bench.trusting(try ServerName(Loopback.host))
            policy.revocation = .hard
            let proof = try TrustEngine().evaluate(
                ServerTrust(derChain: identity.chain), with: policy, at: SystemClock.now(),
                supplying: [.ocspResponses([SuppliedOCSPResponse(der: bytes)], from: .file)])
            #expect(proof.revocation.first == .good)
        }
    }
}

extension HTTPSSession {
    /// The verdict of one handshake with a server.
    func judged(_ url: HTTPSURL) async throws -> Result<TrustEvaluation, TrustFailure> {
        let record: ConnectionRecord
        do throws(HTTPSError) {
            record = try await verify(url)
        } catch {
            return .failure(try #require(error.trustFailure, "\(error)"))
        }
        return .success(try #require(record.evaluation))
    }
}

extension Result where Success == TrustEvaluation, Failure == TrustFailure {
    var success: TrustEvaluation? { if case .success(let proof) = self { proof } else { nil } }
    var failure: TrustFailure? { if case .failure(let failure) = self { failure } else { nil } }
}
