import COpenSSL
import COpenSSLShims
import HoldfastStatements
import HoldfastX509

/// The check sum over a PKCS #12 file (MacData, RFC 7292 §4), keyed by the passphrase (appendix B).
struct PKCS12MAC {
    let digest: AlgorithmIdentifier
    let value: [UInt8]
    let salt: [UInt8]
    let iterations: Int

    init(from reader: inout DERReader) throws(DERError) {
        (digest, value, salt, iterations) = try reader.readSequence("macData") {
            (inner: inout DERReader) throws(DERError) -> (AlgorithmIdentifier, [UInt8], [UInt8], Int) in
            let (digest, value) = try inner.readSequence("mac") {
                (info: inout DERReader) throws(DERError) -> (AlgorithmIdentifier, [UInt8]) in
                (try AlgorithmIdentifier(from: &info), Array(try info.readOctetString()))
            }
            let salt = Array(try inner.readOctetString())
            // RFC 7292 §4: "iterations INTEGER DEFAULT 1".
            return (digest, value, salt, inner.isAtEnd ? 1 : try inner.readCount())
        }
    }

    /// Makes the check sum of a file that is written: HMAC-SHA256.
    init(of content: [UInt8], _ passphrase: Passphrase, iterations: Int) throws(CryptoError) {
        salt = try SystemRandom.bytes(KeyEncryption.saltCount)
        self.iterations = iterations
        digest = AlgorithmIdentifier(algorithm: .sha256, parameters: [0x05, 0x00])
        value = try Self.compute(.sha256, content, .given(passphrase), salt, iterations)
    }

    /// Compares the check sum with the one of a content under a passphrase.
    ///
    /// - Throws: ``CryptoError``, its reason `wrongPassphrase` where the check sum is another.
    func check(_ content: [UInt8], _ passphrase: PassphraseForm, budget: inout Int) throws(CryptoError) {
        guard let algorithm = DigestAlgorithm(digest.algorithm) else {
            throw CryptoError(
                PKCS12Reader.operation, reason: .unsupportedEncryption(EncryptionFault.checkSum("\(digest)").statement))
        }
        try KeyEncryption.spend(iterations, from: &budget, during: PKCS12Reader.operation)
        let expected = try Self.compute(algorithm, content, passphrase, salt, iterations)
        // Timing tells nothing: whoever could measure it has the file and can try passphrases at home.
        guard expected == value else { throw CryptoError(PKCS12Reader.operation, reason: .wrongPassphrase) }
    }

    func write(into writer: inout DERWriter) {
        writer.sequence { data in
            data.sequence { info in
                info.value(digest)
                info.octetString(value)
            }
            data.octetString(salt)
            if iterations != 1 { data.integer(iterations) }
        }
    }

    private static func compute(
        _ algorithm: DigestAlgorithm, _ content: [UInt8], _ passphrase: PassphraseForm, _ salt: [UInt8],
        _ iterations: Int
    ) throws(CryptoError) -> [UInt8] {
        let operation = "make a key from a passphrase"
        let library = unsafe try LibraryContext.pointer()
        let digest = unsafe try MessageDigests.pointer(algorithm)
        guard let count = Int32(exactly: iterations), count > 0, let saltCount = Int32(exactly: salt.count) else {
            throw CryptoError(operation, reason: .malformedContainer(EncryptionFault.iterations(iterations).statement))
        }
        ERR_clear_error()
        var key = [UInt8](repeating: 0, count: algorithm.byteCount)
        defer { key.wipe() }
        // libcrypto takes a pointer to what may be written, and does not write.
        var salt = salt + [0]
        let made = unsafe passphrase.withCharacters { characters, length in
            unsafe PKCS12_key_gen_utf8_ex(
                characters, length, &salt, saltCount, PKCS12_MAC_ID, count, Int32(key.count), &key, digest, library,
                nil)
        }
        guard made == 1 else { throw .library(operation) }
        var output = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var outputCount = 0
        let done = unsafe EVP_Q_mac(
            library, "HMAC", nil, algorithm.libraryName, nil, key, key.count, content, content.count, &output,
            output.count, &outputCount)
        guard unsafe done != nil, outputCount <= output.count else { throw .library("make a check sum") }
        return Array(output.prefix(outputCount))
    }
}
