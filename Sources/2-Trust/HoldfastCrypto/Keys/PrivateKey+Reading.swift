import COpenSSL
import COpenSSLShims
import HoldfastStatements
public import HoldfastX509

extension PrivateKey {
    /// The most bytes of DER that are read as a private key: 64 KiB. An RSA key of ``PublicKey/maximumModulusBits``
    /// takes less than 5,000.
    public static let maximumByteCount = 1 << 16

    /// The key in `der`: PKCS #8, encrypted or not, or what OpenSSL calls traditional: `RSAPrivateKey` (RFC 8017
    /// appendix A.1.2) or `ECPrivateKey` (RFC 5915 §3).
    ///
    /// Whether the private half fits the public one is not checked; see ``isPairConsistent``.
    ///
    /// - Parameter passphrase: For an encrypted key; not used for any other.
    /// - Throws: ``CryptoError``: for anything else, for bytes after the key, and for key types that ``PublicKey`` does
    ///   not take. Its reason is `passphraseNeeded` or `wrongPassphrase` where that is so.
    public convenience init(der: some Collection<UInt8>, passphrase: Passphrase? = nil) throws(CryptoError) {
        let operation = "read a private key"
        guard der.count <= Self.maximumByteCount else {
            throw CryptoError(operation, reason: .tooLarge(bytes: der.count, limit: Self.maximumByteCount))
        }
        var plain = Array(der)
        defer { plain.wipe() }
        if let encrypted = try? EncryptedPrivateKeyInfo(der: plain) {
            guard let passphrase else { throw CryptoError(operation, reason: .passphraseNeeded) }
            var budget = KeyEncryption.maximumIterations
            plain = try KeyEncryption.decrypt(
                encrypted.encryptedData, encrypted.encryptionAlgorithm, .given(passphrase), budget: &budget)
            // One wrong passphrase in some 256 leaves padding that looks right.
            guard (try? PrivateKeyInfo(der: plain)) != nil else {
                throw CryptoError(operation, reason: .wrongPassphrase)
            }
        }
        if let kind = Self.unsupportedKind(plain) { throw CryptoError(operation, reason: .unsupportedKey(kind)) }
        try Self.checkMLDSA(plain, during: operation)
        var stated: BitString?
        if let info = try? PrivateKeyInfo(der: plain), info.isVersion2 || info.publicKey != nil {
            // libcrypto reads version 1 only; the public half is compared below (RFC 5958 §2).
            stated = info.publicKey
            plain = PrivateKeyInfo(info.privateKeyAlgorithm, privateKey: info.privateKey).der
        } else if let named = Self.namingCurve(plain) {
            plain = named
        }
        try self.init(try Self.decode(plain, during: operation), during: operation)
        guard stated == nil || stated == subjectPublicKeyInfo.subjectPublicKey else {
            throw CryptoError(operation, .otherPublicKey)
        }
    }

    /// The first private key in `pem`: PKCS #8 (`PRIVATE KEY`, `ENCRYPTED PRIVATE KEY`), or traditional
    /// (`RSA PRIVATE KEY`, `EC PRIVATE KEY`, encrypted by their headers or not). Other blocks before it are passed
    /// over.
    ///
    /// - Parameter passphrase: For an encrypted key. Without it such a key is an error: nobody is asked at a terminal.
    /// - Throws: ``CryptoError``, as ``init(der:passphrase:)`` does.
    public convenience init(pem: String, passphrase: Passphrase? = nil) throws(CryptoError) {
        let operation = "read a private key"
        let blocks: [PEMBlock]
        do throws(PEMError) {
            blocks = try PEM.blocks(in: Array(pem.utf8)[...])
        } catch {
            throw CryptoError(operation, reason: .malformedKey(error.statement))
        }
        guard let block = blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) else {
            throw CryptoError(operation, .noPrivateKey)
        }
        try self.init(block: block, passphrase: passphrase)
    }

    /// The key in one PEM block.
    ///
    /// - Throws: ``CryptoError``, as ``init(der:passphrase:)`` does.
    public convenience init(block: PEMBlock, passphrase: Passphrase? = nil) throws(CryptoError) {
        let operation = "read a private key"
        switch block.knownLabel {
        case let label? where label.isPrivateKey: break
        case .dsaPrivateKey: throw CryptoError(operation, reason: .unsupportedKey("DSA"))
        case .openSSHPrivateKey:
            let type = OpenSSHKeyHeader(block.contents)?.keyType
            throw CryptoError(operation, reason: .openSSHForm(keyType: type))
        default:
            throw CryptoError(operation, .label(block.label))
        }
        guard block.isEncryptedByHeader else {
            try self.init(der: block.contents, passphrase: passphrase)
            return
        }
        guard block.contents.count <= Self.maximumByteCount else {
            throw CryptoError(operation, reason: .tooLarge(bytes: block.contents.count, limit: Self.maximumByteCount))
        }
        guard let passphrase else { throw CryptoError(operation, reason: .passphraseNeeded) }
        var plain = try TraditionalEncryption.decrypt(block, passphrase)
        defer { plain.wipe() }
        guard case .privateKey = EncodedObject.kind(ofDER: plain) else {
            throw CryptoError(operation, reason: .wrongPassphrase)
        }
        try self.init(der: plain)
    }

    private static func decode(_ der: [UInt8], during operation: String) throws(CryptoError) -> Owned {
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        var rest = 0
        let key = unsafe der.withContiguousBytes { bytes in
            unsafe shim_OSSL_DECODER_private_key(library, bytes.baseAddress, bytes.count, answerNothing, &rest)
        }
        guard let key = unsafe key else {
            throw CryptoError(
                operation, reason: .malformedKey(KeyFault.noForm.statement),
                stack: OpenSSLError.takeAll())
        }
        let owned = unsafe try Owned(key, freedBy: EVP_PKEY_free, during: operation)
        guard rest == 0 else {
            throw CryptoError(operation, .bytesBehind)
        }
        return owned
    }
}

/// Answers libcrypto's question for a passphrase with "there is none": its own function would ask at the terminal.
private func answerNothing(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ writing: Int32, _ given: UnsafeMutableRawPointer?
) -> Int32 { -1 }

extension PrivateKey {
    /// Looks at the form of an ML-DSA key, which is known whether it can be computed with or not. That a seed and the
    /// key beside it belong together, libcrypto looks at (RFC 9881 §8.2: "the recipient MUST reject the private key as
    /// malformed").
    private static func checkMLDSA(_ der: [UInt8], during operation: String) throws(CryptoError) {
        guard let info = try? PrivateKeyInfo(der: der), let set = MLDSA(info.privateKeyAlgorithm.algorithm) else {
            return
        }
        do throws(DERError) { _ = try MLDSAPrivateKey(set, der: info.privateKey) } catch {
            throw CryptoError(operation, .noKeyOfSet("\(set)", error.statement))
        }
        // RFC 9881 §2.
        guard info.privateKeyAlgorithm.parameters == nil else {
            throw CryptoError(operation, .parametersOfSet("\(set)"))
        }
        try set.expectInLibrary(during: operation)
    }

    /// The kind of a private key that is well-formed and not supported; `nil` for any other bytes.
    private static func unsupportedKind(_ der: [UInt8]) -> String? {
        if let info = try? PrivateKeyInfo(der: der) {
            return info.privateKeyAlgorithm.isSupportedKey ? nil : info.privateKeyAlgorithm.keyKind
        }
        switch EncodedObject.kind(ofDER: der) {
        // OpenSSL's DSAPrivateKey: six INTEGERs.
        case .privateKey(.other): return "DSA"
        case .privateKey(.ec):
            guard var reader = try? DERReader(der[...]), let parameters = try? curve(&reader) else { return nil }
            let algorithm = AlgorithmIdentifier(algorithm: .ecPublicKey, parameters: Array(parameters))
            return algorithm.isSupportedKey ? nil : algorithm.keyKind
        default: return nil
        }
    }

    /// The parameters of an `ECPrivateKey` (RFC 5915 §3).
    private static func curve(_ reader: inout DERReader) throws(DERError) -> ArraySlice<UInt8>? {
        try reader.readSequence("ECPrivateKey") { (key: inout DERReader) throws(DERError) -> ArraySlice<UInt8>? in
            _ = try key.value("version", as: ASN1.Integer.self)
            _ = try key.value("privateKey", as: ASN1.OctetString.self)
            let tag: DERTag = .context(0, constructed: true)
            guard key.nextIs(tag) else {
                while !key.isAtEnd { _ = try key.readElement() }
                return nil
            }
            let parameters = try key.readSequence("parameters", as: tag) { (inner: inout DERReader) throws(DERError) in
                try inner.readElement().bytes
            }
            while !key.isAtEnd { _ = try key.readElement() }
            return parameters
        }
    }

    /// An `ECPrivateKey` (RFC 5915 §3) that does not say its curve, as PKCS #8 that does; `nil` for anything else.
    ///
    /// "implementations that conform to this document MUST always include the parameters field"; certtool of GnuTLS 3.7
    /// leaves it out where it prints a key that it read as PKCS #8. The curve is the one of the public key's size, if
    /// the point lies on it: a point of another curve of that size does so by a chance of one in 2^256.
    static func namingCurve(_ der: [UInt8]) -> [UInt8]? {
        guard var reader = try? DERReader(der[...]), let bits = try? publicKey(&reader), reader.isAtEnd else {
            return nil
        }
        let point = bits.bytes
        let curve = NamedCurve.allCases.first { point.count == 1 + 2 * $0.coordinateByteCount }
        guard let curve, bits.unusedBits == 0, (try? KeyMaker.ellipticCurve(curve, point: point)) != nil else {
            return nil
        }
        return PrivateKeyInfo(
            AlgorithmIdentifier(algorithm: .ecPublicKey, parameters: curve.identifier.der), privateKey: der[...]
        ).der
    }

    /// The public key of a structure without the parameters.
    private static func publicKey(_ reader: inout DERReader) throws(DERError) -> BitString {
        // ECPrivateKey ::= SEQUENCE {
        //     version     INTEGER { ecPrivkeyVer1(1) },
        //     privateKey  OCTET STRING,
        //     parameters  [0] ECParameters OPTIONAL,     -- not here
        //     publicKey   [1] BIT STRING OPTIONAL }
        let outside = try reader.enter(.sequence)
        let start = reader.offset
        guard try reader.value("version", as: ASN1.Integer.self) == 1 else {
            throw DERError(.invalidValue(.otherVersion(than: 1)), at: start)
        }
        _ = try reader.value("privateKey", as: ASN1.OctetString.self)
        let key = try reader.value("publicKey", explicit: 1, as: BitString.self)
        try reader.leave(outside)
        return key
    }
}
