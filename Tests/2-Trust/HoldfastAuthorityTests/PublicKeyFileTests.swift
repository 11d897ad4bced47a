import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// Public keys as files: RFC 7468 §13, and RFC 8017 appendix A.1.1 for what older programs write.
@Suite("Public keys as files", .ownThread)
struct PublicKeyFileTests {
    @Test("are read again as they were written, and by OpenSSL", arguments: CertificationRequestTests.kinds)
    func roundTrip(_ kind: KeyKind) throws {
        let key = try PrivateKey.generate(kind).subjectPublicKeyInfo
        let blocks = try PEM.blocks(in: Array(key.pem.utf8)[...])
        #expect(blocks.map(\.label) == ["PUBLIC KEY"])
        #expect(try SubjectPublicKeyInfo(publicKeyDER: Array(try #require(blocks.first).contents)) == key)
        let openssl = try OpenSSLCommand()
        try openssl.write(key.pem.utf8, to: "key")
        #expect(try openssl("pkey -pubin -in key") == key.pem)
    }

    @Test("an RSAPublicKey is the same key")
    func older() throws {
        let key = try PrivateKey.generate(.rsa(bits: 2048)).subjectPublicKeyInfo
        let openssl = try OpenSSLCommand()
        try openssl.write(key.pem.utf8, to: "key")
        let older = try openssl("rsa -pubin -in key -RSAPublicKey_out")
        let block = try #require(try PEM.blocks(in: Array(older.utf8)[...]).first)
        #expect(block.label == "RSA PUBLIC KEY")
        #expect(try SubjectPublicKeyInfo(publicKeyDER: Array(block.contents)) == key)
    }

    @Test("anything else, and a key with a byte behind it, is an error")
    func others() throws {
        let key = try PrivateKey.generate(.p256).subjectPublicKeyInfo
        for wrong in [[], [0x05, 0x00], Array(key.bytes) + [0], Array(key.bytes.dropLast())] {
            #expect(throws: DERError.self, "\(wrong.count) bytes") { try SubjectPublicKeyInfo(publicKeyDER: wrong) }
        }
    }

    @Test("requests with the same bytes are the same request, and others are others")
    func requests() throws {
        let key = try PrivateKey.generate(.p256)
        func made(_ name: String) throws -> CertificationRequest {
            let template = CertificationRequestTemplate(subject: try DistinguishedName(text: "CN=\(name)"))
            return try CertificationRequest(der: try template.signed(by: key))
        }
        let one = try made("one.test")
        #expect(try CertificationRequest(der: Array(one.bytes)) == one)
        #expect(Set([one, try CertificationRequest(der: Array(one.bytes)), try made("two.test")]).count == 2)
        #expect(try made("one.test").certificationRequestInfo == one.certificationRequestInfo)
        #expect(try Set([one.certificationRequestInfo, made("two.test").certificationRequestInfo]).count == 2)
    }
}
