import HoldfastX509

extension PrivateKey {
    /// An `ECPrivateKey` (RFC 5915 §3) that does not say its curve, as PKCS #8 that does; `nil` for anything else.
    ///
    /// "implementations that conform to this document MUST always include the parameters field"; certtool of GnuTLS 3.7
    /// leaves it out where it prints a key that it read as PKCS #8. The curve is the one of the public key's size, if the
    /// point lies on it: a point of another curve of that size does so by a chance of one in 2^256.
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
        try reader.readSequence { (key: inout DERReader) throws(DERError) -> BitString in
            let start = key.offset
            guard try key.readInt() == 1 else { throw DERError(.invalidValue("version other than 1"), at: start) }
            _ = try key.readOctetString()
            return try key.readSequence(as: .context(1, constructed: true)) {
                (inner: inout DERReader) throws(DERError) in try inner.readBitString()
            }
        }
    }
}
