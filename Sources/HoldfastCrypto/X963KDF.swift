package import HoldfastX509

/// Keys derived from a shared secret as ANSI X9.63 does it (SEC 1 §3.6.1).
package enum X963KDF {
    /// The most bytes that are derived: 2^30, OpenSSL's limit for the same function. The standard's is 2^32 - 1 digests.
    package static let maximumCount = 1 << 30

    /// `count` bytes of the digests of secret, counter and `sharedInfo`, the counter being four bytes that start at 1.
    ///
    /// - Throws: ``CryptoError`` for no bytes at all and for more than ``maximumCount``.
    package static func derive(
        _ digest: DigestAlgorithm, secret: [UInt8], sharedInfo: [UInt8], count: Int
    ) throws(CryptoError) -> [UInt8] {
        guard (1...maximumCount).contains(count) else {
            throw CryptoError("derive a key", reason: .malformedKey("a key of \(count) bytes"))
        }
        var input = secret + [0, 0, 0, 0] + sharedInfo
        defer { input.wipe() }
        var output: [UInt8] = []
        var counter: UInt32 = 0
        while output.count < count {
            counter += 1
            for place in 0..<4 { input[secret.count + place] = UInt8(truncatingIfNeeded: counter >> (24 - 8 * place)) }
            output += try Digest.hash(digest, input)
        }
        output.removeLast(output.count - count)
        return output
    }
}
