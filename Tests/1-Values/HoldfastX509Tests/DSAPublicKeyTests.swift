import HoldfastX509
import TestSupport
import Testing

/// RFC 3279 §2.3.2: DSA keys are recognised beside the enumeration of keys that are in use.
@Suite("DSA public keys")
struct DSAPublicKeyTests {
    private func info(_ algorithm: [UInt8], key: [UInt8]) throws -> SubjectPublicKeyInfo {
        try SubjectPublicKeyInfo(der: tlv(0x30, algorithm, tlv(0x03, [0], key)))
    }

    private let oid = hex("06 07 2A 86 48 CE 38 04 01")

    @Test("a key with its parameters, and one that inherits them")
    func keys() throws {
        let parameters = hex("30 09 02 01 17 02 01 0B 02 01 04")
        let own = try info(tlv(0x30, oid, parameters), key: hex("02 01 08"))
        #expect(own.key == .unknown)
        #expect(own.dsaKey?.y == [8])
        #expect(own.dsaKey?.parameters?.p == [0x17])
        #expect(own.dsaKey?.parameters?.bits == 5)
        #expect(own.dsaKey?.parameters?.orderBits == 4)
        #expect(own.dsaKey?.parameters?.der == parameters)
        let inherited = try info(tlv(0x30, oid), key: hex("02 01 08"))
        #expect(inherited.dsaKey?.y == [8])
        #expect(inherited.dsaKey?.parameters == nil)
        // RFC 5280 §6.1.4(e): "null parameters or parameters are omitted".
        #expect(try info(tlv(0x30, oid, [5, 0]), key: hex("02 01 08")).dsaKey?.parameters == nil)
    }

    @Test("what is not of the RFC's form is no DSA key")
    func malformed() throws {
        #expect(try info(tlv(0x30, oid, hex("30 00")), key: hex("02 01 08")).dsaKey == nil)
        #expect(try info(tlv(0x30, oid, hex("02 01 08")), key: hex("02 01 08")).dsaKey == nil)
        #expect(try info(tlv(0x30, oid), key: hex("04 01 08")).dsaKey == nil)
        #expect(try info(tlv(0x30, oid), key: hex("02 01 08 00")).dsaKey == nil)
        #expect(try info(tlv(0x30, oid), key: hex("02 01 FF")).dsaKey == nil)
        #expect(try Certificate(der: RealLeaf.der).subjectPublicKeyInfo.dsaKey == nil)
    }

    @Test("signature algorithms: \"the encoding SHALL omit the parameters field\"")
    func algorithms() {
        #expect(AlgorithmIdentifier(algorithm: .dsaWithSHA1).dsaDigest == .sha1)
        #expect(AlgorithmIdentifier(algorithm: .dsaWithSHA256).dsaDigest == .sha256)
        #expect(AlgorithmIdentifier(algorithm: .dsaWithSHA1, parameters: [5, 0]).dsaDigest == nil)
        #expect(AlgorithmIdentifier(algorithm: .ecdsaWithSHA256).dsaDigest == nil)
        #expect(SignatureAlgorithm(AlgorithmIdentifier(algorithm: .dsaWithSHA1)).digest == nil)
    }
}
