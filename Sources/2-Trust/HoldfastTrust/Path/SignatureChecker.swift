import HoldfastCrypto
import HoldfastX509

/// Answers whether a certificate's key made the signature on another certificate, a revocation list or an OCSP
/// response, within the budget.
struct SignatureChecker {
    let memory: SignatureMemory
    /// Whether what is checked says something of revocation, whose checks have an allowance of their own.
    private(set) var isAboutRevocation = false
    /// Nil where the profile refuses DSA, as all standard ones do.
    private var dsa: DSAVerifier?

    init(memory: SignatureMemory, dsa: DSAVerifier? = nil) {
        self.memory = memory
        self.dsa = dsa
    }

    /// The checker of what says something of revocation.
    var aboutRevocation: SignatureChecker {
        var other = self
        other.isAboutRevocation = true
        return other
    }

    private func spend(_ weight: Int, _ meter: inout WorkMeter) -> Bool {
        isAboutRevocation ? meter.spend(revocationWeight: weight) : meter.spend(signatureWeight: weight)
    }

    private func failed(_ weight: Int, _ meter: inout WorkMeter) -> SignatureAnswer {
        if isAboutRevocation { meter.countFailure(revocationWeight: weight) }
        return .answered(.failed)
    }

    /// Whether a certificate's key made the signature on another certificate or on an OCSP response.
    mutating func check(child: some SignedStructure, issuer: Certificate, meter: inout WorkMeter) -> SignatureAnswer {
        guard let weight = Self.weight(of: issuer.subjectPublicKeyInfo), Self.isKnown(child.signatureAlgorithm) else {
            return dsa?.check(SignedContent(child), issuer: issuer, meter: &meter) ?? .answered(.unsupported)
        }
        // A signature is a whole number of octets (RFC 5280 §4.1.1.3 with the algorithms of RFC 3279 and its heirs).
        // The memory knows octets only, so this is asked before.
        guard child.signature.unusedBits == 0, Self.fits(child.signatureAlgorithm, issuer.subjectPublicKeyInfo) else {
            return .answered(.failed)
        }
        let cost = weight + child.tbsBytes.count / Self.bytesOfUnit
        guard spend(cost, &meter) else { return .overBudget }
        let memoryKey = SignatureMemory.key(child: child, issuer: issuer)
        if memory.contains(memoryKey) {
            meter.countRememberedSignature()
            return .answered(.verified)
        }
        guard let key = memory.publicKey(issuer.subjectPublicKeyInfo) else { return .answered(.unsupported) }
        guard key.isValidSignature(child.signature.bytes, for: child.tbsBytes, algorithm: child.signatureAlgorithm)
        else { return failed(cost, &meter) }
        memory.insert(memoryKey)
        return .answered(.verified)
    }

    /// Whether a certificate's key made the signature on a revocation list. It is not remembered: to find it in the
    /// memory would take hashing the list, which is nearly all that the check costs.
    mutating func check(list: CertificateList, signer: Certificate, meter: inout WorkMeter) -> SignatureAnswer {
        guard let weight = Self.weight(of: signer.subjectPublicKeyInfo), Self.isKnown(list.signatureAlgorithm) else {
            return dsa?.check(SignedContent(list), issuer: signer, meter: &meter) ?? .answered(.unsupported)
        }
        guard spend(weight, &meter) else { return .overBudget }
        guard let key = memory.publicKey(signer.subjectPublicKeyInfo) else { return .answered(.unsupported) }
        let holds = key.isValidSignature(list.signature, for: list.tbsBytes, algorithm: list.signatureAlgorithm)
        return holds ? .answered(.verified) : failed(weight, &meter)
    }

    /// Whether a log gave a timestamp for this entry; nil where the budget does not allow to look.
    mutating func check(
        _ timestamp: SignedCertificateTimestamp, of log: SubjectPublicKeyInfo, for entry: TimestampedEntry,
        meter: inout WorkMeter
    ) -> Bool? {
        guard let content = timestamp.version1, let weight = Self.weight(of: log) else { return false }
        let signed = entry.signedBytes(timestamp: content.timestamp, extensions: content.extensions)
        guard meter.spend(signatureWeight: weight + signed.count / Self.bytesOfUnit) else { return nil }
        // Two octets of TLS where a certificate's algorithm is a SEQUENCE: no timestamp is taken for a certificate.
        let memoryKey = SignatureMemory.key(
            [log.bytes, [content.hashAlgorithm, content.signatureAlgorithm], signed[...], content.signature])
        if memory.contains(memoryKey) {
            meter.countRememberedSignature()
            return true
        }
        guard memory.publicKey(log)?.isValidTimestamp(timestamp, for: entry) == true else { return false }
        memory.insert(memoryKey)
        return true
    }

    static func isKnown(_ algorithm: SignatureAlgorithm) -> Bool {
        if case .unknown = algorithm { false } else { true }
    }

    /// So many octets are hashed in the time of one P-256 verification, once for the check and once for the memory.
    private static let bytesOfUnit = 1 << 15

    /// Whether a key of this type makes such signatures at all; what does not is not worth a check.
    private static func fits(_ algorithm: SignatureAlgorithm, _ info: SubjectPublicKeyInfo) -> Bool {
        switch (algorithm, info.key) {
        case (.rsaPKCS1, .rsa), (.rsaPSS, .rsa), (.rsaPSS, .rsaPSS), (.ecdsa, .ec), (.ed25519, .ed25519),
            (.ed448, .ed448):
            true
        case (.mldsa(let set), .mldsa(let own, _)): set == own
        default: false
        }
    }

    /// Cost of one verification in units of P-256's (58 µs by `openssl speed`, OpenSSL 3.0 on the project's machines);
    /// nil where the key is of no kind that we verify with.
    static func weight(of info: SubjectPublicKeyInfo) -> Int? {
        switch info.key {
        case .rsa(let key), .rsaPSS(let key, _):
            // Verification grows with the square of the modulus: 16 µs at 2048 bits, 61 at 4096.
            key.modulusBits <= 4096 ? 1 : 4
        case .ec(.p256, _): 1
        // 667 µs: OpenSSL 3.0 has faster code for the larger curve (488 µs) and none for this one.
        case .ec(.p384, _): 12
        case .ec(.p521, _): 9
        case .ed25519: 2
        case .ed448: 4
        // 124, 178 and 287 µs, where P-256 takes 80 (OpenSSL 3.5), and half as much to set up the key.
        case .mldsa(.mlDSA44, _): 2
        case .mldsa(.mlDSA65, _): 3
        case .mldsa(.mlDSA87, _): 5
        case .unknown: nil
        }
    }
}
