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
