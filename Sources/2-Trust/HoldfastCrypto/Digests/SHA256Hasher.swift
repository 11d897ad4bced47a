import COpenSSL
import HoldfastX509

/// SHA-256 over bytes that arrive in pieces.
///
/// Feed it with ``update(_:)`` or ``updateLengthPrefixed(_:)`` and end with ``finish()``, which uses it up.
package struct SHA256Hasher: ~Copyable {
    private let context: Owned

    /// A hasher that has seen nothing yet.
    package init() {
        context = hashingCannotFail { () throws(CryptoError) in try Self.start() }
    }

    /// Adds `bytes`.
    package mutating func update(_ bytes: some Collection<UInt8>) {
        let done = unsafe context.with { context in
            unsafe bytes.withContiguousBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
        }
        check(done)
    }

    /// Adds the number of `bytes` as eight bytes, most significant first, then `bytes`: lists that only differ in where
    /// one element ends and the next begins get different digests.
    package mutating func updateLengthPrefixed(_ bytes: some Collection<UInt8>) {
        let length = UInt64(bytes.count)
        update((0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) })
        update(bytes)
    }

    /// The digest of all that was added (32 bytes).
    package consuming func finish() -> [UInt8] {
        var output = [UInt8](repeating: 0, count: 32)
        check(unsafe context.with { context in unsafe EVP_DigestFinal_ex(context, &output, nil) })
        return output
    }

    private static func start() throws(CryptoError) -> Owned {
        let digest = unsafe try MessageDigests.pointer(.sha256)
        let context = unsafe try Owned(EVP_MD_CTX_new(), freedBy: EVP_MD_CTX_free, during: "start SHA-256")
        let started = unsafe context.with { context in unsafe EVP_DigestInit_ex2(context, digest, nil) }
        guard started == 1 else { throw .library("start SHA-256") }
        return context
    }

    private borrowing func check(_ done: Int32) {
        hashingCannotFail { () throws(CryptoError) in
            guard done == 1 else { throw .library("continue SHA-256") }
        }
    }
}
