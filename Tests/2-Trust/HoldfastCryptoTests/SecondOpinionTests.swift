import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing
import PeerPrograms

/// Signatures made here are checked by the `openssl` command, and the other way round.
@Suite("Signatures between here and openssl", .ownThread)
struct SecondOpinionTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let key: String
        let algorithm: SignatureAlgorithm
        let options: String
        var testDescription: String { name }
    }

    static let cases = [
        Case(name: "RSA with MD5", key: rsa, algorithm: .rsaPKCS1(.md5), options: "-md5"),
        Case(name: "RSA with SHA-1", key: rsa, algorithm: .rsaPKCS1(.sha1), options: "-sha1"),
        Case(name: "RSA with SHA-512", key: rsa, algorithm: .rsaPKCS1(.sha512), options: "-sha512"),
        Case(
            name: "PSS, salt of 20, MGF1 with SHA-1", key: rsa,
            algorithm: .rsaPSS(RSAPSSParameters(.sha256, maskGenerationDigest: .sha1, saltLength: 20)),
            options: "-sha256 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:20 -sigopt rsa_mgf1_md:sha1"),
        Case(
            name: "an RSA-PSS key", key: "genpkey -algorithm RSA-PSS -pkeyopt rsa_keygen_bits:1024 -out key",
            algorithm: .rsaPSS(RSAPSSParameters(.sha384)),
            options: "-sha384 -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:48"),
        Case(
            name: "P-521 with SHA-1", key: "ecparam -name secp521r1 -genkey -noout -out key",
            algorithm: .ecdsa(.sha1), options: "-sha1"),
        Case(
            name: "P-256 with SHA-512", key: "ecparam -name prime256v1 -genkey -noout -out key",
            algorithm: .ecdsa(.sha512), options: "-sha512"),
    ]

    private static let rsa = "genrsa -out key 1024"

    @Test("agree", arguments: cases)
    func agree(_ row: Case) throws {
        let openssl = try OpenSSLCommand()
        let message = bytes("a message\n")
        try openssl(row.key)
        try openssl("pkey -in key -pubout -out public")
        try openssl.write(message, to: "message")
        let key = try PrivateKey(pem: String(decoding: openssl.read("key"), as: UTF8.self))

        try openssl.write(key.sign(message, algorithm: row.algorithm), to: "ours")
        try openssl("dgst \(row.options) -verify public -signature ours message")

        try openssl("dgst \(row.options) -sign key -out theirs message")
        let theirs = try openssl.read("theirs")
        let judge = try PublicKey(key.subjectPublicKeyInfo)
        #expect(judge.isValidSignature(theirs[...], for: message[...], algorithm: row.algorithm))
    }
}
