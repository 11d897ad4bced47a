/// An RSA public key: modulus and exponent (RFC 8017 appendix A.1.1).
public struct RSAPublicKey: Hashable, Sendable {
    /// The modulus, big-endian, without leading zeros; one zero byte for zero.
    public let modulus: ArraySlice<UInt8>
    /// The public exponent, big-endian, without leading zeros; one zero byte for zero.
    public let publicExponent: ArraySlice<UInt8>

    /// Makes a key from big-endian numbers.
    public init(modulus: [UInt8], publicExponent: [UInt8]) {
        self.modulus = Self.shortest(modulus)
        self.publicExponent = Self.shortest(publicExponent)
    }

    private static func shortest(_ number: [UInt8]) -> ArraySlice<UInt8> {
        let digits = number.drop { $0 == 0 }
        return digits.isEmpty ? [0] : digits
    }

    /// The size of the modulus in bits.
    public var modulusBits: Int { Self.bits(modulus) }

    /// The size of the exponent in bits.
    public var exponentBits: Int { Self.bits(publicExponent) }

    private static func bits(_ number: ArraySlice<UInt8>) -> Int {
        guard let first = number.first else { return 0 }
        return number.count * 8 - first.leadingZeroBitCount
    }
}

// RSAPublicKey ::= SEQUENCE {
//     modulus         INTEGER,
//     publicExponent  INTEGER }
extension RSAPublicKey: DERStructure {
    package init(fields reader: inout DERReader) throws(DERError) {
        modulus = try reader.value("modulus", as: ASN1.Magnitude.self)
        publicExponent = try reader.value("publicExponent", as: ASN1.Magnitude.self)
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.integer(bytes: modulus)
            inner.integer(bytes: publicExponent)
        }
    }
}
