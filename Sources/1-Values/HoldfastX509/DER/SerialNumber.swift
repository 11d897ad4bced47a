/// A certificate's serial number: an INTEGER of any length and sign, as it was encoded (RFC 5280 §4.1.2.2).
///
/// Negative, zero and over-long ones are carried, because they exist; rules judge them.
public struct SerialNumber: Hashable, Sendable {
    /// The content octets: two's complement, big-endian, never empty.
    public let bytes: ArraySlice<UInt8>

    /// Takes content octets that a reader has checked.
    init(checkedBytes bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Makes a number that is not negative.
    ///
    /// - Parameter magnitude: big-endian bytes; leading zeros are dropped, and one is put before a high bit.
    public init(magnitude: [UInt8]) {
        let digits = magnitude.drop { $0 == 0 }
        let needsZero = digits.first.map { $0 >= 0x80 } ?? true
        bytes = ((needsZero ? [0] : []) + digits)[...]
    }

    /// Makes a small number.
    public init(_ value: UInt64) {
        self.init(magnitude: (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) })
    }

    /// Whether the number is below zero.
    public var isNegative: Bool { (bytes.first ?? 0) >= 0x80 }

    /// Whether the number is zero.
    public var isZero: Bool { bytes.count == 1 && bytes.first == 0 }
}

extension SerialNumber: DERTaggable {
    package static var ownTag: DERTag { .integer }

    package init(from reader: inout DERReader, as tag: DERTag) throws(DERError) {
        self.init(checkedBytes: try reader.readInteger(as: tag))
    }

    public func write(into writer: inout DERWriter) { writer.write(.integer, content: bytes) }
}

extension SerialNumber: CustomStringConvertible {
    /// The content octets in hexadecimal, with colons: `04:00:00:00:00:01:15:4b:5a:c3:94`.
    public var description: String { HexString.encode(bytes, separator: ":") }
}
