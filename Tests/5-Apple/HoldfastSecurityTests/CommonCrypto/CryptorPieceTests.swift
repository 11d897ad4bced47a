import Foundation
import HoldfastSecurity
import TestSupport
import Testing

/// Encryption and decryption in pieces. Expectations: CommonCryptor.h, with the sentence quoted.
@Suite("CommonCrypto's ciphers, in pieces")
struct CryptorPieceTests {
    private static let key = [UInt8](repeating: 3, count: 16)
    private static let vector = [UInt8](repeating: 5, count: 16)

    private func cryptor(_ operation: Int, _ options: Int) throws -> CCCryptorRef {
        var reference: CCCryptorRef?
        let status = CCCryptorCreate(
            CCOperation(operation), CCAlgorithm(kCCAlgorithmAES), CCOptions(options), Self.key, 16, Self.vector,
            &reference)
        #expect(status == kCCSuccess)
        return try #require(reference)
    }

    private func whole(_ operation: Int, _ options: Int, _ data: [UInt8]) -> [UInt8] {
        var (output, moved) = ([UInt8](repeating: 0, count: data.count + 16), 0)
        let status = CCCrypt(
            CCOperation(operation), 0, CCOptions(options), Self.key, 16, Self.vector, data, data.count, &output,
            output.count, &moved)
        #expect(status == kCCSuccess)
        return Array(output[..<moved])
    }

    /// "if the input size provided to each call to CCCryptorUpdate() is is an integral multiple of the block size, then
    /// the output size for each call to CCCryptorUpdate() is less than or equal to the input size", and otherwise "the
    /// output size will always be less than or equal to the input size plus the size of one block".
    @Test("pieces of each size give what the whole gives, with the room that CCCryptorGetOutputLength names")
    func pieces() throws {
        let text = (0..<100).map { UInt8($0) }
        for options in [0, kCCOptionPKCS7Padding, kCCOptionECBMode | kCCOptionPKCS7Padding] {
            let text = options == 0 ? Array(text.prefix(96)) : text
            let sealed = whole(kCCEncrypt, options, text)
            for (operation, input, expected) in [(kCCEncrypt, text, sealed), (kCCDecrypt, sealed, text)] {
                for size in [1, 2, 15, 16, 17, 31, 32, 33, 200] {
                    let cryptor = try cryptor(operation, options)
                    defer { CCCryptorRelease(cryptor) }
                    let all = CCCryptorGetOutputLength(cryptor, input.count, true)
                    var (output, moved) = ([UInt8](), 0)
                    for start in stride(from: 0, to: input.count, by: size) {
                        let piece = Array(input[start..<min(start + size, input.count)])
                        let needed = CCCryptorGetOutputLength(cryptor, piece.count, false)
                        #expect(needed <= piece.count + 15)
                        if size % 16 == 0 { #expect(needed <= piece.count) }
                        var room = [UInt8](repeating: 0x5A, count: needed + 1)
                        if needed > 0 {
                            // "The operation can be retried; no state is lost when this is returned."
                            #expect(
                                CCCryptorUpdate(cryptor, piece, piece.count, &room, needed - 1, &moved)
                                    == kCCBufferTooSmall)
                            #expect(moved == needed)
                        }
                        #expect(CCCryptorUpdate(cryptor, piece, piece.count, &room, needed, &moved) == kCCSuccess)
                        #expect(moved <= needed && room[needed] == 0x5A)
                        output += room[..<moved]
                    }
                    var end = [UInt8](repeating: 0x5A, count: 17)
                    let rest = expected.count - output.count
                    if rest > 0 {
                        for _ in 0..<2 {
                            #expect(
                                CCCryptorFinal(cryptor, &end, rest - 1, &moved) == kCCBufferTooSmall && moved == rest)
                            #expect(CCCryptorFinal(cryptor, nil, rest, &moved) == kCCParamError)
                        }
                    }
                    #expect(CCCryptorFinal(cryptor, &end, rest, &moved) == kCCSuccess && moved == rest)
                    output += end[..<moved]
                    #expect(end[max(moved, 0)] == 0x5A)
                    #expect(output == expected && all >= output.count, "\(operation) \(options) by \(size)")
                    // "the CCCryptorRef can no longer be used for subsequent operations unless CCCryptorReset() is
                    // called on it."
                    #expect(CCCryptorFinal(cryptor, &end, 16, nil) == kCCCallSequenceError)
                    #expect(CCCryptorUpdate(cryptor, text, 16, &end, 16, nil) == kCCCallSequenceError)
                }
            }
        }
    }

    /// "Encryption and decryption can be performed "in-place", with the same buffer used for input and output."
    @Test("in place")
    func inPlace() throws {
        let text = (0..<80).map { UInt8($0) }
        let sealed = whole(kCCEncrypt, kCCOptionPKCS7Padding, text)
        var memory = text + [UInt8](repeating: 0, count: 16)
        memory.withUnsafeMutableBytes { memory in
            var moved = 0
            let place = memory.baseAddress
            #expect(
                CCCrypt(
                    CCOperation(kCCEncrypt), 0, CCOptions(kCCOptionPKCS7Padding), Self.key, 16, Self.vector, place, 80,
                    place, 96, &moved) == kCCSuccess)
            #expect(moved == 96 && Array(memory) == sealed)
            #expect(
                CCCrypt(
                    CCOperation(kCCDecrypt), 0, CCOptions(kCCOptionPKCS7Padding), Self.key, 16, Self.vector, place, 96,
                    place, 96, &moved) == kCCSuccess)
            #expect(moved == 80 && Array(memory[..<80]) == text)
        }
        // With bytes that wait, the output runs ahead of the input.
        let cryptor = try cryptor(kCCEncrypt, 0)
        defer { CCCryptorRelease(cryptor) }
        var (first, moved) = ([UInt8](repeating: 0, count: 16), 0)
        #expect(CCCryptorUpdate(cryptor, text, 15, &first, 16, &moved) == kCCSuccess && moved == 0)
        var rest = Array(text[15..<80]) + [UInt8](repeating: 0, count: 15)
        rest.withUnsafeMutableBytes { rest in
            let place = rest.baseAddress
            #expect(CCCryptorUpdate(cryptor, place, 65, place, 80, &moved) == kCCSuccess && moved == 80)
        }
        #expect(rest == whole(kCCEncrypt, 0, text))
    }

    /// "Reinitializes an existing CCCryptorRef with a (possibly) new initialization vector. The CCCryptorRef's key is
    /// unchanged." "any pending data will be lost in that case"
    @Test("begun anew, with bytes that wait and after the end")
    func reset() throws {
        let text = (0..<40).map { UInt8($0) }
        let cryptor = try cryptor(kCCEncrypt, kCCOptionPKCS7Padding)
        defer { CCCryptorRelease(cryptor) }
        for vector in [Self.vector, nil] {
            var (output, end, moved, last) = (
                [UInt8](repeating: 0, count: 48), [UInt8](repeating: 0, count: 16), 0, 0
            )
            #expect(CCCryptorUpdate(cryptor, "abc", 3, &output, 48, &moved) == kCCSuccess)
            #expect(CCCryptorReset(cryptor, vector) == kCCSuccess)
            #expect(CCCryptorUpdate(cryptor, text, 40, &output, 48, &moved) == kCCSuccess && moved == 32)
            #expect(CCCryptorFinal(cryptor, &end, 16, &last) == kCCSuccess && last == 16)
            var (expected, count) = ([UInt8](repeating: 0, count: 48), 0)
            CCCrypt(0, 0, CCOptions(kCCOptionPKCS7Padding), Self.key, 16, vector, text, 40, &expected, 48, &count)
            #expect(Array(output[..<32]) + end == expected)
            #expect(CCCryptorReset(cryptor, nil) == kCCSuccess)
        }
        let blocks = try self.cryptor(kCCEncrypt, kCCOptionECBMode)
        defer { CCCryptorRelease(blocks) }
        #expect(CCCryptorReset(blocks, nil) == kCCUnimplemented)
    }

    /// "The only possible error return is kCCParamError resulting from passing in a null CCCryptorRef."
    @Test("without a cryptor, and lengths that are none")
    func nothing() throws {
        #expect(CCCryptorRelease(nil) == kCCParamError && CCCryptorReset(nil, nil) == kCCParamError)
        #expect(CCCryptorUpdate(nil, nil, 0, nil, 0, nil) == kCCParamError)
        #expect(CCCryptorFinal(nil, nil, 0, nil) == kCCParamError && CCCryptorGetOutputLength(nil, 16, true) == 0)
        let cryptor = try cryptor(kCCEncrypt, kCCOptionPKCS7Padding)
        defer { CCCryptorRelease(cryptor) }
        #expect(CCCryptorUpdate(cryptor, nil, 0, nil, 0, nil) == kCCSuccess)
        #expect(CCCryptorUpdate(cryptor, nil, 1, nil, 16, nil) == kCCParamError)
        #expect(CCCryptorUpdate(cryptor, "a", -1, nil, 16, nil) == kCCParamError)
        #expect(CCCryptorGetOutputLength(cryptor, -5, true) == 16)
        #expect(CCCryptorGetOutputLength(cryptor, .max, true) > 1 << 60)
        #expect(CCCryptorUpdate(cryptor, "a", 1, nil, 0, nil) == kCCSuccess)
    }
}
