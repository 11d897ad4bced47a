import HoldfastCrypto
import TestSupport
import Testing

@Suite("Key agreement")
struct KeyAgreementTests {
    @Test("X25519 equals RFC 7748 §6.1, from both sides")
    func x25519() throws {
        let alice = try KeyAgreementKey(
            .x25519, privateKey: hex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a"))
        let bob = try KeyAgreementKey(
            .x25519, privateKey: hex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb"))
        #expect(
            alice.publicValue == hex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a"))
        #expect(bob.publicValue == hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f"))
        let secret = hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
        #expect(try alice.sharedSecret(with: bob.publicValue) == secret)
        #expect(try bob.sharedSecret(with: alice.publicValue) == secret)
    }

    @Test("P-256 equals RFC 5903 §8.1, from both sides")
    func p256() throws {
        let initiator = try KeyAgreementKey(
            .p256, privateKey: hex("C88F01F510D9AC3F70A292DAA2316DE544E9AAB8AFE84049C62A9C57862D1433"))
        let responder = try KeyAgreementKey(
            .p256, privateKey: hex("C6EF9C5D78AE012A011164ACB397CE2088685D8F06BF9BE0B283AB46476BEE53"))
        #expect(
            initiator.publicValue
                == hex(
                    """
                    04 DAD0B65394221CF9B051E1FECA5787D098DFE637FC90B9EF945D0C3772581180
                    5271A0461CDB8252D61F1C456FA3E59AB1F45B33ACCF5F58389E0577B8990BB3
                    """))
        #expect(
            responder.publicValue
                == hex(
                    """
                    04 D12DFB5289C8D4F81208B70270398C342296970A0BCCB74C736FC7554494BF63
                    56FBF3CA366CC23E8157854C13C58D6AAC23F046ADA30F8353E74F33039872AB
                    """))
        let secret = hex("D6840F6B42F6EDAFD13116E0E12565202FEF8E9ECE7DCE03812464D04B9442DE")
        #expect(try initiator.sharedSecret(with: responder.publicValue) == secret)
        #expect(try responder.sharedSecret(with: initiator.publicValue) == secret)
    }

    /// RFC 8446 §7.4.2: "implementations MUST check whether the computed Diffie-Hellman shared secret is the all-zero
    /// value and abort if so".
    @Test("Public values that give a secret of zeros are refused", arguments: [0 as UInt8, 1])
    func smallOrder(_ value: UInt8) throws {
        let key = try KeyAgreementKey(.x25519, privateKey: [UInt8](repeating: 9, count: 32))
        let peer = [value] + [UInt8](repeating: 0, count: 31)
        #expect(throws: CryptoError.self) { try key.sharedSecret(with: peer) }
    }

    @Test("Values of another length or form, and points that are not on the curve, are errors")
    func malformed() throws {
        let x25519 = try KeyAgreementKey(.x25519, privateKey: [UInt8](repeating: 9, count: 32))
        for count in [0, 31, 33, 65] {
            #expect(throws: CryptoError.self) {
                try x25519.sharedSecret(with: [UInt8](repeating: 9, count: count))
            }
        }
        let p256 = try KeyAgreementKey(.p256, privateKey: [UInt8](repeating: 9, count: 32))
        let x = Array(p256.publicValue[1...32])
        #expect(throws: CryptoError.self) { try p256.sharedSecret(with: [0x02] + x) }
        #expect(throws: CryptoError.self) { try p256.sharedSecret(with: [0x04] + x + x) }
        #expect(throws: CryptoError.self) { try p256.sharedSecret(with: x25519.publicValue) }
        for group in KeyAgreementKey.Group.allCases {
            #expect(throws: CryptoError.self) {
                try KeyAgreementKey(group, privateKey: [UInt8](repeating: 9, count: 31))
            }
        }
        // Zero, and a number over the order, which begins with ffffffff 00000000 (FIPS 186-4 D.1.2.3).
        for byte: UInt8 in [0, 0xff] {
            #expect(throws: CryptoError.self) {
                try KeyAgreementKey(.p256, privateKey: [UInt8](repeating: byte, count: 32))
            }
        }
    }
}
