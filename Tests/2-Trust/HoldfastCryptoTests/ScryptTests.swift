import HoldfastCrypto
import TestSupport
import Testing

@Suite("scrypt", .ownThread)
struct ScryptTests {
    /// RFC 7914 §12: "the sequence of octets that are the output". The fourth vector takes 1 GiB and is refused below.
    @Test(
        "the vectors of RFC 7914 §12",
        arguments: [
            (
                "", "", 4, 1, 1,
                """
                77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442\
                fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
                """
            ),
            (
                "password", "NaCl", 10, 8, 16,
                """
                fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162\
                2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
                """
            ),
            (
                "pleaseletmein", "SodiumChloride", 14, 8, 1,
                """
                7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2\
                d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
                """
            ),
        ])
    func vectors(password: String, salt: String, cost: Int, block: Int, parallel: Int, key: String) throws {
        let scrypt = try Scrypt(logarithmOfCost: cost, blockSize: block, parallelization: parallel)
        let derived = try scrypt.deriveKey(from: Passphrase(password), salt: Array(salt.utf8), count: 64)
        #expect(hexText(derived) == key)
    }

    @Test("the standard parameters can be computed with")
    func standard() throws {
        let key = try Scrypt.standard.deriveKey(from: Passphrase("secret"), salt: [1, 2, 3], count: 32)
        #expect(key.count == 32)
    }

    @Test(
        "parameters that would take more work or memory than a file may ask for are refused before either is spent",
        arguments: [
            // RFC 7914 §12's fourth vector, 1 GiB.
            (20, 8, 1), (31, 1, 1), (19, 8, 1), (1, 1 << 20, 2), (14, 8, 17), (10, 1 << 21, 1), (31, Int.max, Int.max),
            // RFC 7914 §2: N "less than 2^(128 * r / 8)".
            (16, 1, 1), (17, 8, 3), (62, 1, 1), (0, 8, 1), (-1, 8, 1), (64, 8, 1), (14, 0, 1), (14, 8, 0), (14, -8, 1),
        ])
    func refused(cost: Int, block: Int, parallel: Int) {
        #expect {
            try Scrypt(logarithmOfCost: cost, blockSize: block, parallelization: parallel)
        } throws: { error in
            if case .tooMuchWork = (error as? CryptoError)?.reason { true } else { false }
        }
    }

    @Test("the largest parameters that are let in are those of the documentation")
    func largest() throws {
        // 2^21 of N · r · p, and 256 MiB of 128 · N · r.
        #expect(throws: Never.self) { try Scrypt(logarithmOfCost: 17, blockSize: 8, parallelization: 2) }
        #expect(throws: Never.self) { try Scrypt(logarithmOfCost: 18, blockSize: 8, parallelization: 1) }
    }
}
