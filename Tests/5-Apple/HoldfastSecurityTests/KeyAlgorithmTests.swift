import Foundation
import HoldfastSecurity
import TestSupport
import Testing

@Suite("Names of algorithms", .ownThread)
struct KeyAlgorithmTests {
    static let operations: [SecKeyOperationType] = [.sign, .verify, .encrypt, .decrypt, .keyExchange]

    static let rsaSignatures: [SecKeyAlgorithm] = [
        .rsaSignatureRaw, .rsaSignatureDigestPKCS1v15Raw, .rsaSignatureDigestPKCS1v15SHA1,
        .rsaSignatureDigestPKCS1v15SHA224, .rsaSignatureDigestPKCS1v15SHA256, .rsaSignatureDigestPKCS1v15SHA384,
        .rsaSignatureDigestPKCS1v15SHA512, .rsaSignatureMessagePKCS1v15SHA1, .rsaSignatureMessagePKCS1v15SHA224,
        .rsaSignatureMessagePKCS1v15SHA256, .rsaSignatureMessagePKCS1v15SHA384, .rsaSignatureMessagePKCS1v15SHA512,
        .rsaSignatureDigestPSSSHA1, .rsaSignatureDigestPSSSHA224, .rsaSignatureDigestPSSSHA256,
        .rsaSignatureDigestPSSSHA384, .rsaSignatureDigestPSSSHA512, .rsaSignatureMessagePSSSHA1,
        .rsaSignatureMessagePSSSHA224, .rsaSignatureMessagePSSSHA256, .rsaSignatureMessagePSSSHA384,
        .rsaSignatureMessagePSSSHA512,
    ]
    static let curveSignatures: [SecKeyAlgorithm] = [
        .ecdsaSignatureDigestX962, .ecdsaSignatureDigestX962SHA1, .ecdsaSignatureDigestX962SHA224,
        .ecdsaSignatureDigestX962SHA256, .ecdsaSignatureDigestX962SHA384, .ecdsaSignatureDigestX962SHA512,
        .ecdsaSignatureMessageX962SHA1, .ecdsaSignatureMessageX962SHA224, .ecdsaSignatureMessageX962SHA256,
        .ecdsaSignatureMessageX962SHA384, .ecdsaSignatureMessageX962SHA512, .ecdsaSignatureDigestRFC4754,
        .ecdsaSignatureDigestRFC4754SHA1, .ecdsaSignatureDigestRFC4754SHA224, .ecdsaSignatureDigestRFC4754SHA256,
        .ecdsaSignatureDigestRFC4754SHA384, .ecdsaSignatureDigestRFC4754SHA512, .ecdsaSignatureMessageRFC4754SHA1,
        .ecdsaSignatureMessageRFC4754SHA224, .ecdsaSignatureMessageRFC4754SHA256, .ecdsaSignatureMessageRFC4754SHA384,
        .ecdsaSignatureMessageRFC4754SHA512, SecKeyAlgorithm(rawValue: "algid:sign:ECDSA:RFC4754"),
    ]
    static let rsaEncryptions: [SecKeyAlgorithm] = [
        .rsaEncryptionRaw, .rsaEncryptionPKCS1, .rsaEncryptionOAEPSHA1, .rsaEncryptionOAEPSHA224,
        .rsaEncryptionOAEPSHA256, .rsaEncryptionOAEPSHA384, .rsaEncryptionOAEPSHA512, .rsaEncryptionOAEPSHA1AESGCM,
        .rsaEncryptionOAEPSHA224AESGCM, .rsaEncryptionOAEPSHA256AESGCM, .rsaEncryptionOAEPSHA384AESGCM,
        .rsaEncryptionOAEPSHA512AESGCM,
    ]
    static let curveEncryptions: [SecKeyAlgorithm] = [
        .eciesEncryptionStandardX963SHA1AESGCM, .eciesEncryptionStandardX963SHA224AESGCM,
        .eciesEncryptionStandardX963SHA256AESGCM, .eciesEncryptionStandardX963SHA384AESGCM,
        .eciesEncryptionStandardX963SHA512AESGCM, .eciesEncryptionCofactorX963SHA1AESGCM,
        .eciesEncryptionCofactorX963SHA224AESGCM, .eciesEncryptionCofactorX963SHA256AESGCM,
        .eciesEncryptionCofactorX963SHA384AESGCM, .eciesEncryptionCofactorX963SHA512AESGCM,
        .eciesEncryptionStandardVariableIVX963SHA224AESGCM, .eciesEncryptionStandardVariableIVX963SHA256AESGCM,
        .eciesEncryptionStandardVariableIVX963SHA384AESGCM, .eciesEncryptionStandardVariableIVX963SHA512AESGCM,
        .eciesEncryptionCofactorVariableIVX963SHA224AESGCM, .eciesEncryptionCofactorVariableIVX963SHA256AESGCM,
        .eciesEncryptionCofactorVariableIVX963SHA384AESGCM, .eciesEncryptionCofactorVariableIVX963SHA512AESGCM,
    ]
    static let exchanges: [SecKeyAlgorithm] = [
        .ecdhKeyExchangeStandard, .ecdhKeyExchangeStandardX963SHA1, .ecdhKeyExchangeStandardX963SHA224,
        .ecdhKeyExchangeStandardX963SHA256, .ecdhKeyExchangeStandardX963SHA384, .ecdhKeyExchangeStandardX963SHA512,
        .ecdhKeyExchangeCofactor, .ecdhKeyExchangeCofactorX963SHA1, .ecdhKeyExchangeCofactorX963SHA224,
        .ecdhKeyExchangeCofactorX963SHA256, .ecdhKeyExchangeCofactorX963SHA384, .ecdhKeyExchangeCofactorX963SHA512,
    ]
    static let all = rsaSignatures + curveSignatures + rsaEncryptions + curveEncryptions + exchanges

    /// The texts of Apple's SecKeyAdaptors.m.
    @Test("The texts are Apple's")
    func texts() {
        let table: [(SecKeyAlgorithm, String)] = [
            (.rsaSignatureRaw, "algid:sign:RSA:raw"),
            (.rsaSignatureDigestPKCS1v15Raw, "algid:sign:RSA:digest-PKCS1v15"),
            (.rsaSignatureDigestPKCS1v15SHA224, "algid:sign:RSA:digest-PKCS1v15:SHA224"),
            (.rsaSignatureMessagePKCS1v15SHA256, "algid:sign:RSA:message-PKCS1v15:SHA256"),
            (.rsaSignatureDigestPSSSHA1, "algid:sign:RSA:digest-PSS:SHA1:SHA1:20"),
            (.rsaSignatureMessagePSSSHA224, "algid:sign:RSA:message-PSS:SHA224:SHA224:24"),
            (.rsaSignatureMessagePSSSHA512, "algid:sign:RSA:message-PSS:SHA512:SHA512:64"),
            (.ecdsaSignatureDigestX962, "algid:sign:ECDSA:digest-X962"),
            (.ecdsaSignatureMessageX962SHA384, "algid:sign:ECDSA:message-X962:SHA384"),
            (.ecdsaSignatureDigestRFC4754, "algid:sign:ECDSA:digest-RFC4754"),
            (.rsaEncryptionRaw, "algid:encrypt:RSA:raw"), (.rsaEncryptionPKCS1, "algid:encrypt:RSA:PKCS1"),
            (.rsaEncryptionOAEPSHA512, "algid:encrypt:RSA:OAEP:SHA512"),
            (.rsaEncryptionOAEPSHA384AESGCM, "algid:encrypt:RSA:OAEP:SHA384:AESGCM"),
            (.eciesEncryptionStandardX963SHA256AESGCM, "algid:encrypt:ECIES:ECDH:KDFX963:SHA256:AESGCM"),
            (.eciesEncryptionCofactorX963SHA1AESGCM, "algid:encrypt:ECIES:ECDHC:KDFX963:SHA1:AESGCM"),
            (
                .eciesEncryptionStandardVariableIVX963SHA224AESGCM,
                "algid:encrypt:ECIES:ECDH:KDFX963:SHA224:AESGCM-KDFIV"
            ),
            (
                .eciesEncryptionCofactorVariableIVX963SHA512AESGCM,
                "algid:encrypt:ECIES:ECDHC:KDFX963:SHA512:AESGCM-KDFIV"
            ),
            (.ecdhKeyExchangeStandard, "algid:keyexchange:ECDH"),
            (.ecdhKeyExchangeCofactorX963SHA384, "algid:keyexchange:ECDHC:KDFX963:SHA384"),
        ]
        for (algorithm, text) in table {
            #expect(algorithm.rawValue as String == text)
            #expect(SecKeyAlgorithm(rawValue: text as CFString) == algorithm)
        }
        #expect(Set(Self.all).count == 87)
        #expect(SecKeyKeyExchangeParameter.requestedSize.rawValue as String == "requestedSize")
        #expect(SecKeyKeyExchangeParameter.sharedInfo.rawValue as String == "sharedInfo")
    }

    @Test("A program can switch over them")
    func matching() {
        func digest(_ algorithm: SecKeyAlgorithm) -> Int? {
            switch algorithm {
            case .rsaSignatureMessagePKCS1v15SHA256, .ecdsaSignatureMessageX962SHA256: 256
            case .rsaSignatureMessagePKCS1v15SHA512: 512
            default: nil
            }
        }
        #expect(digest(.ecdsaSignatureMessageX962SHA256) == 256)
        #expect(digest(.rsaEncryptionRaw) == nil)
        #expect(SecKeyOperationType(rawValue: 4) == .keyExchange)
        #expect(SecKeyOperationType(rawValue: 5) == nil)
        #expect(Self.operations.map(\.rawValue) == [0, 1, 2, 3, 4])
    }

    @Test("Each half supports what is its own")
    func supported() throws {
        let rsa = try KeyBench.random(kSecAttrKeyTypeRSA, 2048)
        let curve = try KeyBench.random(kSecAttrKeyTypeECSECPrimeRandom, 256)
        let expected: [(SecKey, SecKeyOperationType, [SecKeyAlgorithm])] = [
            (rsa, .sign, Self.rsaSignatures), (rsa, .verify, []), (rsa, .encrypt, []),
            (rsa, .decrypt, Self.rsaEncryptions), (rsa, .keyExchange, []),
            (try KeyBench.publicHalf(rsa), .sign, []), (try KeyBench.publicHalf(rsa), .verify, Self.rsaSignatures),
            (try KeyBench.publicHalf(rsa), .encrypt, Self.rsaEncryptions),
            (try KeyBench.publicHalf(rsa), .decrypt, [.rsaEncryptionRaw]),
            (curve, .sign, Self.curveSignatures), (curve, .verify, []), (curve, .encrypt, []),
            (curve, .decrypt, Self.curveEncryptions), (curve, .keyExchange, Self.exchanges),
            (try KeyBench.publicHalf(curve), .sign, []),
            (try KeyBench.publicHalf(curve), .verify, Self.curveSignatures),
            (try KeyBench.publicHalf(curve), .encrypt, Self.curveEncryptions),
            (try KeyBench.publicHalf(curve), .decrypt, []), (try KeyBench.publicHalf(curve), .keyExchange, []),
        ]
        for (key, operation, algorithms) in expected {
            let found = Self.all.filter { SecKeyIsAlgorithmSupported(key, operation, $0) }
            #expect(Set(found) == Set(algorithms), "\(operation)")
        }
        #expect(!SecKeyIsAlgorithmSupported(rsa, .sign, SecKeyAlgorithm(rawValue: "")))
        #expect(!SecKeyIsAlgorithmSupported(rsa, .sign, SecKeyAlgorithm(rawValue: "algid:sign:RSA:raw:SHA1")))
    }

    /// RFC 8017 §9.1.1 and §7.1.1: 2 hLen + 2 bytes are needed, 130 for SHA-512.
    @Test("A key that is too short for a digest does not support it")
    func short() throws {
        let key = try KeyBench.random(kSecAttrKeyTypeRSA, 1024)
        let publicKey = try KeyBench.publicHalf(key)
        #expect(!SecKeyIsAlgorithmSupported(key, .sign, .rsaSignatureDigestPSSSHA512))
        #expect(SecKeyIsAlgorithmSupported(key, .sign, .rsaSignatureDigestPSSSHA384))
        #expect(SecKeyIsAlgorithmSupported(key, .sign, .rsaSignatureDigestPKCS1v15SHA512))
        #expect(!SecKeyIsAlgorithmSupported(publicKey, .encrypt, .rsaEncryptionOAEPSHA512))
        #expect(!SecKeyIsAlgorithmSupported(publicKey, .encrypt, .rsaEncryptionOAEPSHA512AESGCM))
        #expect(SecKeyIsAlgorithmSupported(publicKey, .encrypt, .rsaEncryptionOAEPSHA384AESGCM))
    }
}
