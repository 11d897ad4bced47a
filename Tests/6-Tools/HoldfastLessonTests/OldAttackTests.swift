import HoldfastLesson
import TestSupport
import Testing

/// The records of SSL 3.0 and the compressor that the lesson attacks: they are what they are said to be.
@Suite("The lesson's old records", .ownThread)
struct OldAttackTests {
    private static let key = [UInt8](repeating: 7, count: 32)
    private static let vector = [UInt8](0..<16)

    @Test("Chained blocks open again, and equal blocks look different")
    func chaining() throws {
        let cipher = ChainedCipher(key: Self.key)
        let text = [UInt8](repeating: 0x41, count: 64)
        let sealed = try cipher.encrypted(text, vector: Self.vector)
        #expect(try cipher.decrypted(sealed, vector: Self.vector) == text)
        let blocks = stride(from: 0, to: 64, by: 16).map { Array(sealed[$0..<$0 + 16]) }
        #expect(Set(blocks).count == 4)
        // One changed bit garbles its own block, and flips the same bit of the next one, which is mixed with it.
        var changed = sealed
        changed[0] ^= 1
        let opened = try cipher.decrypted(changed, vector: Self.vector)
        #expect(opened[0..<16] != text[0..<16])
        #expect(Array(opened[16..<32]) == [0x40] + text[17..<32] && opened[32...] == text[32...])
    }

    @Test(
        "A record of SSL 3.0 opens again at every length, and is refused where its content or its check sum was changed"
    )
    func padding() throws {
        let records = SSL3Records(key: Self.key, checkSumKey: [UInt8](repeating: 9, count: 32))
        // 16 bytes, and 32 of the check sum: a block of padding follows.
        let content = Array("sixteen letters!".utf8)
        let sealed = try records.sealed(content, vector: Self.vector)
        #expect(sealed.count == 64)
        #expect(try records.opened(sealed, vector: Self.vector) == content)
        var changed = sealed
        changed[3] ^= 1
        #expect(try records.opened(changed, vector: Self.vector) == nil)
        // In the check sum.
        changed = sealed
        changed[32] ^= 1
        #expect(try records.opened(changed, vector: Self.vector) == nil)
        // Every length opens, and every padding is as long as its last byte says.
        for count in 0...33 {
            let content = [UInt8](repeating: 0x61, count: count)
            let record = try records.sealed(content, vector: Self.vector)
            #expect(record.count % 16 == 0 && record.count > count + 32)
            #expect(try records.opened(record, vector: Self.vector) == content)
        }
    }

    @Test("What stood there before is shorter: a reference in the place of its bytes")
    func compression() {
        func bits(_ text: String) -> Int { RepetitionCompressor.bits(of: Array(text.utf8)) }
        #expect(bits("abc") == 27)
        #expect(bits("abcabc") == 27 + 21)
        #expect(bits("abcab") == 45)
        // One byte more of the same: no longer.
        #expect(bits("abcdabcd") == 36 + 21 && bits("abcdabcx") == 36 + 21 + 9)
        #expect(bits("aaaaaaaa") == 9 + 21)
        #expect(bits("") == 0)
    }
}
