/// A fault for which bytes are not the DER that was asked for, with its place and field.
///
/// An error says what was found, never what it means for trust: that is for the rules of the trust room.
public struct DERError: Error, Hashable, Sendable {
    /// A rule of DER, or of a field's definition, that the bytes break.
    public enum Reason: Hashable, Sendable {
        /// A header or its content needs more bytes than are left.
        case truncated(needed: Int, available: Int)
        /// The length octet 80: BER's form for streams, forbidden in DER (X.690 §10.1).
        case indefiniteLength
        /// A length in more octets than it needs (X.690 §10.1).
        case nonMinimalLength
        /// A length that no input can have: more than eight octets, or the reserved octet FF.
        case lengthTooLarge
        /// A tag number in more octets than it needs (X.690 §8.1.2).
        case nonMinimalTag
        /// A tag number above 2^28.
        case tagTooLarge
        /// The tag 00, which only ends indefinite lengths.
        case endOfContents
        /// Another element stands where this one was asked for.
        case unexpectedTag(expected: DERTag, found: DERTag)
        /// The enclosing element ends where this one was asked for.
        case missing(expected: DERTag)
        /// Bytes after the end of the value.
        case trailingData(count: Int)
        /// A BOOLEAN that is not one octet 00 or FF (X.690 §11.1).
        case invalidBoolean
        /// An INTEGER without content.
        case emptyInteger
        /// An INTEGER with a superfluous leading octet (X.690 §8.3.2).
        case nonMinimalInteger
        /// An INTEGER outside what the field allows.
        case integerOutOfRange
        /// A NULL with content.
        case invalidNull
        /// A BIT STRING without its count of unused bits, or with an impossible one.
        case invalidBitString
        /// A BIT STRING whose unused bits are not zero (X.690 §11.2.1).
        case unusedBitsNotZero
        /// An OBJECT IDENTIFIER that is empty, ends in the middle of an arc, or pads one (X.690 §8.19.2).
        case invalidObjectIdentifier
        /// The elements of a SET OF are not in ascending order (X.690 §11.6).
        case setNotSorted
        /// A time that its type's rules forbid; the text says which rule.
        case invalidTime(TimeRule)
        /// A string with characters that its type does not have.
        case invalidString(StringRule)
        /// Any other value that the field's definition forbids.
        case invalidValue(ValueRule)
        /// The input is larger than the reader's limit.
        case inputTooLarge(bytes: Int, limit: Int)
        /// More levels of nesting than the reader's limit.
        case tooDeep(limit: Int)
        /// More elements than the reader's limit.
        case tooManyElements(limit: Int)
    }

    /// The rule that is broken.
    public let reason: Reason
    /// The place of the fault: the index of the offending byte in the array that the input is a slice of.
    public let offset: Int
    /// The fields that were being read, outermost first, with RFC 5280's names; `[2]` is a list's third element.
    public internal(set) var path: [String]

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - reason: what is wrong.
    ///   - offset: the index of the offending byte.
    ///   - path: the fields being read, outermost first.
    public init(_ reason: Reason, at offset: Int, path: [String] = []) {
        self.reason = reason
        self.offset = offset
        self.path = path
    }

    /// This error with the name of the field around it before its path.
    @inline(never)
    package func inside(_ field: StaticString) -> DERError {
        DERError(reason, at: offset, path: [field.description] + path)
    }

    /// This error with its index in the list around it before its path.
    @inline(never)
    package func inside(index: Int) -> DERError {
        DERError(reason, at: offset, path: ["[\(index)]"] + path)
    }
}
