import HoldfastCrypto
import HoldfastX509
import TestSupport
import Testing

@Suite("Digests")
struct DigestTests {
    /// FIPS 180-4's examples as NIST publishes them, and RFC 1321 appendix A.5.
    static let vectors: [(algorithm: DigestAlgorithm, message: String, digest: String)] = [
        (.md5, "", "d41d8cd98f00b204e9800998ecf8427e"),
        (.md5, "abc", "900150983cd24fb0d6963f7d28e17f72"),
        (.sha1, "", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
        (.sha1, "abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
        (.sha224, "abc", "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"),
        (.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            .sha256, "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            .sha384, "abc",
            "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
        ),
        (
            .sha512, "abc",
            """
            ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
            2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
            """
        ),
    ]

    @Test("equal the published ones", arguments: vectors)
    func published(_ vector: (algorithm: DigestAlgorithm, message: String, digest: String)) throws {
        #expect(try Digest.hash(vector.algorithm, bytes(vector.message)) == hex(vector.digest))
    }

    @Test("by name are those by algorithm")
    func byName() throws {
        let message = bytes("abc")
        #expect(try Digest.sha1(message) == Digest.hash(.sha1, message))
        #expect(try Digest.sha256(message) == Digest.hash(.sha256, message))
        #expect(try Digest.sha384(message) == Digest.hash(.sha384, message))
        #expect(try Digest.sha512(message) == Digest.hash(.sha512, message))
    }

    @Test("of a slice cover the slice only, wherever its indices begin")
    func slices() {
        let padded = bytes("xxabcyy")
        #expect(Digest.sha256(padded[2..<5]) == Digest.sha256(bytes("abc")))
        #expect(Digest.sha256(padded[2..<2]) == Digest.sha256([]))
        #expect(Digest.sha256(padded[2..<5].reversed()) == Digest.sha256(bytes("cba")))
    }

    @Test("in pieces equal those of the whole, wherever it is cut")
    func pieces() {
        let message = (0..<200).map { UInt8($0) }
        for cut in 0...message.count {
            var hasher = SHA256Hasher()
            hasher.update(message[..<cut])
            hasher.update(message[cut...])
            #expect(hasher.finish() == Digest.sha256(message), "cut at \(cut)")
        }
    }

    @Test("of length-prefixed elements tell where one ends")
    func lengthPrefixed() {
        func digest(_ elements: [String]) -> [UInt8] {
            var hasher = SHA256Hasher()
            for element in elements { hasher.updateLengthPrefixed(bytes(element)) }
            return hasher.finish()
        }
        let lists = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["", "abc"], []]
        for (index, list) in lists.enumerated() {
            for other in lists[(index + 1)...] { #expect(digest(list) != digest(other), "\(list) and \(other)") }
        }
        #expect(digest(["ab"]) == Digest.sha256([0, 0, 0, 0, 0, 0, 0, 2] + bytes("ab")))
    }
}
