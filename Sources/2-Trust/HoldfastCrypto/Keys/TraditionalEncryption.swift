import COpenSSL
import HoldfastStatements
import HoldfastX509

/// The encryption of PEM blocks by their headers, `Proc-Type: 4,ENCRYPTED` and `DEK-Info` (RFC 1421 §4.6.1), as OpenSSL
/// has always done it: one round of MD5 over passphrase and salt. Only read here.
enum TraditionalEncryption {
    private static let operation = "decrypt a PEM block"

    /// The ciphers that are met, as `DEK-Info` names them.
    private static let ciphers = ["AES-128-CBC", "AES-192-CBC", "AES-256-CBC", "DES-EDE3-CBC", "DES-CBC"]

    static func decrypt(_ block: PEMBlock, _ passphrase: Passphrase) throws(CryptoError) -> [UInt8] {
        let stated = block.headers.first { $0.name == "DEK-Info" }?.value ?? ""
        let parts = stated.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 2, ciphers.contains(String(parts[0])) else {
            throw CryptoError(
                operation, reason: .unsupportedEncryption(Statement(verbatim: "DEK-Info: \(stated.prefix(64))")))
        }
        let name = String(parts[0])
        let library = unsafe try LegacyLibraryContext.pointer(
            for: name, isNeeded: name == "DES-CBC", during: operation)
        ERR_clear_error()
        let cipher = unsafe try Owned(
            EVP_CIPHER_fetch(library, name, nil), freedBy: EVP_CIPHER_free, during: operation)
        let context = unsafe try Owned(EVP_CIPHER_CTX_new(), freedBy: EVP_CIPHER_CTX_free, during: operation)
        let digest = unsafe try MessageDigests.pointer(.md5)
        let vectorCount = unsafe cipher.with { Int(unsafe EVP_CIPHER_get_iv_length($0)) }
        guard let vector = HexString.decode(parts[1]), vector.count == vectorCount else {
            throw CryptoError(operation, .vectorLength)
        }
        guard let count = Int32(exactly: block.contents.count) else {
            throw CryptoError(operation, reason: .tooLarge(bytes: block.contents.count, limit: Int(Int32.max)))
        }
        var key = [UInt8](repeating: 0, count: Int(EVP_MAX_KEY_LENGTH))
        var output = [UInt8](repeating: 0, count: block.contents.count + Int(EVP_MAX_BLOCK_LENGTH))
        defer { key.wipe() }
        var first: Int32 = 0
        var last: Int32 = 0
        let done = unsafe cipher.with { cipher in
            unsafe context.with { context -> Bool in
                let length = unsafe passphrase.withCharacters { characters, length in
                    unsafe characters.map { characters in
                        unsafe characters.withMemoryRebound(to: UInt8.self, capacity: Int(length)) { bytes in
                            // The salt is the first eight bytes of the vector, which every vector here has.
                            unsafe EVP_BytesToKey(cipher, digest, vector, bytes, length, 1, &key, nil)
                        }
                    } ?? 0
                }
                guard length > 0, unsafe EVP_DecryptInit_ex2(context, cipher, key, vector, nil) == 1,
                    unsafe EVP_DecryptUpdate(context, &output, &first, block.contents, count) == 1
                else { return false }
                return unsafe output.withUnsafeMutableBufferPointer { output in
                    guard let start = output.baseAddress, first >= 0, Int(first) < output.count else { return false }
                    return unsafe EVP_DecryptFinal_ex(context, start + Int(first), &last) == 1
                }
            }
        }
        guard done, first >= 0, last >= 0 else {
            output.wipe()
            throw CryptoError(operation, reason: .wrongPassphrase, stack: OpenSSLError.takeAll())
        }
        defer { output.wipe() }
        return Array(output.prefix(Int(first + last)))
    }
}
