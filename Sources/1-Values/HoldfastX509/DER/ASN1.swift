/// A type of ASN.1 whose values are Swift's own, as a BOOLEAN is a `Bool`: named where a field of this type is read.
package protocol DERPrimitive {
    associatedtype Value
    /// The tag that a value begins with where no other is put in its place.
    static var ownTag: DERTag { get }
    /// Reads a value that begins with `tag`.
    static func read(_ reader: inout DERReader, as tag: DERTag) throws(DERError) -> Value
}

/// The primitive types of ASN.1, to be named as the types of fields: `reader.value("cA", as: ASN1.Boolean.self)`.
package enum ASN1 {
    /// BOOLEAN.
    package enum Boolean: DERPrimitive {
        package static var ownTag: DERTag { .boolean }

        package static func read(_ reader: inout DERReader, as tag: DERTag) throws(DERError) -> Bool {
            try reader.readBoolean(as: tag)
        }
    }

    /// INTEGER that fits into `Int`.
    package enum Integer: DERPrimitive {
        package static var ownTag: DERTag { .integer }

        package static func read(_ reader: inout DERReader, as tag: DERTag) throws(DERError) -> Int {
            try reader.readInt(as: tag)
        }
    }

    /// INTEGER (0..MAX) used as a count; one above `Int.max` is `Int.max`.
    package enum Count: DERPrimitive {
        package static var ownTag: DERTag { .integer }

        package static func read(_ reader: inout DERReader, as tag: DERTag) throws(DERError) -> Int {
            try reader.readCount(as: tag)
        }
    }

    /// INTEGER (0..MAX) of any length: its magnitude, big-endian, without a leading zero.
    package enum Magnitude: DERPrimitive {
        package static var ownTag: DERTag { .integer }

        package static func read(_ reader: inout DERReader, as tag: DERTag) throws(DERError) -> ArraySlice<UInt8> {
            try reader.readUnsigned(as: tag)
        }
    }

    /// OCTET STRING.
    package enum OctetString: DERPrimitive {
        package static var ownTag: DERTag { .octetString }

        package static func read(_ reader: inout DERReader, as tag: DERTag) throws(DERError) -> ArraySlice<UInt8> {
            try reader.readOctetString(as: tag)
        }
    }

    /// GeneralizedTime where no other form of time may stand, in the one form that RFC 5280 §4.1.2.5.2 leaves of it.
    package enum GeneralizedTime: DERPrimitive {
        package static var ownTag: DERTag { .generalizedTime }

        package static func read(_ reader: inout DERReader, as tag: DERTag) throws(DERError) -> Instant {
            try Time(content: try reader.readContent(tag), .generalizedTime).instant
        }
    }

    /// GeneralizedTime with or without a fraction of a second, in the form of DER (X.690 §11.7): RFC 5280 §4.1.2.5.2
    /// forbids the fraction, and some OCSP responders write it.
    package enum FractionalTime: DERPrimitive {
        package static var ownTag: DERTag { .generalizedTime }

        package static func read(_ reader: inout DERReader, as tag: DERTag) throws(DERError) -> Instant {
            try Time.fractional(content: try reader.readContent(tag))
        }
    }
}
