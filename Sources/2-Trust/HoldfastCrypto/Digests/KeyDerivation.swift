import HoldfastStatements
package import HoldfastX509

/// Keys derived from a secret with HMAC, in two steps (HKDF, RFC 5869).
package enum HKDF {
    /// Condenses a secret that need not be uniform into a key as long as the digest (RFC 5869 §2.2).
    ///
    /// - Parameter salt: a value that need not be secret; empty stands for as many zeros as the digest is long.
    /// - Throws: ``CryptoError`` where libcrypto was built without the digest.
    package static func extract(
        _ digest: DigestAlgorithm, salt: some Collection<UInt8>, secret: some Collection<UInt8>
    ) throws(CryptoError) -> [UInt8] {
        // HMAC fills a short key up with zeros (RFC 2104 §2), so an empty one is that of zeros.
        try HMAC.authenticate(secret, key: salt, digest: digest)
    }

    /// Makes `count` bytes of a key, different for every `info` (RFC 5869 §2.3).
    ///
    /// - Throws: ``CryptoError`` for more than 255 times the digest's length, which RFC 5869 does not define.
    package static func expand(
        _ digest: DigestAlgorithm, key: some Collection<UInt8>, info: some Collection<UInt8>, count: Int
    ) throws(CryptoError) -> [UInt8] {
        var output: [UInt8] = []
        var block: [UInt8] = []
        var number: UInt8 = 0
        while output.count < count {
            guard number < 255 else {
                throw CryptoError("derive a key", .hkdfBlocks)
            }
            number += 1
            block = try HMAC.authenticate(block + Array(info) + [number], key: key, digest: digest)
            output += block
        }
        return Array(output.prefix(max(0, count)))
    }
}

/// Keys derived from a shared secret as ANSI X9.63 does it (SEC 1 §3.6.1).
package enum X963KDF {
    /// The most bytes that are derived: 2^30, OpenSSL's limit for the same function. The standard's is 2^32 - 1
    /// digests.
    package static let maximumCount = 1 << 30

    /// `count` bytes of the digests of secret, counter and `sharedInfo`, the counter being four bytes that start at 1.
    ///
    /// - Throws: ``CryptoError`` for no bytes at all and for more than ``maximumCount``.
    package static func derive(
        _ digest: DigestAlgorithm, secret: [UInt8], sharedInfo: [UInt8], count: Int
    ) throws(CryptoError) -> [UInt8] {
        guard (1...maximumCount).contains(count) else {
            throw CryptoError("derive a key", .derivedLength(bytes: count))
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
