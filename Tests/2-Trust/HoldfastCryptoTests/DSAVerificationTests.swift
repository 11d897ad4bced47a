import Foundation
import HoldfastCrypto
import HoldfastX509
import Testing

/// DSA (FIPS 186-4) with keys and signatures that OpenSSL 3.0 made: `genpkey -genparam -algorithm DSA`, `dgst -sign`.
@Suite("DSA, for recorded paths alone")
struct DSAVerificationTests {
    private static func bytes(_ base64: String) -> [UInt8] {
        [UInt8](Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
    }

    private let message = Array("what was signed".utf8)

    private func key(_ base64: String) throws -> (
        key: DSAPublicKey, parameters: DSAPublicKey.Parameters
    ) {
        let key = try #require(try SubjectPublicKeyInfo(der: Self.bytes(base64)).dsaKey)
        return (key, try #require(key.parameters))
    }

    @Test(
        "signatures verify, and nothing that was changed does",
        arguments: [
            (small, smallSHA1, DigestAlgorithm.sha1), (small, smallSHA256, .sha256),
            (large, largeSHA1, .sha1),
            (large, largeSHA256, .sha256),
        ])
    func verify(info: String, signature: String, digest: DigestAlgorithm) throws {
        let (parts, parameters) = try key(info)
        let key = try DangerousDSAKey(parts, parameters: parameters)
        let signature = Self.bytes(signature)
        #expect(key.isValidSignature(BitString(signature), for: message[...], digest: digest))
        #expect(!key.isValidSignature(BitString(signature), for: message.dropLast(), digest: digest))
        #expect(!key.isValidSignature(BitString(signature), for: message[...], digest: .sha224))
        #expect(!key.isValidSignature(BitString(signature + [0]), for: message[...], digest: digest))
        #expect(!key.isValidSignature(BitString([]), for: message[...], digest: digest))
        var changed = signature
        changed[changed.count - 1] ^= 1
        #expect(!key.isValidSignature(BitString(changed), for: message[...], digest: digest))
        let unused = BitString(
            Array(signature.dropLast()) + [signature[signature.count - 1] & 0xFE], unusedBits: 1)
        #expect(!key.isValidSignature(unused, for: message[...], digest: digest))
        // r = s = 0 has to be refused (FIPS 186-4 §4.7).
        #expect(
            !key.isValidSignature(
                BitString([0x30, 6, 2, 1, 0, 2, 1, 0]), for: message[...], digest: digest))
    }

    @Test("the key of one domain does not verify in another")
    func otherDomain() throws {
        let (parts, _) = try key(Self.small)
        let (_, other) = try key(Self.large)
        let key = try DangerousDSAKey(parts, parameters: other)
        #expect(
            !key.isValidSignature(BitString(Self.bytes(Self.smallSHA1)), for: message[...], digest: .sha1)
        )
    }

    @Test(
        "sizes that FIPS 186-4 does not have, and numbers that cannot belong together, are refused unused"
    )
    func refused() throws {
        func refuses(_ p: [UInt8], _ q: [UInt8], _ g: [UInt8], y: [UInt8]) throws {
            var writer = DERWriter()
            writer.sequence { info in
                info.sequence { algorithm in
                    algorithm.oid(.dsa)
                    algorithm.sequence { for number in [p, q, g] { $0.integer(bytes: number) } }
                }
                info.bitString { $0.integer(bytes: y) }
            }
            let parts = try #require(try SubjectPublicKeyInfo(der: writer.bytes).dsaKey)
            let parameters = try #require(parts.parameters)
            #expect(throws: CryptoError.self) { try DangerousDSAKey(parts, parameters: parameters) }
        }
        let (parts, good) = try key(Self.small)
        let (p, q, g, y) = (Array(good.p), Array(good.q), Array(good.g), Array(parts.y))
        #expect(throws: Never.self) { try DangerousDSAKey(parts, parameters: good) }
        let huge = [UInt8](repeating: 0xFF, count: 2048)
        try refuses(huge, q, g, y: y)
        try refuses(p, huge, g, y: y)
        try refuses(Array(p.dropLast()), q, g, y: y)
        try refuses(p, Array(q.dropLast()), g, y: y)
        try refuses(Array(p.dropLast()) + [p[p.count - 1] & 0xFE], q, g, y: y)
        try refuses(p, q, p, y: y)
        try refuses(p, q, [1], y: y)
        try refuses(p, q, [0], y: y)
        try refuses(p, q, g, y: p)
        try refuses(p, q, g, y: [1])
        try refuses(p, q, g, y: huge)
    }

    @Test("no other door opens for a DSA key")
    func otherDoors() throws {
        let info = try SubjectPublicKeyInfo(der: Self.bytes(Self.small))
        #expect(throws: CryptoError.self) { try PublicKey(info) }
    }

    // MARK: 1,024 and 160 bits

    private static let small = """
        MIIBtzCCASwGByqGSM44BAEwggEfAoGBAPYJ3/d3EpXbPx3miJetBETW22PXjNyxHyNgaypHsS/LDPwGYLLkT4DLa+4mFsCnxlk9
        lqfj+Q00BmkQ3RIDJigi9D4q6UybRzD/0CDON6XPU3WgwqShDLDLDn+yZub6fQOGc/G4/jSkQUJ1mgsGS0skzfYBGClo4jOzpsUl
        rspvAhUArUg7Tm7mWAPykDyydMXAelYZg1MCgYEA6McX+nhvKlvLLGfJHngeXtq1eTX37TjLTjCabnA76w3GIm6lg1QQzat6OuOQ
        Gai5Js+nPpI1uE1v4L9n0M2DN1tfKFhncaB42Spz61hLS8zLdsYvaggU04+XDTlenwpftG0xiMo/Y5BECiLEArqaovIqmKApXxxZ
        iFUyJ1w1VpMDgYQAAoGAB/o2cLDU1WwDDdsiw+OZLmtFnVT/UVCPO51uA4T5cgmpRD0oRfyXBb4LtRni84eRYMwvzYv+HOZJDH0/
        iClHAkzv72VnmjQyGUq+cXU9VStx8AvQTxMWgUV4Ct3/bIEduH3YEprryq8I3nswl2cK8ROfiibC9kCs2ph7fxthKBc=
        """
    private static let smallSHA1 = "MCwCFGLcAKmuWxi7Yk0Ku/O0OT3d8UG8AhRa5QeaWgmUsRws+239BlJPPtE2ag=="
    private static let smallSHA256 =
        "MCwCFG+h2GiHWmKxOl5TRF/79bXFNMjdAhRX+5nzbmCvjBdvf6RLMVwEMINsVA=="

    // MARK: 2,048 and 256 bits

    private static let large = """
        MIIDRjCCAjkGByqGSM44BAEwggIsAoIBAQCnBpt54zAbTWvZE9Hvz4ERAMghZ4L2dTI6DVXisa/lqlTMtUgUqYHMPa8eOjUMRS5y
        3r4W8PTljcS/CXIU9AniMs8vgmDKNluGkGBXGP4flCnGT0H5nM0kuzLCYqjuUBJvrOH36MyHIG6uwoVtkHOMRVVfGwJPX61L/qmM
        WgfYLDVxBZhRSx5zW2rN+ejY9p3+Gqe5wmtT03F3ReYiP/97I2z2x94+pPZkk+BtcAdzcTkotsM4aEmdCxmm24OHnZKYmp+pdtBc
        C+4EITYiHQ2lUm4bNF8tuZ4tLWvpa5DsEha8E5RMOg/nYDjVFfWa14H/si2fxsoqONmEKqRr+hdfAiEAueZKMseeEvIhrgXrrGcd
        G2IdCx970jkk9kEDkWrpvwsCggEAGzmsetWv1M+ijB69jlsGiTfWkwMzm2Qio4YnAfTE1m+CL+nBNtPOYYb426/Sglr2asurwqIC
        ArOyy6JiAy0fsxyU2i0hbCtnMHZXzoBsqNczd7PcIBSqD3wyo2juGh6j8qNNg86YvM4enV60yBl4lRMz3RWLWlZ7yKhxW4df9fw3
        88E+GDqU5uusCazYzeFyWVYZ4ayprIDwCeNysKy99m78jceGidTJ3A/7rLBuktWlAkPCxJpS7e/QW3rwOswmTMBZ4aTJ+wLDgluM
        kw/CltkuRClKYnydBNjsCQo0y/ZJz7PgQfNqHDiFBdzKE7HFDNDFRq/PUwG0oAfT4AghpAOCAQUAAoIBAAwTFWnifASEVhC2bh38
        8ivnPTo2qH7kooUK6FbDjI6jnIq1ivc0YLUQKUAQByosKEyw847njrk+BZ1gK+WRaNoYV92P1lPczmrQMhFToNCeJDeMWO1fiE0x
        GGDpeoIy+NLwR0W1oGKJKFSd8PjnsiYnUzn8jTDGN5lSUILt47YQ/Qof7KbU3SApZAtnxvC07wxVVrifdidiFXPrnaXKnKTGLkk1
        fjv30QGiUJq+su3vF7lxum7IOPegYGeBWGNmGGJu7OTo80Y86FBHiMkGg1qS7doQ8hzDTRVOc6DJDgkAgjKCo1wBJR+eGoAQARha
        XUx2sDcqv9p8Q/9jsVBHg2I=
        """
    private static let largeSHA1 = """
        MEQCIHoCjcYEfZPbCWJrxdfptIOC74JL5nsXpZC4zs9RXda+AiAKZ0wsySMd4KLHS368kd51sQLY8sUufhQkDgvSPlcz+A==
        """
    private static let largeSHA256 = """
        MEQCIBTp1H6ekUB2w1xnHwgayx2MJz1+Gw8uDTXQGU1UOiHaAiB9hGmv6ULFkJbSxMj0vP7veTd/BrMo/ztu9XC5qwWYVg==
        """
}
