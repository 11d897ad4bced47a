import HoldfastCrypto
import HoldfastX509
import Testing

/// An algorithm is checked only with a key that it is for.
@Suite("Signatures bound to keys")
struct SignatureBindingTests {
    private static let message = bytes("what was signed")

    /// Each kind of key with the algorithms that it may sign by; every other one is for none of it.
    private static let allowed: [(kind: KeyKind, algorithms: [SignatureAlgorithm])] = [
        (
            .rsa(bits: 1024),
            [
                .rsaPKCS1(.md5), .rsaPKCS1(.sha1), .rsaPKCS1(.sha224), .rsaPKCS1(.sha256), .rsaPKCS1(.sha384),
                .rsaPKCS1(.sha512), .rsaPSS(RSAPSSParameters(.sha256)), .rsaPSS(RSAPSSParameters(.sha1)),
                .rsaPSS(RSAPSSParameters(.sha256, maskGenerationDigest: .sha1, saltLength: 0)),
                .rsaPSS(RSAPSSParameters(.sha256, saltLength: 33)), .rsaPSS(RSAPSSParameters(.sha384)),
            ]
        ),
        (
            .rsaPSS(bits: 1024, nil),
            [
                .rsaPSS(RSAPSSParameters(.sha256)), .rsaPSS(RSAPSSParameters(.sha1)),
                .rsaPSS(RSAPSSParameters(.sha256, maskGenerationDigest: .sha1, saltLength: 0)),
                .rsaPSS(RSAPSSParameters(.sha256, saltLength: 33)), .rsaPSS(RSAPSSParameters(.sha384)),
            ]
        ),
        (
            // RFC 4055 §3.3: the same digests, and at least as long a salt.
            .rsaPSS(bits: 1024, RSAPSSParameters(.sha256)),
            [.rsaPSS(RSAPSSParameters(.sha256)), .rsaPSS(RSAPSSParameters(.sha256, saltLength: 33))]
        ),
        (.p256, DigestAlgorithm.allCases.map { .ecdsa($0) }),
        (.p384, DigestAlgorithm.allCases.map { .ecdsa($0) }),
        (.p521, DigestAlgorithm.allCases.map { .ecdsa($0) }),
        (.ed25519, [.ed25519]),
        (.ed448, [.ed448]),
    ]

    private static let unknown = SignatureAlgorithm.unknown(
        AlgorithmIdentifier(algorithm: .sha256WithRSAEncryption, parameters: [4, 0]))

    private static let every = Set(allowed.flatMap(\.algorithms) + [unknown])

    @Test("sign and verify by what is for the key, and by nothing else", arguments: allowed.indices)
    func matrix(_ row: Int) throws {
        let (kind, algorithms) = Self.allowed[row]
        let privateKey = try PrivateKey.generate(kind)
        let key = try PublicKey(privateKey.subjectPublicKeyInfo)
        #expect(algorithms.contains(privateKey.defaultSignatureAlgorithm))

        for algorithm in algorithms {
            let signature = try privateKey.sign(Self.message, algorithm: algorithm)
            for other in Self.every {
                // ECDSA and PKCS #1 hash first, so another algorithm's signature is one of another digest.
                #expect(
                    key.isValidSignature(signature[...], for: Self.message[...], algorithm: other)
                        == (other == algorithm), "\(kind): \(algorithm) taken for \(other)")
            }
        }
        for algorithm in Self.every where !algorithms.contains(algorithm) {
            #expect("\(kind) with \(algorithm)") {
                _ = try privateKey.sign(Self.message, algorithm: algorithm)
            } throws: { error in
                (error as? CryptoError)?.reason == .algorithmNotForKey
            }
        }
    }

    @Test("of an RSA-PSS key keep to what the key states, though the numbers would fit")
    func restrictedKey() throws {
        // The same numbers twice: in a key that may do anything, and in one that states its parameters.
        let privateKey = try PrivateKey.generate(.rsa(bits: 1024))
        let restricted = try PublicKey(
            SubjectPublicKeyInfo(
                algorithm: AlgorithmIdentifier(
                    algorithm: .rsaPSS, parameters: RSAPSSParameters(.sha256, saltLength: 20).der),
                subjectPublicKey: privateKey.subjectPublicKeyInfo.subjectPublicKey))
        let rows: [(name: String, algorithm: SignatureAlgorithm, isAllowed: Bool)] = [
            ("as stated", .rsaPSS(RSAPSSParameters(.sha256, saltLength: 20)), true),
            ("a longer salt", .rsaPSS(RSAPSSParameters(.sha256, saltLength: 32)), true),
            ("a shorter salt", .rsaPSS(RSAPSSParameters(.sha256, saltLength: 19)), false),
            ("another digest", .rsaPSS(RSAPSSParameters(.sha1, maskGenerationDigest: .sha256, saltLength: 20)), false),
            (
                "another digest inside MGF1",
                .rsaPSS(RSAPSSParameters(.sha256, maskGenerationDigest: .sha1, saltLength: 20)), false
            ),
            ("the older padding", .rsaPKCS1(.sha256), false),
        ]
        for row in rows {
            let signature = try privateKey.sign(Self.message, algorithm: row.algorithm)
            #expect(
                restricted.isValidSignature(signature[...], for: Self.message[...], algorithm: row.algorithm)
                    == row.isAllowed, "\(row.name)")
        }
    }

    @Test("do not verify with one bit changed, nor with bytes more or fewer")
    func changed() throws {
        for kind: KeyKind in [.rsa(bits: 1024), .p256, .ed25519] {
            let privateKey = try PrivateKey.generate(kind)
            let key = try PublicKey(privateKey.subjectPublicKeyInfo)
            let algorithm = privateKey.defaultSignatureAlgorithm
            let good = try privateKey.sign(Self.message, algorithm: algorithm)
            func verifies(_ signature: [UInt8], _ message: [UInt8] = Self.message) -> Bool {
                key.isValidSignature(signature[...], for: message[...], algorithm: algorithm)
            }
            #expect(verifies(good))
            for index in good.indices {
                for bit: UInt8 in [0x01, 0x80] {
                    var bad = good
                    bad[index] ^= bit
                    #expect(!verifies(bad), "\(kind): byte \(index), bit \(bit)")
                }
            }
            #expect(!verifies([]), "\(kind): an empty signature")
            #expect(!verifies(good + [0]), "\(kind): a byte after it")
            #expect(!verifies([0] + good), "\(kind): a byte before it")
            #expect(!verifies(good.dropLast()), "\(kind): a byte short")
            #expect(!verifies(good, Self.message + [0]), "\(kind): another message")
            #expect(!verifies(good, []), "\(kind): no message")

            let unfinished = BitString(good, unusedBits: 1)
            #expect(key.isValidSignature(BitString(good), for: Self.message[...], algorithm: algorithm))
            #expect(!key.isValidSignature(unfinished, for: Self.message[...], algorithm: algorithm))
        }
    }

    @Test("by another key do not verify")
    func otherKey() throws {
        for kind: KeyKind in [.rsa(bits: 1024), .p256, .ed25519] {
            let signer = try PrivateKey.generate(kind)
            let other = try PublicKey(PrivateKey.generate(kind).subjectPublicKeyInfo)
            let algorithm = signer.defaultSignatureAlgorithm
            let signature = try signer.sign(Self.message, algorithm: algorithm)
            #expect(!other.isValidSignature(signature[...], for: Self.message[...], algorithm: algorithm), "\(kind)")
        }
    }

    @Test("keep the salt length that their algorithm names")
    func saltLength() throws {
        // Negative lengths are words of libcrypto's: -2 means "as long as it is", which would check nothing.
        let privateKey = try PrivateKey.generate(.rsa(bits: 1024))
        let key = try PublicKey(privateKey.subjectPublicKeyInfo)
        let signature = try privateKey.sign(Self.message, algorithm: .rsaPSS(RSAPSSParameters(.sha256)))
        for length in [-4, -3, -2, -1, 0, 31, 33, 1 << 40] {
            let algorithm = SignatureAlgorithm.rsaPSS(RSAPSSParameters(.sha256, saltLength: length))
            #expect(
                !key.isValidSignature(signature[...], for: Self.message[...], algorithm: algorithm), "\(length)")
        }
    }

    @Test("can be checked by many threads with one key")
    func threads() async throws {
        let privateKey = try PrivateKey.generate(.p256)
        let key = try PublicKey(privateKey.subjectPublicKeyInfo)
        let good = try await withThrowingTaskGroup { group in
            for number in 0..<64 {
                group.addTask {
                    let message = bytes("message \(number)")
                    let signature = try privateKey.sign(message, algorithm: .ecdsa(.sha256))
                    return key.isValidSignature(signature[...], for: message[...], algorithm: .ecdsa(.sha256))
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(good == 64)
    }
}
