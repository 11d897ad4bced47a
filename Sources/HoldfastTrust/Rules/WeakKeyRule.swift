import HoldfastCrypto
import HoldfastX509

/// Every key in the path is of a known kind and long enough.
struct WeakKeyRule: TrustRule {
    static let rsa1024 = Requirement(
        "weakKey.rsa1024", .weakKey, source: "NIST SP 800-131A r2 §3; Chromium's verifier refuses below 1024 bits",
        advice: "make a new key of at least 2048 bits (or P-256) and have a certificate issued for it")
    static let rsa2048 = Requirement(
        "weakKey.rsa2048", .weakKey,
        source: "Apple, Requirements for trusted certificates in iOS 13 and macOS 10.15; CA/B BR 6.1.5",
        advice: "make a new key of at least 2048 bits (or P-256) and have a certificate issued for it")
    static let known = Requirement(
        "weakKey.known", .weakKey, source: "RFC 5480, RFC 8410, RFC 4055; CA/B BR 6.1.5",
        advice: "use an RSA key of at least 2048 bits, or one on P-256, P-384 or P-521")

    static let bounded = Requirement(
        "weakKey.bounded", .weakKey,
        source: "CVE-2023-3446: the time of a check grows with the key; PublicKey's limits",
        advice: "use an RSA key of 2048 to 4096 bits with the exponent 65537")

    var cacheKey: [UInt8]? { Array("weakKey".utf8) }

    func judge(_ path: CertificationPath, _ judgement: inout Judgement) {
        for (depth, certificate) in path.certificates.enumerated() {
            if path.isAnchor(depth: depth), case .basicX509 = judgement.policy.purpose { continue }
            let key = certificate.subjectPublicKeyInfo
            switch key.key {
            case .ec, .ed25519, .ed448: continue
            case .unknown:
                judgement.report(
                    Self.known, at: .certificate(depth: depth), seen: key.typeName,
                    expected: "RSA, P-256, P-384, P-521, Ed25519 or Ed448",
                    message: "the key is of a kind that is not supported: \(key.typeName)")
            case .rsa(let rsa), .rsaPSS(let rsa, _):
                if rsa.modulusBits > PublicKey.maximumModulusBits
                    || rsa.publicExponent.count > PublicKey.maximumExponentBytes
                {
                    judgement.report(
                        Self.bounded, at: .certificate(depth: depth),
                        seen: "RSA \(rsa.modulusBits) bits, exponent of \(rsa.publicExponent.count) bytes",
                        expected: "at most \(PublicKey.maximumModulusBits) bits and an exponent below 2^32",
                        message: "the RSA key is too large to be computed with")
                }
                guard rsa.modulusBits < 2048 else { continue }
                judgement.report(
                    rsa.modulusBits < 1024 ? Self.rsa1024 : Self.rsa2048, at: .certificate(depth: depth),
                    seen: "RSA \(rsa.modulusBits) bits", expected: "at least 2048 bits",
                    message: "the RSA key has only \(rsa.modulusBits) bits")
            }
        }
    }
}
