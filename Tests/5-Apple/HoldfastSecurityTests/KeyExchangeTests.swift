import Foundation
import HoldfastSecurity
import PeerPrograms
import TestSupport
import Testing

@Suite("Key exchange with SecKey", .ownThread)
struct KeyExchangeTests {
    private static let type = kSecAttrKeyTypeECSECPrimeRandom as String

    private func exchange(
        _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ peer: SecKey, _ parameters: CFDictionary = [:]
    ) throws -> [UInt8] {
        Array(
            try unsafe KeyBench.value {
                unsafe SecKeyCopyKeyExchangeResult(key, algorithm, peer, parameters, $0) as Data?
            })
    }

    private func status(
        _ key: SecKey, _ algorithm: SecKeyAlgorithm, _ peer: SecKey, _ parameters: [String: Any] = [:]
    ) -> OSStatus? {
        unsafe KeyBench.status {
            unsafe SecKeyCopyKeyExchangeResult(key, algorithm, peer, parameters as CFDictionary, $0)
        }
    }

    /// NIST CAVS 14.1, "ECC CDH Primitive" (SP 800-56A), P-256, COUNT = 0: secret, number, own and other point.
    @Test("The secret is NIST's, with and without the cofactor")
    func published() throws {
        let pair = """
            04ead218590119e8876b29146ff89ca61770c4edbbf97d38ce385ed281d8a6b230
            28af61281fd35e2fa7002523acc85a429cb06ee6648325389f59edfce1405141
            7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534
            """
        let peer = """
            04700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287
            db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac
            """
        let key = try KeyBench.imported(hex(pair), Self.type as CFString, kSecAttrKeyClassPrivate)
        let other = try KeyBench.imported(hex(peer), Self.type as CFString, kSecAttrKeyClassPublic)
        let secret = hex("46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b")
        #expect(try exchange(key, .ecdhKeyExchangeStandard, other) == secret)
        #expect(try exchange(key, .ecdhKeyExchangeCofactor, other) == secret)
    }

    @Test(
        "Both sides derive what openssl derives",
        arguments: [("prime256v1", 32), ("secp384r1", 48), ("secp521r1", 66)])
    func derived(_ name: String, _ size: Int) throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.curve(name, size: size, openssl)
        let ours = try KeyBench.random(kSecAttrKeyTypeECSECPrimeRandom, size == 66 ? 521 : size * 8)
        let secret = try exchange(ours, .ecdhKeyExchangeStandard, peer.publicKey())
        #expect(secret.count == size)
        let digits = hexText(secret)
        let algorithms: [(String, SecKeyAlgorithm, SecKeyAlgorithm)] = [
            ("SHA1", .ecdhKeyExchangeStandardX963SHA1, .ecdhKeyExchangeCofactorX963SHA1),
            ("SHA224", .ecdhKeyExchangeStandardX963SHA224, .ecdhKeyExchangeCofactorX963SHA224),
            ("SHA256", .ecdhKeyExchangeStandardX963SHA256, .ecdhKeyExchangeCofactorX963SHA256),
            ("SHA384", .ecdhKeyExchangeStandardX963SHA384, .ecdhKeyExchangeCofactorX963SHA384),
            ("SHA512", .ecdhKeyExchangeStandardX963SHA512, .ecdhKeyExchangeCofactorX963SHA512),
        ]
        let parameters =
            [
                SecKeyKeyExchangeParameter.requestedSize.rawValue as String: 273,
                SecKeyKeyExchangeParameter.sharedInfo.rawValue as String: Data("shared".utf8),
            ] as CFDictionary
        for (digest, standard, cofactor) in algorithms {
            try openssl(
                """
                kdf -keylen 273 -binary -out key -kdfopt digest:\(digest) -kdfopt hexsecret:\(digits) \
                -kdfopt info:shared X963KDF
                """)
            let key = try openssl.read("key")
            #expect(try exchange(ours, standard, peer.publicKey(), parameters) == key)
            #expect(try exchange(peer.privateKey(), cofactor, KeyBench.publicHalf(ours), parameters) == key)
        }
    }

    @Test("Parameters under their own names are read too; sharedInfo may be absent")
    func parameters() throws {
        let key = try KeyBench.random(kSecAttrKeyTypeECSECPrimeRandom, 256)
        let peer = try KeyBench.publicHalf(key)
        let algorithm = SecKeyAlgorithm.ecdhKeyExchangeStandardX963SHA256
        let plain = try exchange(key, algorithm, peer, ["requestedSize": 32])
        #expect(plain.count == 32)
        let boxed: [SecKeyKeyExchangeParameter: Any] = [.requestedSize: 32, .sharedInfo: Data()]
        #expect(try exchange(key, algorithm, peer, boxed as CFDictionary) == plain)
        #expect(try exchange(key, algorithm, peer, ["requestedSize": NSNumber(value: 32), "other": 1]) == plain)
        #expect(try exchange(key, algorithm, peer, ["requestedSize": 32, "sharedInfo": Data([1])]) != plain)
    }

    @Test("What is missing, of another type or on another curve gives errSecParam")
    func refused() throws {
        let key = try KeyBench.random(kSecAttrKeyTypeECSECPrimeRandom, 256)
        let peer = try KeyBench.publicHalf(key)
        let algorithm = SecKeyAlgorithm.ecdhKeyExchangeStandardX963SHA256
        for parameters: [String: Any] in [
            [:], ["requestedSize": "32"], ["requestedSize": 0], ["requestedSize": -1], ["requestedSize": Int.max],
            ["sharedInfo": Data()], ["requestedSize": 32, "sharedInfo": "text"],
        ] {
            #expect(status(key, algorithm, peer, parameters) == errSecParam, "\(parameters)")
        }
        let plain = SecKeyAlgorithm.ecdhKeyExchangeStandard
        let larger = try KeyBench.publicHalf(KeyBench.random(kSecAttrKeyTypeECSECPrimeRandom, 384))
        let rsa = try KeyBench.random(kSecAttrKeyTypeRSA, 512)
        #expect(status(key, plain, larger) == errSecParam)
        #expect(status(key, plain, try KeyBench.publicHalf(rsa)) == errSecParam)
        #expect(status(key, plain, key) == errSecParam)
        #expect(status(peer, plain, peer) == errSecParam)
        #expect(status(rsa, plain, peer) == errSecParam)
        #expect(status(key, .ecdsaSignatureMessageX962SHA256, peer) == errSecParam)
        #expect(status(key, plain, peer) == nil)
    }
}
