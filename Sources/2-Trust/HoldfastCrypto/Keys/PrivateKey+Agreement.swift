import HoldfastStatements
package import HoldfastX509

extension PrivateKey {
    /// The private key on `curve` that is this number, most significant byte first; the public half is computed.
    ///
    /// - Throws: ``CryptoError`` for a number that is not from 1 to the order less one (SEC 1 §3.2.1).
    package convenience init(_ curve: NamedCurve, scalar: some Collection<UInt8>) throws(CryptoError) {
        let operation = "make a private key"
        guard scalar.count == curve.coordinateByteCount else {
            throw CryptoError(operation, .curveLength(bytes: scalar.count, curve: "\(curve)"))
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
        guard try handle.isPrivateHalfInRange(during: operation) else {
            throw CryptoError(operation, .outsideCurve)
        }
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
        let count = curve.coordinateByteCount
        let secret = try handle.secret(with: peer.handle, atMost: count, during: operation)
        guard secret.count == count else { throw .library(operation) }
        return secret
    }
}
