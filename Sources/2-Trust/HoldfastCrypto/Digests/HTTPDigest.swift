import COpenSSL
import HoldfastX509

/// The hashes of HTTP's Digest authentication (RFC 7616 §6.1), from the weakest to the strongest.
///
/// Apart from the digests of signatures: SHA-512/256 is none that a certificate here is signed with, and MD5 has no
/// place in a decision about trust.
package enum HTTPDigest: Int, Hashable, Sendable, CaseIterable, Comparable {
    /// MD5 (RFC 1321): what servers of RFC 2617 know.
    case md5
    /// SHA-256 (FIPS 180-4).
    case sha256
    /// SHA-512/256 (FIPS 180-4 §5.3.6.2): SHA-512 with initial values of its own, cut to 256 bits.
    case sha512Slash256

    /// The size of a digest in bytes.
    package var byteCount: Int { self == .md5 ? 16 : 32 }

    /// The digest of `bytes`.
    ///
    /// - Throws: ``CryptoError`` where libcrypto was built without the algorithm.
    package func hash(_ bytes: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        switch self {
        case .md5: try Digest.hash(.md5, bytes)
        case .sha256: try Digest.hash(.sha256, bytes)
        case .sha512Slash256: try SHA512Slash256.hash(bytes)
        }
    }

    package static func < (one: HTTPDigest, other: HTTPDigest) -> Bool { one.rawValue < other.rawValue }
}

@safe private enum SHA512Slash256 {
    private static let libraryName = "SHA2-512/256"

    /// Fetched once, as the other digests are.
    private nonisolated(unsafe) static let fetched: OpaquePointer? = {
        guard let context = unsafe try? LibraryContext.pointer() else { return nil }
        return unsafe EVP_MD_fetch(context, libraryName, nil)
    }()

    static func hash(_ bytes: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        guard let digest = unsafe fetched else { throw .library("fetch \(libraryName)") }
        return unsafe try Digest.hash(bytes, digest, libraryName)
    }
}
