import COpenSSL
import HoldfastLibC
import HoldfastStatements

/// Keys from secrets that people can remember, made so that guessing takes memory as well as time (scrypt, RFC 7914).
///
/// Whoever has the salt and something to try a key on can guess offline: a passphrase of few words falls whatever the
/// parameters are.
public struct Scrypt: Hashable, Sendable {
    /// The logarithm of the cost parameter N to the base 2.
    public let logarithmOfCost: Int
    /// The block size parameter r.
    public let blockSize: Int
    /// The parallelization parameter p.
    public let parallelization: Int

    /// The most of N · r · p: 2^21, twice ``standard``, some seconds of one core. A file names its parameters itself,
    /// and RFC 7914 §2 lets them be so large that a guess takes years.
    public static let maximumWork = 1 << 21
    /// The most bytes of memory, 128 · N · r (RFC 7914 §2): 256 MiB.
    package static let maximumByteCount = 256 << 20
    /// The bytes of a new salt: 32, twice what NIST SP 800-132 §5.1 asks for at least.
    package static let saltCount = 32

    /// N = 2^17, r = 8, p = 1: 128 MiB, and about half a second of one core.
    public static let standard = Scrypt(unchecked: 17, 8, 1)

    private init(unchecked logarithmOfCost: Int, _ blockSize: Int, _ parallelization: Int) {
        self.logarithmOfCost = logarithmOfCost
        self.blockSize = blockSize
        self.parallelization = parallelization
    }

    /// Parameters that were named somewhere, checked before anything is computed or any memory is taken.
    ///
    /// - Parameters:
    ///   - logarithmOfCost: log2 of N; 1 to 31, and less than 16 · r.
    ///   - blockSize: r; 1 at least.
    ///   - parallelization: p; 1 at least.
    /// - Throws: ``CryptoError`` with the reason `tooMuchWork` beyond ``maximumWork`` or ``maximumByteCount``, and for
    ///   parameters that RFC 7914 §2 does not have.
    public init(logarithmOfCost: Int, blockSize: Int, parallelization: Int) throws(CryptoError) {
        func refused(_ fault: EncryptionFault) -> CryptoError {
            CryptoError("derive a key with scrypt", reason: .tooMuchWork(fault.statement))
        }
        // Each bound by itself first, so that no product overflows.
        guard (1...31).contains(logarithmOfCost), (1...Self.maximumWork).contains(blockSize),
            (1...Self.maximumWork).contains(parallelization), logarithmOfCost < 16 * blockSize
        else { throw refused(.scryptParameters) }
        let (cost, limit) = (1 << logarithmOfCost, Self.maximumWork)
        guard cost <= limit / blockSize, cost * blockSize <= limit / parallelization else {
            throw refused(.scryptWork(limit: limit))
        }
        guard cost * blockSize <= Self.maximumByteCount / 128 else {
            throw refused(.scryptMemory(limit: Self.maximumByteCount))
        }
        self.init(unchecked: logarithmOfCost, blockSize, parallelization)
    }

    /// A key of `count` bytes.
    ///
    /// - Parameters:
    ///   - secret: the passphrase.
    ///   - salt: ``saltCount`` random bytes that are kept beside what the key protects. One salt for two secrets lets
    ///     both be guessed at once.
    /// - Throws: ``CryptoError`` where there is not enough memory.
    package func deriveKey(from secret: Passphrase, salt: [UInt8], count: Int) throws(CryptoError) -> [UInt8] {
        let operation = "derive a key with scrypt"
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        var key = [UInt8](repeating: 0, count: count)
        // libcrypto counts a little more than 128 · N · r towards the limit; without one it takes 32 MiB.
        let memory = UInt64(Self.maximumByteCount + (16 << 20))
        let done = unsafe secret.withCharacters { characters, length in
            unsafe EVP_PBE_scrypt_ex(
                characters, Int(length), salt, salt.count, 1 << UInt64(logarithmOfCost), UInt64(blockSize),
                UInt64(parallelization), memory, &key, count, library, nil)
        }
        guard done == 1 else { throw .library(operation) }
        return key
    }
}
