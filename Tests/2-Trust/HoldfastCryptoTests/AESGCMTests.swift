import HoldfastCrypto
import TestSupport
import Testing

@Suite("AES-GCM")
struct AESGCMTests {
    /// McGrew and Viega, "The Galois/Counter Mode of Operation (GCM)", appendix B: test cases 4 (128 bits) and 16
    /// (256).
    static let vectors: [(key: String, sealed: String)] = [
        (
            "feffe9928665731c6d6a8f9467308308",
            """
            42831ec2217774244b7221b784d0d49ce3aa212f2c02a4e035c17e2329aca12e
            21d514b25466931c7d8f6a5aac84aa051ba30b396a0aac973d58e091 5bc94fbc3221a5db94fae95ae7121a47
            """
        ),
        (
            "feffe9928665731c6d6a8f9467308308feffe9928665731c6d6a8f9467308308",
            """
            522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa
            8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662 76fc6ece0f4e1768cddf8853bb2d551b
            """
        ),
    ]

    static let text = hex(
        """
        d9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a72
        1c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39
        """)
    static let nonce = hex("cafebabefacedbaddecaf888")
    static let data = hex("feedfacedeadbeeffeedfacedeadbeefabaddad2")

    @Test("seals and opens as the published cases do", arguments: vectors)
    func published(_ vector: (key: String, sealed: String)) throws {
        let key = try AESGCM(key: hex(vector.key))
        let sealed = hex(vector.sealed)
        #expect(try key.seal(Self.text, nonce: Self.nonce, additionalData: Self.data) == sealed)
        #expect(try key.open(sealed, nonce: Self.nonce, additionalData: Self.data) == Self.text)
    }

    @Test("An empty text without additional data has a tag alone (case 1)")
    func empty() throws {
        let key = try AESGCM(key: [UInt8](repeating: 0, count: 16))
        let nonce = [UInt8](repeating: 0, count: 12)
        #expect(try key.seal([], nonce: nonce) == hex("58e2fccefa7e3061367f1d57a4e7455a"))
        #expect(try key.open(hex("58e2fccefa7e3061367f1d57a4e7455a"), nonce: nonce) == [])
    }

    @Test(
        "Whatever is changed, nothing is opened: each bit of the sealed bytes, the data, the nonce, the key, the length"
    )
    func changed() throws {
        let key = try AESGCM(key: hex(Self.vectors[0].key))
        let sealed = hex(Self.vectors[0].sealed)
        for bit in 0..<(sealed.count * 8) {
            var other = sealed
            other[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(try key.open(other, nonce: Self.nonce, additionalData: Self.data) == nil)
        }
        #expect(try key.open(sealed, nonce: Self.nonce, additionalData: Self.data.dropLast()) == nil)
        #expect(try key.open(sealed, nonce: [UInt8](Self.nonce.reversed()), additionalData: Self.data) == nil)
        #expect(try key.open(sealed.dropLast(), nonce: Self.nonce, additionalData: Self.data) == nil)
        #expect(try key.open(sealed.prefix(15), nonce: Self.nonce, additionalData: Self.data) == nil)
        let stranger = try AESGCM(key: [UInt8](repeating: 7, count: 16))
        #expect(try stranger.open(sealed, nonce: Self.nonce, additionalData: Self.data) == nil)
    }

    @Test("Keys and nonces of other lengths are errors")
    func lengths() throws {
        for count in [0, 15, 17, 24, 31, 33] {
            #expect(throws: CryptoError.self) { try AESGCM(key: [UInt8](repeating: 0, count: count)) }
        }
        let key = try AESGCM(key: [UInt8](repeating: 0, count: 16))
        for count in [0, 11, 13, 16] {
            #expect(throws: CryptoError.self) { try key.seal([1], nonce: [UInt8](repeating: 0, count: count)) }
        }
    }
}
