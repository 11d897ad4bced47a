import Foundation
import HoldfastCrypto
import HoldfastSecurity
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@Suite("ECIES with SecKey", .ownThread)
struct KeyCurveEncryptionTests {
    struct Case: CustomTestStringConvertible {
        let algorithm: SecKeyAlgorithm
        let curve: (name: String, size: Int, identifier: NamedCurve)
        var testDescription: String { "\(curve.identifier) \(algorithm.rawValue)" }
    }

    static let cases =
        KeyAlgorithmTests.curveEncryptions.map {
            Case(algorithm: $0, curve: ("prime256v1", 32, .p256))
        }
        + [("secp384r1", 48, NamedCurve.p384), ("secp521r1", 66, .p521)].flatMap { curve in
            [
                SecKeyAlgorithm.eciesEncryptionStandardX963SHA256AESGCM,
                .eciesEncryptionCofactorVariableIVX963SHA384AESGCM,
            ]
            .map { Case(algorithm: $0, curve: curve) }
        }

    private static let text = Array("for one reader alone".utf8)

    /// SecKey.h: X9.63 with the ephemeral point as shared information; AES with 128 bits for P-256, with 256 for larger
    /// curves; a nonce of 16 zeros, or with a variable IV of the 16 bytes behind the key.
    @Test("What is encrypted here is what SecKey.h says, by openssl's agreement and derivation", arguments: cases)
    func described(_ row: Case) throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.curve(row.curve.name, size: row.curve.size, openssl)
        let sealed = try KeyBench.encrypt(peer.publicKey(), row.algorithm, Self.text)
        let pointCount = 1 + 2 * row.curve.size
        #expect(sealed.count == pointCount + Self.text.count + 16)
        let point = Array(sealed.prefix(pointCount))
        let info = try SubjectPublicKeyInfo(
            algorithm: AlgorithmIdentifier(algorithm: .ecPublicKey, parameters: row.curve.identifier.identifier.der),
            subjectPublicKey: BitString(point))
        try openssl.write(info.bytes, to: "ephemeral")
        try openssl("pkey -pubin -inform DER -in ephemeral -out ephemeralPEM")
        try openssl("pkeyutl -derive -inkey key -peerkey ephemeralPEM -out secret")
        let name = row.algorithm.rawValue as String
        let digest = try #require(name.split(separator: ":").first { $0.hasPrefix("SHA") })
        let derivesNonce = name.hasSuffix("-KDFIV")
        let keyCount = row.curve.size > 32 ? 32 : 16
        try openssl(
            """
            kdf -keylen \(keyCount + (derivesNonce ? 16 : 0)) -binary -out derived -kdfopt digest:\(digest) \
            -kdfopt hexsecret:\(hexText(try openssl.read("secret"))) -kdfopt hexinfo:\(hexText(point)) X963KDF
            """)
        let derived = try openssl.read("derived")
        let nonce = derivesNonce ? Array(derived.suffix(16)) : [UInt8](repeating: 0, count: 16)
        let cipher = try AESGCM(key: Array(derived.prefix(keyCount)), nonceCount: 16)
        #expect(try cipher.open(Array(sealed.dropFirst(pointCount)), nonce: nonce) == Self.text)
        #expect(try KeyBench.decrypt(peer.privateKey(), row.algorithm, sealed) == Self.text)
    }

    struct Published: CustomTestStringConvertible {
        let algorithm: SecKeyAlgorithm
        let key, sealed: String
        var testDescription: String { "\(algorithm.rawValue), \(key.count) digits of key" }
    }

    /// Ciphertexts that Apple's own tests of SecKey have as known (si-44-seckey-ies): P-256 and P-521.
    static let published = [
        Published(
            algorithm: .eciesEncryptionCofactorX963SHA1AESGCM,
            key: """
                BOAqiwAFzjxO7xaYE/6+ywCRap/xxiBCxuUj4A0kzSQtu+0BJ0R71djlM+wtYPwff3+g7e52a8cQSioBciTrMjWCTZuTbhHqsMOd\
                qsmKN/pLEwK9uI3FA6grFbSODA1u0g==
                """,
            sealed: """
                BIqvCZdbwbSmS4+hB8vbDdIDJxaUGBmcaOPoRpaTY8MWofTlcqc/OGB0AjbuzpJ7cqODphJ+B6LlsrK0SPogUyj7zT01PA9gwWau\
                /BXb8/1JQa7zTeIJ1vsF7gSrTcMWxA==
                """),
        Published(
            algorithm: .eciesEncryptionCofactorX963SHA256AESGCM,
            key: """
                BINzTFiGIp6G4fpmFCP/KHot+ek+PUYvYp69iT8lHdJNwRbJir1Zr4i73A0vdKoKMn3jdp/8oQ5WnSE+PsFruYahsHI2tFyhPjGY\
                EhUmFrwaA/2WQynh77dAqSiKhg0l3w==
                """,
            sealed: """
                BE7IWFWccaIl7n7Kffg5Q+vkJMJFVsHP8C5C/APzW6gjUQynJGRoG4Vw4UEsFTi/yfUQYTSV7Vv18CXE/3IecGAILuLpcDaSxSwz\
                FqrwmqCcSqSRbYSat+8HuaKq19Cq4A==
                """),
        Published(
            algorithm: .eciesEncryptionCofactorX963SHA512AESGCM,
            key: """
                BAD56NOl02CAXGSBYKT9JMmMQNtYkaRjw/DP29GWe8X70zTNzTBRgQQzqtCmT2c10VRNxzR5bCAM47fR8HyK4OsV4wEes8IDR68J\
                QC7+epF7cdx+m+EGhaHlB2N99MCEZx9NQni6/5LBMItVY7LSQUskKjqslG90vlIZZxn87EzbJ9MvHgFFgeZeUj9SXcbCu6/+ysgX\
                AtldaGyFwXwzI6CrN84Pd72TR/6me1GZjm8pamJ0p507ntdISB5SBFcAQpNieDYxbg==
                """,
            sealed: """
                BAABJeJ2D+Yy0aA1/FKoUF4eBR5kr3JnM8iXDEjIZ47EWixF1nde4ehg7iZpbihxv/rDl7jdJYOW9LqXdqoF/2JO7gCrNSbqSkve\
                G6UdsgfalnAd/tAYvz26Ct6vQiGSJJLvHcnss8thgQrOVQaf/NAoxgxIM0dxUmJE3B2EJxb5sKedzCje0XttQQWvEW1t3Ni606AV\
                AhZ3Psiud23qf/qgtJxK
                """),
    ]

    @Test("Opens what Apple's implementation has encrypted", arguments: published)
    func known(_ row: Published) throws {
        let bytes = Array(try #require(Data(base64Encoded: row.key)))
        let key = try KeyBench.imported(bytes, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClassPrivate)
        let sealed = Array(try #require(Data(base64Encoded: row.sealed)))
        #expect(try KeyBench.decrypt(key, row.algorithm, sealed) == Array("KNOWN PLAINTEXT".utf8) + [0])
    }

    @Test("Nothing opens that was cut, changed, made for another key or by another algorithm")
    func tampered() throws {
        let key = try KeyBench.random(kSecAttrKeyTypeECSECPrimeRandom, 256)
        let algorithm = SecKeyAlgorithm.eciesEncryptionStandardVariableIVX963SHA256AESGCM
        let sealed = try KeyBench.encrypt(KeyBench.publicHalf(key), algorithm, Self.text)
        func status(_ key: SecKey, _ algorithm: SecKeyAlgorithm, _ data: [UInt8]) -> OSStatus? {
            unsafe KeyBench.status { unsafe SecKeyCreateDecryptedData(key, algorithm, Data(data) as CFData, $0) }
        }
        for count in 0..<sealed.count {
            #expect(status(key, algorithm, Array(sealed.prefix(count))) == errSecParam)
        }
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 1
            #expect(status(key, algorithm, changed) == errSecParam)
        }
        #expect(status(key, .eciesEncryptionStandardX963SHA256AESGCM, sealed) == errSecParam)
        #expect(status(key, .eciesEncryptionStandardVariableIVX963SHA512AESGCM, sealed) == errSecParam)
        // The cofactor is 1.
        #expect(status(key, .eciesEncryptionCofactorVariableIVX963SHA256AESGCM, sealed) == nil)
        #expect(status(try KeyBench.random(kSecAttrKeyTypeECSECPrimeRandom, 256), algorithm, sealed) == errSecParam)
        #expect(status(try KeyBench.random(kSecAttrKeyTypeECSECPrimeRandom, 384), algorithm, sealed) == errSecParam)
        #expect(status(try KeyBench.publicHalf(key), algorithm, sealed) == errSecParam)
        #expect(try KeyBench.decrypt(key, algorithm, sealed) == Self.text)
    }
}
