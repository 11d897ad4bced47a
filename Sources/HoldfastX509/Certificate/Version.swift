/// The version of a certificate's syntax (RFC 5280 §4.1.2.1); the raw value is the number that is encoded.
public enum Version: Int, Hashable, Sendable, CaseIterable {
    case v1 = 0
    case v2 = 1
    case v3 = 2
}

extension Version: DERCodable {
    public init(from reader: inout DERReader) throws(DERError) {
        let start = reader.offset
        guard let version = Version(rawValue: try reader.readInt()) else {
            throw DERError(.invalidValue("version that X.509 does not have"), at: start)
        }
        self = version
    }

    public func write(into writer: inout DERWriter) { writer.integer(rawValue) }
}

extension Version: CustomStringConvertible {
    /// The version as people say it: `3` for `v3`.
    public var description: String { String(rawValue + 1) }
}
