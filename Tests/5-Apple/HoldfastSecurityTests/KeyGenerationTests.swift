import Foundation
import HoldfastCredentials
import HoldfastSecurity
import PeerPrograms
import TestSupport
import Testing

@Suite("New keys and their attributes", .ownThread)
struct KeyGenerationTests {
    private func status(_ parameters: [String: Any]) -> OSStatus? {
        unsafe KeyBench.status { unsafe SecKeyCreateRandomKey(parameters as CFDictionary, $0) }
    }

    @Test("RSA and the three curves are made; the size may be text")
    func made() throws {
        for (type, size, block): (CFString, Any, Int) in [
            (kSecAttrKeyTypeRSA, 1024, 128), (kSecAttrKeyTypeRSA, "512", 64), (kSecAttrKeyTypeEC, 256, 32),
            (kSecAttrKeyTypeECSECPrimeRandom, NSNumber(value: 384), 48), (kSecAttrKeyTypeEC, 521, 66),
        ] {
            var error: Unmanaged<CFError>?
            let parameters: [String: Any] = [
                kSecAttrKeyType as String: type, kSecAttrKeySizeInBits as String: size,
                kSecPrivateKeyAttrs as String: [
                    kSecAttrIsPermanent as String: false,
                    kSecAttrApplicationTag as String: Data("org.example.key".utf8),
                ],
            ]
            let made = unsafe SecKeyCreateRandomKey(parameters as CFDictionary, &error)
            let key = try #require(made)
            #expect(SecKeyGetBlockSize(key) == block)
            let again = try unsafe KeyBench.value { unsafe SecKeyCreateRandomKey(parameters as CFDictionary, $0) }
            #expect(again != key)
        }
    }

    @Test("Other types and sizes, and keys that are to be kept where nothing is, are refused")
    func refused() {
        ProcessCredentialStores.$ofTask.withValue(ProcessCredentialStores(permanent: nil)) { checkRefused() }
    }

    private func checkRefused() {
        let type = kSecAttrKeyType as String
        let size = kSecAttrKeySizeInBits as String
        let permanent = kSecAttrIsPermanent as String
        for (parameters, code): ([String: Any], OSStatus) in [
            ([:], errSecUnimplemented), ([size: 256], errSecUnimplemented),
            ([type: "105", size: 256], errSecUnimplemented),
            ([type: kSecAttrKeyTypeEC], errSecParam), ([type: kSecAttrKeyTypeEC, size: 255], errSecParam),
            ([type: kSecAttrKeyTypeEC, size: 224], errSecParam), ([type: kSecAttrKeyTypeRSA], errSecParam),
            ([type: kSecAttrKeyTypeRSA, size: 511], errSecParam),
            ([type: kSecAttrKeyTypeRSA, size: 8193], errSecParam),
            ([type: kSecAttrKeyTypeRSA, size: "many"], errSecParam),
            ([type: kSecAttrKeyTypeRSA, size: -1], errSecParam),
            ([type: kSecAttrKeyTypeEC, size: 256, permanent: true], errSecNotAvailable),
            (
                [type: kSecAttrKeyTypeEC, size: 256, kSecPrivateKeyAttrs as String: [permanent: true]],
                errSecNotAvailable
            ),
            (
                [type: kSecAttrKeyTypeEC, size: 256, kSecPublicKeyAttrs as String: [permanent: true] as CFDictionary],
                errSecNotAvailable
            ),
            (
                [type: kSecAttrKeyTypeEC, size: 256, kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave],
                errSecUnimplemented
            ),
            (
                [
                    type: kSecAttrKeyTypeEC, size: 256,
                    kSecPrivateKeyAttrs as String: [kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave],
                ], errSecUnimplemented
            ),
        ] {
            #expect(status(parameters) == code, "\(parameters)")
        }
        // What the inner dictionaries say goes before what the outer one does.
        let no: [String: Any] = [permanent: false]
        let overridden: [String: Any] = [
            type: kSecAttrKeyTypeEC, size: 256, permanent: true, kSecPrivateKeyAttrs as String: no,
            kSecPublicKeyAttrs as String: no,
        ]
        #expect(status(overridden) == nil)
    }

    /// SecKey.h lists the attributes; the label is the SHA-1 digest of the public key.
    @Test("Attributes of an RSA pair")
    func rsaAttributes() throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.rsa(1024, openssl)
        try openssl("dgst -sha1 -binary -out label publicPKCS1")
        let label = Data(try openssl.read("label"))
        let key = try #require(SecKeyCopyAttributes(peer.privateKey()) as? [String: Any])
        let publicKey = try #require(SecKeyCopyAttributes(peer.publicKey()) as? [String: Any])
        for attributes in [key, publicKey] {
            #expect(attributes[kSecClass as String] as? String == kSecClassKey as String)
            #expect(attributes[kSecAttrKeyType as String] as? String == kSecAttrKeyTypeRSA as String)
            #expect(attributes[kSecAttrKeySizeInBits as String] as? Int == 1024)
            #expect(attributes[kSecAttrEffectiveKeySize as String] as? Int == 1024)
            #expect(attributes[kSecAttrApplicationLabel as String] as? Data == label)
            #expect(attributes[kSecAttrCanDerive as String] as? Bool == false)
        }
        #expect(key[kSecAttrKeyClass as String] as? String == kSecAttrKeyClassPrivate as String)
        #expect(publicKey[kSecAttrKeyClass as String] as? String == kSecAttrKeyClassPublic as String)
        for name in [kSecAttrCanSign, kSecAttrCanDecrypt, kSecAttrCanUnwrap] {
            #expect(key[name as String] as? Bool == true)
        }
        for name in [kSecAttrCanVerify, kSecAttrCanEncrypt, kSecAttrCanWrap] {
            #expect(key[name as String] as? Bool == false)
            #expect(publicKey[name as String] as? Bool == true)
        }
        #expect(publicKey[kSecAttrCanSign as String] as? Bool == false)
        #expect(key[kSecValueData as String] as? Data == Data(peer.privateBytes))
        #expect(publicKey[kSecValueData as String] as? Data == Data(peer.publicBytes))
    }

    @Test("Attributes of a pair on a curve")
    func curveAttributes() throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.curve("secp521r1", size: 66, openssl)
        try openssl.write(peer.publicBytes, to: "point")
        try openssl("dgst -sha1 -binary -out label point")
        let label = Data(try openssl.read("label"))
        let key = try #require(SecKeyCopyAttributes(peer.privateKey()) as? [CFString: Any])
        let publicKey = try #require(SecKeyCopyAttributes(peer.publicKey()) as? [CFString: Any])
        for attributes in [key, publicKey] {
            #expect(attributes[kSecAttrKeyType] as? String == kSecAttrKeyTypeECSECPrimeRandom as String)
            #expect(attributes[kSecAttrKeySizeInBits] as? Int == 521)
            #expect(attributes[kSecAttrApplicationLabel] as? Data == label)
        }
        #expect(key[kSecAttrCanDerive] as? Bool == true)
        #expect(publicKey[kSecAttrCanDerive] as? Bool == false)
        #expect(publicKey[kSecAttrCanDecrypt] as? Bool == false)
    }
}
