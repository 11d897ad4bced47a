/// The place of a revocation list in its issuer's sequence (RFC 5280 §5.2.3), also the number of a delta's base
/// (§5.2.4).
///
/// INTEGER (0..MAX) of any length: RFC 5280 asks verifiers for 20 octets, and forbids issuers more.
public struct CRLNumber: Hashable, Sendable {
    /// The number, big-endian, without leading zeros; one zero octet for zero.
    public let magnitude: ArraySlice<UInt8>

    /// Makes a small number.
    public init(_ value: UInt64) { self.init(magnitude: SerialNumber(value).bytes) }

    /// Makes a number from its big-endian octets; leading zeros are dropped.
    public init(magnitude: ArraySlice<UInt8>) {
        let digits = magnitude.drop { $0 == 0 }
        self.magnitude = digits.isEmpty ? [0] : digits
    }
}

extension CRLNumber: Comparable {
    public static func < (left: CRLNumber, right: CRLNumber) -> Bool {
        left.magnitude.count != right.magnitude.count
            ? left.magnitude.count < right.magnitude.count
            : left.magnitude.lexicographicallyPrecedes(right.magnitude)
    }
}

extension CRLNumber: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        magnitude = try reader.readUnsigned()
    }

    public func write(into writer: inout DERWriter) { writer.integer(bytes: magnitude) }
}

extension CRLNumber: CustomStringConvertible {
    /// Decimal where it fits into 64 bits, else hexadecimal with `0x`.
    public var description: String {
        guard magnitude.count <= 8 else { return "0x" + HexString.encode(magnitude) }
        return String(magnitude.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
