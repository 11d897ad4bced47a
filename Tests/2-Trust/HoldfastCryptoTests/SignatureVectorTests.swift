import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

/// Signatures that standards print.
@Suite("Published signatures", .ownThread)
struct SignatureVectorTests {
    struct EdwardsVector: CustomTestStringConvertible {
        let name: String
        let algorithm: SignatureAlgorithm
        let identifier: ObjectIdentifier
        let seed: String
        let key: String
        let message: String
        let signature: String
        var testDescription: String { name }
    }

    /// RFC 8032 §7.1 and §7.4.
    static let edwards = [
        EdwardsVector(
            name: "Ed25519, TEST 1", algorithm: .ed25519, identifier: .ed25519,
            seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", message: "",
            signature: """
                e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155
                5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b
                """),
        EdwardsVector(
            name: "Ed25519, TEST 2", algorithm: .ed25519, identifier: .ed25519,
            seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            key: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", message: "72",
            signature: """
                92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da
                085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00
                """),
        EdwardsVector(
            name: "Ed448, blank", algorithm: .ed448, identifier: .ed448,
            seed: """
                6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3
                528c8a3fcc2f044e39a3fc5b94492f8f032e7549a20098f95b
                """,
            key: """
                5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778
                edf124769b46c7061bd6783df1e50f6cd1fa1abeafe8256180
                """,
            message: "",
            signature: """
                533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f
                2b233f034f628281f2fd7a22ddd47d7828c59bd0a21bfd3980ff0d2028d4b18a
                9df63e006c5d1c2d345b925d8dc00b4104852db99ac5c7cdda8530a113a0f4db
                b61149f05a7363268c71d95808ff2e652600
                """),
    ]

    @Test("of RFC 8032 are checked and made", arguments: edwards)
    func rfc8032(_ vector: EdwardsVector) throws {
        let message = hex(vector.message)
        let signature = hex(vector.signature)
        let info = try KeyText.edwards(vector.identifier, hex(vector.key))
        let key = try PublicKey(info)
        #expect(key.isValidSignature(signature[...], for: message[...], algorithm: vector.algorithm))
        #expect(!key.isValidSignature(signature[...], for: (message + [0])[...], algorithm: vector.algorithm))

        let privateKey = try KeyText.edwardsPrivate(vector.identifier, seed: hex(vector.seed))
        #expect(privateKey.subjectPublicKeyInfo == info)
        #expect(try privateKey.sign(message, algorithm: vector.algorithm) == signature)
    }

    struct CurveVector: CustomTestStringConvertible {
        let curve: NamedCurve
        let digest: DigestAlgorithm
        let x: String
        let y: String
        let r: String
        let s: String
        var testDescription: String { "\(curve) with \(digest)" }
    }

    private static let p256x = "60FED4BA255A9D31C961EB74C6356D68C049B8923B61FA6CE669622E60F29FB6"
    private static let p256y = "7903FE1008B8BC99A41AE9E95628BC64F2F1B20C2D7E9F5177A3C294D4462299"

    /// RFC 6979 appendices A.2.5 and A.2.6, message "sample".
    static let curves = [
        CurveVector(
            curve: .p256, digest: .sha1, x: p256x, y: p256y,
            r: "61340C88C3AAEBEB4F6D667F672CA9759A6CCAA9FA8811313039EE4A35471D32",
            s: "6D7F147DAC089441BB2E2FE8F7A3FA264B9C475098FDCF6E00D7C996E1B8B7EB"),
        CurveVector(
            curve: .p256, digest: .sha256, x: p256x, y: p256y,
            r: "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
            s: "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"),
        CurveVector(
            curve: .p256, digest: .sha512, x: p256x, y: p256y,
            r: "8496A60B5E9B47C825488827E0495B0E3FA109EC4568FD3F8D1097678EB97F00",
            s: "2362AB1ADBE2B8ADF9CB9EDAB740EA6049C028114F2460F96554F61FAE3302FE"),
        CurveVector(
            curve: .p384, digest: .sha384,
            x: """
                EC3A4E415B4E19A4568618029F427FA5DA9A8BC4AE92E02E06AAE5286B300C64
                DEF8F0EA9055866064A254515480BC13
                """,
            y: """
                8015D9B72D7D57244EA8EF9AC0C621896708A59367F9DFB9F54CA84B3F1C9DB1
                288B231C3AE0D4FE7344FD2533264720
                """,
            r: """
                94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C
                81A648152E44ACF96E36DD1E80FABE46
                """,
            s: """
                99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94F
                A329C145786E679E7B82C71A38628AC8
                """),
    ]

    @Test("of RFC 6979 are checked, with any digest on any curve", arguments: curves)
    func rfc6979(_ vector: CurveVector) throws {
        let point = [0x04] + hex(vector.x) + hex(vector.y)
        let key = try PublicKey(KeyText.ellipticCurve(vector.curve, point: point))
        let signature = ecdsaSignature(r: hex(vector.r), s: hex(vector.s))
        let message = bytes("sample")
        #expect(key.isValidSignature(signature[...], for: message[...], algorithm: .ecdsa(vector.digest)))
        for digest in DigestAlgorithm.allCases where digest != vector.digest {
            #expect(
                !key.isValidSignature(signature[...], for: message[...], algorithm: .ecdsa(digest)), "\(digest)")
        }
    }
}
