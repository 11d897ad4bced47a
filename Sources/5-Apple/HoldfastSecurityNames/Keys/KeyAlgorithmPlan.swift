import HoldfastX509

/// The operation that an algorithm stands for, read from its name.
enum KeyAlgorithmPlan: Hashable, Sendable {
    case signature(KeySignaturePlan)
    case encryption(KeyEncryptionPlan)
    /// ECDH; with a digest, its secret condensed by X9.63. With or without the cofactor, which is 1 on our curves.
    case exchange(DigestAlgorithm?)

    /// `nil` for a name that is not one of Apple's.
    static func named(_ name: String) -> KeyAlgorithmPlan? { table[name] }

    private static let digests: [(name: String, digest: DigestAlgorithm)] = [
        ("SHA1", .sha1), ("SHA224", .sha224), ("SHA256", .sha256), ("SHA384", .sha384), ("SHA512", .sha512),
    ]

    private static let table: [String: KeyAlgorithmPlan] = {
        var table: [String: KeyAlgorithmPlan] = [
            "algid:sign:RSA:raw": .signature(.init(.rawRSA)),
            "algid:sign:RSA:digest-PKCS1v15": .signature(.init(.pkcs1(nil))),
            "algid:sign:ECDSA:RFC4754": .signature(.init(.ecdsa(nil, .concatenated))),
            "algid:sign:ECDSA:digest-RFC4754": .signature(.init(.ecdsa(nil, .concatenated))),
            "algid:sign:ECDSA:digest-X962": .signature(.init(.ecdsa(nil, .der))),
            "algid:encrypt:RSA:raw": .encryption(.rawRSA),
            "algid:encrypt:RSA:PKCS1": .encryption(.pkcs1),
            "algid:keyexchange:ECDH": .exchange(nil),
            "algid:keyexchange:ECDHC": .exchange(nil),
        ]
        for (name, digest) in digests {
            // Apple's names for SHA-224 speak of 24 bytes of salt; Apple's code takes the digest's 28.
            let salt = digest == .sha224 ? 24 : digest.byteCount
            for (input, hashes) in [("digest", false), ("message", true)] {
                table["algid:sign:RSA:\(input)-PKCS1v15:\(name)"] = .signature(.init(.pkcs1(digest), hashes: hashes))
                table["algid:sign:RSA:\(input)-PSS:\(name):\(name):\(salt)"] =
                    .signature(.init(.pss(digest), hashes: hashes))
                table["algid:sign:ECDSA:\(input)-X962:\(name)"] =
                    .signature(.init(.ecdsa(digest, .der), hashes: hashes))
                table["algid:sign:ECDSA:\(input)-RFC4754:\(name)"] =
                    .signature(.init(.ecdsa(digest, .concatenated), hashes: hashes))
            }
            table["algid:encrypt:RSA:OAEP:\(name)"] = .encryption(.oaep(digest))
            table["algid:encrypt:RSA:OAEP:\(name):AESGCM"] = .encryption(.oaepWithAESGCM(digest))
            for agreement in ["ECDH", "ECDHC"] {
                table["algid:keyexchange:\(agreement):KDFX963:\(name)"] = .exchange(digest)
                let encryption = "algid:encrypt:ECIES:\(agreement):KDFX963:\(name):AESGCM"
                table[encryption] = .encryption(.ecies(digest, derivesNonce: false))
                guard digest != .sha1 else { continue }
                table[encryption + "-KDFIV"] = .encryption(.ecies(digest, derivesNonce: true))
            }
        }
        return table
    }()
}

/// The scheme of a signature, and whether it is over a message.
struct KeySignaturePlan: Hashable, Sendable {
    enum Scheme: Hashable, Sendable {
        /// RSA's bare power.
        case rawRSA
        /// Without a digest, over bytes of any kind.
        case pkcs1(DigestAlgorithm?)
        case pss(DigestAlgorithm)
        /// Without a digest, over one of any length.
        case ecdsa(DigestAlgorithm?, ECDSAForm)
    }

    enum ECDSAForm: Hashable, Sendable {
        /// `ECDSA-Sig-Value` (RFC 3279 §2.2.3).
        case der
        /// Both numbers in the length of the curve's coordinates (RFC 4754 §7).
        case concatenated
    }

    let scheme: Scheme
    /// Whether the data are a message, of which the digest is still to be made.
    let hashes: Bool

    init(_ scheme: Scheme, hashes: Bool = false) {
        self.scheme = scheme
        self.hashes = hashes
    }

    /// `nil` where the data may be of any length.
    var digest: DigestAlgorithm? {
        switch scheme {
        case .rawRSA, .pkcs1(nil), .ecdsa(nil, _): nil
        case .pkcs1(let digest?), .pss(let digest), .ecdsa(let digest?, _): digest
        }
    }
}

/// The scheme of an encryption.
enum KeyEncryptionPlan: Hashable, Sendable {
    /// RSA's bare power.
    case rawRSA
    case pkcs1
    case oaep(DigestAlgorithm)
    /// A new AES key by OAEP, and the data under that.
    case oaepWithAESGCM(DigestAlgorithm)
    /// A new key pair, and the data under what it agrees on with the key.
    case ecies(DigestAlgorithm, derivesNonce: Bool)
}
