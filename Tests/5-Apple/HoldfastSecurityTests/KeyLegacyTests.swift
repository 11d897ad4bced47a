import Foundation
import HoldfastSecurity
import PeerPrograms
import TestSupport
import Testing

/// The deprecated functions, called through a protocol: its requirements are not deprecated.
private protocol OlderKeyCalls {
    func pair(_ parameters: [String: Any]) -> (OSStatus, SecKey?, SecKey?)
    func sign(_ key: SecKey, _ padding: UInt32, _ data: [UInt8], room: Int) -> (OSStatus, [UInt8])
    func verify(_ key: SecKey, _ padding: UInt32, _ data: [UInt8], _ signature: [UInt8]) -> OSStatus
    func encrypt(_ key: SecKey, _ padding: UInt32, _ data: [UInt8], room: Int) -> (OSStatus, [UInt8])
    func decrypt(_ key: SecKey, _ padding: UInt32, _ data: [UInt8], room: Int) -> (OSStatus, [UInt8])
    var paddings: [UInt32] { get }
}

private struct OlderCalls: OlderKeyCalls {
    @available(*, deprecated)
    func pair(_ parameters: [String: Any]) -> (OSStatus, SecKey?, SecKey?) {
        var publicKey: SecKey?
        var privateKey: SecKey?
        let status = unsafe SecKeyGeneratePair(parameters as CFDictionary, &publicKey, &privateKey)
        return (status, publicKey, privateKey)
    }

    @available(*, deprecated)
    func sign(_ key: SecKey, _ padding: UInt32, _ data: [UInt8], room: Int) -> (OSStatus, [UInt8]) {
        var output = [UInt8](repeating: 0, count: room)
        var count = room
        let status = unsafe SecKeyRawSign(key, SecPadding(rawValue: padding), data, data.count, &output, &count)
        return (status, Array(output.prefix(count)))
    }

    @available(*, deprecated)
    func verify(_ key: SecKey, _ padding: UInt32, _ data: [UInt8], _ signature: [UInt8]) -> OSStatus {
        unsafe SecKeyRawVerify(key, SecPadding(rawValue: padding), data, data.count, signature, signature.count)
    }

    @available(*, deprecated)
    func encrypt(_ key: SecKey, _ padding: UInt32, _ data: [UInt8], room: Int) -> (OSStatus, [UInt8]) {
        var output = [UInt8](repeating: 0, count: room)
        var count = room
        let status = unsafe SecKeyEncrypt(key, SecPadding(rawValue: padding), data, data.count, &output, &count)
        return (status, Array(output.prefix(count)))
    }

    @available(*, deprecated)
    func decrypt(_ key: SecKey, _ padding: UInt32, _ data: [UInt8], room: Int) -> (OSStatus, [UInt8]) {
        var output = [UInt8](repeating: 0, count: room)
        var count = room
        let status = unsafe SecKeyDecrypt(key, SecPadding(rawValue: padding), data, data.count, &output, &count)
        return (status, Array(output.prefix(count)))
    }

    @available(*, deprecated)
    var paddings: [UInt32] {
        [
            [], SecPadding.PKCS1, .OAEP, .sigRaw, .PKCS1MD2, .PKCS1MD5, .PKCS1SHA1, .PKCS1SHA224, .PKCS1SHA256,
            .PKCS1SHA384, .PKCS1SHA512,
        ].map(\.rawValue)
    }
}

@Suite("The older functions on keys", .ownThread)
struct KeyLegacyTests {
    private let calls: any OlderKeyCalls = OlderCalls()

    @Test("A pair is made, and its halves fit")
    func pair() throws {
        let (status, publicKey, privateKey) = calls.pair([
            kSecAttrKeyType as String: kSecAttrKeyTypeEC, kSecAttrKeySizeInBits as String: 256,
        ])
        #expect(status == errSecSuccess)
        #expect(try KeyBench.publicHalf(#require(privateKey)) == publicKey)
        #expect(calls.pair([kSecAttrKeyType as String: kSecAttrKeyTypeEC]).0 == errSecParam)
        #expect(calls.pair([:]).0 == errSecUnimplemented)
    }

    /// SecKey.h of iOS.
    @Test("The paddings have Apple's numbers")
    func numbers() {
        #expect(
            calls.paddings == [0, 1, 2, 0x4000, 0x8000, 0x8001, 0x8002, 0x8003, 0x8004, 0x8005, 0x8006])
    }

    @Test("RSA signatures over digests are those of the newer function")
    func rsaSignatures() throws {
        let key = try KeyBench.random(kSecAttrKeyTypeRSA, 1024)
        let publicKey = try KeyBench.publicHalf(key)
        for (padding, count, algorithm): (UInt32, Int, SecKeyAlgorithm) in [
            (0x8002, 20, .rsaSignatureDigestPKCS1v15SHA1), (0x8003, 28, .rsaSignatureDigestPKCS1v15SHA224),
            (0x8004, 32, .rsaSignatureDigestPKCS1v15SHA256), (0x8005, 48, .rsaSignatureDigestPKCS1v15SHA384),
            (0x8006, 64, .rsaSignatureDigestPKCS1v15SHA512), (1, 17, .rsaSignatureDigestPKCS1v15Raw),
            (0, 100, .rsaSignatureRaw),
        ] {
            let digest = [UInt8](repeating: 9, count: count)
            let (status, signature) = calls.sign(key, padding, digest, room: 200)
            #expect(status == errSecSuccess)
            #expect(try KeyBench.sign(key, algorithm, digest) == signature)
            #expect(calls.verify(publicKey, padding, digest, signature) == errSecSuccess)
            #expect(calls.verify(publicKey, padding, digest.dropLast() + [8], signature) == errSSLCrypto)
            #expect(calls.sign(key, padding, digest, room: 127).0 == errSecParam)
        }
        for padding: UInt32 in [2, 0x8000, 0x8001, 0x4000, 77] {
            #expect(calls.sign(key, padding, [1], room: 200).0 == errSecParam)
            #expect(calls.verify(publicKey, padding, [1], [1]) == errSecParam)
        }
        #expect(calls.sign(publicKey, 1, [1], room: 200).0 == errSecParam)
    }

    @Test("Signatures with a curve are in DER, or with sigRaw both numbers")
    func curveSignatures() throws {
        let key = try KeyBench.random(kSecAttrKeyTypeEC, 256)
        let publicKey = try KeyBench.publicHalf(key)
        let digest = [UInt8](repeating: 9, count: 32)
        let der = calls.sign(key, 1, digest, room: 80).1
        #expect(KeyBench.verify(publicKey, .ecdsaSignatureDigestX962SHA256, digest, der) == nil)
        let numbers = calls.sign(key, 0x4000, digest, room: 80).1
        #expect(numbers.count == 64)
        #expect(KeyBench.verify(publicKey, .ecdsaSignatureDigestRFC4754SHA256, digest, numbers) == nil)
        #expect(calls.verify(publicKey, 1, digest, der) == errSecSuccess)
        #expect(calls.verify(publicKey, 0x4000, digest, numbers) == errSecSuccess)
        #expect(calls.verify(publicKey, 0x4000, digest, der) == errSSLCrypto)
        #expect(calls.encrypt(publicKey, 1, digest, room: 200).0 == errSecParam)
    }

    @Test("RSA encrypts and decrypts; without padding the zeros in front are left out")
    func encryption() throws {
        let key = try KeyBench.random(kSecAttrKeyTypeRSA, 1024)
        let publicKey = try KeyBench.publicHalf(key)
        let text = Array("between us".utf8)
        for padding: UInt32 in [0, 1, 2] {
            let (status, sealed) = calls.encrypt(publicKey, padding, text, room: 128)
            #expect(status == errSecSuccess)
            #expect(sealed.count == 128)
            let opened = calls.decrypt(key, padding, sealed, room: 128)
            #expect(opened.0 == errSecSuccess)
            #expect(opened.1 == text)
            #expect(calls.encrypt(publicKey, padding, text, room: 127).0 == errSecParam)
            #expect(calls.decrypt(key, padding, sealed, room: text.count - 1).0 == errSecParam)
        }
        #expect(
            try KeyBench.decrypt(key, .rsaEncryptionOAEPSHA1, calls.encrypt(publicKey, 2, text, room: 128).1) == text)
        #expect(calls.encrypt(publicKey, 0x4000, text, room: 128).0 == errSecParam)
        #expect(calls.decrypt(key, 2, [1], room: 128).0 == errSecParam)
    }
}
