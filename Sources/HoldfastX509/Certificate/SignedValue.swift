/// What stands in the place of `toBeSigned` in a ``SignedValue``.
protocol ToBeSigned: DERCodable {
    /// The name of the field it stands in.
    static var fieldName: StaticString { get }
    /// The SEQUENCE, as it was read.
    var bytes: ArraySlice<UInt8> { get }
}

/// A value and the signature over it: `SEQUENCE { toBeSigned, AlgorithmIdentifier, BIT STRING }`, the form of
/// certificates (RFC 5280 §4.1), revocation lists (§5.1), and requests (RFC 2986 §4.2).
///
/// It is read once and never changes, so that copies of what it is the storage of cost a reference.
final class SignedValue<Signed: ToBeSigned>: Sendable {
    /// The whole, as it was read.
    let bytes: ArraySlice<UInt8>
    let tbs: Signed
    let algorithmIdentifier: AlgorithmIdentifier
    /// The algorithm with its parameters bound.
    let algorithm: SignatureAlgorithm
    let signature: BitString

    /// - Parameters:
    ///   - type: the name of the whole, which errors carry in their path.
    ///   - signatureField: the name of the last field; RFC 5280 has `signatureValue`, others `signature`.
    init(
        _ type: StaticString, signatureField: StaticString = "signatureValue", from reader: inout DERReader
    ) throws(DERError) {
        let start = reader.offset
        (tbs, algorithmIdentifier, signature) = try reader.readSequence(type) {
            (inner: inout DERReader) throws(DERError) -> (Signed, AlgorithmIdentifier, BitString) in
            let tbs = try inner.field(Signed.fieldName) { (field: inout DERReader) throws(DERError) in
                try Signed(from: &field)
            }
            let algorithm = try inner.field("signatureAlgorithm") { (field: inout DERReader) throws(DERError) in
                try AlgorithmIdentifier(from: &field)
            }
            let signature = try inner.field(signatureField) { (field: inout DERReader) throws(DERError) in
                try field.readBitString()
            }
            return (tbs, algorithm, signature)
        }
        algorithm = SignatureAlgorithm(algorithmIdentifier)
        bytes = reader.bytes(from: start)
    }

    func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.value(tbs)
            inner.value(algorithmIdentifier)
            inner.bitString(signature)
        }
    }
}
