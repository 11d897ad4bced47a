import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

/// A valid pair of numbers counts only in its one encoding (X.690 §10, §8.3.2): a signature that can be written in two
/// ways gives a certificate two fingerprints.
@Suite("ECDSA signatures in another encoding")
struct ECDSAEncodingTests {
    private static let message = bytes("sample")
    private static let r = hex("EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716")
    private static let s = hex("F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8")

    private static func key() throws -> PublicKey {
        try PublicKey(
            KeyText.ellipticCurve(
                .p256,
                point: hex(
                    """
                    0460FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6
                    7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299
                    """)))
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag, UInt8(content.count)] + content }

    @Test("do not verify")
    func encodings() throws {
        let key = try Self.key()
        let (r, s) = (Self.element(2, [0] + Self.r), Self.element(2, [0] + Self.s))
        let good = Self.element(0x30, r + s)
        let content = Array(good.dropFirst(2))
        #expect(good == ecdsaSignature(r: Self.r, s: Self.s))
        #expect(key.isValidSignature(good[...], for: Self.message[...], algorithm: .ecdsa(.sha256)))

        let attacks: [(name: String, signature: [UInt8])] = [
            ("a long length", [0x30, 0x81, UInt8(content.count)] + content),
            ("an indefinite length", [0x30, 0x80] + content + [0, 0]),
            ("a superfluous zero before r", Self.element(0x30, Self.element(2, [0, 0] + Self.r) + s)),
            ("a superfluous zero before s", Self.element(0x30, r + Self.element(2, [0, 0] + Self.s))),
            ("a negative r", Self.element(0x30, Self.element(2, Self.r) + s)),
            ("bytes after the sequence", good + [0]),
            ("bytes after s", Self.element(0x30, r + s + [5, 0])),
            ("a set instead of a sequence", Self.element(0x31, r + s)),
            ("only r", Self.element(0x30, r)),
            ("both numbers zero", Self.element(0x30, [2, 1, 0, 2, 1, 0])),
            ("bare r and s (IEEE P1363)", Self.r + Self.s),
        ]
        for attack in attacks {
            #expect(
                !key.isValidSignature(attack.signature[...], for: Self.message[...], algorithm: .ecdsa(.sha256)),
                "\(attack.name)")
        }
    }
}
