import COpenSSL
import COpenSSLShims
import HoldfastStatements
import HoldfastX509

/// Encryption of private keys under a passphrase, and the limits of the work that is done to read one of others.
///
/// Written: PBES2 (RFC 8018 §6.2) with PBKDF2-HMAC-SHA256, 16 random bytes of salt and AES-256-CBC.
public enum KeyEncryption {
    /// The iterations that are written: 600,000, OWASP's figure for PBKDF2-HMAC-SHA256 (Password Storage Cheat Sheet,
    /// 2023). NIST SP 800-132 §5.2 asks for as many as the user can wait for, 1,000 at least.
    public static let defaultIterations = 600_000
    /// The least that is written: NIST SP 800-132 §5.2.
    public static let minimumIterations = 1000
    /// The most iterations that are spent on reading one file: 10,000,000, the figure that NIST SP 800-132 §5.2 has for
    /// the most critical keys; some seconds. The file names its number itself, and could name 2^31.
    public static let maximumIterations = 10_000_000

    /// The bytes of salt: "at least 128 bits" (NIST SP 800-132 §5.1).
    static let saltCount = 16

    /// Encrypts `plain` under a passphrase, with new salt and a new initialization vector.
    static func encrypt(
        _ plain: some Collection<UInt8>, _ passphrase: Passphrase, iterations: Int
    ) throws(CryptoError) -> (algorithm: AlgorithmIdentifier, data: [UInt8]) {
        let operation = "encrypt under a passphrase"
        guard (minimumIterations...maximumIterations).contains(iterations) else {
            throw CryptoError(
                operation,
                reason: .tooMuchWork(
                    EncryptionFault.iterationsOutside(
                        iterations, least: minimumIterations, most: maximumIterations
                    ).statement))
        }
        let algorithm = pbes2(
            salt: try SystemRandom.bytes(saltCount), iterations: iterations, vector: try SystemRandom.bytes(16))
        let data = try crypt(plain, algorithm, .given(passphrase), encrypts: true, during: operation)
        return (algorithm, data)
    }

    /// RFC 8018 appendices A.4, A.2 and B.2.5.
    private static func pbes2(salt: [UInt8], iterations: Int, vector: [UInt8]) -> AlgorithmIdentifier {
        var derivation = DERWriter()
        derivation.sequence { parameters in
            parameters.octetString(salt)
            parameters.integer(iterations)
            parameters.value(AlgorithmIdentifier(algorithm: .hmacWithSHA256, parameters: [0x05, 0x00]))
        }
        var cipher = DERWriter()
        cipher.octetString(vector)
        var parameters = DERWriter()
        parameters.sequence { parts in
            parts.value(AlgorithmIdentifier(algorithm: .pbkdf2, parameters: derivation.bytes))
            parts.value(AlgorithmIdentifier(algorithm: .aes256CBC, parameters: cipher.bytes))
        }
        return AlgorithmIdentifier(algorithm: .pbes2, parameters: parameters.bytes)
    }

    /// Decrypts what somebody encrypted under a passphrase, by any scheme that libcrypto has.
    ///
    /// - Parameter budget: How many iterations may still be spent; lessened by those of this one.
    static func decrypt(
        _ data: some Collection<UInt8>, _ algorithm: AlgorithmIdentifier, _ passphrase: PassphraseForm,
        budget: inout Int
    ) throws(CryptoError) -> [UInt8] {
        let operation = "decrypt with a passphrase"
        let encryption: PassphraseEncryption
        do throws(DERError) {
            encryption = try PassphraseEncryption(algorithm)
        } catch {
            throw CryptoError(
                operation, reason: .unsupportedEncryption(EncryptionFault.named("\(algorithm)", error.reason).statement)
            )
        }
        try spend(encryption.derivation, from: &budget, during: operation)
        return try crypt(
            data, algorithm, passphrase, encrypts: false, needsLegacy: encryption.needsLegacyProvider,
            during: operation)
    }

    /// Takes the work that a derivation asks for from the budget.
    private static func spend(
        _ derivation: PassphraseEncryption.Derivation, from budget: inout Int, during operation: String
    ) throws(CryptoError) {
        switch derivation {
        case .pbkdf2(let iterations, _), .builtIn(let iterations):
            try spend(iterations, from: &budget, during: operation)
        case .scrypt(let cost, let blockSize, let parallelization):
            let (first, overflowsFirst) = cost.multipliedReportingOverflow(by: blockSize)
            let (work, overflows) = first.multipliedReportingOverflow(by: parallelization)
            guard !overflowsFirst, !overflows, work <= Scrypt.maximumWork else {
                throw CryptoError(
                    operation, reason: .tooMuchWork(EncryptionFault.scryptWork(limit: Scrypt.maximumWork).statement))
            }
        }
    }

    /// Takes iterations from the budget.
    static func spend(_ iterations: Int, from budget: inout Int, during operation: String) throws(CryptoError) {
        guard iterations <= budget else {
            throw CryptoError(
                operation,
                reason: .tooMuchWork(EncryptionFault.iterationsInFile(iterations, limit: maximumIterations).statement))
        }
        budget -= iterations
    }

    private static func crypt(
        _ data: some Collection<UInt8>, _ algorithm: AlgorithmIdentifier, _ passphrase: PassphraseForm,
        encrypts: Bool, needsLegacy: Bool = false, during operation: String
    ) throws(CryptoError) -> [UInt8] {
        let library = unsafe try LegacyLibraryContext.pointer(
            for: "\(algorithm)", isNeeded: needsLegacy, during: operation)
        guard let count = Int32(exactly: data.count) else {
            throw CryptoError(operation, reason: .tooLarge(bytes: data.count, limit: Int(Int32.max)))
        }
        ERR_clear_error()
        let identifier = algorithm.der
        var output: UnsafeMutablePointer<UInt8>?
        var outputCount: Int32 = 0
        let done = unsafe identifier.withContiguousBytes { identifier -> Bool in
            var start = identifier.baseAddress
            guard let parsed = unsafe d2i_X509_ALGOR(nil, &start, identifier.count) else { return false }
            defer { unsafe X509_ALGOR_free(parsed) }
            return unsafe data.withContiguousBytes { data in
                unsafe passphrase.withCharacters { characters, length in
                    unsafe PKCS12_pbe_crypt_ex(
                        parsed, characters, length, data.baseAddress, count, &output, &outputCount,
                        encrypts ? 1 : 0, library, nil) != nil
                }
            }
        }
        guard done, let start = unsafe output else {
            let stack = OpenSSLError.takeAll()
            let isWrong = stack.contains { $0.isFailedDecryption }
            throw CryptoError(
                operation,
                reason: isWrong ? .wrongPassphrase : .unsupportedEncryption(Statement(verbatim: "\(algorithm)")),
                stack: stack)
        }
        defer {
            unsafe OPENSSL_cleanse(start, Int(outputCount))
            unsafe shim_OPENSSL_free(start)
        }
        return unsafe Array(UnsafeBufferPointer(start: start, count: Int(outputCount)))
    }
}

extension OpenSSLError {
    /// Whether the padding after decryption was not padding, which is how a wrong passphrase shows.
    var isFailedDecryption: Bool {
        let library = ERR_GET_LIB(code)
        let reason = ERR_GET_REASON(code)
        return library == ERR_LIB_PKCS12 && reason == PKCS12_R_PKCS12_CIPHERFINAL_ERROR
            || library == ERR_LIB_PROV && reason == PROV_R_BAD_DECRYPT
            || library == ERR_LIB_EVP && reason == EVP_R_BAD_DECRYPT
    }
}

extension PassphraseEncryption {
    /// Whether libcrypto has the cipher in its legacy provider only.
    var needsLegacyProvider: Bool {
        switch cipher ?? scheme {
        case .rc2CBC, .desCBC, .pbeWithMD5AndDESCBC, .pbeWithMD5AndRC2CBC, .pbeWithSHA1AndDESCBC,
            .pbeWithSHA1AndRC2CBC, .pbeWithSHAAnd128BitRC4, .pbeWithSHAAnd40BitRC4, .pbeWithSHAAnd128BitRC2CBC,
            .pbeWithSHAAnd40BitRC2CBC:
            true
        default: false
        }
    }
}
