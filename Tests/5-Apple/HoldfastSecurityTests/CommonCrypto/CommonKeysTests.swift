import Foundation
import HoldfastSecurity
import TestSupport
import Testing

@Suite("CommonCrypto's keys from passwords, wrapped keys and random bytes")
struct CommonKeysTests {
    private func derive(
        _ prf: Int, _ password: String, _ salt: String, _ rounds: UInt32, _ count: Int
    ) -> (status: Int32, key: String) {
        var key = [UInt8](repeating: 0, count: count)
        let status = CCKeyDerivationPBKDF(
            CCPBKDFAlgorithm(kCCPBKDF2), password, password.utf8.count, Array(salt.utf8), salt.utf8.count,
            CCPseudoRandomAlgorithm(prf), rounds, &key, count)
        return (status, hexText(key))
    }

    /// RFC 6070 §2 (but for 16,777,216 rounds), RFC 7914 §11 (its first).
    @Test("the published keys")
    func published() {
        let long = ("passwordPASSWORDpassword", "saltSALTsaltSALTsaltSALTsaltSALTsalt")
        for (prf, password, salt, rounds, key) in [
            (kCCPRFHmacAlgSHA1, "password", "salt", 1, "0c60c80f961f0e71f3a9b524af6012062fe037a6"),
            (kCCPRFHmacAlgSHA1, "password", "salt", 2, "ea6c014dc72d6f8ccd1ed92ace1d41f0d8de8957"),
            (kCCPRFHmacAlgSHA1, "password", "salt", 4_096, "4b007901b765489abead49d926f721d065a429c1"),
            (kCCPRFHmacAlgSHA1, long.0, long.1, 4_096, "3d2eec4fe41c849b80c8d83662c0e44a8b291a964cf2f07038"),
            (kCCPRFHmacAlgSHA1, "pass\0word", "sa\0lt", 4_096, "56fa6aa75548099dcc37d7f03425e0c3"),
            (
                kCCPRFHmacAlgSHA256, "passwd", "salt", 1,
                """
                55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc\
                49ca9cccf179b645991664b39d77ef317c71b845b1e30bd509112041d3a19783
                """
            ),
        ] as [(Int, String, String, UInt32, String)] {
            let derived = derive(prf, password, salt, rounds, key.utf8.count / 2)
            #expect(derived.status == kCCSuccess)
            #expect(derived.key == key)
        }
    }

    /// RFC 8018 §5.2: T_1 = U_1 ^ … ^ U_c with U_1 = PRF (P, S || INT (1)): with one round and one block it is the
    /// code.
    @Test("each digest, by one round of HMAC")
    func digests() {
        for (prf, hmac, count) in [
            (kCCPRFHmacAlgSHA1, kCCHmacAlgSHA1, 20), (kCCPRFHmacAlgSHA224, kCCHmacAlgSHA224, 28),
            (kCCPRFHmacAlgSHA256, kCCHmacAlgSHA256, 32), (kCCPRFHmacAlgSHA384, kCCHmacAlgSHA384, 48),
            (kCCPRFHmacAlgSHA512, kCCHmacAlgSHA512, 64),
        ] {
            var code = [UInt8](repeating: 0, count: count)
            let message = Array("salt".utf8) + [0, 0, 0, 1]
            CCHmac(CCHmacAlgorithm(hmac), "password", 8, message, message.count, &code)
            #expect(derive(prf, "password", "salt", 1, count).key == hexText(code))
        }
    }

    @Test("nothing with a length of 0, and what is refused")
    func refused() {
        var key = [UInt8](repeating: 7, count: 20)
        let (algorithm, prf) = (CCPBKDFAlgorithm(kCCPBKDF2), CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA1))
        #expect(CCKeyDerivationPBKDF(algorithm, nil, 0, nil, 0, prf, 1, &key, 20) == kCCSuccess)
        #expect(hexText(key) == derive(kCCPRFHmacAlgSHA1, "", "", 1, 20).key)
        let before = key
        for status in [
            CCKeyDerivationPBKDF(1, "p", 1, [1], 1, prf, 1, &key, 20),
            CCKeyDerivationPBKDF(algorithm, nil, 1, [1], 1, prf, 1, &key, 20),
            CCKeyDerivationPBKDF(algorithm, "p", 1, nil, 1, prf, 1, &key, 20),
            CCKeyDerivationPBKDF(algorithm, "p", -1, [1], 1, prf, 1, &key, 20),
            CCKeyDerivationPBKDF(algorithm, "p", 1, [1], 1, 0, 1, &key, 20),
            CCKeyDerivationPBKDF(algorithm, "p", 1, [1], 1, prf, 0, &key, 20),
            CCKeyDerivationPBKDF(algorithm, "p", 1, [1], 1, prf, 1, &key, 0),
            CCKeyDerivationPBKDF(algorithm, "p", 1, [1], 1, prf, 1, nil, 20),
        ] {
            #expect(status == kCCParamError)
        }
        #expect(key == before)
    }

    /// CommonKeyDerivation.h: "saltlen must be smaller than 133." "If there is an error the function returns
    /// (unsigned)(-1). The minimum return value is set to 10000."
    @Test("rounds for a time: more for a longer one, and what is refused")
    func calibration() {
        let (algorithm, prf) = (CCPBKDFAlgorithm(kCCPBKDF2), CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256))
        #expect(CCCalibratePBKDF(algorithm, 8, 8, prf, 32, 0) == 10_000)
        #expect(CCCalibratePBKDF(algorithm, 8, 8, prf, 32, .max) > 10_000)
        #expect(CCCalibratePBKDF(algorithm, 8, 132, prf, 32, 0) == 10_000)
        for refused in [
            CCCalibratePBKDF(7, 8, 8, prf, 32, 100), CCCalibratePBKDF(algorithm, 8, 133, prf, 32, 100),
            CCCalibratePBKDF(algorithm, -1, 8, prf, 32, 100), CCCalibratePBKDF(algorithm, 8, 8, 0, 32, 100),
            CCCalibratePBKDF(algorithm, 8, 8, prf, 0, 100),
        ] {
            #expect(refused == .max)
        }
    }

    /// RFC 3394 §4.1 to §4.6.
    private static let wrapped = [
        (16, 16, "1FA68B0A8112B447AEF34BD8FB5A7B829D3E862371D2CFE5"),
        (24, 16, "96778B25AE6CA435F92B5B97C050AED2468AB8A17AD84E5D"),
        (32, 16, "64E8C3F9CE0F5BA263E9777905818A2A93C8191E7D6E8AE7"),
        (24, 24, "031D33264E15D33268F24EC260743EDCE1C6C7DDEE725A936BA814915C6762D2"),
        (32, 24, "A8F9BC1612C68B3FF6E6F4FBE30E71E4769C8B80A32CB8958CD5D17D6B254DA1"),
        (32, 32, "28C9F404C4B810F4CBCCB35CFB87F8263F5786E2D80ED326CBC7F0E71A99F43BFB988B9B7A02DD21"),
    ]

    @Test("the published wrapped keys, there and back", arguments: wrapped)
    func wrapping(_ wrappingCount: Int, _ count: Int, _ expected: String) {
        let algorithm = CCWrappingAlgorithm(kCCWRAPAES)
        let key = Array(hex("00112233445566778899AABBCCDDEEFF000102030405060708090A0B0C0D0E0F").prefix(count))
        let wrapping = (0..<wrappingCount).map(UInt8.init)
        var length = CCSymmetricWrappedSize(algorithm, key.count)
        #expect(length == count + 8)
        var output = [UInt8](repeating: 0, count: length)
        #expect(
            CCSymmetricKeyWrap(
                algorithm, CCrfc3394_iv, CCrfc3394_ivLen, wrapping, wrapping.count, key, key.count, &output, &length)
                == kCCSuccess)
        #expect(output == hex(expected) && length == count + 8)
        length = CCSymmetricUnwrappedSize(algorithm, output.count)
        #expect(length == count)
        var opened = [UInt8](repeating: 0, count: length)
        func unwrap(_ wrapped: [UInt8], _ value: UnsafePointer<UInt8>?) -> Int32 {
            CCSymmetricKeyUnwrap(
                algorithm, value, 8, wrapping, wrapping.count, wrapped, wrapped.count, &opened, &length)
        }
        #expect(unwrap(output, nil) == kCCSuccess && opened == key && length == count)
        // Each changed byte is noticed, and another initial value.
        opened = [UInt8](repeating: 7, count: length)
        for place in output.indices {
            var changed = output
            changed[place] ^= 1
            #expect(unwrap(changed, CCrfc3394_iv) == kCCDecodeError)
        }
        #expect(unwrap(output, Array(hex("A6A6A6A6A6A6A6A7"))) == kCCDecodeError)
        #expect(opened == [UInt8](repeating: 7, count: count))
    }

    @Test("lengths that a wrapped key does not have, and too little room")
    func wrappingRefused() {
        let algorithm = CCWrappingAlgorithm(kCCWRAPAES)
        let key = [UInt8](repeating: 1, count: 32)
        var output = [UInt8](repeating: 7, count: 40)
        func wrap(_ keyCount: Int, _ wrappingCount: Int, _ ivCount: Int, room: Int) -> [Int] {
            var length = room
            let status = CCSymmetricKeyWrap(
                algorithm, CCrfc3394_iv, ivCount, key, wrappingCount, key, keyCount, &output, &length)
            return [Int(status), length]
        }
        for (keyCount, wrappingCount, ivCount) in [
            (8, 16, 8), (20, 16, 8), (16, 15, 8), (0, 16, 8), (-8, 16, 8), (16, 16, 7),
        ] {
            #expect(wrap(keyCount, wrappingCount, ivCount, room: 40) == [kCCParamError, 40])
        }
        #expect(wrap(32, 16, 8, room: 39) == [kCCBufferTooSmall, 40])
        #expect(output == [UInt8](repeating: 7, count: 40))
        var length = 40
        #expect(CCSymmetricKeyWrap(2, nil, 0, key, 16, key, 16, &output, &length) == kCCParamError)
        #expect(CCSymmetricKeyUnwrap(algorithm, nil, 0, key, 16, key, 16, &output, &length) == kCCParamError)
        #expect(CCSymmetricKeyWrap(algorithm, nil, 0, nil, 16, key, 16, &output, &length) == kCCParamError)
        #expect(CCSymmetricKeyWrap(algorithm, nil, 0, key, 16, key, 16, &output, nil) == kCCParamError)
        #expect(CCSymmetricWrappedSize(algorithm, .max) == 0 && CCSymmetricUnwrappedSize(algorithm, .min) == 0)
    }

    @Test("random bytes") func random() {
        var (first, second) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
        #expect(CCRandomGenerateBytes(&first, 32) == kCCSuccess && CCRandomGenerateBytes(&second, 32) == kCCSuccess)
        #expect(first != second)
        #expect(CCRandomGenerateBytes(nil, 0) == kCCSuccess && CCRandomGenerateBytes(nil, 1) == kCCParamError)
        #expect(CCRandomGenerateBytes(&first, -1) == kCCParamError)
    }
}
