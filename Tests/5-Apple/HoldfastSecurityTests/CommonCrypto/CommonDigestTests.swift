import Foundation
import HoldfastSecurity
import TestSupport
import Testing

/// Digests by CommonCrypto's names. Expectations, of SHA-1 and SHA-2: FIPS 180-2 §A to §D and its change notice 1
/// (SHA-224), which RFC 6234 §8.5 has too, and for no bytes NIST's files SHA…ShortMsg.rsp (Len = 0). Of MD5: RFC 1321
/// §A.5, and for a million letters NESSIE's set 1, number 8.
@available(*, deprecated, message: "MD5's functions are deprecated, as on Apple's platforms")
private struct NamedDigest: CustomTestStringConvertible {
    let testDescription: String
    let count: Int32
    let whole: (UnsafeRawPointer?, CC_LONG, UnsafeMutablePointer<UInt8>?) -> UnsafeMutablePointer<UInt8>?
    /// Digests one piece after the other.
    let inPieces: ([[UInt8]], inout [UInt8]) -> [Int32]
    let abc: String
    let none: String
    let million: String

    static var all: [NamedDigest] {
        [
            NamedDigest(
                testDescription: "MD5", count: CC_MD5_DIGEST_LENGTH, whole: CC_MD5,
                inPieces: { pieces, output in
                    var context = CC_MD5_CTX()
                    return [CC_MD5_Init(&context)]
                        + pieces.map { CC_MD5_Update(&context, $0, CC_LONG($0.count)) } + [
                            CC_MD5_Final(&output, &context)
                        ]
                },
                abc: "900150983cd24fb0d6963f7d28e17f72", none: "d41d8cd98f00b204e9800998ecf8427e",
                million: "7707d6ae4e027c70eea2a935c2296f21"),
            NamedDigest(
                testDescription: "SHA-1", count: CC_SHA1_DIGEST_LENGTH, whole: CC_SHA1,
                inPieces: { pieces, output in
                    var context = CC_SHA1_CTX()
                    return [CC_SHA1_Init(&context)]
                        + pieces.map { CC_SHA1_Update(&context, $0, CC_LONG($0.count)) }
                        + [CC_SHA1_Final(&output, &context)]
                },
                abc: "a9993e364706816aba3e25717850c26c9cd0d89d", none: "da39a3ee5e6b4b0d3255bfef95601890afd80709",
                million: "34aa973cd4c4daa4f61eeb2bdbad27316534016f"),
            NamedDigest(
                testDescription: "SHA-224", count: CC_SHA224_DIGEST_LENGTH, whole: CC_SHA224,
                inPieces: { pieces, output in
                    var context = CC_SHA256_CTX()
                    return [CC_SHA224_Init(&context)]
                        + pieces.map { CC_SHA224_Update(&context, $0, CC_LONG($0.count)) }
                        + [CC_SHA224_Final(&output, &context)]
                },
                abc: "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7",
                none: "d14a028c2a3a2bc9476102bb288234c415a2b01f828ea62ac5b3e42f",
                million: "20794655980c91d8bbb4c1ea97618a4bf03f42581948b2ee4ee7ad67"),
            NamedDigest(
                testDescription: "SHA-256", count: CC_SHA256_DIGEST_LENGTH, whole: CC_SHA256,
                inPieces: { pieces, output in
                    var context = CC_SHA256_CTX()
                    return [CC_SHA256_Init(&context)]
                        + pieces.map { CC_SHA256_Update(&context, $0, CC_LONG($0.count)) }
                        + [CC_SHA256_Final(&output, &context)]
                },
                abc: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
                none: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                million: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
            NamedDigest(
                testDescription: "SHA-384", count: CC_SHA384_DIGEST_LENGTH, whole: CC_SHA384,
                inPieces: { pieces, output in
                    var context = CC_SHA512_CTX()
                    return [CC_SHA384_Init(&context)]
                        + pieces.map { CC_SHA384_Update(&context, $0, CC_LONG($0.count)) }
                        + [CC_SHA384_Final(&output, &context)]
                },
                abc: """
                    cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed\
                    8086072ba1e7cc2358baeca134c825a7
                    """,
                none: """
                    38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da\
                    274edebfe76f65fbd51ad2f14898b95b
                    """,
                million: """
                    9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b\
                    07b8b3dc38ecc4ebae97ddd87f3d8985
                    """),
            NamedDigest(
                testDescription: "SHA-512", count: CC_SHA512_DIGEST_LENGTH, whole: CC_SHA512,
                inPieces: { pieces, output in
                    var context = CC_SHA512_CTX()
                    return [CC_SHA512_Init(&context)]
                        + pieces.map { CC_SHA512_Update(&context, $0, CC_LONG($0.count)) }
                        + [CC_SHA512_Final(&output, &context)]
                },
                abc: """
                    ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a\
                    2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
                    """,
                none: """
                    cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce\
                    47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e
                    """,
                million: """
                    e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb\
                    de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b
                    """),
        ]
    }
}

@Suite("CommonCrypto's digests")
struct CommonDigestTests {
    @available(*, deprecated, message: "MD5's functions are deprecated, as on Apple's platforms")
    @Test("the published digests, whole and in pieces")
    func published() {
        for digest in NamedDigest.all {
            let room = [UInt8](repeating: 0x5A, count: Int(digest.count) + 4)
            let million = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)
            for (message, expected) in [(Array("abc".utf8), digest.abc), ([], digest.none), (million, digest.million)] {
                var output = room
                let returned = output.withUnsafeMutableBufferPointer { output in
                    digest.whole(message, CC_LONG(message.count), output.baseAddress) == output.baseAddress
                }
                #expect(returned)
                // Nothing behind the digest is touched.
                #expect(hexText(output) == expected + "5a5a5a5a", "\(digest.testDescription)")
                for size in [1, 63, 64, 65, 127, 128, 129] where message.count < 1_000 || size == 129 {
                    let pieces = stride(from: 0, to: message.count, by: size).map {
                        Array(message[$0..<min($0 + size, message.count)])
                    }
                    var output = room
                    #expect(Set(digest.inPieces(pieces, &output)) == [1])
                    #expect(hexText(output) == expected + "5a5a5a5a", "\(digest.testDescription) by \(size)")
                }
            }
        }
    }

    /// CommonDigest.h: "Passing in NULL for the md parameter results in a NULL return and no digest calculation."
    @Test("nil pointers") func nothing() {
        var output = [UInt8](repeating: 7, count: 32)
        #expect(CC_SHA256("abc", 3, nil) == nil)
        #expect(CC_SHA256(nil, 0, &output) != nil)
        #expect(hexText(output).hasPrefix("e3b0c442"))
        #expect(CC_SHA256(nil, 3, &output) == nil)
        #expect(CC_SHA256_Init(nil) == 0 && CC_SHA256_Update(nil, "a", 1) == 0 && CC_SHA256_Final(&output, nil) == 0)
        var context = CC_SHA256_CTX()
        #expect(CC_SHA256_Init(&context) == 1)
        #expect(CC_SHA256_Update(&context, nil, 0) == 1 && CC_SHA256_Update(&context, nil, 1) == 0)
        #expect(CC_SHA256_Final(nil, &context) == 0)
    }

    @Test("contexts that were not begun, were ended, or are of another algorithm write nothing")
    func misused() {
        var output = [UInt8](repeating: 7, count: 64)
        var (fresh, short) = (CC_SHA512_CTX(), CC_SHA512_CTX())
        #expect(CC_SHA512_Update(&fresh, "a", 1) == 0 && CC_SHA512_Final(&output, &fresh) == 0)
        // 64 bytes into room for 48 would be written behind it.
        #expect(CC_SHA512_Init(&short) == 1 && CC_SHA384_Final(&output, &short) == 0)
        #expect(CC_SHA512_Final(&output, &short) == 0)
        #expect(output == [UInt8](repeating: 7, count: 64))
    }

    @Test("contexts are plain values: copies go on by themselves, and memory need not be initialized")
    func values() {
        #expect(_isPOD(CC_SHA1_CTX.self) && _isPOD(CC_SHA256_CTX.self) && _isPOD(CC_SHA512_CTX.self))
        let context = UnsafeMutablePointer<CC_SHA256_CTX>.allocate(capacity: 1)
        defer { context.deallocate() }
        memset(context, 0xFF, MemoryLayout<CC_SHA256_CTX>.size)
        var (first, second) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
        // What is no state of a digest is refused, and not counted on.
        #expect(CC_SHA256_Update(context, "a", 1) == 0)
        CC_SHA256_Init(context)
        CC_SHA256_Update(context, "ab", 2)
        var copy = context.pointee
        CC_SHA256_Update(context, "x", 1)
        CC_SHA256_Update(&copy, "c", 1)
        CC_SHA256_Final(&first, context)
        CC_SHA256_Final(&second, &copy)
        #expect(hexText(second) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(first != second)
    }

    /// CommonDigest.h's numbers, which Swift imports as Int32.
    @Test("lengths") func lengths() {
        let digests: [Int32] = [
            CC_MD5_DIGEST_LENGTH, CC_SHA1_DIGEST_LENGTH, CC_SHA224_DIGEST_LENGTH, CC_SHA256_DIGEST_LENGTH,
            CC_SHA384_DIGEST_LENGTH, CC_SHA512_DIGEST_LENGTH,
        ]
        #expect(digests == [16, 20, 28, 32, 48, 64])
        let blocks: [Int32] = [
            CC_MD5_BLOCK_BYTES, CC_SHA1_BLOCK_BYTES, CC_SHA224_BLOCK_BYTES, CC_SHA256_BLOCK_BYTES,
            CC_SHA384_BLOCK_BYTES, CC_SHA512_BLOCK_BYTES,
        ]
        #expect(blocks == [64, 64, 64, 64, 128, 128])
    }
}
