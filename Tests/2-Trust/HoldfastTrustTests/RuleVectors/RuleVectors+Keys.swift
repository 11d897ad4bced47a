import HoldfastAuthority
import HoldfastCrypto
import HoldfastTrust
import HoldfastX509

/// Keys and the signatures that they make.
extension RuleFolder {
    static let keyRules = [weakKey, weakSignature]

    // MARK: WeakKeyRule

    private static let exponent =
        "RFC 8017 §3.1: \"the RSA public exponent, e, is an integer between 3 and n - 1\"; CA/B BR "
        + "6.1.6: \"an odd number equal to 3 or more\", which SHOULD be from 2^16 + 1 on."

    /// A key of 2,048 bits that nobody made, with this exponent.
    private static func rsaKey(exponent octets: [UInt8]) throws -> SubjectPublicKeyInfo {
        var modulus = [UInt8](repeating: 0xFF, count: 256)
        modulus[255] = 0x1B
        return try SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(algorithm: .rsaEncryption, parameters: [5, 0]),
            subjectPublicKey: BitString(RSAPublicKey(modulus: modulus, publicExponent: octets).der))
    }

    private static let weakKey = RuleFolder(
        "WeakKeyRule",
        [
            RuleVector(
                "rsa-512", "NIST SP 800-131A r2 §3; Chromium's verifier refuses below 1024 bits.", .own,
                .everywhere("error weakKey.rsa1024")
            ) { $0.leafKey = try .generate(.rsa(bits: 512)) },
            RuleVector(
                "rsa-1024",
                "Apple (103769): RSA keys \"must use key sizes greater than or equal to 2048 bits\"; CA/B BR 6.1.5; "
                    + "RFC 5280 §8: \"Short key lengths (…) will limit the utility of a certificate\".",
                .own, .weights("WEEE", "weakKey.rsa2048")
            ) { $0.leafKey = try .generate(.rsa(bits: 1024)) },
            RuleVector(
                "rsa-1024-below-a-public-anchor",
                "Apple (103769): RSA keys \"must use key sizes greater than or equal to 2048 bits\".", .publicWeb,
                .weights("EEEE", "weakKey.rsa2048")
            ) { $0.leafKey = try .generate(.rsa(bits: 1024)) },
            RuleVector("rsa-2048", "CA/B BR 6.1.5: at least 2048 bits.", .publicWeb, .good) {
                $0.leafKey = try .generate(.rsa(bits: 2048))
            },
            RuleVector(
                "rsa-exponent-1", exponent + " With 1 anybody signs.", .own, .everywhere("error weakKey.exponent"),
                made: { try RootProgramChain().made(for: rsaKey(exponent: [1])) }),
            RuleVector(
                "rsa-exponent-3", exponent, .own, .webpki("warning weakKey.exponentRange"),
                made: { try RootProgramChain().made(for: rsaKey(exponent: [3])) }),
            RuleVector(
                "ed25519",
                "CA/B BR 7.1.3.1: \"No other algorithms\" than RSA and ECDSA; Chromium and Apple verify no other; RFC "
                    + "8410 defines it for certificates.",
                .own, .weights("W-EW", "weakKey.algorithm")
            ) { $0.leafKey = try .generate(.ed25519) },
            RuleVector(
                "rsa-2052", "CA/B BR 6.1.5: \"the modulus size, in bits, is evenly divisible by 8\".", .own,
                .servers("error weakKey.wholeOctets")
            ) { $0.leafKey = try .generate(.rsa(bits: 2052)) },
            RuleVector(
                "dsa", "RFC 5480, RFC 8410 and RFC 4055 name the kinds of keys; CA/B BR 6.1.5 wants RSA or ECDSA.",
                .own,
                .everywhere("error weakKey.dsa"),
                made: {
                    let dsa = AlgorithmIdentifier(algorithm: ObjectIdentifier(1, 2, 840, 10040, 4, 1))
                    let key = try SubjectPublicKeyInfo(algorithm: dsa, subjectPublicKey: BitString([2, 1, 7]))
                    return try RootProgramChain().made(for: key)
                }),
            RuleVector(
                "no-point-of-the-curve",
                "RFC 5480 §2.2: the key is a point of the curve; NIST SP 800-56A r3 §5.6.2.3.3 has it checked.", .own,
                .everywhere("error weakKey.point"),
                made: {
                    let real = try PrivateKey.generate(.p256).subjectPublicKeyInfo
                    var point = Array(real.subjectPublicKey.bytes)
                    point[point.count - 1] ^= 1
                    let key = try SubjectPublicKeyInfo(algorithm: real.algorithm, subjectPublicKey: BitString(point))
                    return try RootProgramChain().made(for: key)
                }),
        ])

    // MARK: WeakSignatureRule

    private static let weakSignature = RuleFolder(
        "WeakSignatureRule",
        [
            RuleVector(
                "sha-1",
                "RFC 9155 §2: SHA-1 MUST NOT be used; Apple (103769): \"a hash algorithm from the SHA-2 family\".",
                .own,
                .everywhere("error weakSignature.digest")
            ) { $0.leaf.signatureAlgorithm = .ecdsa(.sha1) },
            RuleVector(
                "sha-1-on-an-authority", "RFC 9155 §2, of the certificate above.", .own,
                .everywhere("error weakSignature.digest")
            ) { $0.intermediate.signatureAlgorithm = .ecdsa(.sha1) },
            RuleVector(
                "sha-1-on-the-anchor", "RFC 5280 §6.1.1(d): nobody needs the signature of an anchor.", .own, .good
            ) { $0.root.signatureAlgorithm = .ecdsa(.sha1) },
            RuleVector(
                "sha-384-by-p-256",
                "CA/B BR 7.1.3.2.2: \"If the signing key is P-256, the signature MUST use ECDSA with SHA-256.\"",
                .publicWeb,
                .webpki("error weakSignature.curveDigest")
            ) { $0.leaf.signatureAlgorithm = .ecdsa(.sha384) },
            RuleVector(
                "sha-384-by-p-384",
                "CA/B BR 7.1.3.2.2: \"If the signing key is P-384, the signature MUST use ECDSA with SHA-384.\"",
                .publicWeb,
                .good
            ) {
                $0.intermediateKey = try .generate(.p384)
                $0.leaf.signatureAlgorithm = .ecdsa(.sha384)
            },
            RuleVector(
                "by-ed25519",
                "CA/B BR 7.1.3.2: the nine encodings of RSA and ECDSA; 7.1.3.1: \"No other algorithms\". RFC 8410 "
                    + "allows it.",
                .own,
                RuleExpectation(
                    default: "warning weakKey.algorithm, warning weakSignature.encoding", rfc5280: "-",
                    webpki: "error weakKey.algorithm, error weakSignature.encoding",
                    apple: "warning weakKey.algorithm, warning weakSignature.encoding")
            ) { $0.intermediateKey = try .generate(.ed25519) },
        ])
}
