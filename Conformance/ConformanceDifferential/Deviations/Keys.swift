import HoldfastCrypto
import HoldfastX509

extension Deviation {
    private static func key(_ name: String, _ story: String, _ kind: KeyKind, _ levels: [Level]) -> [Deviation] {
        levels.map { level in
            Deviation("key.\(name).\(level.rawValue)", "\(story) (\(level.rawValue))") { plan in
                let number = level == .leaf ? 1_000 : level == .anchor ? 0 : 900
                plan[level].key = KeyPool.Slot(kind: kind, number: number)
            }
        }
    }

    /// Kinds and lengths of keys, and keys that cannot be read.
    static let keys: [Deviation] =
        key("rsa1024", "has an RSA key of 1024 bits", .rsa(bits: 1024), Level.allCases)
        + key("rsa1536", "has an RSA key of 1536 bits", .rsa(bits: 1536), [.leaf, .intermediate])
        + key("rsa512", "has an RSA key of 512 bits", .rsa(bits: 512), Level.allCases)
        + key("rsa3072", "has an RSA key of 3072 bits", .rsa(bits: 3072), [.leaf])
        + key("p521", "has a key on P-521", .p521, Level.allCases)
        + key("ed25519", "has an Ed25519 key", .ed25519, Level.allCases)
        + key("ed448", "has an Ed448 key", .ed448, Level.allCases)
        + key("pss", "has an RSA key for PSS only", .rsaPSS(bits: 2048, nil), Level.allCases)
        + [
            Deviation("key.exponentOne.leaf", "has an RSA key with the exponent 1") { plan in
                plan.leaf.key = KeyPool.Slot(kind: .rsa(bits: 2048), number: 1_000)
                plan.editSignedPart(.leaf, rsa { modulus, _ in (modulus, [0x02, 0x01, 0x01]) })
            },
            Deviation("key.exponentEven.leaf", "has an RSA key with an even exponent") { plan in
                plan.leaf.key = KeyPool.Slot(kind: .rsa(bits: 2048), number: 1_000)
                plan.editSignedPart(.leaf, rsa { modulus, _ in (modulus, [0x02, 0x01, 0x10]) })
            },
            Deviation("key.modulusEven.leaf", "has an RSA key with an even modulus") { plan in
                plan.leaf.key = KeyPool.Slot(kind: .rsa(bits: 2048), number: 1_000)
                plan.editSignedPart(
                    .leaf,
                    rsa { modulus, exponent in
                        (Array(modulus.dropLast()) + [(modulus.last ?? 0) & 0xFE], exponent)
                    })
            },
            Deviation("key.offCurve.leaf", "has a point that is not on its curve") { plan in
                plan.leaf.key = KeyPool.Slot(kind: .p256, number: 1_000)
                plan.editSignedPart(
                    .leaf,
                    DERSurgery.replacing(.subjectPublicKeyInfo) { info in
                        guard isKey(info, .ecPublicKey) else { return info }
                        return Array(info.dropLast()) + [(info.last ?? 0) ^ 1]
                    })
            },
            Deviation("key.unknownCurve.leaf", "has a key on a curve that is not known") { plan in
                plan.leaf.key = KeyPool.Slot(kind: .p256, number: 1_000)
                plan.editSignedPart(
                    .leaf,
                    DERSurgery.replacing(.subjectPublicKeyInfo) { info in
                        replacing(
                            ObjectIdentifier.secp256r1.der, with: ObjectIdentifier(1, 3, 132, 0, 99).der, in: info)
                    })
            },
            Deviation("key.secp256k1.leaf", "has a key that says it is on secp256k1") { plan in
                plan.leaf.key = KeyPool.Slot(kind: .p256, number: 1_000)
                plan.editSignedPart(
                    .leaf,
                    DERSurgery.replacing(.subjectPublicKeyInfo) { info in
                        replacing(ObjectIdentifier.secp256r1.der, with: ObjectIdentifier.secp256k1.der, in: info)
                    })
            },
            Deviation("key.unknownAlgorithm.leaf", "has a key of an unknown algorithm") { plan in
                plan.editSignedPart(
                    .leaf,
                    DERSurgery.replacing(.subjectPublicKeyInfo) { info in
                        let parts = DERSurgery.elements(of: info)
                        let unknown = DERSurgery.sequence([ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999, 5).der])
                        return DERSurgery.sequence([unknown] + parts.dropFirst())
                    })
            },
            Deviation("key.shared", "leaf and intermediate have one key") { plan in
                plan.leaf.key = plan[.intermediate].key
            },
        ]

    /// Rewrites the two numbers of an RSA key, each a whole INTEGER.
    private static func rsa(
        _ body: @escaping @Sendable ([UInt8], [UInt8]) -> ([UInt8], [UInt8])
    ) -> @Sendable ([UInt8]) -> [UInt8] {
        DERSurgery.replacing(.subjectPublicKeyInfo) { info in
            let parts = DERSurgery.elements(of: info)
            guard parts.count == 2, isKey(info, .rsaEncryption) else { return info }
            let numbers = DERSurgery.elements(of: Array(DERSurgery.content(of: parts[1]).dropFirst()))
            guard numbers.count == 2 else { return info }
            let (modulus, exponent) = body(numbers[0], numbers[1])
            return DERSurgery.sequence([
                parts[0], DERSurgery.tagged(0x03, [0] + DERSurgery.sequence([modulus, exponent])),
            ])
        }
    }

    /// Whether an SPKI is of that algorithm: another deviation may have chosen another kind of key.
    private static func isKey(_ info: [UInt8], _ algorithm: ObjectIdentifier) -> Bool {
        DERSurgery.elements(of: DERSurgery.elements(of: info).first ?? []).first == algorithm.der
    }

    /// An SPKI with one of the elements of its algorithm replaced.
    private static func replacing(_ old: [UInt8], with new: [UInt8], in info: [UInt8]) -> [UInt8] {
        let parts = DERSurgery.elements(of: info)
        guard parts.count == 2 else { return info }
        let algorithm = DERSurgery.elements(of: parts[0]).map { $0 == old ? new : $0 }
        return DERSurgery.sequence([DERSurgery.sequence(algorithm), parts[1]])
    }
}
