public import HoldfastCrypto
public import HoldfastTrust
public import HoldfastX509

/// What a lesson works with: a clock, randomness, keys and the engine that judges.
///
/// Everything has the real thing as its default; a test fixes what it wants to know beforehand.
public struct LessonMaterials: Sendable {
    /// The moment that certificates are made and judged for.
    public var at: Instant
    /// Random bytes: for session keys, nonces, and the ephemeral keys of the handshakes.
    public var random: @Sendable (Int) throws(CryptoError) -> [UInt8]
    /// New keys for certificates.
    public var key: @Sendable (KeyKind) throws(CryptoError) -> PrivateKey
    /// Who judges chains.
    public var judge: @Sendable (ServerTrust, TrustPolicy, Instant) throws(TrustFailure) -> TrustEvaluation

    /// The real ones, for this moment.
    public init(at moment: Instant) {
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
