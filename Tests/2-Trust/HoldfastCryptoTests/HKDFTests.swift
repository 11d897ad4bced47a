import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@Suite("HMAC and HKDF")
struct HKDFTests {
    @Test("HMAC equals RFC 4231's test case 2, and case 6 with a key longer than a block")
    func hmac() throws {
        let message = bytes("what do ya want for nothing?")
        #expect(
            try HMAC.authenticate(message, key: bytes("Jefe"), digest: .sha256)
                == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
        #expect(
            try HMAC.authenticate(message, key: bytes("Jefe"), digest: .sha384)
                == hex(
                    """
                    af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e
                    8e2240ca5e69e2c78b3239ecfab21649
                    """))
        let long = [UInt8](repeating: 0xaa, count: 131)
        #expect(
            try HMAC.authenticate(
                bytes("Test Using Larger Than Block-Size Key - Hash Key First"), key: long, digest: .sha256)
                == hex("60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"))
    }

    @Test("HKDF equals RFC 5869's test case 1: salt, info and an output that is no multiple of the digest")
    func withSaltAndInfo() throws {
        let secret = [UInt8](repeating: 0x0b, count: 22)
        let key = try HKDF.extract(.sha256, salt: Array(UInt8(0)...12), secret: secret)
        #expect(key == hex("077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5"))
        let output = try HKDF.expand(.sha256, key: key, info: Array(UInt8(0xf0)...0xf9), count: 42)
        #expect(
            output
                == hex("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"))
    }

    @Test("HKDF equals RFC 5869's test case 3: neither salt nor info")
    func withoutSaltAndInfo() throws {
        let secret = [UInt8](repeating: 0x0b, count: 22)
        let key = try HKDF.extract(.sha256, salt: [], secret: secret)
        #expect(key == hex("19ef24a32c717b167f33a91d6f648bdf96596776afdb6377ac434c1c293ccb04"))
        // RFC 5869 §2.2: "if not provided, it is set to a string of HashLen zeros".
        #expect(try HKDF.extract(.sha256, salt: [UInt8](repeating: 0, count: 32), secret: secret) == key)
        let output = try HKDF.expand(.sha256, key: key, info: [], count: 42)
        #expect(
            output
                == hex("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"))
    }

    /// RFC 5869 §2.3: "L length of output keying material in octets (<= 255*HashLen)".
    @Test("HKDF makes no more than 255 blocks")
    func limit() throws {
        let key = [UInt8](repeating: 1, count: 32)
        #expect(try HKDF.expand(.sha256, key: key, info: [], count: 255 * 32).count == 255 * 32)
        #expect(throws: CryptoError.self) { try HKDF.expand(.sha256, key: key, info: [], count: 255 * 32 + 1) }
    }
}
