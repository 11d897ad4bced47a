import TestSupport
import Testing

@testable import HoldfastX509

/// FIPS 204 and RFC 9881: sizes, identifiers and forms, which are known wherever it can be computed with or not.
@Suite("ML-DSA as bytes") struct MLDSATests {
    /// FIPS 204 table 2: "Sizes (in bytes) of keys and signatures of ML-DSA".
    private static let table: [(set: MLDSA, dotted: String, privateKey: Int, publicKey: Int, signature: Int)] = [
        (.mlDSA44, "2.16.840.1.101.3.4.3.17", 2560, 1312, 2420),
        (.mlDSA65, "2.16.840.1.101.3.4.3.18", 4032, 1952, 3309),
        (.mlDSA87, "2.16.840.1.101.3.4.3.19", 4896, 2592, 4627),
    ]

    @Test("the parameter sets are those of FIPS 204 table 2, under the identifiers of RFC 9881 §2", arguments: table)
    func sets(row: (set: MLDSA, dotted: String, privateKey: Int, publicKey: Int, signature: Int)) {
        #expect("\(row.set.identifier)" == row.dotted && MLDSA(row.set.identifier) == row.set)
        #expect(row.set.expandedKeyByteCount == row.privateKey)
        #expect(row.set.publicKeyByteCount == row.publicKey && row.set.identifier.keyByteCount == row.publicKey)
        #expect(row.set.signatureByteCount == row.signature)
        #expect(SignatureAlgorithm(AlgorithmIdentifier(algorithm: row.set.identifier)) == .mldsa(row.set))
        #expect(SignatureAlgorithm.mldsa(row.set).identifier.parameters == nil)
    }

    @Test("certificates of OpenSSL 3.5 are read", arguments: RecordedMLDSA.sets)
    func certificates(_ name: String) throws {
        let set = try #require(MLDSA(rawValue: "ML-DSA-\(name)"))
        for file in ["root-\(name).pem", "leaf-\(name).pem"] {
            let certificate = try Certificate(der: RecordedMLDSA.der(file))
            guard case .mldsa(set, let key) = certificate.subjectPublicKeyInfo.key else {
                Issue.record("\(file): \(certificate.subjectPublicKeyInfo.key)")
                return
            }
            #expect(key.count == set.publicKeyByteCount && certificate.subjectPublicKeyInfo.bits == nil)
            #expect(
                certificate.signatureAlgorithm == .mldsa(set) && "\(certificate.signatureAlgorithm)" == set.rawValue)
            #expect(certificate.signature.bytes.count == set.signatureByteCount)
        }
    }

    /// RFC 9881 §2: "The contents of the parameters component for each algorithm MUST be absent."
    @Test("with parameters, or of another length, it is no such key and no such signature")
    func others() throws {
        for set in MLDSA.allCases {
            let odd = AlgorithmIdentifier(algorithm: set.identifier, parameters: [5, 0])
            #expect(SignatureAlgorithm(odd) == .unknown(odd))
            let plain = AlgorithmIdentifier(algorithm: set.identifier)
            for (algorithm, count) in [
                (odd, set.publicKeyByteCount), (plain, set.publicKeyByteCount - 1), (plain, set.publicKeyByteCount + 1),
                (plain, 0),
            ] {
                let key = try SubjectPublicKeyInfo(
                    algorithm: algorithm, subjectPublicKey: BitString([UInt8](repeating: 7, count: count)))
                #expect(key.key == .unknown, "\(set) \(count)")
            }
        }
        // RFC 9881 §2 has no HashML-DSA.
        let hashed = AlgorithmIdentifier(algorithm: ObjectIdentifier(2, 16, 840, 1, 101, 3, 4, 3, 32))
        #expect(SignatureAlgorithm(hashed) == .unknown(hashed) && hashed.algorithm.isPostQuantum)
    }

    @Test("private keys: the seed, the key, or both (RFC 9881 §6)", arguments: MLDSA.allCases)
    func privateKeys(_ set: MLDSA) throws {
        let name = set.rawValue.suffix(2)
        for (file, form) in [("seed", MLDSAPrivateKey.Form.seed), ("expanded", .expandedKey), ("both", .both)] {
            let info = try PrivateKeyInfo(der: RecordedMLDSA.der("ml-dsa-\(name)-\(file).key"))
            #expect(info.privateKeyAlgorithm.algorithm == set.identifier && info.privateKeyAlgorithm.isSupportedKey)
            #expect(try MLDSAPrivateKey(set, der: info.privateKey).form == form)
        }
    }

    @Test("private keys of another length, another choice, or with bytes behind them are none")
    func malformedPrivateKeys() {
        func octets(_ tag: UInt8, _ count: Int) -> [UInt8] { tlv(tag, [UInt8](repeating: 1, count: count)) }
        for set in MLDSA.allCases {
            let key = octets(0x04, set.expandedKeyByteCount)
            let bad: [[UInt8]] = [
                [], octets(0x80, 31), octets(0x80, 33), octets(0x80, 32) + [0], octets(0xA0, 32), octets(0x81, 32),
                octets(0x04, 32), octets(0x04, set.expandedKeyByteCount + 1), tlv(0x30, octets(0x04, 32)),
                tlv(0x30, octets(0x04, 31) + key), tlv(0x30, octets(0x04, 32) + key + [5, 0]),
                tlv(0x30, key + octets(0x04, 32)), key + key,
            ]
            for bytes in bad {
                #expect(throws: DERError.self, "\(set), \(bytes.count) octets") {
                    try MLDSAPrivateKey(set, der: bytes[...])
                }
            }
        }
    }

    /// draft-ietf-lamps-pq-composite-sigs, RFC 9909, RFC 9925, draft-ietf-plants-merkle-tree-certs; IANA, SMI numbers.
    @Test("what is recognised by name alone has the name of its document")
    func names() {
        let rows: [(String, String, Bool)] = [
            ("1.3.6.1.5.5.7.6.37", "MLDSA44-RSA2048-PSS-SHA256", true),
            ("1.3.6.1.5.5.7.6.39", "MLDSA44-Ed25519-SHA512", true),
            ("1.3.6.1.5.5.7.6.45", "MLDSA65-ECDSA-P256-SHA512", true),
            ("1.3.6.1.5.5.7.6.46", "MLDSA65-ECDSA-P384-SHA512", true),
            ("1.3.6.1.5.5.7.6.49", "MLDSA87-ECDSA-P384-SHA512", true),
            ("1.3.6.1.5.5.7.6.51", "MLDSA87-Ed448-SHAKE256", true),
            ("1.3.6.1.5.5.7.6.54", "MLDSA87-ECDSA-P521-SHA512", true),
            ("2.16.840.1.101.3.4.3.20", "SLH-DSA-SHA2-128s", true),
            ("2.16.840.1.101.3.4.3.31", "SLH-DSA-SHAKE-256f", true), ("1.3.6.1.5.5.7.6.35", "XMSS^MT", true),
            ("1.3.6.1.5.5.7.6.36", "id-alg-unsigned", false), ("1.3.6.1.5.5.7.6.67", "id-alg-mtcProof", false),
            ("1.3.6.1.4.1.44363.47.0", "id-alg-mtcProof (experimental)", false),
            ("1.3.6.1.5.5.7.25.3", "id-rdna-trustAnchorID", false),
            ("1.3.6.1.4.1.44363.47.1", "id-rdna-trustAnchorID (experimental)", false),
            ("1.3.6.1.5.5.7.1.38", "id-pe-mtcCertificationAuthority-SHA256", false),
            ("1.3.6.1.4.1.44363.47.2", "id-pe-mtcCertificationAuthority (experimental)", false),
        ]
        for (dotted, name, isPostQuantum) in rows {
            #expect(ObjectIdentifier(dotted)?.name == name)
            #expect(ObjectIdentifier(dotted)?.isPostQuantum == isPostQuantum, "\(name)")
        }
        for known in [ObjectIdentifier.ed25519, .rsaEncryption, .ecPublicKey] { #expect(!known.isPostQuantum) }
    }
}
