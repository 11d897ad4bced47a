/// A value with one DER encoding, read by a ``DERReader`` and written by a ``DERWriter``.
public protocol DERCodable: Sendable {
    /// Reads the value at the reader's cursor.
    init(from reader: inout DERReader) throws(DERError)
    /// Writes the value.
    func write(into writer: inout DERWriter)
}

extension DERCodable {
    /// Reads the one value that `bytes` are.
    ///
    /// - Parameters:
    ///   - bytes: the whole encoding; the value may keep slices of it.
    ///   - limits: what the reader takes at most.
    /// - Throws: ``DERError``, for bytes after the value too.
    public init(der bytes: ArraySlice<UInt8>, limits: DERLimits = .default) throws(DERError) {
        var reader = try DERReader(bytes, limits: limits)
        self = try Self(from: &reader)
        try reader.expectEnd()
    }

    /// Reads the one value that `bytes` are.
    ///
    /// - Throws: ``DERError``, for bytes after the value too.
    public init(der bytes: [UInt8], limits: DERLimits = .default) throws(DERError) {
        try self.init(der: bytes[...], limits: limits)
    }

    /// The encoding, written anew.
    public var der: [UInt8] {
        var writer = DERWriter()
        write(into: &writer)
        return writer.bytes
    }
}

/// A value that can also be read where an IMPLICIT tag stands in the place of its own (X.680 §31.2.7).
package protocol DERTaggable: DERCodable {
    /// The tag that the value begins with where no other is put in its place.
    static var ownTag: DERTag { get }
    /// Reads the value, which begins with `tag`.
    init(from reader: inout DERReader, as tag: DERTag) throws(DERError)
}

extension DERTaggable {
    public init(from reader: inout DERReader) throws(DERError) { try self.init(from: &reader, as: Self.ownTag) }
}

/// A SEQUENCE of fields, each of them read by its name in the order of the ASN.1.
package protocol DERStructure: DERTaggable {
    /// The type's name, for the path of errors; `nil` for a structure that stands only in fields, which have names.
    static var errorName: StaticString? { get }
    /// Reads the fields; the reader ends behind the last one, and must have come there.
    ///
    /// A structure that keeps its own encoding takes it from ``DERReader/enclosingElement``.
    init(fields reader: inout DERReader) throws(DERError)
}

extension DERStructure {
    package static var ownTag: DERTag { .sequence }
    package static var errorName: StaticString? { nil }

    package init(from reader: inout DERReader, as tag: DERTag) throws(DERError) {
        do throws(DERError) {
            let outside = try reader.enter(tag)
            try self.init(fields: &reader)
            try reader.leave(outside)
        } catch {
            guard let name = Self.errorName else { throw error }
            throw error.inside(name)
        }
    }
}

/// Bounds on the work that a reader does for hostile input before it gives up.
public struct DERLimits: Hashable, Sendable {
    /// Bytes of the whole input.
    public var maximumBytes: Int
    /// Levels of elements inside elements.
    public var maximumDepth: Int
    /// Elements read, on all levels together.
    public var maximumElements: Int

    /// Makes limits of your own; zero or less means that nothing passes.
    public init(maximumBytes: Int, maximumDepth: Int, maximumElements: Int) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = maximumDepth
        self.maximumElements = maximumElements
    }

    /// One MiB, 32 levels, 65,536 elements.
    ///
    /// A certificate of the public web has 1 to 10 kB, 8 levels and fewer than 300 elements; the handshake takes
    /// at most 1 MB of certificates.
    public static let `default` = DERLimits(maximumBytes: 1 << 20, maximumDepth: 32, maximumElements: 1 << 16)
}
