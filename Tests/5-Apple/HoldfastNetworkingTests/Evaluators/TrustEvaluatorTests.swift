import Foundation
import HoldfastAuthority
import HoldfastNetworking
import HoldfastSecurityNames
import HoldfastServing
import HoldfastX509
import LoopbackSupport
import Testing

@testable import HoldfastNetworkingNames

/// What Alamofire's evaluators of these names accept and refuse (ServerTrustEvaluation.swift of Alamofire 5).
@Suite("Evaluators of trust, as Alamofire's")
struct TrustEvaluatorTests {
    private let bench: Loopback
    private let chain: [SecCertificate]
    private let root: SecCertificate
    private let stranger: SecCertificate

    init() throws {
        bench = try Loopback()
        let identity = try bench.root.issue(.server(names: [Loopback.host], at: bench.now))
        chain = try identity.chain.map { try Self.certificate($0) }
        root = try Self.certificate(bench.root.certificate)
        stranger = try Self.certificate(CertificateAuthority.root(name: "Stranger", at: bench.now).certificate)
    }

    private static func certificate(_ der: [UInt8]) throws -> SecCertificate {
        try #require(SecCertificateCreateWithData(nil, Data(der) as CFData))
    }

    /// The chain with the bench's root as an anchor, or without.
    private func trust(isAnchored: Bool = true) throws -> SecTrust {
        var trust: SecTrust?
        #expect(
            unsafe SecTrustCreateWithCertificates(chain as CFArray, SecPolicyCreateBasicX509(), &trust) == errSecSuccess
        )
        let made = try #require(trust)
        if isAnchored { _ = SecTrustSetAnchorCertificates(made, [root] as CFArray) }
        return made
    }

    /// What an evaluator makes of the chain: `good`, or the name of its reason.
    private func outcome(
        _ evaluator: any ServerTrustEvaluating, isAnchored: Bool = true, host: String = Loopback.host
    ) throws -> String {
        do {
            try evaluator.evaluate(try trust(isAnchored: isAnchored), forHost: host)
            return "good"
        } catch let reason as ServerTrustFailureReason {
            return Self.name(of: reason)
        }
    }

    private static func name(of reason: ServerTrustFailureReason) -> String {
        switch reason {
        case .noRequiredEvaluator: "noRequiredEvaluator"
        case .noCertificatesFound: "noCertificatesFound"
        case .noPublicKeysFound: "noPublicKeysFound"
        case .trustEvaluationFailed: "trustEvaluationFailed"
        case .certificatePinningFailed: "certificatePinningFailed"
        case .publicKeyPinningFailed: "publicKeyPinningFailed"
        case .dangerousAcceptanceEnded: "dangerousAcceptanceEnded"
        case .nameNeedsPins: "nameNeedsPins"
        }
    }

    @Test("the default: the chain and the host")
    func standard() throws {
        #expect(try outcome(DefaultTrustEvaluator()) == "good")
        #expect(try outcome(DefaultTrustEvaluator(), isAnchored: false) == "trustEvaluationFailed")
        #expect(try outcome(DefaultTrustEvaluator(), host: "other.holdfast.test") == "trustEvaluationFailed")
    }

    @Test("pinned certificates: one of them in the chain, besides chain and host")
    func certificates() throws {
        func evaluator(_ pinned: SecCertificate...) -> PinnedCertificatesTrustEvaluator {
            PinnedCertificatesTrustEvaluator(certificates: pinned)
        }
        #expect(try outcome(evaluator(chain[0])) == "good")
        #expect(try outcome(evaluator(stranger, root)) == "good")
        #expect(try outcome(evaluator(stranger)) == "certificatePinningFailed")
        #expect(try outcome(evaluator(chain[0]), isAnchored: false) == "trustEvaluationFailed")
        #expect(try outcome(evaluator(chain[0]), host: "other.holdfast.test") == "trustEvaluationFailed")
        #expect(try outcome(PinnedCertificatesTrustEvaluator(certificates: [])) == "noCertificatesFound")
    }

    @Test("pinned certificates that are the anchors, too: a private authority's, and no other's")
    func selfSigned() throws {
        func evaluator(_ pinned: SecCertificate) -> PinnedCertificatesTrustEvaluator {
            PinnedCertificatesTrustEvaluator(certificates: [pinned], acceptSelfSignedCertificates: true)
        }
        #expect(try outcome(evaluator(root), isAnchored: false) == "good")
        #expect(try outcome(evaluator(chain[0]), isAnchored: false) == "good")
        #expect(try outcome(evaluator(stranger)) == "trustEvaluationFailed")
        #expect(try outcome(evaluator(root), isAnchored: false, host: "other.holdfast.test") == "trustEvaluationFailed")
    }

    @Test("public keys: one of them in the chain, which a certificate of the same key has too")
    func keys() throws {
        func evaluator(_ pinned: SecCertificate...) -> PublicKeysTrustEvaluator {
            PublicKeysTrustEvaluator(keys: pinned.compactMap(SecCertificateCopyKey))
        }
        #expect(try outcome(evaluator(chain[0])) == "good")
        #expect(try outcome(evaluator(root)) == "good")
        #expect(try outcome(evaluator(stranger)) == "publicKeyPinningFailed")
        #expect(try outcome(evaluator(root), isAnchored: false) == "trustEvaluationFailed")
        #expect(try outcome(PublicKeysTrustEvaluator(keys: [])) == "noPublicKeysFound")
    }

    @Test("all of several have to accept, and none is no acceptance")
    func composite() throws {
        let good = PublicKeysTrustEvaluator(keys: [root].compactMap(SecCertificateCopyKey))
        let bad = PinnedCertificatesTrustEvaluator(certificates: [stranger])
        #expect(try outcome(CompositeTrustEvaluator(evaluators: [good, DefaultTrustEvaluator()])) == "good")
        #expect(try outcome(CompositeTrustEvaluator(evaluators: [good, bad])) == "certificatePinningFailed")
        #expect(try outcome(CompositeTrustEvaluator(evaluators: [])) == "noRequiredEvaluator")
    }

    @Test("revocation: what has to be known and is not refuses")
    func revocation() throws {
        #expect(try outcome(RevocationTrustEvaluator()) == "good")
        #expect(
            try outcome(RevocationTrustEvaluator(options: [.ocsp, .requirePositiveResponse])) == "trustEvaluationFailed"
        )
    }

    @Test("what is accepted without a look ends, within 30 days at most")
    func disabled() throws {
        let now = Date()
        #expect(
            try outcome(DangerousDisabledTrustEvaluator(until: now.addingTimeInterval(60)), isAnchored: false) == "good"
        )
        #expect(
            try outcome(DangerousDisabledTrustEvaluator(until: now.addingTimeInterval(-1)))
                == "dangerousAcceptanceEnded")
    }

    @Test("a manager wants an evaluator for each host, unless told otherwise, in whatever case")
    func manager() throws {
        let evaluators: [String: any ServerTrustEvaluating] = ["WWW.holdfast.test": DefaultTrustEvaluator()]
        let strict = ServerTrustManager(evaluators: evaluators)
        #expect(try strict.serverTrustEvaluator(forHost: Loopback.host) != nil)
        #expect(throws: ServerTrustFailureReason.self) { try strict.serverTrustEvaluator(forHost: "holdfast.test") }
        let open = ServerTrustManager(allHostsMustBeEvaluated: false, evaluators: evaluators)
        #expect(try open.serverTrustEvaluator(forHost: "holdfast.test") == nil)
    }

    @Test("a session whose delegate answers by a manager is let through by the pinned key, and by no other")
    func session() async throws {
        let server = try bench.answering { _ in .init(text: "there") }
        let anchored = PinnedCertificatesTrustEvaluator(certificates: [root], acceptSelfSignedCertificates: true)
        for (evaluator, isGood) in [
            (anchored as any ServerTrustEvaluating, true),
            (
                CompositeTrustEvaluator(evaluators: [anchored, PublicKeysTrustEvaluator(keys: [try key(stranger)])]),
                false
            ),
        ] {
            let manager = ServerTrustManager(evaluators: [Loopback.host: evaluator])
            let session = URLSession(
                configuration: bench.configuration(server), delegate: ManagedDelegate(manager), delegateQueue: nil)
            do {
                let (data, _) = try await session.data(from: try bench.url(server))
                #expect(isGood && String(decoding: data, as: UTF8.self) == "there")
            } catch let error as URLError {
                #expect(!isGood && error.code == .cancelled)
            }
            session.invalidateAndCancel()
        }
        #expect(server.counters.requestsReceived == 1)
    }

    private func key(_ certificate: SecCertificate) throws -> SecKey {
        try #require(SecCertificateCopyKey(certificate))
    }
}

/// Leaves servers to a manager.
private final class ManagedDelegate: NSObject, URLSessionDelegate {
    private let manager: ServerTrustManager

    init(_ manager: ServerTrustManager) { self.manager = manager }

    func urlSession(
        _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let answer = manager.answer(to: challenge)
        completionHandler(answer.disposition, answer.credential)
    }
}
