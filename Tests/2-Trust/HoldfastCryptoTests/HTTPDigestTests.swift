import HoldfastCrypto
import HoldfastX509
import Testing

@Suite("The hashes of HTTP's Digest authentication")
struct HTTPDigestTests {
    /// RFC 1321 appendix A.5, and NIST's examples of FIPS 180-4 for "abc" and the empty message.
    @Test(
        "the standards' examples",
        arguments: [
            (HTTPDigest.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
            (.md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
            (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (.sha512Slash256, "", "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"),
            (.sha512Slash256, "abc", "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"),
        ])
    func examples(hash: HTTPDigest, message: String, digest: String) throws {
        #expect(HexString.encode(try hash.hash(message.utf8)) == digest)
        #expect(digest.utf8.count == 2 * hash.byteCount)
    }

    @Test("from the weakest to the strongest")
    func order() { #expect(HTTPDigest.allCases.sorted() == [.md5, .sha256, .sha512Slash256]) }
}
