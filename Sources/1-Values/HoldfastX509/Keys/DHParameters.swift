/// Parameters of a Diffie-Hellman key agreement over a prime field: what `DH PARAMETERS` files of servers hold. No key,
/// and nothing secret.
public struct DHParameters: Hashable, Sendable {
    /// The prime, big-endian, without leading zeros.
    public let prime: ArraySlice<UInt8>
    /// The generator, big-endian, without leading zeros.
    public let generator: ArraySlice<UInt8>

    /// The size of the prime in bits.
    public var bits: Int { UnsignedMagnitude.bits(prime) }

    /// Whether the numbers are such as parameters in use have them: an odd number of 512 bits or more, and a generator
    /// from 2 to 65,535. Whether the prime is one is not looked at.
    public var isPlausible: Bool {
        let isOdd = (prime.last ?? 0) & 1 == 1
        return isOdd && bits >= RSAPublicKey.leastPlausibleBits && (2...16).contains(UnsignedMagnitude.bits(generator))
    }

    /// Reads parameters of the form of PKCS #3 §9, or of X9.42 (RFC 3279 §2.3.3).
    ///
    /// - Throws: ``DERError`` for anything else, and for bytes after the end.
    public init(x942DER bytes: [UInt8]) throws(DERError) {
        var reader = try DERReader(bytes[...])
        (prime, generator) = try reader.readSequence("DomainParameters") {
            (inner: inout DERReader) throws(DERError) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) in
            let prime = try inner.value("p", as: ASN1.Magnitude.self)
            let generator = try inner.value("g", as: ASN1.Magnitude.self)
            _ = try inner.value("q", as: ASN1.Magnitude.self)
            // The subgroup's factor, and the seed that the numbers were made of.
            while !inner.isAtEnd { _ = try inner.readElement() }
            return (prime, generator)
        }
        try reader.expectEnd()
    }
}

// DHParameter ::= SEQUENCE {                     -- PKCS #3 §9
//     prime               INTEGER,
//     base                INTEGER,
//     privateValueLength  INTEGER OPTIONAL }
extension DHParameters: DERStructure {
    package static var errorName: StaticString? { "DHParameter" }

    package init(fields reader: inout DERReader) throws(DERError) {
        prime = try reader.value("prime", as: ASN1.Magnitude.self)
        generator = try reader.value("base", as: ASN1.Magnitude.self)
        if !reader.isAtEnd { _ = try reader.value("privateValueLength", as: ASN1.Integer.self) }
    }

    public func write(into writer: inout DERWriter) {
        writer.sequence { inner in
            inner.integer(bytes: prime)
            inner.integer(bytes: generator)
        }
    }
}

/// Numbers of any size, big-endian.
enum UnsignedMagnitude {
    /// The bits that a number without leading zeros takes.
    static func bits(_ number: ArraySlice<UInt8>) -> Int {
        guard let first = number.first else { return 0 }
        return number.count * 8 - first.leadingZeroBitCount
    }
}
