import HoldfastCrypto
import HoldfastX509

/// Answers whether one certificate's key made the signature on another, within the budget.
struct SignatureChecker {
    enum Answer {
        case answered(CertificationPath.Signature)
        case overBudget
    }

    let memory: SignatureMemory
    /// Keys built in this evaluation: an issuer of many candidates is decoded once.
    private var keys: [ArraySlice<UInt8>: PublicKey] = [:]

    /// Nil where the profile refuses DSA, as all standard ones do.
    private var dsa: DSAVerifier?

    init(memory: SignatureMemory, dsa: DSAVerifier? = nil) {
        self.memory = memory
        self.dsa = dsa
    }

    mutating func check(child: Certificate, issuer: Certificate, meter: inout WorkMeter) -> Answer {
        guard let weight = Self.weight(of: issuer.subjectPublicKeyInfo), Self.isKnown(child.signatureAlgorithm) else {
            return dsa?.check(SignedContent(child), issuer: issuer, meter: &meter) ?? .answered(.unsupported)
        }
        let memoryKey = SignatureMemory.key(child: child, issuer: issuer)
        if memory.contains(memoryKey) {
            meter.countRememberedSignature()
            return .answered(.verified)
        }
        guard meter.spend(signatureWeight: weight) else { return .overBudget }
        guard let key = key(of: issuer) else { return .answered(.unsupported) }
        // A signature is a whole number of octets (RFC 5280 §4.1.1.3 with the algorithms of RFC 3279 and its heirs).
        guard child.signature.unusedBits == 0,
            key.isValidSignature(child.signature.bytes, for: child.tbsBytes, algorithm: child.signatureAlgorithm)
        else { return .answered(.failed) }
        memory.insert(memoryKey)
        return .answered(.verified)
    }

    /// Whether a certificate's key made the signature on a revocation list. It is not remembered: to find it in the memory
    /// would take hashing the list, which is nearly all that the check costs.
    mutating func check(list: CertificateList, signer: Certificate, meter: inout WorkMeter) -> Answer {
        guard let weight = Self.weight(of: signer.subjectPublicKeyInfo), Self.isKnown(list.signatureAlgorithm) else {
            return dsa?.check(SignedContent(list), issuer: signer, meter: &meter) ?? .answered(.unsupported)
        }
        guard meter.spend(signatureWeight: weight) else { return .overBudget }
        guard let key = key(of: signer) else { return .answered(.unsupported) }
        let holds = key.isValidSignature(list.signature, for: list.tbsBytes, algorithm: list.signatureAlgorithm)
        return .answered(holds ? .verified : .failed)
    }

    private mutating func key(of issuer: Certificate) -> PublicKey? {
        let info = issuer.subjectPublicKeyInfo
        if let key = keys[info.bytes] { return key }
        guard let key = try? PublicKey(info) else { return nil }
        keys[info.bytes] = key
        return key
    }

    private static func isKnown(_ algorithm: SignatureAlgorithm) -> Bool {
        if case .unknown = algorithm { false } else { true }
    }

    /// Cost of one verification in units of P-256's (about 50 µs, OpenSSL 3.0 on the project's machines); nil where
    /// the key is of no kind that we verify with.
    private static func weight(of info: SubjectPublicKeyInfo) -> Int? {
        switch info.key {
        case .rsa(let key), .rsaPSS(let key, _):
            // Verification grows with the square of the modulus: 17 µs at 2048 bits, 52 at 4096.
            key.modulusBits <= 4096 ? 1 : 4
        case .ec(.p256, _): 1
        case .ec(.p384, _): 10
        case .ec(.p521, _): 20
        case .ed25519: 3
        case .ed448: 10
        case .unknown: nil
        }
    }
}
