package import HoldfastCrypto
import HoldfastDiagnostics
package import HoldfastTrust
package import HoldfastX509

/// The time, randomness, keys and trust engine that a lesson works with.
///
/// Everything has the real thing as its default; a test fixes what it wants to know beforehand.
package struct LessonMaterials: Sendable {
    /// The moment that certificates are made and judged for.
    package var at: Instant
    /// Random bytes: for session keys, nonces, and the ephemeral keys of the handshakes.
    package var random: @Sendable (Int) throws(CryptoError) -> [UInt8]
    /// New keys for certificates.
    package var key: @Sendable (KeyKind) throws(CryptoError) -> PrivateKey
    /// The engine that judges chains.
    package var judge: @Sendable (ServerTrust, TrustPolicy, Instant) throws(TrustFailure) -> TrustEvaluation

    /// The real ones, for this moment.
    package init(at moment: Instant) {
        // Certificates hold whole seconds.
        at = Instant(secondsSince1970: moment.secondsSince1970)
        random = { count throws(CryptoError) in try SystemRandom.bytes(count) }
        key = { kind throws(CryptoError) in try PrivateKey.generate(kind) }
        let engine = TrustEngine()
        judge = { trust, policy, moment throws(TrustFailure) in
            try engine.evaluate(trust, with: policy, at: moment)
        }
    }
}

extension LessonMaterials {
    /// The verdict about a chain for a TLS server of this name, with these anchors and no others.
    func verdict(
        _ chain: [[UInt8]], host: String, anchors: [[UInt8]], target: String
    ) throws -> VerdictReport {
        var policy = try TrustPolicy.ssl(ServerName(host))
        policy.anchors = .only(try anchors.map { try Certificate(der: $0) })
        let trust = try ServerTrust(derChain: chain)
        do throws(TrustFailure) {
            return VerdictReport(try judge(trust, policy, at), target: target)
        } catch {
            return VerdictReport(error, target: target)
        }
    }
}

/// The names that the lesson's certificates are for: `.test` belongs to nobody (RFC 6761 §6.2).
enum LessonHost {
    static let name = "www.example.test"
    static let other = "mail.example.test"
}

extension LessonFile {
    /// A file of certificates in PEM, the server's own first.
    static func certificates(_ name: String, _ chain: [[UInt8]]) -> LessonFile {
        LessonFile(name, chain.map { PEMBlock(label: "CERTIFICATE", contents: $0).encoded }.joined())
    }

    /// A public key in PEM.
    static func publicKey(_ name: String, _ key: SubjectPublicKeyInfo) -> LessonFile {
        LessonFile(name, PEMBlock(label: "PUBLIC KEY", contents: Array(key.bytes)).encoded)
    }
}
