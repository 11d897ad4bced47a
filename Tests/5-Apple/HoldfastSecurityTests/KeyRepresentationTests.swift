import Foundation
import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastSecurityNames

@Suite("Keys in Apple's forms", .ownThread)
struct KeyRepresentationTests {
    @Test("An RSA key of openssl's is read and written again byte by byte", arguments: [1024, 2048])
    func rsa(_ bits: Int) throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.rsa(bits, openssl)
        let key = try peer.privateKey()
        #expect(try KeyBench.exported(key) == peer.privateBytes)
        #expect(try KeyBench.exported(KeyBench.publicHalf(key)) == peer.publicBytes)
        let publicKey = try peer.publicKey()
        #expect(try KeyBench.exported(publicKey) == peer.publicBytes)
        #expect(try KeyBench.publicHalf(key) == publicKey)
        #expect(SecKeyGetBlockSize(key) == bits / 8)

        try openssl("pkey -in key -pubout -outform DER -out info")
        let fromInfo = try KeyBench.imported(openssl.read("info"), kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic)
        #expect(fromInfo == publicKey)
        #expect(try KeyBench.exported(fromInfo) == peer.publicBytes)
    }

    @Test(
        "A key of openssl's on a curve is read and written again byte by byte",
        arguments: [("prime256v1", 32), ("secp384r1", 48), ("secp521r1", 66)])
    func curve(_ name: String, _ size: Int) throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.curve(name, size: size, openssl)
        let key = try peer.privateKey()
        #expect(try KeyBench.exported(key) == peer.privateBytes)
        #expect(try KeyBench.exported(KeyBench.publicHalf(key)) == peer.publicBytes)
        #expect(try KeyBench.exported(peer.publicKey()) == peer.publicBytes)
        #expect(try KeyBench.publicHalf(key) == peer.publicKey())
        #expect(SecKeyGetBlockSize(key) == size)
        // The older numbers of the type.
        for type in [kSecAttrKeyTypeEC, "43" as CFString] {
            #expect(try KeyBench.imported(peer.privateBytes, type, kSecAttrKeyClassPrivate) == key)
        }
    }

    /// A private number that begins with zeros has to be written in full length.
    @Test("A small private number keeps its leading zeros")
    func small() throws {
        let number = [UInt8](repeating: 0, count: 31) + [1]
        // SP 800-186 §3.2.1.3: the base point of P-256, which belongs to the number 1.
        let point =
            [0x04]
            + hex(
                """
                6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296
                4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5
                """)
        let key = try KeyBench.imported(point + number, kSecAttrKeyTypeECSECPrimeRandom, kSecAttrKeyClassPrivate)
        #expect(try KeyBench.exported(key) == point + number)
    }

    @Test("A compressed point of a certificate is written uncompressed")
    func compressed() throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.curve("prime256v1", size: 32, openssl)
        try openssl("ec -in key -pubout -conv_form compressed -outform DER -out compressed")
        let info = try openssl.read("compressed")
        let key = SecKey(publicKey: try PublicKey(.init(der: info[...])))
        #expect(try KeyBench.exported(key) == peer.publicBytes)
        #expect(try key == peer.publicKey())
        #expect(try key.hashValue == peer.publicKey().hashValue)
    }

    /// RFC 8410 §10.1 and §10.3: the example keys.
    @Test("Keys of Ed25519 and Ed448 are carried as bare bytes, and do nothing")
    func edwards() throws {
        let pem = """
            -----BEGIN PRIVATE KEY-----
            MC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC
            -----END PRIVATE KEY-----
            """
        let key = try SecKey(privateKey: PrivateKey(pem: pem))
        #expect(
            try KeyBench.exported(key)
                == hex("d4ee72dbf913584ad5b6d8f1f769f8ad3afe7c28cbf1d4fbe097a88f44755842"))
        let publicKey = try KeyBench.publicHalf(key)
        #expect(
            try KeyBench.exported(publicKey)
                == hex("19bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1"))
        let larger = try SecKey(privateKey: PrivateKey.generate(.ed448))
        #expect(try KeyBench.exported(larger).count == 57)
        #expect(SecKeyGetBlockSize(larger) == 57)
        #expect(KeyAlgorithmTests.all.count > 80)
        for algorithm in KeyAlgorithmTests.all {
            for operation in KeyAlgorithmTests.operations {
                #expect(!SecKeyIsAlgorithmSupported(key, operation, algorithm))
                #expect(!SecKeyIsAlgorithmSupported(publicKey, operation, algorithm))
            }
        }
        let status = unsafe KeyBench.status {
            unsafe SecKeyCreateSignature(key, .ecdsaSignatureMessageX962SHA512, Data() as CFData, $0)
        }
        #expect(status == errSecParam)
        let attributes = try #require(SecKeyCopyAttributes(publicKey) as? [String: Any])
        #expect(attributes[kSecAttrKeyType as String] as? String == "Ed25519")
        #expect(attributes[kSecAttrCanVerify as String] as? Bool == false)
    }

    /// RFC 4055 §1.2: such a key is used with PSS alone.
    @Test("An RSA key for PSS alone is an RSA key that does nothing else")
    func pssOnly() throws {
        let key = try SecKey(privateKey: PrivateKey.generate(.rsaPSS(bits: 1024, nil)))
        let publicKey = try KeyBench.publicHalf(key)
        let attributes = try #require(SecKeyCopyAttributes(key) as? [String: Any])
        #expect(attributes[kSecAttrKeyType as String] as? String == kSecAttrKeyTypeRSA as String)
        let signature = try KeyBench.sign(key, .rsaSignatureMessagePSSSHA256, [1])
        #expect(KeyBench.verify(publicKey, .rsaSignatureMessagePSSSHA256, [1], signature) == nil)
        let supported = KeyAlgorithmTests.all.filter { algorithm in
            KeyAlgorithmTests.operations.contains { SecKeyIsAlgorithmSupported(key, $0, algorithm) }
                || KeyAlgorithmTests.operations.contains { SecKeyIsAlgorithmSupported(publicKey, $0, algorithm) }
        }
        #expect(supported.allSatisfy { ($0.rawValue as String).contains("-PSS:") })
        let bare = try KeyBench.imported(KeyBench.exported(key), kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate)
        #expect(bare != key)
        #expect(try KeyBench.exported(KeyBench.publicHalf(bare)) == KeyBench.exported(publicKey))
    }

    @Test("Equality and hashes go by the pair and the half")
    func hashable() throws {
        let key = try KeyBench.random(kSecAttrKeyTypeECSECPrimeRandom, 256)
        let again = try KeyBench.imported(KeyBench.exported(key), kSecAttrKeyTypeEC, kSecAttrKeyClassPrivate)
        let publicKey = try KeyBench.publicHalf(key)
        let other = try KeyBench.random(kSecAttrKeyTypeECSECPrimeRandom, 256)
        #expect(key == again && key !== again && key.hashValue == again.hashValue)
        #expect(key != publicKey && key != other)
        #expect(Set([key, again, publicKey, other, try KeyBench.publicHalf(again)]).count == 3)
        #expect(SecKeyCopyPublicKey(publicKey) == publicKey)
        let names: [SecKey: String] = [publicKey: "ours"]
        #expect(names[try KeyBench.publicHalf(again)] == "ours")
    }

    @Test("The idioms of programs compile and work")
    func idioms() throws {
        func data(of key: SecKey) throws -> Data {
            var error: Unmanaged<CFError>?
            guard let data = unsafe SecKeyCopyExternalRepresentation(key, &error) as Data? else {
                throw unsafe try #require(error).takeRetainedValue() as any Error
            }
            return data
        }
        let key = try KeyBench.random(kSecAttrKeyTypeRSA, 1024)
        #expect(try data(of: key).first == 0x30)
        let unreported = SecKeyCopyExternalRepresentation(key, nil)
        #expect(unreported != nil)
        let array = [key] as CFArray
        #expect((array as? [SecKey])?.first == key)
        let anything: AnyObject = key
        #expect((anything as? SecKey) == key)
        let attributes: [CFString: Any] = [
            kSecAttrKeyType: kSecAttrKeyTypeRSA, kSecAttrKeyClass: kSecAttrKeyClassPrivate,
            kSecAttrKeySizeInBits: NSNumber(value: 1024),
        ]
        let again = SecKeyCreateWithData(try data(of: key) as CFData, attributes as CFDictionary, nil)
        #expect(again == key)
        #expect(SecKeyGetTypeID() == SecKey.typeID)
        #expect(!key.coreFoundationDescription.contains(key.publicBytes.description))
    }
}
