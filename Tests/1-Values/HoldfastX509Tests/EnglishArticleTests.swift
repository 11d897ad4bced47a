import Testing

@testable import HoldfastX509

@Suite struct EnglishArticleTests {
    /// Names that are spelled are read by their letters: "an RSA key" (RFC 8017 §3), "an EC public key" (RFC 5480
    /// §2.1).
    @Test(
        "the article goes by the first sound",
        arguments: [
            "an RSA", "an RSA-PSS", "an EC", "an Ed25519", "an Ed448", "an X25519", "an ML-DSA-44", "an SLH-DSA",
            "an ECDH", "an array", "a DSA", "a DH", "a P-256", "a GOST R 34.10-2001", "a Boolean", "a string",
            "a dictionary", "a secp256k1", "a 1.2.840.1",
        ])
    func articles(expected: String) {
        #expect(EnglishArticle.before(String(expected.drop { $0 != " " }.dropFirst())) == expected)
    }
}
