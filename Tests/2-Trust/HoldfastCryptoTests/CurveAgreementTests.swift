import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@Suite("Agreement with keys on curves", .ownThread)
struct CurveAgreementTests {
    struct Vector: CustomTestStringConvertible {
        let curve: NamedCurve
        let number, point, peer, secret: String
        var testDescription: String { curve.rawValue }
    }

    /// NIST CAVS 14.1, "ECC CDH Primitive" (SP 800-56A): COUNT = 0 of each curve.
    static let vectors = [
        Vector(
            curve: .p256, number: "7d7dc5f71eb29ddaf80d6214632eeae03d9058af1fb6d22ed80badb62bc1a534",
            point: """
                04ead218590119e8876b29146ff89ca61770c4edbbf97d38ce385ed281d8a6b230
                28af61281fd35e2fa7002523acc85a429cb06ee6648325389f59edfce1405141
                """,
            peer: """
                04700c48f77f56584c5cc632ca65640db91b6bacce3a4df6b42ce7cc838833d287
                db71e509e3fd9b060ddb20ba5c51dcc5948d46fbf640dfe0441782cab85fa4ac
                """,
            secret: "46fc62106420ff012e54a434fbdd2d25ccc5852060561e68040dd7778997bd7b"),
        Vector(
            curve: .p384,
            number: """
                3cc3122a68f0d95027ad38c067916ba0eb8c38894d22e1b1
                5618b6818a661774ad463b205da88cf699ab4d43c9cf98a1
                """,
            point: """
                049803807f2f6d2fd966cdd0290bd410c0190352fbec7ff6247de1302df86f25d34fe4a97bef60cff548355c015dbb3e5f
                ba26ca69ec2f5b5d9dad20cc9da711383a9dbe34ea3fa5a2af75b46502629ad54dd8b7d73a8abb06a3a3be47d650cc99
                """,
            peer: """
                04a7c76b970c3b5fe8b05d2838ae04ab47697b9eaf52e764592efda27fe7513272734466b400091adbf2d68c58e0c50066
                ac68f19f2e1cb879aed43a9969b91a0839c4c38a49749b661efedf243451915ed0905a32b060992b468c64766fc8437a
                """,
            secret: """
                5f9d29dc5e31a163060356213669c8ce132e22f57c9a04f4
                0ba7fcead493b457e5621e766c40a2e3d4d6a04b25e533f1
                """),
        Vector(
            curve: .p521,
            number: """
                017eecc07ab4b329068fba65e56a1f8890aa935e57134ae0ffcce802735151f4ea
                c6564f6ee9974c5e6887a1fefee5743ae2241bfeb95d5ce31ddcb6f9edb4d6fc47
                """,
            point: """
                0400602f9d0cf9e526b29e22381c203c48a886c2b0673033366314f1ffbcba240b
                a42f4ef38a76174635f91e6b4ed34275eb01c8467d05ca80315bf1a7bbd945f550a5
                01b7c85f26f5d4b2d7355cf6b02117659943762b6d1db5ab4f1dbc44ce7b2946eb
                6c7de342962893fd387d1b73d7a8672d1f236961170b7eb3579953ee5cdc88cd2d
                """,
            peer: """
                0400685a48e86c79f0f0875f7bc18d25eb5fc8c0b07e5da4f4370f3a9490340854
                334b1e1b87fa395464c60626124a4e70d0f785601d37c09870ebf176666877a2046d
                01ba52c56fc8776d9e8f5db4f0cc27636d0b741bbe05400697942e80b739884a83
                bde99e0f6716939e632bc8986fa18dccd443a348b6c3e522497955a4f3c302f676
                """,
            secret: """
                005fc70477c3e63bc3954bd0df3ea0d1f41ee21746ed95fc5e1fdf90930d5e1366
                72d72cc770742d1711c3c3a4c334a0ad9759436a4d3c5bf6e74b9578fac148c831
                """),
    ]

    static func key(_ curve: NamedCurve, _ point: [UInt8]) throws -> PublicKey {
        try PublicKey(
            SubjectPublicKeyInfo(
                algorithm: AlgorithmIdentifier(algorithm: .ecPublicKey, parameters: curve.identifier.der),
                subjectPublicKey: BitString(point)))
    }

    @Test("The secret and the computed public half equal NIST's", arguments: vectors)
    func published(_ vector: Vector) throws {
        let key = try PrivateKey(vector.curve, scalar: hex(vector.number))
        #expect(try PublicKey(key.subjectPublicKeyInfo).uncompressedPoint == hex(vector.point))
        let peer = try Self.key(vector.curve, hex(vector.peer))
        #expect(try key.sharedSecret(with: peer) == hex(vector.secret))
    }

    @Test("Keys that are not of one curve have no secret")
    func strangers() throws {
        let key = try PrivateKey.generate(.p256)
        for other in [KeyKind.p384, .rsa(bits: 1024), .ed25519] {
            let peer = try PublicKey(PrivateKey.generate(other).subjectPublicKeyInfo)
            #expect(throws: CryptoError.self) { try key.sharedSecret(with: peer) }
        }
    }

    /// SEC 1 §3.2.1: a private key is a number from 1 to n - 1. The order of P-256 is in SP 800-186 §3.2.1.3.
    @Test("Zero, the order, and another length are no private key")
    func outOfRange() throws {
        let order = hex("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551")
        let last = Array(order.dropLast()) + [0x50]
        #expect(try PrivateKey(.p256, scalar: last).subjectPublicKeyInfo.bits == 256)
        let zero = [UInt8](repeating: 0, count: 32)
        let most = [UInt8](repeating: 0xff, count: 32)
        for wrong in [zero, order, Array(order.dropLast()) + [0x52], most, [], [1], zero + [1]] {
            #expect(throws: CryptoError.self, "\(wrong)") { try PrivateKey(.p256, scalar: wrong) }
        }
    }

    @Test("A compressed point is written out as openssl does it", arguments: ["prime256v1", "secp384r1", "secp521r1"])
    func compressed(_ curve: String) throws {
        let openssl = try OpenSSLCommand()
        try openssl("ecparam -name \(curve) -genkey -noout -out key")
        try openssl("ec -in key -pubout -conv_form compressed -outform DER -out compressed")
        try openssl("ec -in key -pubout -conv_form uncompressed -outform DER -out whole")
        let compressed = try SubjectPublicKeyInfo(der: openssl.read("compressed")[...])
        let whole = try SubjectPublicKeyInfo(der: openssl.read("whole")[...])
        #expect(compressed.subjectPublicKey != whole.subjectPublicKey)
        #expect(try PublicKey(compressed).uncompressedPoint == Array(whole.subjectPublicKey.bytes))
        #expect(try PublicKey(whole).uncompressedPoint == Array(whole.subjectPublicKey.bytes))
        let rsa = try PublicKey(PrivateKey.generate(.rsa(bits: 512)).subjectPublicKeyInfo)
        #expect(rsa.uncompressedPoint == nil)
    }
}
