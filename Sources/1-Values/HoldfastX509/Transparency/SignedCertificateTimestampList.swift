/// Timestamps as certificates, OCSP responses and the TLS extension carry them (RFC 6962 §3.3).
///
/// Read strictly: `opaque SerializedSCT<1..2^16-1>` inside `SerializedSCT sct_list <1..2^16-1>`, so an empty list, an
/// empty element and bytes after the end are errors. Elements of an unknown version are carried.
public struct SignedCertificateTimestampList: Hashable, Sendable {
    /// The most timestamps that are read: 64. Certificates have 2 to 5; programmes ask for at most 5 (Chrome's and
    /// Apple's policies), and each may cost a signature check.
    public static let maximumCount = 64

    /// The timestamps, in order.
    public let timestamps: [SignedCertificateTimestamp]

    /// Makes a list; nothing is checked, so that an empty one, or one of more than ``maximumCount``, can be written and
    /// is then refused by who reads it.
    public init(_ timestamps: [SignedCertificateTimestamp]) { self.timestamps = timestamps }

    /// Reads the one list that `bytes` are, as in ``Certificate/embeddedSCTList``.
    ///
    /// - Throws: ``SCTError``, for bytes after the list too.
    public init(bytes: ArraySlice<UInt8>) throws(SCTError) {
        var outer = TLSReader<SCTError>(bytes)
        let start = outer.offset
        let content = try outer.vector(lengthOctets: 2, "sct_list")
        try outer.expectEnd()
        guard !content.isEmpty else { throw SCTError(.empty, at: start, path: ["sct_list"]) }
        var reader = TLSReader<SCTError>(content)
        var timestamps: [SignedCertificateTimestamp] = []
        while !reader.isAtEnd {
            guard timestamps.count < Self.maximumCount else {
                throw SCTError(.tooMany(limit: Self.maximumCount), at: reader.offset, path: ["sct_list"])
            }
            let element = "[\(timestamps.count)]"
            let place = reader.offset
            do throws(SCTError) {
                let serialized = try reader.vector(lengthOctets: 2, "")
                guard !serialized.isEmpty else { throw SCTError(.empty, at: place) }
                timestamps.append(try SignedCertificateTimestamp(serialized))
            } catch {
                throw error.inside(element).inside("sct_list")
            }
        }
        self.timestamps = timestamps
    }

    /// The list, written anew: the same bytes for every list that was read. At most 65,535 bytes of timestamps can be
    /// written; what is longer is cut, and is no list then.
    public var encoded: [UInt8] {
        TLSWriter.vector(timestamps.flatMap { TLSWriter.vector($0.bytes, lengthOctets: 2) }, lengthOctets: 2)
    }
}
