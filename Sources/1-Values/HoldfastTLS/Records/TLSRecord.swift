import HoldfastX509

/// A record as it went over the wire (RFC 8446 §5.1, RFC 5246 §6.2.1): header and fragment, nothing decrypted.
public struct TLSRecord: Hashable, Sendable {
    /// The most that a fragment may have: 2^14 + 2048 (RFC 5246 §6.2.3; RFC 8446 §5.2 allows 2^14 + 256).
    package static let maximumLength = (1 << 14) + 2048
    package static let headerLength = 5

    /// The type in the header; of an encrypted record of TLS 1.3 always `application_data`.
    public let type: ContentType
    /// The version in the header; TLS 1.3 writes 1.2's there, and 1.0's in front of the first ClientHello.
    public let version: ProtocolVersion
    /// The whole record, header first.
    public let bytes: [UInt8]

    /// Takes a whole record.
    ///
    /// - Parameter bytes: Header and fragment, as ``RecordStream`` cuts them.
    package init(bytes: [UInt8]) {
        type = ContentType(bytes[0])
        version = ProtocolVersion(UInt16(bytes[1]) << 8 | UInt16(bytes[2]))
        self.bytes = bytes
    }

    /// The length that the header says: that of ``fragment``.
    public var length: Int { bytes.count - Self.headerLength }
    /// The bytes after the header.
    public var fragment: ArraySlice<UInt8> { bytes.dropFirst(Self.headerLength) }

    /// Reads the records that `bytes` are, one after the other, without a byte left.
    package static func records(in bytes: [UInt8]) throws(WireError) -> [TLSRecord] {
        var stream = RecordStream()
        stream.append(bytes)
        var records: [TLSRecord] = []
        while let record = try stream.next() { records.append(record) }
        guard stream.remaining.isEmpty else {
            throw WireError(
                .truncated(needed: headerLength, available: stream.remaining.count), "TLSPlaintext", at: bytes.count)
        }
        return records
    }

    /// Writes `payload` in as many records of TLS 1.2 as it takes, in the clear: "The length MUST NOT exceed 2^14"
    /// (RFC 5246 §6.2.1).
    package static func written(_ type: ContentType, _ payload: [UInt8]) -> [UInt8] {
        var written: [UInt8] = []
        var rest = payload[...]
        repeat {
            let fragment = rest.prefix(1 << 14)
            written += [type.number, 3, 3] + TLSWriter.vector(fragment, lengthOctets: 2)
            rest = rest.dropFirst(fragment.count)
        } while !rest.isEmpty
        return written
    }
}

/// Cuts a stream of bytes into records.
package struct RecordStream {
    private var buffer: [UInt8] = []
    private var position = 0
    private var consumed = 0

    package init() {}

    /// The bytes that have not become a record yet.
    package var remaining: ArraySlice<UInt8> { buffer[position...] }

    package mutating func append(_ bytes: some Collection<UInt8>) {
        if position == buffer.count {
            buffer.removeAll(keepingCapacity: true)
            position = 0
        }
        buffer += bytes
    }

    /// The next whole record; nil where more bytes are needed.
    ///
    /// - Throws: ``WireError`` for a header that is none of TLS: what follows it cannot be found.
    package mutating func next() throws(WireError) -> TLSRecord? {
        let rest = remaining
        guard let type = rest.first else { return nil }
        guard (20...26).contains(type) else {
            throw WireError(.recordType("\(type)"), "type", at: consumed)
        }
        guard rest.count >= TLSRecord.headerLength else { return nil }
        let start = rest.startIndex
        guard rest[start + 1] == 3 else {
            throw WireError(
                .versionBegins(with: Int(rest[start + 1])), "legacy_record_version", at: consumed + 1)
        }
        let length = Int(rest[start + 3]) << 8 | Int(rest[start + 4])
        guard length <= TLSRecord.maximumLength else {
            throw WireError(
                .overLimit(bytes: length, limit: TLSRecord.maximumLength), "length", at: consumed + 3)
        }
        let count = TLSRecord.headerLength + length
        guard rest.count >= count else { return nil }
        position += count
        consumed += count
        return TLSRecord(bytes: Array(rest.prefix(count)))
    }

    /// Everything that is left, taken out.
    package mutating func drain() -> [UInt8] {
        let rest = Array(remaining)
        position = buffer.count
        consumed += rest.count
        return rest
    }
}
