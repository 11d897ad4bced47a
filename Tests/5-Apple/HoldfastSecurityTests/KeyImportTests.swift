import Foundation
import HoldfastSecurity
import PeerPrograms
import TestSupport
import Testing

/// What is no key gives nothing and `errSecParam`, whatever it is.
@Suite("Data that are no key", .ownThread)
struct KeyImportTests {
    private func status(_ bytes: [UInt8], _ type: Any?, _ keyClass: Any?, _ more: [String: Any] = [:]) -> OSStatus? {
        var attributes = more
        attributes[kSecAttrKeyType as String] = type
        attributes[kSecAttrKeyClass as String] = keyClass
        return unsafe KeyBench.status {
            unsafe SecKeyCreateWithData(Data(bytes) as CFData, attributes as CFDictionary, $0)
        }
    }

    @Test("RSA: every cut, bytes behind the key, the other half, PKCS #8")
    func rsa() throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.rsa(1024, openssl)
        for (bytes, half) in [(peer.publicBytes, kSecAttrKeyClassPublic), (peer.privateBytes, kSecAttrKeyClassPrivate)]
        {
            #expect(status(bytes, kSecAttrKeyTypeRSA, half) == nil)
            for count in stride(from: 0, to: bytes.count, by: 7) {
                #expect(status(Array(bytes.prefix(count)), kSecAttrKeyTypeRSA, half) == errSecParam)
            }
            #expect(status(bytes + [0], kSecAttrKeyTypeRSA, half) == errSecParam)
            #expect(status([UInt8](repeating: 0xff, count: bytes.count), kSecAttrKeyTypeRSA, half) == errSecParam)
        }
        #expect(status(peer.privateBytes, kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic) == errSecParam)
        #expect(status(peer.publicBytes, kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate) == errSecParam)
        try openssl("pkcs8 -topk8 -nocrypt -in key -outform DER -out pkcs8")
        #expect(try status(openssl.read("pkcs8"), kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate) == errSecParam)
        #expect(try status(openssl.read("key"), kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate) == errSecParam)
    }

    @Test("RSA: numbers that are no key, and halves that do not belong together")
    func rsaNumbers() throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.rsa(1024, openssl)
        // SEQUENCE of modulus and exponent: an even modulus, an exponent of 1, an exponent of zero, a negative modulus.
        for wrong in ["30060202 0800 0201 03", "300702030800010201 01", "30060202080102 0100", "30060202 8801 020103"] {
            #expect(status(hex(wrong), kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic) == errSecParam)
        }
        // A bit of the modulus, and the public exponent, which stands behind its 128 bytes and a zero.
        let exponent = try #require(
            peer.privateBytes.indices.first { peer.privateBytes[$0...].starts(with: [2, 3, 1, 0, 1, 2]) })
        for place in [exponent - 60, exponent + 3] {
            var changed = peer.privateBytes
            changed[place] ^= 0x10
            #expect(status(changed, kSecAttrKeyTypeRSA, kSecAttrKeyClassPrivate) == errSecParam)
        }
    }

    @Test("RSA: with a tiny modulus everything is refused and nothing breaks")
    func tiny() throws {
        // 35 and 3: no modulus for anything, but the product of two odd primes.
        let key = try KeyBench.imported(
            hex("3006020123020103"), kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic)
        #expect(SecKeyGetBlockSize(key) == 1)
        for algorithm in KeyAlgorithmTests.rsaSignatures {
            #expect(KeyBench.verify(key, algorithm, [UInt8](repeating: 1, count: 32), [2]) != nil)
        }
        for algorithm in KeyAlgorithmTests.rsaEncryptions where algorithm != .rsaEncryptionRaw {
            let status = unsafe KeyBench.status {
                unsafe SecKeyCreateEncryptedData(key, algorithm, Data([1, 2]) as CFData, $0)
            }
            #expect(status == errSecParam)
        }
        // 2 to the third power is 8.
        #expect(try KeyBench.encrypt(key, .rsaEncryptionRaw, [2]) == [8])
    }

    @Test("Curves: other lengths and forms, points off the curve, a number that is another point's")
    func curve() throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.curve("prime256v1", size: 32, openssl)
        let (point, pair) = (peer.publicBytes, peer.privateBytes)
        let type = kSecAttrKeyTypeECSECPrimeRandom
        for count in [0, 1, 32, 33, 49, 57, 64] {
            #expect(status(Array(point.prefix(count)), type, kSecAttrKeyClassPublic) == errSecParam)
        }
        for count in [0, 65, 73, 85, 96] {
            #expect(status(Array(pair.prefix(count)), type, kSecAttrKeyClassPrivate) == errSecParam)
        }
        #expect(status(point, type, kSecAttrKeyClassPrivate) == errSecParam)
        #expect(status(pair, type, kSecAttrKeyClassPublic) == errSecParam)
        #expect(status(point, kSecAttrKeyTypeRSA, kSecAttrKeyClassPublic) == errSecParam)
        // SEC 1 §2.3.3: 02 and 03 are compressed points; 06 and 07 the hybrid forms.
        for form: UInt8 in [0, 2, 3, 6, 7, 0xff] {
            #expect(status([form] + point.dropFirst(), type, kSecAttrKeyClassPublic) == errSecParam)
            #expect(status([form] + pair.dropFirst(), type, kSecAttrKeyClassPrivate) == errSecParam)
        }
        #expect(status([2] + point[1...32], type, kSecAttrKeyClassPublic) == errSecParam)
        var off = point
        off[64] ^= 1
        #expect(status(off, type, kSecAttrKeyClassPublic) == errSecParam)
        #expect(status(off + pair.suffix(32), type, kSecAttrKeyClassPrivate) == errSecParam)
        for number in [[UInt8](repeating: 0, count: 32), [UInt8](repeating: 0xff, count: 32)] {
            #expect(status(point + number, type, kSecAttrKeyClassPrivate) == errSecParam)
        }
        var other = pair
        other[96] ^= 1
        #expect(status(other, type, kSecAttrKeyClassPrivate) == errSecParam)
    }

    @Test("Attributes: type and class are needed, as text or number; others are refused")
    func attributes() throws {
        let openssl = try OpenSSLCommand()
        let peer = try PeerKey.curve("prime256v1", size: 32, openssl)
        let point = peer.publicBytes
        #expect(status(point, 73, 0) == nil)
        #expect(status(point, "73", "0") == nil)
        for (type, keyClass): (Any?, Any?) in [
            (nil, nil), (nil, "0"), ("73", nil), ("74", "0"), ("73", "3"), ("x73", "0"), ("73", Data()), ([73], "0"),
            ("73 ", "0"), ("-73", "0"),
        ] {
            #expect(status(point, type, keyClass) == errSecParam, "\(type ?? "none"), \(keyClass ?? "none")")
        }
        #expect(status(point, "73", kSecAttrKeyClassSymmetric) == errSecUnimplemented)
        let token = [kSecAttrTokenID as String: kSecAttrTokenIDSecureEnclave]
        #expect(status(point, "73", "0", token) == errSecUnimplemented)
        let nothing = SecKeyCreateWithData(Data() as CFData, [:] as CFDictionary, nil)
        #expect(nothing == nil)
    }
}
