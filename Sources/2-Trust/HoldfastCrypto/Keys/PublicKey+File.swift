import COpenSSL
import HoldfastStatements
package import HoldfastX509

extension SubjectPublicKeyInfo {
    /// The public key that an object of a file is, once it is known to be one: for whoever makes a pin of it, or writes
    /// it in another form.
    ///
    /// A label decides (RFC 7468 §2); bytes without one are `RSAPublicKey` only where two INTEGERs can be nothing else.
    /// Looked at is what can be without the private half: that RSA's numbers are odd and the modulus is no prime (RFC
    /// 8017 §3.1), that a point lies on its curve; of kinds that are not computed with, the form. What is of an
    /// algorithm that is not known by name is not taken.
    ///
    /// - Throws: ``CryptoError`` of the reason `malformedKey`, `pointNotOnCurve`, or `unsupportedKey` for what is no
    ///   public key.
    package init(publicKey object: EncodedObject) throws(CryptoError) {
        let operation = "read a public key"
        guard case .publicKey = object.kind else {
            throw CryptoError(operation, .noPublicKey(object.kind))
        }
        do throws(DERError) { try self.init(publicKeyDER: object.bytes) } catch {
            throw CryptoError(operation, reason: .malformedKey(error.statement))
        }
        guard algorithm.algorithm.keyName != nil else {
            throw CryptoError(operation, reason: .unsupportedKey(algorithm.keyKind))
        }
        try checkIsKey()
    }

    /// Looks whether it can be a key of its algorithm.
    ///
    /// - Throws: ``CryptoError`` for what is certainly none.
    package func checkIsKey() throws(CryptoError) {
        let operation = "look at a public key"
        guard !subjectPublicKey.bytes.isEmpty else {
            throw CryptoError(operation, .empty)
        }
        switch key {
        case .rsa(let key), .rsaPSS(let key, _):
            guard key.isWellFormed, key.modulusBits > PublicKey.maximumModulusBits || Self.isComposite(key.modulus)
            else {
                throw CryptoError(operation, .noRSAKey)
            }
        case .ec, .ed25519, .ed448: _ = try PublicKey(self)
        // Any octets of the length are a key (FIPS 204 algorithm 23): libcrypto would say no more.
        case .mldsa: return
        case .unknown:
            guard hasFormOfItsKind else {
                throw CryptoError(operation, .noFormOf(typeName))
            }
        }
    }

    /// Whether a key that is not computed with has the length, or the first octets, that its kind's keys have.
    private var hasFormOfItsKind: Bool {
        let octets = subjectPublicKey.bytes
        if let count = algorithm.algorithm.keyByteCount { return octets.count == count }
        switch typeName {
        // RFC 5480 §2.2: compressed or not; X and Y have the same length.
        case "EC": return octets.first == 4 ? octets.count % 2 == 1 : octets.first == 2 || octets.first == 3
        // RFC 3279 §2.3.2 and §2.3.3: DSAPublicKey and DHPublicKey are INTEGERs.
        case "DSA", "DH", "X9.42 DH":
            guard var reader = try? DERReader(octets), (try? reader.readUnsigned()) != nil else { return false }
            return reader.isAtEnd
        default: return true
        }
    }

    /// Whether an odd number is certainly no prime: the modulus of RSA is none, a Diffie-Hellman group's is one.
    ///
    /// By one round of Fermat's test, which lets no prime pass: 2 to the power of n - 1 is 1 modulo n for each. Tests
    /// that prove more take 128 such rounds for a prime of 8,192 bits (`BN_check_prime`).
    private static func isComposite(_ number: ArraySlice<UInt8>) -> Bool {
        ERR_clear_error()
        defer { ERR_clear_error() }
        return unsafe number.withContiguousBytes { bytes in
            guard let value = unsafe BN_bin2bn(bytes.baseAddress, Int32(bytes.count), nil) else { return false }
            defer { unsafe BN_free(value) }
            guard let exponent = unsafe BN_dup(value) else { return false }
            defer { unsafe BN_free(exponent) }
            guard let base = unsafe BN_new() else { return false }
            defer { unsafe BN_free(base) }
            guard let power = unsafe BN_new() else { return false }
            defer { unsafe BN_free(power) }
            guard let context = unsafe BN_CTX_new() else { return false }
            defer { unsafe BN_CTX_free(context) }
            guard unsafe BN_sub_word(exponent, 1) == 1, unsafe BN_set_word(base, 2) == 1,
                unsafe BN_mod_exp(power, base, exponent, value, context) == 1
            else { return false }
            return unsafe BN_is_one(power) == 0
        }
    }
}
