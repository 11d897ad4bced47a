import HoldfastCrypto
import HoldfastX509

/// Whether a key can do what an algorithm asks for in this operation.
///
/// Private keys sign, decrypt and agree on keys, public keys verify and encrypt; an RSA public key also decrypts by its
/// bare power. Whether data are of the right length only shows when the operation is carried out. Keys of Ed25519,
/// Ed448 and ML-DSA support none of the algorithms that are named here.
@discardableResult
public func SecKeyIsAlgorithmSupported(
    _ key: SecKey, _ operation: SecKeyOperationType, _ algorithm: SecKeyAlgorithm
) -> Bool {
    (try? key.plan(algorithm, for: operation)) != nil
}

extension SecKey {
    /// The operation that an algorithm stands for, where the key supports it.
    ///
    /// - Throws: `errSecParam`, Apple's code for an algorithm that the key does not support.
    func plan(
        _ algorithm: SecKeyAlgorithm, for operation: SecKeyOperationType
    ) throws(KeyError) -> KeyAlgorithmPlan {
        guard let plan = KeyAlgorithmPlan.named(algorithm.name), supports(plan, for: operation) else {
            throw KeyError(
                errSecParam, "\(algorithm.name): not supported by \(coreFoundationDescription) for this operation")
        }
        return plan
    }

    private func supports(_ plan: KeyAlgorithmPlan, for operation: SecKeyOperationType) -> Bool {
        let isPrivate = privateKey != nil
        return switch (operation, plan) {
        case (.sign, .signature(let plan)): isPrivate && allows(plan)
        case (.verify, .signature(let plan)): !isPrivate && allows(plan)
        case (.encrypt, .encryption(let plan)): !isPrivate && allows(plan)
        case (.decrypt, .encryption(let plan)): (isPrivate || plan == .rawRSA) && allows(plan)
        case (.keyExchange, .exchange): isPrivate && isOnCurve
        default: false
        }
    }

    private func allows(_ plan: KeySignaturePlan) -> Bool {
        switch plan.scheme {
        case .rawRSA: isPlainRSA
        case .pkcs1(let digest): DigestSignature.pkcs1(digest).isOne(for: key)
        // RFC 8017 §9.1.1: emLen of at least hLen + sLen + 2.
        case .pss(let digest): DigestSignature.pss(digest).isOne(for: key) && blockSize >= 2 * digest.byteCount + 2
        case .ecdsa: isOnCurve
        }
    }

    private func allows(_ plan: KeyEncryptionPlan) -> Bool {
        switch plan {
        case .rawRSA, .pkcs1: isPlainRSA
        // RFC 8017 §7.1.1: k of at least 2 hLen + 2.
        case .oaep(let digest), .oaepWithAESGCM(let digest): isPlainRSA && blockSize >= 2 * digest.byteCount + 2
        case .ecies: isOnCurve
        }
    }

    private var isPlainRSA: Bool {
        if case .rsa = key { true } else { false }
    }

    var isOnCurve: Bool {
        if case .ec = key { true } else { false }
    }
}
