import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509

extension Deviation {
    private static let rsa = KeyKind.rsa(bits: 2048)

    /// A certificate signed by its issuer's RSA key with a digest.
    private static func digest(_ name: String, _ digest: DigestAlgorithm, _ levels: [Level]) -> [Deviation] {
        each(levels, "signature.\(name)", "is signed with \(digest)") { plan, level in
            issuerKey(of: level, &plan) { $0 = KeyPool.Slot(kind: rsa, number: $0.number) }
            plan.change(level) { $0.signatureAlgorithm = .rsaPKCS1(digest) }
        }
    }

    /// Changes the key that signs the certificate at a level.
    private static func issuerKey(of level: Level, _ plan: inout ChainPlan, _ body: (inout KeyPool.Slot) -> Void) {
        switch level {
        case .leaf where plan.intermediates.isEmpty: body(&plan.root.key)
        case .leaf: body(&plan.intermediates[plan.intermediates.count - 1].key)
        case .intermediate:
            plan.needIntermediates(1)
            let above = plan.intermediates.count - 2
            if above >= 0 { body(&plan.intermediates[above].key) } else { body(&plan.root.key) }
        case .anchor: body(&plan.root.key)
        }
        // What that key signs otherwise takes its default algorithm.
    }

    /// Algorithms of signatures, what certificates say about them, and signatures that do not verify.
    static let signatures: [Deviation] =
        digest("md5", .md5, Level.allCases) + digest("sha1", .sha1, Level.allCases)
        + digest("sha224", .sha224, [.leaf]) + digest("sha512", .sha512, [.leaf, .intermediate])
        + each("signature.broken", "has a signature with one bit inverted") { plan, level in
            plan.change(level) { $0.signatureEdit = .flippingBit(at: -1) }
        }
        + each([.leaf, .intermediate], "signature.forged", "is signed by another key in its issuer's name") {
            plan, level in plan[level].forger = KeyPool.Slot(kind: .p256, number: 666)
        }
        + each("signature.otherOutside", "names another algorithm beside the signature") { plan, level in
            plan.change(level) { $0.outerAlgorithm = .ecdsa(.sha512) }
        }
        + each([.leaf, .intermediate], "signature.otherInside", "names another algorithm in the signed part") {
            plan, level in plan.change(level) { $0.innerAlgorithm = .ecdsa(.sha512) }
        }
        + [
            Deviation("signature.pss.leaf", "is signed with RSA-PSS and SHA-256") { plan in
                issuerKey(of: .leaf, &plan) { $0 = KeyPool.Slot(kind: rsa, number: $0.number) }
                plan.leaf.template.signatureAlgorithm = .rsaPSS(RSAPSSParameters(.sha256))
            },
            Deviation("signature.pssSHA1.leaf", "is signed with RSA-PSS and SHA-1") { plan in
                issuerKey(of: .leaf, &plan) { $0 = KeyPool.Slot(kind: rsa, number: $0.number) }
                plan.leaf.template.signatureAlgorithm = .rsaPSS(RSAPSSParameters(.sha1))
            },
            Deviation("signature.ecdsaSHA512.leaf", "is signed by a P-256 key with SHA-512") { plan in
                issuerKey(of: .leaf, &plan) { $0 = KeyPool.Slot(kind: .p256, number: $0.number) }
                plan.leaf.template.signatureAlgorithm = .ecdsa(.sha512)
            },
            Deviation("signature.ecdsaSHA1.leaf", "is signed by a P-256 key with SHA-1") { plan in
                issuerKey(of: .leaf, &plan) { $0 = KeyPool.Slot(kind: .p256, number: $0.number) }
                plan.leaf.template.signatureAlgorithm = .ecdsa(.sha1)
            },
            parameters("rsaNoNull", "has RSA's identifier without its NULL", kind: rsa, .sha256WithRSAEncryption, nil),
            parameters("ecdsaNull", "has ECDSA's identifier with a NULL", kind: .p256, .ecdsaWithSHA256, [0x05, 0x00]),
            parameters(
                "unknown", "is signed by an unknown algorithm", kind: .p256,
                ObjectIdentifier(1, 3, 6, 1, 4, 1, 99_999, 6), nil),
            Deviation("signature.empty.leaf", "has a signature of no octets") { plan in
                plan.leaf.template.signatureEdit = .replacing(with: [])
            },
            Deviation("signature.unusedBits.leaf", "has a signature that ends within an octet") { plan in
                plan.leaf.template.certificateEdit = ByteEdit { der in
                    let parts = DERSurgery.elements(of: der)
                    guard parts.count == 3 else { return der }
                    var bits = DERSurgery.content(of: parts[2])
                    bits[0] = 1
                    bits[bits.count - 1] &= 0xFE
                    return DERSurgery.sequence([parts[0], parts[1], DERSurgery.tagged(0x03, bits)])
                }
            },
            Deviation("signature.trailing.leaf", "has octets behind its signature, within the bit string") { plan in
                plan.leaf.template.signatureEdit = .appending([0, 0])
            },
        ]

    private static func parameters(
        _ name: String, _ story: String, kind: KeyKind, _ algorithm: ObjectIdentifier, _ parameters: [UInt8]?
    ) -> Deviation {
        Deviation("signature.\(name).leaf", story) { plan in
            issuerKey(of: .leaf, &plan) { $0 = KeyPool.Slot(kind: kind, number: $0.number) }
            let identifier = AlgorithmIdentifier(algorithm: algorithm, parameters: parameters)
            plan.leaf.template.innerAlgorithm = .unknown(identifier)
            plan.leaf.template.outerAlgorithm = .unknown(identifier)
        }
    }
}
