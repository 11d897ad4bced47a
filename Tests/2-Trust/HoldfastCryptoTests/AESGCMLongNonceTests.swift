import HoldfastCrypto
import PeerPrograms
import TestSupport
import Testing

@Suite("AES-GCM with 16 bytes of nonce", .ownThread)
struct AESGCMLongNonceTests {
    private static let text = Array("neither a whole block nor two of them".utf8)
    private static let data = Array("in the clear".utf8)

    struct Case: CustomTestStringConvertible {
        let keyCount: Int
        let nonce: [UInt8]
        var testDescription: String { "\(keyCount * 8) bits, nonce of \(nonce[0]) and so on" }
    }

    static let cases = [
        Case(keyCount: 16, nonce: [UInt8](repeating: 0, count: 16)),
        Case(keyCount: 32, nonce: (0..<16).map { 0xf0 ^ UInt8($0 * 11) }),
    ]

    /// NIST SP 800-38D §7.1, step by step, the block cipher and its counter mode being the `openssl` command's.
    @Test("equals what the standard's steps give", arguments: cases)
    func standard(_ row: Case) throws {
        let openssl = try OpenSSLCommand()
        let key = (0..<row.keyCount).map { UInt8($0 * 3 + 1) }
        let bits = row.keyCount * 8
        func block(_ input: [UInt8]) throws -> [UInt8] {
            try openssl.write(input, to: "in")
            try openssl("enc -aes-\(bits)-ecb -nopad -K \(hexText(key)) -in in -out out")
            return try openssl.read("out")
        }
        // "Let H = CIPH_K(0^128)"; "J0 = GHASH_H(IV || 0^(s+64) || [len(IV)]64)".
        let subkey = try block([UInt8](repeating: 0, count: 16))
        let start = ghash(subkey, row.nonce + [UInt8](repeating: 0, count: 8) + length(16))
        // "C = GCTR_K(inc32(J0), P)".
        var counter = start
        counter[15] &+= 1
        try openssl.write(Self.text, to: "text")
        try openssl("enc -aes-\(bits)-ctr -K \(hexText(key)) -iv \(hexText(counter)) -in text -out sealed")
        let sealed = try openssl.read("sealed")
        // "S = GHASH_H(A || 0^v || C || 0^u || [len(A)]64 || [len(C)]64)"; "T = MSB_t(GCTR_K(J0, S))".
        let sum = ghash(
            subkey, filled(Self.data) + filled(sealed) + length(Self.data.count) + length(sealed.count))
        let tag = zip(sum, try block(start)).map { $0 ^ $1 }

        let cipher = try AESGCM(key: key, nonceCount: 16)
        #expect(start[15] != 0xff)
        #expect(try cipher.seal(Self.text, nonce: row.nonce, additionalData: Self.data) == sealed + tag)
        #expect(try cipher.open(sealed + tag, nonce: row.nonce, additionalData: Self.data) == Self.text)
    }

    @Test("opens nothing that was changed")
    func tampered() throws {
        let cipher = try AESGCM(key: [UInt8](repeating: 1, count: 16), nonceCount: 16)
        let nonce = [UInt8](repeating: 0, count: 16)
        let sealed = try cipher.seal(Self.text, nonce: nonce, additionalData: Self.data)
        for place in sealed.indices {
            var changed = sealed
            changed[place] ^= 1
            #expect(try cipher.open(changed, nonce: nonce, additionalData: Self.data) == nil)
        }
        #expect(try cipher.open(sealed, nonce: nonce, additionalData: []) == nil)
        for count in 0..<sealed.count {
            #expect(try cipher.open(Array(sealed.prefix(count)), nonce: nonce, additionalData: Self.data) == nil)
        }
        let empty = try cipher.seal([], nonce: nonce, additionalData: [])
        #expect(empty.count == 16)
        #expect(try cipher.open(empty, nonce: nonce, additionalData: []) == [])
    }

    @Test("takes keys of 16 and 32 bytes and nonces of 16 alone")
    func lengths() {
        for (key, nonce) in [(0, 16), (15, 16), (24, 16), (33, 16), (16, 12), (16, 0), (32, 17)] {
            #expect(throws: CryptoError.self) {
                try AESGCM(key: [UInt8](repeating: 1, count: key), nonceCount: 16)
                    .seal([], nonce: [UInt8](repeating: 1, count: nonce))
            }
        }
    }

    /// SP 800-38D §6.4, by the multiplication of §6.3.
    private func ghash(_ subkey: [UInt8], _ input: [UInt8]) -> [UInt8] {
        var sum = [UInt8](repeating: 0, count: 16)
        for start in stride(from: 0, to: input.count, by: 16) {
            let left = zip(sum, input[start..<(start + 16)]).map { $0 ^ $1 }
            var product = [UInt8](repeating: 0, count: 16)
            var factor = subkey
            for bit in 0..<128 {
                if left[bit / 8] & (0x80 >> (bit % 8)) != 0 { product = zip(product, factor).map { $0 ^ $1 } }
                let carry = factor[15] & 1
                for place in (0..<16).reversed() {
                    factor[place] = factor[place] >> 1 | (place > 0 ? factor[place - 1] << 7 : 0)
                }
                if carry == 1 { factor[0] ^= 0xe1 }
            }
            sum = product
        }
        return sum
    }

    private func filled(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: (16 - bytes.count % 16) % 16)
    }

    /// The number of bits, in eight bytes.
    private func length(_ count: Int) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: (count * 8) >> (56 - 8 * $0)) }
    }
}
