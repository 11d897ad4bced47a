package import HoldfastCrypto
import HoldfastX509

/// Encryption in chained blocks (CBC), as most records had it from SSL 3.0 to TLS 1.2.
///
/// The block cipher is four rounds of Feistel around HMAC-SHA256 (Luby and Rackoff 1988). What is shown with it hangs
/// on the chaining alone, and is the same with Triple DES or AES.
package struct ChainedCipher: Sendable {
    /// The bytes of a block.
    package static let blockCount = 16
    private static let half = blockCount / 2
    private static let rounds: ClosedRange<UInt8> = 0...3

    private let key: [UInt8]

    package init(key: [UInt8]) { self.key = key }

    /// Encrypts whole blocks, each mixed with the encrypted one before it.
    ///
    /// - Parameter vector: stands in the place of the block before the first one; 16 bytes.
    package func encrypted(_ text: [UInt8], vector: [UInt8]) throws(CryptoError) -> [UInt8] {
        var result: [UInt8] = []
        var previous = vector
        for block in Self.blocks(of: text) {
            previous = try encrypted(block: Self.mixed(block, previous))
            result += previous
        }
        return result
    }

    /// Decrypts whole blocks.
    package func decrypted(_ bytes: [UInt8], vector: [UInt8]) throws(CryptoError) -> [UInt8] {
        var result: [UInt8] = []
        var previous = vector
        for block in Self.blocks(of: bytes) {
            result += Self.mixed(try decrypted(block: block), previous)
            previous = block
        }
        return result
    }

    /// Bytes in blocks; what is left over at the end is no block and dropped.
    static func blocks(of bytes: [UInt8]) -> [[UInt8]] {
        stride(from: 0, to: bytes.count - bytes.count % blockCount, by: blockCount).map {
            Array(bytes[$0..<$0 + blockCount])
        }
    }

    static func mixed(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] { zip(one, other).map { $0 ^ $1 } }

    private func encrypted(block: [UInt8]) throws(CryptoError) -> [UInt8] {
        var (left, right) = (Array(block.prefix(Self.half)), Array(block.suffix(Self.half)))
        for round in Self.rounds { (left, right) = (right, Self.mixed(left, try mask(round, right))) }
        return left + right
    }

    private func decrypted(block: [UInt8]) throws(CryptoError) -> [UInt8] {
        var (left, right) = (Array(block.prefix(Self.half)), Array(block.suffix(Self.half)))
        for round in Self.rounds.reversed() { (left, right) = (Self.mixed(right, try mask(round, left)), left) }
        return left + right
    }

    private func mask(_ round: UInt8, _ half: [UInt8]) throws(CryptoError) -> [UInt8] {
        Array(try HMAC.authenticate([round] + half, key: key, digest: .sha256).prefix(Self.half))
    }
}

/// Records as SSL 3.0 sealed them: a check sum over the content, then padding that the check sum does not cover (RFC
/// 6101 §5.2.3.2).
package struct SSL3Records: Sendable {
    /// The bytes of the check sum: HMAC-SHA256 here, where SSL 3.0 had a forerunner of HMAC with MD5 or SHA-1.
    static let checkSumCount = 32

    private let cipher: ChainedCipher
    private let checkSumKey: [UInt8]

    package init(key: [UInt8], checkSumKey: [UInt8]) {
        cipher = ChainedCipher(key: key)
        self.checkSumKey = checkSumKey
    }

    /// Seals a content; the last byte says how many bytes of padding stand before it.
    package func sealed(_ content: [UInt8], vector: [UInt8]) throws(CryptoError) -> [UInt8] {
        let text = content + (try HMAC.authenticate(content, key: checkSumKey, digest: .sha256))
        let padding = ChainedCipher.blockCount - 1 - text.count % ChainedCipher.blockCount
        return try cipher.encrypted(
            text + [UInt8](repeating: 0, count: padding) + [UInt8(padding)], vector: vector)
    }

    /// Opens a record as a server of SSL 3.0 does; nil where it refuses it.
    package func opened(_ record: [UInt8], vector: [UInt8]) throws(CryptoError) -> [UInt8]? {
        let text = try cipher.decrypted(record, vector: vector)
        guard let padding = text.last, Int(padding) < ChainedCipher.blockCount,
            text.count > Int(padding) + Self.checkSumCount
        else { return nil }
        // Nothing says what the bytes of the padding have to be: this is the hole.
        let whole = text.dropLast(Int(padding) + 1)
        let content = Array(whole.dropLast(Self.checkSumCount))
        let isRight = try HMAC.verify(
            whole.suffix(Self.checkSumCount), of: content, key: checkSumKey, digest: .sha256)
        return isRight ? content : nil
    }
}
