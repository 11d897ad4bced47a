import Foundation
import HoldfastSecurity
import TestSupport
import Testing

/// Expectations of outputs: FIPS 197 §C, SP 800-38A §F, SP 800-67 §B.1; of sizes and results: CommonCryptor.h.
@Suite("CommonCrypto's ciphers")
struct CommonCryptorTests {
    private static let vector = hex("000102030405060708090a0b0c0d0e0f")
    private static let text = hex(
        """
        6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51\
        30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710
        """)
    private static let keys = [
        hex("2b7e151628aed2a6abf7158809cf4f3c"), hex("8e73b0f7da0e6452c810f32b809079e562f8ead2522c6b7b"),
        hex("603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4"),
    ]
    private static let chained = [
        """
        7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2\
        73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7
        """,
        """
        4f021db243bc633d7178183a9fa071e8b4d9ada9ad7dedf4e5e738763f69145a\
        571b242012fb7ae07fa9baac3df102e008b0e27988598881d920a9e64f5615cd
        """,
        """
        f58c4c04d6e5f1ba779eabfb5f7bfbd69cfc4e967edb808d679f777bc6702c7d\
        39f23369a9d9bacfa530e26304231461b2eb05e2c39be9fcda6c19078c6a9d1b
        """,
    ]

    private struct Crypted: Equatable {
        var status: Int
        var moved: Int
        var output: [UInt8]
    }

    private func crypt(
        _ operation: Int, _ options: Int, _ key: [UInt8], _ iv: [UInt8]?, _ data: [UInt8], room: Int = 256,
        algorithm: Int = kCCAlgorithmAES
    ) -> Crypted {
        var output = [UInt8](repeating: 0x5A, count: max(room, 0) + 4)
        var moved = -1
        let status = CCCrypt(
            CCOperation(operation), CCAlgorithm(algorithm), CCOptions(options), key, key.count, iv, data, data.count,
            &output, room, &moved)
        // Nothing behind the room is touched, nor behind what is said to have been written.
        #expect(output[(status == kCCSuccess ? moved : 0)...].allSatisfy { $0 == 0x5A })
        return Crypted(status: Int(status), moved: moved, output: status == kCCSuccess ? Array(output[..<moved]) : [])
    }

    @Test("FIPS 197 §C.1 to §C.3: one block of each length of key")
    func blocks() {
        let text = hex("00112233445566778899aabbccddeeff")
        for (count, expected) in [
            (kCCKeySizeAES128, "69c4e0d86a7b0430d8cdb78070b4c55a"),
            (kCCKeySizeAES192, "dda97ca4864cdfe06eaf70a0ec0d7191"),
            (kCCKeySizeAES256, "8ea2b7ca516745bfeafc49904b496089"),
        ] {
            let key = (0..<count).map(UInt8.init)
            let sealed = crypt(kCCEncrypt, kCCOptionECBMode, key, nil, text, room: 16)
            #expect(sealed == Crypted(status: kCCSuccess, moved: 16, output: hex(expected)))
            #expect(crypt(kCCDecrypt, kCCOptionECBMode, key, nil, sealed.output, room: 16).output == text)
        }
    }

    @Test("SP 800-38A §F.2: CBC, with and without padding", arguments: 0..<3)
    func chaining(_ index: Int) {
        let (key, expected) = (Self.keys[index], hex(Self.chained[index]))
        let plain = crypt(kCCEncrypt, 0, key, Self.vector, Self.text, room: 64)
        #expect(plain == Crypted(status: kCCSuccess, moved: 64, output: expected))
        #expect(crypt(kCCDecrypt, 0, key, Self.vector, expected, room: 64).output == Self.text)
        let padded = crypt(kCCEncrypt, kCCOptionPKCS7Padding, key, Self.vector, Self.text)
        #expect(padded.moved == 80 && padded.output.starts(with: expected))
        #expect(crypt(kCCDecrypt, kCCOptionPKCS7Padding, key, Self.vector, padded.output).output == Self.text)
    }

    /// SP 800-38A §F.1.1, §F.3.13, §F.3.7, §F.4.1, §F.5.1.
    @Test("the other modes, by CCCryptorCreateWithMode")
    func modes() throws {
        let counter = hex("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff")
        for (mode, vector, expected) in [
            (
                kCCModeECB, nil,
                """
                3ad77bb40d7a3660a89ecaf32466ef97f5d3d58503b9699de785895a96fdbaaf\
                43b1cd7f598ece23881b00e3ed0306887b0c785e27e8ad3f8223207104725dd4
                """
            ),
            (
                kCCModeCFB, Self.vector,
                """
                3b3fd92eb72dad20333449f8e83cfb4ac8a64537a0b3a93fcde3cdad9f1ce58b\
                26751f67a3cbb140b1808cf187a4f4dfc04b05357c5d1c0eeac4c66f9ff7f2e6
                """
            ),
            (kCCModeCFB8, Self.vector, "3b79424c9c0dd436bace9e0ed4586a4f32b9"),
            (
                kCCModeOFB, Self.vector,
                """
                3b3fd92eb72dad20333449f8e83cfb4a7789508d16918f03f53c52dac54ed825\
                9740051e9c5fecf64344f7a82260edcc304c6528f659c77866a510d9c1d6ae5e
                """
            ),
            (
                kCCModeCTR, counter,
                """
                874d6191b620e3261bef6864990db6ce9806f66b7970fdff8617187bb9fffdff\
                5ae4df3edbd5d35e5b4f09020db03eab1e031dda2fbe03d1792170a0f3009cee
                """
            ),
        ] as [(Int, [UInt8]?, String)] {
            let text = Array(Self.text.prefix(expected.utf8.count / 2))
            for (operation, input, output) in [(kCCEncrypt, text, hex(expected)), (kCCDecrypt, hex(expected), text)] {
                var reference: CCCryptorRef?
                let status = CCCryptorCreateWithMode(
                    CCOperation(operation), CCMode(mode), CCAlgorithm(kCCAlgorithmAES), CCPadding(ccNoPadding), vector,
                    Self.keys[0], 16, nil, 0, 0, CCModeOptions(kCCModeOptionCTR_BE), &reference)
                #expect(status == kCCSuccess)
                let cryptor = try #require(reference)
                defer { CCCryptorRelease(cryptor) }
                var (got, piece, moved) = ([UInt8](), [UInt8](repeating: 0, count: 32), 0)
                // What is a stream gives each byte at once; blocks wait.
                for byte in input {
                    #expect(CCCryptorUpdate(cryptor, [byte], 1, &piece, 32, &moved) == kCCSuccess)
                    if mode != kCCModeECB { #expect(moved == 1) }
                    got += piece[..<moved]
                }
                #expect(CCCryptorFinal(cryptor, nil, 0, &moved) == kCCSuccess && moved == 0)
                #expect(got == output, "mode \(mode)")
            }
        }
    }

    @Test("SP 800-67 §B.1: Triple DES")
    func tripleDES() {
        let key = hex("0123456789abcdef23456789abcdef01456789abcdef0123")
        let text = hex("5468652071756663 6b2062726f776e20 666f78206a756d70".filter { $0 != " " })
        let sealed = crypt(kCCEncrypt, kCCOptionECBMode, key, nil, text, room: 24, algorithm: kCCAlgorithm3DES)
        #expect(hexText(sealed.output) == "a826fd8ce53b855fcce21c8112256fe668d5c05dd9b6b900")
        let padded = crypt(
            kCCEncrypt, kCCOptionPKCS7Padding, key, hex("0102030405060708"), text, algorithm: kCCAlgorithm3DES)
        #expect(padded.moved == 32)
        let opened = crypt(
            kCCDecrypt, kCCOptionPKCS7Padding, key, hex("0102030405060708"), padded.output, algorithm: kCCAlgorithm3DES)
        #expect(opened.output == text)
    }

    /// "If CBC mode is selected … and no IV is present, a NULL (all zeroes) IV will be used."
    @Test("without an initial vector it is zeros")
    func zeros() {
        let zeros = [UInt8](repeating: 0, count: 16)
        #expect(
            crypt(kCCEncrypt, 0, Self.keys[0], nil, Self.text) == crypt(kCCEncrypt, 0, Self.keys[0], zeros, Self.text))
    }

    /// RFC 5652 §6.3: "the input shall be padded at the trailing end with k-(lth mod k) octets all having value
    /// k-(lth mod k)". CommonCryptor.h: "If kCCBufferTooSmall is returned as a result of insufficient buffer space
    /// being provided, the required buffer space is returned here."
    @Test("each length of text, with exactly enough room, and with a byte less")
    func lengths() {
        let key = Self.keys[2]
        for count in 0...49 {
            let text = Array((Self.text + Self.text).prefix(count))
            let needed = count / 16 * 16 + 16
            let tooSmall = crypt(kCCEncrypt, kCCOptionPKCS7Padding, key, Self.vector, text, room: needed - 1)
            #expect(tooSmall == Crypted(status: kCCBufferTooSmall, moved: needed, output: []))
            let sealed = crypt(kCCEncrypt, kCCOptionPKCS7Padding, key, Self.vector, text, room: needed)
            #expect(sealed.status == kCCSuccess && sealed.moved == needed)
            let last = UInt8(needed - count)
            let bare = crypt(kCCDecrypt, 0, key, Self.vector, sealed.output)
            #expect(bare.output == text + [UInt8](repeating: last, count: Int(last)))
            let opened = crypt(kCCDecrypt, kCCOptionPKCS7Padding, key, Self.vector, sealed.output, room: needed)
            #expect(opened == Crypted(status: kCCSuccess, moved: count, output: text))
            #expect(
                crypt(kCCDecrypt, kCCOptionPKCS7Padding, key, Self.vector, sealed.output, room: needed - 1)
                    == Crypted(status: kCCBufferTooSmall, moved: needed, output: []))
        }
    }

    /// "kCCAlignmentError indicates that dataInLength was not properly aligned." "kCCDecodeError Indicates improperly
    /// formatted ciphertext or a "wrong key" error".
    @Test("texts that do not decrypt")
    func undecryptable() {
        let key = Self.keys[0]
        for count in [1, 15, 17, 63] {
            let part = Array(Self.text.prefix(count))
            for (operation, options) in [
                (kCCEncrypt, 0), (kCCEncrypt, kCCOptionECBMode), (kCCDecrypt, 0), (kCCDecrypt, kCCOptionPKCS7Padding),
            ] {
                #expect(
                    crypt(operation, options, key, Self.vector, part)
                        == Crypted(status: kCCAlignmentError, moved: 0, output: []))
            }
        }
        // Blocks whose last byte is no padding: 0, 17, and bytes before it that differ.
        for ending in ["00", "11", "0303", "010203"] {
            let block = Array((hex("ffffffffffffffffffffffffffffffff") + hex(ending)).suffix(16))
            let sealed = crypt(kCCEncrypt, 0, key, Self.vector, block).output
            #expect(
                crypt(kCCDecrypt, kCCOptionPKCS7Padding, key, Self.vector, sealed)
                    == Crypted(status: kCCDecodeError, moved: 0, output: []))
        }
        #expect(crypt(kCCDecrypt, kCCOptionPKCS7Padding, key, Self.vector, []).status == kCCDecodeError)
    }

    @Test("what is not here, and what is none: keys, ciphers, directions")
    func refused() {
        let key = Self.keys[0]
        func status(_ operation: Int, _ algorithm: Int, _ key: [UInt8]) -> Int {
            crypt(operation, 0, key, nil, Self.text, algorithm: algorithm).status
        }
        for algorithm in [
            kCCAlgorithmDES, kCCAlgorithmCAST, kCCAlgorithmRC4, kCCAlgorithmRC2, kCCAlgorithmBlowfish,
        ] {
            #expect(status(kCCEncrypt, algorithm, key) == kCCUnimplemented)
        }
        #expect(status(kCCEncrypt, 7, key) == kCCParamError && status(2, kCCAlgorithmAES, key) == kCCParamError)
        for count in [0, 1, 15, 17, 33, 64, 65, 100_000] {
            let key = [UInt8](repeating: 1, count: count)
            #expect(status(kCCEncrypt, kCCAlgorithmAES, key) == kCCKeySizeError)
        }
        #expect(status(kCCEncrypt, kCCAlgorithm3DES, key) == kCCKeySizeError)
        var (output, moved) = ([UInt8](repeating: 7, count: 64), 0)
        for status in [
            CCCrypt(0, 0, 0, nil, 16, nil, Self.text, 16, &output, 64, &moved),
            CCCrypt(0, 0, 0, key, -1, nil, Self.text, 16, &output, 64, &moved),
            CCCrypt(0, 0, 0, key, 16, nil, nil, 16, &output, 64, &moved),
            CCCrypt(0, 0, 0, key, 16, nil, Self.text, -1, &output, 64, &moved),
            CCCrypt(0, 0, 0, key, 16, nil, Self.text, 16, nil, 64, &moved),
            CCCrypt(0, 0, 0, key, 16, nil, Self.text, 16, &output, -1, &moved),
        ] {
            #expect(status == kCCParamError)
        }
        #expect(output == [UInt8](repeating: 7, count: 64) && moved == 0)
        // Nothing comes of nothing, and pointers that are not needed may be nil.
        #expect(CCCrypt(0, 0, 0, key, 16, nil, nil, 0, nil, 0, nil) == kCCSuccess)
        var cryptor: CCCryptorRef?
        for mode in [0, kCCModeXTS, kCCModeRC4, 99] {
            #expect(
                CCCryptorCreateWithMode(0, CCMode(mode), 0, 0, nil, key, 16, nil, 0, 0, 0, &cryptor) == kCCUnimplemented
            )
        }
        #expect(CCCryptorCreateWithMode(0, 2, 0, 2, nil, key, 16, nil, 0, 0, 0, &cryptor) == kCCParamError)
        #expect(CCCryptorCreateWithMode(0, 2, 0, 0, nil, key, 16, nil, 0, 7, 0, &cryptor) == kCCUnimplemented)
        #expect(CCCryptorCreate(0, 0, 0, key, 16, nil, nil) == kCCParamError)
        #expect(cryptor == nil)
    }

    /// CommonCryptor.h's numbers, which Swift imports as Int.
    @Test("numbers") func numbers() {
        let results: [Int] = [
            kCCSuccess, kCCParamError, kCCBufferTooSmall, kCCMemoryFailure, kCCAlignmentError, kCCDecodeError,
            kCCUnimplemented, kCCOverflow, kCCRNGFailure, kCCUnspecifiedError, kCCCallSequenceError, kCCKeySizeError,
            kCCInvalidKey,
        ]
        let negatives: [Int] = (0...11).map { -4300 - $0 }
        #expect(results == [0] + negatives)
        let choices: [Int] = [kCCEncrypt, kCCDecrypt, kCCAlgorithmAES128, kCCAlgorithmAES, kCCAlgorithmDES]
        #expect(choices == [0, 1, 0, 0, 1])
        let sizes: [Int] = [kCCOptionPKCS7Padding, kCCOptionECBMode, kCCBlockSizeAES128, kCCBlockSize3DES]
        #expect(sizes == [1, 2, 16, 8])
    }
}
