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
    public var modulusBits: Int { UnsignedMagnitude.bits(modulus) }

    /// The size of the exponent in bits.
    public var exponentBits: Int { UnsignedMagnitude.bits(publicExponent) }

    /// Whether the numbers can be a key at all: RFC 8017 §3.1 has "the RSA modulus, a positive integer" that is "a
    /// product of u distinct odd primes", and "the RSA public exponent" as "an integer between 3 and n - 1" without a
    /// factor in common with an even number; so both are odd.
    public var isWellFormed: Bool {
        let isOdd = (modulus.last ?? 0) & 1 == 1 && (publicExponent.last ?? 0) & 1 == 1
        return isOdd && exponentBits >= 2 && exponentBits <= modulusBits
    }

    /// The least size of a modulus that bytes without a label are taken for a key by. Smaller ones have been factored
    /// since 1999, and two INTEGERs of that size are mostly a signature (RFC 3279 §2.2.3).
    static let leastPlausibleBits = 512

    /// Whether two numbers that nothing else is known of are a key as keys are made: a modulus of 512 bits or more, and
    /// an exponent below 2^256 (FIPS 186-5 §5.1); both numbers of a signature are longer or the first one is shorter.
    var isPlausible: Bool { isWellFormed && modulusBits >= Self.leastPlausibleBits && exponentBits <= 256 }
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
