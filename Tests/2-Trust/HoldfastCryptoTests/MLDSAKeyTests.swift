import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastCrypto

/// Keys and signatures of ML-DSA by a libcrypto that has it, and a word for it by one that has not.
@Suite("ML-DSA keys", .ownThread) struct MLDSAKeyTests {
    private static let names = RecordedMLDSA.sets

    private static func set(_ name: String) throws -> MLDSA { try #require(MLDSA(rawValue: "ML-DSA-\(name)")) }

    private static func certificate(_ file: String) throws -> Certificate {
        try Certificate(der: RecordedMLDSA.der(file))
    }

    /// What OpenSSL says of itself decides, not a number of a version.
    @Test("it is there where the library has it")
    func library() {
        for set in MLDSA.allCases { #expect(set.isInLibrary == OpenSSLLibrary.hasMLDSA) }
    }

    private static func reason(_ body: () throws -> Void) -> CryptoError.Reason? {
        do { try body() } catch { return (error as? CryptoError)?.reason }
        return nil
    }

    @Test(
        "a library without it says so, and that is no fault of the key",
        .disabled(if: OpenSSLLibrary.hasMLDSA, "this OpenSSL has ML-DSA"), arguments: names)
    func absent(_ name: String) throws {
        let set = try Self.set(name)
        let expected = CryptoError.Reason.notInLibrary(set.rawValue)
        let info = try Self.certificate("root-\(name).pem").subjectPublicKeyInfo
        #expect(Self.reason { _ = try PublicKey(info) } == expected && expected.isNotSupported)
        #expect(info.algorithmNotInLibrary == set.rawValue)
        // It is one by its form all the same, so that a pin can be made of it.
        try info.checkIsKey()
        for form in ["seed", "expanded", "both"] {
            let der = try RecordedMLDSA.der("ml-dsa-\(name)-\(form).key")
            #expect(Self.reason { _ = try PrivateKey(der: der) } == expected)
        }
        #expect(Self.reason { _ = try PrivateKey.generate(.mldsa(set)) } == expected)
        let request = try CertificationRequest(der: RecordedMLDSA.der("request-\(name).pem"))
        #expect(request.signatureVerifies == nil && !request.isSignedByItsKey)
    }

    @Test("a key that is none is malformed wherever it is read", arguments: names)
    func malformed(_ name: String) throws {
        var der = try RecordedMLDSA.der("ml-dsa-\(name)-seed.key")
        der[1] -= 1
        der[der.count - 33] -= 1
        der[der.count - 35] -= 1
        der.removeLast()
        guard case .malformedKey = Self.reason({ _ = try PrivateKey(der: der) }) else {
            Issue.record("\(String(describing: Self.reason { _ = try PrivateKey(der: der) }))")
            return
        }
    }

    // MARK: With OpenSSL 3.5 and newer

    @Test(
        "the three forms of a private key are one key", .enabled(if: OpenSSLLibrary.hasMLDSA, "OpenSSL has no ML-DSA"),
        arguments: names)
    func forms(_ name: String) throws {
        let set = try Self.set(name)
        let root = try Self.certificate("root-\(name).pem")
        let message = bytes("signed by the seed, the key, or both")
        for form in ["seed", "expanded", "both"] {
            let key = try PrivateKey(der: RecordedMLDSA.der("ml-dsa-\(name)-\(form).key"))
            #expect(key.subjectPublicKeyInfo == root.subjectPublicKeyInfo && key.isPairConsistent, "\(form)")
            #expect(key.defaultSignatureAlgorithm == .mldsa(set) && "\(key)" == "private key, \(set)")
            let signature = try key.sign(message, algorithm: .mldsa(set))
            #expect(signature.count == set.signatureByteCount)
            let judge = try PublicKey(root.subjectPublicKeyInfo)
            #expect(judge.isValidSignature(signature[...], for: message[...], algorithm: .mldsa(set)))
            #expect(!judge.isValidSignature(signature[...], for: message[1...], algorithm: .mldsa(set)))
            for other in MLDSA.allCases where other != set {
                #expect(!judge.isValidSignature(signature[...], for: message[...], algorithm: .mldsa(other)))
            }
            #expect(!judge.isValidSignature(signature[...], for: message[...], algorithm: .ed25519))
            // Written anew, encrypted or not, it is the same key.
            let copies = [
                try PrivateKey(der: key.pkcs8DER),
                try PrivateKey(pem: key.encryptedPEM(Passphrase("word")), passphrase: Passphrase("word")),
            ]
            for copy in copies { #expect(copy.subjectPublicKeyInfo == key.subjectPublicKeyInfo) }
        }
    }

    /// RFC 9881 §8.2: "If the check is done and the seed and the expandedKey are not consistent, the recipient MUST
    /// reject the private key as malformed."
    @Test(
        "a seed beside another key is refused", .enabled(if: OpenSSLLibrary.hasMLDSA, "OpenSSL has no ML-DSA"),
        arguments: names)
    func inconsistent(_ name: String) throws {
        var der = try RecordedMLDSA.der("ml-dsa-\(name)-both.key")
        // The last octet of the key, then the first one of the seed: behind PrivateKeyInfo's header of 24 octets, the
        // SEQUENCE's of four and the OCTET STRING's of two.
        for index in [der.count - 1, 30] {
            der[index] ^= 1
            #expect(throws: CryptoError.self, "\(index)") { try PrivateKey(der: der) }
            der[index] ^= 1
        }
        _ = try PrivateKey(der: der)
    }

    @Test(
        "signatures on certificates, lists and requests of another OpenSSL verify",
        .enabled(if: OpenSSLLibrary.hasMLDSA, "OpenSSL has no ML-DSA"), arguments: names)
    func verified(_ name: String) throws {
        let root = try Self.certificate("root-\(name).pem")
        let key = try PublicKey(root.subjectPublicKeyInfo)
        for file in ["root-\(name).pem", "leaf-\(name).pem"] {
            let child = try Self.certificate(file)
            #expect(key.isValidSignature(child.signature, for: child.tbsBytes, algorithm: child.signatureAlgorithm))
            var tampered = Array(child.tbsBytes)
            tampered[tampered.count - 1] ^= 1
            #expect(!key.isValidSignature(child.signature, for: tampered[...], algorithm: child.signatureAlgorithm))
        }
        let list = try CertificateList(der: RecordedMLDSA.der("list-\(name).pem"))
        #expect(key.isValidSignature(list.signature, for: list.tbsBytes, algorithm: list.signatureAlgorithm))
        let request = try CertificationRequest(der: RecordedMLDSA.der("request-\(name).pem"))
        #expect(request.isSignedByItsKey)
    }

    @Test(
        "new keys are made, and go through PKCS #12", .enabled(if: OpenSSLLibrary.hasMLDSA, "OpenSSL has no ML-DSA"),
        arguments: MLDSA.allCases)
    func made(_ set: MLDSA) throws {
        let key = try PrivateKey.generate(.mldsa(set))
        #expect(key.isPairConsistent && KeyKind(of: key.subjectPublicKeyInfo) == .mldsa(set))
        #expect(KeyKind(name: set.rawValue) == .mldsa(set) && KeyKind(name: set.rawValue.lowercased()) == .mldsa(set))
        let info = try PrivateKeyInfo(der: key.pkcs8DER)
        #expect(try MLDSAPrivateKey(set, der: info.privateKey).form == .both)
    }
}
