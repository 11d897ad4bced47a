import COpenSSL
import HoldfastStatements

/// Encryption without authentication, in pieces, by one of libcrypto's block ciphers.
///
/// For formats that ask for it. Whoever can change the encrypted text changes what it decrypts to, and whoever is told
/// why a text does not decrypt can decrypt others: new formats take ``AuthenticatedCipher``.
package final class BlockCipher {
    /// A block cipher.
    package enum Algorithm: Hashable, Sendable {
        /// AES (FIPS 197), with keys of 16, 24 or 32 bytes.
        case aes
        /// Triple DES with three keys (SP 800-67), 24 bytes. Its blocks of 8 bytes repeat after some gigabytes.
        case tripleDES

        /// The bytes of a block.
        package var blockByteCount: Int { self == .aes ? 16 : 8 }
        /// The lengths of keys.
        package var keyByteCounts: [Int] { self == .aes ? [16, 24, 32] : [24] }
    }

    /// A mode of operation (SP 800-38A).
    package enum Mode: String, Hashable, Sendable {
        case ecb = "ECB"
        case cbc = "CBC"
        case cfb = "CFB"
        case cfb8 = "CFB8"
        case ofb = "OFB"
        case ctr = "CTR"

        /// Whether as many bytes come out as go in, whatever their number.
        package var isStream: Bool { self != .ecb && self != .cbc }
    }

    private let context: Owned
    private let isEncrypting: Bool
    private static let operation = "encrypt or decrypt in blocks"

    /// Begins to encrypt or decrypt.
    ///
    /// - Parameters:
    ///   - key: as long as one of the algorithm's keys.
    ///   - initialVector: as long as a block; passed over in ECB.
    ///   - isPadded: whether PKCS #7's padding (RFC 5652 §6.3) is put behind the text, or taken away.
    /// - Throws: ``CryptoError`` for other lengths, and for a mode that libcrypto does not have of the algorithm.
    package init(
        _ algorithm: Algorithm, _ mode: Mode, key: [UInt8], initialVector: [UInt8], isEncrypting: Bool, isPadded: Bool
    ) throws(CryptoError) {
        guard algorithm.keyByteCounts.contains(key.count) else {
            throw CryptoError(Self.operation, .cipherLength(bytes: key.count))
        }
        guard mode == .ecb || initialVector.count == algorithm.blockByteCount else {
            throw CryptoError(Self.operation, .nonce(bytes: initialVector.count, expected: algorithm.blockByteCount))
        }
        let name = (algorithm == .aes ? "AES-\(key.count * 8)-" : "DES-EDE3-") + mode.rawValue
        let cipher = try Owned.cipher(name, during: Self.operation)
        context = unsafe try Owned(EVP_CIPHER_CTX_new(), freedBy: EVP_CIPHER_CTX_free, during: Self.operation)
        self.isEncrypting = isEncrypting
        let started = unsafe context.with { context in
            unsafe cipher.with { cipher in
                let vector = mode == .ecb ? [] : initialVector
                return unsafe EVP_CipherInit_ex2(context, cipher, key, vector, isEncrypting ? 1 : 0, nil) == 1
                    && EVP_CIPHER_CTX_set_padding(context, isPadded ? 1 : 0) == 1
            }
        }
        guard started else { throw .library(Self.operation) }
    }

    /// The bytes that are ready now that `bytes` have come; the rest waits for more.
    ///
    /// - Throws: ``CryptoError`` where libcrypto fails.
    package func update(_ bytes: some Collection<UInt8>) throws(CryptoError) -> [UInt8] {
        ERR_clear_error()
        // libcrypto counts with an Int32; a block of 32 bytes may have waited.
        let piece = 1 << 24
        var output = [UInt8](repeating: 0, count: bytes.count + 32)
        var moved = 0
        let done = unsafe context.with { context in
            unsafe bytes.withContiguousBytes { input in
                unsafe output.withUnsafeMutableBufferPointer { output in
                    for start in stride(from: 0, to: input.count, by: piece) {
                        let end = min(start + piece, input.count)
                        let part = unsafe UnsafeBufferPointer(rebasing: input[start..<end])
                        let place = unsafe UnsafeMutableBufferPointer(rebasing: output[moved...])
                        var count: Int32 = 0
                        guard
                            unsafe EVP_CipherUpdate(
                                context, place.baseAddress, &count, part.baseAddress, Int32(part.count)) == 1
                        else { return false }
                        moved += Int(count)
                    }
                    return true
                }
            }
        }
        guard done else {
            output.wipe()
            throw .library(Self.operation)
        }
        output.removeLast(output.count - moved)
        return output
    }

    /// The last bytes.
    ///
    /// - Returns: `nil` where what came is no number of whole blocks though it has to be, or where the padding is none:
    ///   another key, or a changed text.
    package func finish() -> [UInt8]? {
        defer { ERR_clear_error() }
        var output = [UInt8](repeating: 0, count: 32)
        var count: Int32 = 0
        guard unsafe context.with({ context in unsafe EVP_CipherFinal_ex(context, &output, &count) }) == 1 else {
            output.wipe()
            return nil
        }
        output.removeLast(output.count - Int(count))
        return output
    }

    /// Begins anew with the same key, and loses what waited.
    ///
    /// - Parameter initialVector: as long as a block.
    /// - Throws: ``CryptoError`` where libcrypto fails.
    package func restart(initialVector: [UInt8]) throws(CryptoError) {
        ERR_clear_error()
        let restarted = unsafe context.with { context in
            unsafe EVP_CipherInit_ex2(context, nil, nil, initialVector, isEncrypting ? 1 : 0, nil)
        }
        guard restarted == 1 else { throw .library(Self.operation) }
    }
}

/// Keys encrypted by other keys (AES Key Wrap, RFC 3394), which is noticed where one of them is changed.
package enum AESKeyWrap {
    /// The initial value of RFC 3394 §2.2.3.1.
    package static let initialValue = [UInt8](repeating: 0xA6, count: 8)

    /// The wrapped key, 8 bytes longer.
    ///
    /// - Parameters:
    ///   - key: 16 bytes at least, a multiple of 8.
    ///   - wrappingKey: 16, 24 or 32 bytes.
    ///   - initialValue: 8 bytes.
    /// - Returns: `nil` for other lengths.
    package static func wrap(_ key: [UInt8], with wrappingKey: [UInt8], initialValue: [UInt8]) -> [UInt8]? {
        guard key.count >= 16, key.count % 8 == 0 else { return nil }
        return run(key, wrappingKey, initialValue, isWrapping: 1)
    }

    /// The key that was wrapped.
    ///
    /// - Parameter wrapped: 24 bytes at least, a multiple of 8.
    /// - Returns: `nil` for other lengths, and where the initial value does not come out: another key, or one that was
    ///   changed.
    package static func unwrap(_ wrapped: [UInt8], with wrappingKey: [UInt8], initialValue: [UInt8]) -> [UInt8]? {
        guard wrapped.count >= 24, wrapped.count % 8 == 0 else { return nil }
        return run(wrapped, wrappingKey, initialValue, isWrapping: 0)
    }

    private static func run(
        _ input: [UInt8], _ key: [UInt8], _ initialValue: [UInt8], isWrapping: Int32
    ) -> [UInt8]? {
        let operation = "wrap a key"
        defer { ERR_clear_error() }
        guard [16, 24, 32].contains(key.count), initialValue.count == 8, input.count < 1 << 30,
            let cipher = try? Owned.cipher("AES-\(key.count * 8)-WRAP", during: operation),
            let context = unsafe try? Owned(EVP_CIPHER_CTX_new(), freedBy: EVP_CIPHER_CTX_free, during: operation)
        else { return nil }
        var output = [UInt8](repeating: 0, count: input.count + 8)
        var count: Int32 = 0
        let done = unsafe context.with { context in
            unsafe cipher.with { cipher in
                // Off by default, since it writes more than it takes.
                unsafe EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
                return unsafe EVP_CipherInit_ex2(context, cipher, key, initialValue, isWrapping, nil) == 1
                    && EVP_CipherUpdate(context, &output, &count, input, Int32(input.count)) == 1
            }
        }
        guard done, count > 0 else {
            output.wipe()
            return nil
        }
        output.removeLast(output.count - Int(count))
        return output
    }
}
