import Foundation
import HoldfastSecurity
import TestSupport
import Testing

/// Expectations: RFC 2202 §2 and §3 (MD5, SHA-1), RFC 4231 §4.2, §4.3 and §4.7 (SHA-2): the test cases 1, 2 and 6.
@Suite("CommonCrypto's HMAC")
struct CommonHMACTests {
    private static let larger = "Test Using Larger Than Block-Size Key - Hash Key First"
    private static let nothing = "what do ya want for nothing?"
    private static func key(_ byte: UInt8, _ count: Int) -> [UInt8] { [UInt8](repeating: byte, count: count) }

    private static let vectors: [(algorithm: Int, key: [UInt8], message: String, code: String)] = [
        (kCCHmacAlgMD5, key(0x0B, 16), "Hi There", "9294727a3638bb1c13f48ef8158bfc9d"),
        (kCCHmacAlgMD5, Array("Jefe".utf8), nothing, "750c783e6ab0b503eaa86e310a5db738"),
        (kCCHmacAlgMD5, key(0xAA, 80), larger, "6b1ab7fe4bd7bf8f0b62e6ce61b9d0cd"),
        (kCCHmacAlgSHA1, key(0x0B, 20), "Hi There", "b617318655057264e28bc0b6fb378c8ef146be00"),
        (kCCHmacAlgSHA1, Array("Jefe".utf8), nothing, "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"),
        (kCCHmacAlgSHA1, key(0xAA, 80), larger, "aa4ae5e15272d00e95705637ce8a3b55ed402112"),
        (
            kCCHmacAlgSHA224, key(0x0B, 20), "Hi There", "896fb1128abbdf196832107cd49df33f47b4b1169912ba4f53684b22"
        ),
        (kCCHmacAlgSHA224, key(0xAA, 131), larger, "95e9a0db962095adaebe9b2d6f0dbce2d499f112f2d2b7273fa6870e"),
        (
            kCCHmacAlgSHA256, key(0x0B, 20), "Hi There",
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            kCCHmacAlgSHA256, Array("Jefe".utf8), nothing,
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (kCCHmacAlgSHA256, key(0xAA, 131), larger, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        (
            kCCHmacAlgSHA384, key(0x0B, 20), "Hi There",
            "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6"
        ),
        (
            kCCHmacAlgSHA384, key(0xAA, 131), larger,
            "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952"
        ),
        (
            kCCHmacAlgSHA512, key(0x0B, 20), "Hi There",
            """
            87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde\
            daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854
            """
        ),
        (
            kCCHmacAlgSHA512, key(0xAA, 131), larger,
            """
            80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352\
            6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598
            """
        ),
    ]

    @Test("the published codes, whole and in pieces", arguments: vectors)
    func published(_ vector: (algorithm: Int, key: [UInt8], message: String, code: String)) {
        let message = Array(vector.message.utf8)
        let algorithm = CCHmacAlgorithm(vector.algorithm)
        let room = [UInt8](repeating: 0x5A, count: vector.code.utf8.count / 2 + 4)
        var whole = room
        CCHmac(algorithm, vector.key, vector.key.count, message, message.count, &whole)
        #expect(hexText(whole) == vector.code + "5a5a5a5a")
        var (pieces, copied) = (room, room)
        var context = CCHmacContext()
        CCHmacInit(&context, algorithm, vector.key, vector.key.count)
        for byte in message.dropLast() { CCHmacUpdate(&context, [byte], 1) }
        var copy = context
        CCHmacUpdate(&copy, message.suffix(1) + [], 1)
        CCHmacUpdate(&context, [message[message.count - 1] ^ 1], 1)
        CCHmacFinal(&copy, &copied)
        CCHmacFinal(&context, &pieces)
        #expect(hexText(copied) == vector.code + "5a5a5a5a")
        #expect(pieces != copied)
    }

    /// CommonHMAC.h: "Length of raw key bytes; can be any length including zero."
    @Test("keys as long as the block, longer by one, and none at all: as with the key filled up by zeros")
    func keys() {
        func code(_ key: [UInt8]) -> [UInt8] {
            var output = [UInt8](repeating: 0, count: 32)
            CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), key, key.count, "m", 1, &output)
            return output
        }
        var none = [UInt8](repeating: 0, count: 32)
        CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), nil, 0, "m", 1, &none)
        #expect(none == code([]) && none == code([UInt8](repeating: 0, count: 64)))
        #expect(none != code([UInt8](repeating: 0, count: 65)))
        var digest = [UInt8](repeating: 0, count: 32)
        CC_SHA256([UInt8](repeating: 1, count: 65), 65, &digest)
        #expect(code(digest) == code([UInt8](repeating: 1, count: 65)))
    }

    @Test("no such algorithm, nil with a length, and contexts that were not begun write nothing")
    func misused() {
        var output = [UInt8](repeating: 7, count: 64)
        CCHmac(6, "k", 1, "m", 1, &output)
        CCHmac(.max, "k", 1, "m", 1, &output)
        CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), nil, 1, "m", 1, &output)
        CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), "k", 1, nil, 1, &output)
        CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), "k", -1, "m", 1, &output)
        CCHmac(CCHmacAlgorithm(kCCHmacAlgSHA256), "k", 1, "m", 1, nil)
        var context = CCHmacContext()
        CCHmacUpdate(&context, "m", 1)
        CCHmacFinal(&context, &output)
        CCHmacInit(nil, CCHmacAlgorithm(kCCHmacAlgSHA256), "k", 1)
        CCHmacUpdate(nil, "m", 1)
        CCHmacFinal(nil, &output)
        #expect(output == [UInt8](repeating: 7, count: 64))
        #expect(_isPOD(CCHmacContext.self))
    }

    /// CommonHMAC.h's order.
    @Test("numbers") func numbers() {
        let numbers: [Int] = [
            kCCHmacAlgSHA1, kCCHmacAlgMD5, kCCHmacAlgSHA256, kCCHmacAlgSHA384, kCCHmacAlgSHA512, kCCHmacAlgSHA224,
        ]
        #expect(numbers == [0, 1, 2, 3, 4, 5])
    }
}
