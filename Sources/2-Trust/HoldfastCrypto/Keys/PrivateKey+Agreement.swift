import COpenSSL
import HoldfastStatements
package import HoldfastX509

extension PrivateKey {
    /// The private key on `curve` that is this number, most significant byte first; the public half is computed.
    ///
    /// - Throws: ``CryptoError`` for a number that is not from 1 to the order less one (SEC 1 §3.2.1).
    package convenience init(_ curve: NamedCurve, scalar: some Collection<UInt8>) throws(CryptoError) {
        let operation = "make a private key"
        guard scalar.count == curve.coordinateByteCount else {
            throw CryptoError(
                operation, reason: .malformedKey(KeyFault.curveLength(bytes: scalar.count, curve: "\(curve)").statement)
            )
        }
        // RFC 5915 §3, without the public key.
        var writer = DERWriter()
        writer.sequence { key in
            key.integer(1)
            key.octetString(scalar)
        }
        var plain = PrivateKeyInfo(
            AlgorithmIdentifier(algorithm: .ecPublicKey, parameters: curve.identifier.der),
            privateKey: writer.bytes[...]
        ).der
        defer { plain.wipe() }
        try self.init(der: plain)
        guard try isInRange(during: operation) else {
            throw CryptoError(operation, reason: .malformedKey(KeyFault.outsideCurve.statement))
        }
    }

    /// libcrypto reads any number, zero as well, and has its check apart.
    private func isInRange(during operation: String) throws(CryptoError) -> Bool {
        let library = unsafe try LibraryContext.pointer()
        let made = unsafe withPointer { unsafe EVP_PKEY_CTX_new_from_pkey(library, $0, nil) }
        let context = unsafe try Owned(made, freedBy: EVP_PKEY_CTX_free, during: operation)
        defer { ERR_clear_error() }
        return unsafe context.with { unsafe EVP_PKEY_private_check($0) == 1 }
    }

    /// The secret that this key's owner and `peer`'s have in common (ECDH, NIST SP 800-56A §5.7.1.2): the first
    /// coordinate, as long as the curve's coordinates are.
    ///
    /// The cofactor of the three curves is 1, so the agreement with the cofactor is the same. Not a key yet: it is
    /// condensed first, see ``X963KDF``.
    ///
    /// - Throws: ``CryptoError`` for keys that are not of one curve.
    package func sharedSecret(with peer: PublicKey) throws(CryptoError) -> [UInt8] {
        let operation = "agree on a secret"
        guard case .ec(let curve, _) = subjectPublicKeyInfo.key,
            case .ec(curve, _) = peer.subjectPublicKeyInfo.key
        else { throw CryptoError(operation, reason: .algorithmNotForKey) }
        let library = unsafe try LibraryContext.pointer()
        ERR_clear_error()
        let made = unsafe withPointer { unsafe EVP_PKEY_CTX_new_from_pkey(library, $0, nil) }
        let context = unsafe try Owned(made, freedBy: EVP_PKEY_CTX_free, during: operation)
        var secret = [UInt8](repeating: 0, count: curve.coordinateByteCount)
        var count = secret.count
        let done = unsafe context.with { context in
            unsafe peer.handle.with { peer in
                unsafe EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, peer) == 1
                    && EVP_PKEY_derive(context, &secret, &count) == 1
            }
        }
        guard done, count == secret.count else { throw .library(operation) }
        return secret
    }
}
