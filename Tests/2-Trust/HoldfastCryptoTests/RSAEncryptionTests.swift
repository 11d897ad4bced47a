import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing
import PeerPrograms

@Suite("RSA encryption", .ownThread)
struct RSAEncryptionTests {
    /// The key and the first case of RSA Laboratories' `oaep-vect.txt` (PKCS #1 v2.1 test vectors), SHA-1.
    private static func publishedKey() throws -> PrivateKey {
        let parts = [
            """
            a8b3b284af8eb50b387034a860f146c4919f318763cd6c5598c8ae4811a1e0abc4c7e0b082d693a5e7fced675cf46685
            12772c0cbc64a742c6c630f533c8cc72f62ae833c40bf25842e984bb78bdbf97c0107d55bdb662f5c4e0fab9845cb514
            8ef7392dd3aaff93ae1e6b667bb3d4247616d4f5ba10d4cfd226de88d39f16fb
            """,
            "010001",
            """
            53339cfdb79fc8466a655c7316aca85c55fd8f6dd898fdaf119517ef4f52e8fd8e258df93fee180fa0e4ab29693cd83b
            152a553d4ac4d1812b8b9fa5af0e7f55fe7304df41570926f3311f15c4d65a732c483116ee3d3d2d0af3549ad9bf7cbf
            b78ad884f84d5beb04724dc7369b31def37d0cf539e9cfcdd3de653729ead5d1
            """,
            """
            d32737e7267ffe1341b2d5c0d150a81b586fb3132bed2f8d5262864a9cb9f30af38be448598d413a172efb802c21acf1
            c11c520c2f26a471dcad212eac7ca39d
            """,
            """
            cc8853d1d54da630fac004f471f281c7b8982d8224a490edbeb33d3e3d5cc93c4765703d1dd791642f1f116a0dd852be
            2419b2af72bfe9a030e860b0288b5d77
            """,
            """
            0e12bf1718e9cef5599ba1c3882fe8046a90874eefce8f2ccc20e4f2741fb0a33a3848aec9c9305fbecbd2d76819967d
            4671acc6431e4037968db37878e695c1
            """,
            """
            95297b0f95a2fa67d00707d609dfd4fc05c89dafc2ef6d6ea55bec771ea333734d9251e79082ecda866efef13c459e1a
            631386b7e354c899f5f112ca85d71583
            """,
            """
            4f456c502493bdc0ed2ab756a3a6ed4d67352a697d4216e93212b127a63d5411ce6fa98d5dbefd73263e3728142743818
            166ed7dd63687dd2a8ca1d2f4fbd8e1
            """,
        ].map { hex($0) }
        var writer = DERWriter()
        writer.sequence { key in
            key.integer(0)
            for part in parts { key.integer(bytes: part) }
        }
        return try PrivateKey(der: writer.bytes)
    }

    @Test("OAEP opens the published case, and nothing where one byte differs or the digest is another")
    func published() throws {
        let key = try Self.publishedKey()
        let sealed = hex(
            """
            354fe67b4a126d5d35fe36c777791a3f7ba13def484e2d3908aff722fad468fb21696de95d0be911c2d3174f8afcc201
            035f7b6d8e69402de5451618c21a535fa9d7bfc5b8dd9fc243f8cf927db31322d6e881eaa91a996170e657a05a266426
            d98c88003f8477c1227094a0d9fa1e8c4024309ce1ecccb5210035d47ac72e8a
            """)
        let message = hex("6628194e12073db03ba94cda9ef9532397d50dba79b987004afefe34")
        #expect(try key.decryptOAEP(sealed, digest: .sha1) == message)
        #expect(try key.decryptOAEP(sealed, digest: .sha256) == nil)
        var changed = sealed
        changed[100] ^= 1
        #expect(try key.decryptOAEP(changed, digest: .sha1) == nil)
        #expect(try key.decryptOAEP(sealed.dropLast(), digest: .sha1) == nil)
    }

    @Test("Both ways with the openssl command: OAEP with SHA-256, and PKCS #1 v1.5")
    func secondOpinion() throws {
        let openssl = try OpenSSLCommand()
        try openssl("genrsa -out key 2048")
        try openssl("pkey -in key -pubout -out public")
        let key = try PrivateKey(pem: String(decoding: openssl.read("key"), as: UTF8.self))
        let judge = try PublicKey(key.subjectPublicKeyInfo)
        let message = bytes("thirty-two bytes of session key.")
        let oaep = "-pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha256"

        try openssl.write(judge.encryptOAEP(message), to: "ours")
        try openssl("pkeyutl -decrypt -inkey key \(oaep) -in ours -out opened")
        #expect(try openssl.read("opened") == message)
        try openssl.write(message, to: "message")
        try openssl("pkeyutl -encrypt -pubin -inkey public \(oaep) -in message -out theirs")
        #expect(try key.decryptOAEP(openssl.read("theirs")) == message)

        try openssl.write(judge.dangerousEncryptPKCS1v15(message), to: "ours")
        try openssl("pkeyutl -decrypt -inkey key -in ours -out opened")
        #expect(try openssl.read("opened") == message)
        try openssl("pkeyutl -encrypt -pubin -inkey public -in message -out theirs")
        let block = try #require(try key.dangerousDecryptPKCS1Block(openssl.read("theirs")))
        #expect(DangerousPKCS1Block.message(in: block) == message)
    }

    /// RFC 8017 §7.2.1: "EM = 0x00 || 0x02 || PS || 0x00 || M", PS of at least eight octets that are not zero.
    @Test("A block of PKCS #1 v1.5 is taken apart as RFC 8017 §7.2.2 says")
    func blocks() {
        let padding = [UInt8](repeating: 0xff, count: 8)
        #expect(DangerousPKCS1Block.message(in: [0, 2] + padding + [0, 1, 2]) == [1, 2])
        #expect(DangerousPKCS1Block.message(in: [0, 2] + padding + [0]) == [])
        for wrong: [UInt8] in [
            [], [0, 2], [1, 2] + padding + [0, 1], [0, 1] + padding + [0, 1], [0, 2] + padding + [1],
            [0, 2] + padding.dropLast() + [0, 1, 1],
        ] {
            #expect(DangerousPKCS1Block.message(in: wrong) == nil, "\(wrong)")
        }
    }

    @Test("The bare power is what the block was raised to: encrypting it again gives the same bytes")
    func power() throws {
        let key = try Self.publishedKey()
        let judge = try PublicKey(key.subjectPublicKeyInfo)
        let sealed = try judge.dangerousEncryptPKCS1v15([1, 2, 3])
        let block = try #require(try key.dangerousDecryptPKCS1Block(sealed))
        #expect(block.count == 128 && block.prefix(2) == [0, 2] && block.suffix(4) == [0, 1, 2, 3])
        #expect(try judge.dangerousRawRSA(block) == sealed)
    }

    @Test("Only a key of the type RSA encrypts, and only what fits")
    func refused() throws {
        let curve = try PrivateKey.generate(.p256)
        #expect(throws: CryptoError.self) { try PublicKey(curve.subjectPublicKeyInfo).encryptOAEP([1]) }
        #expect(throws: CryptoError.self) { try curve.decryptOAEP([1]) }
        let pss = try PrivateKey.generate(.rsaPSS(bits: 1024, nil))
        #expect(throws: CryptoError.self) { try PublicKey(pss.subjectPublicKeyInfo).encryptOAEP([1]) }
        let key = try PublicKey(Self.publishedKey().subjectPublicKeyInfo)
        // RFC 8017 §7.1.1: "If mLen > k - 2hLen - 2, output "message too long"".
        #expect(try key.encryptOAEP([UInt8](repeating: 1, count: 62)).count == 128)
        #expect(throws: CryptoError.self) { try key.encryptOAEP([UInt8](repeating: 1, count: 63)) }
        #expect(throws: CryptoError.self) { try key.dangerousEncryptPKCS1v15([UInt8](repeating: 1, count: 118)) }
    }
}
