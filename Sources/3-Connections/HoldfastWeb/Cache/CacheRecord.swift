import HoldfastHTTP
import HoldfastX509

/// The bytes in which a head is kept on a disk: nothing that is read is believed, and what is written is read the same.
package enum CacheRecord {
    /// Bytes of the longest record; what is longer is not kept.
    package static let limit = 32 << 10
    private static let version: UInt8 = 1
    private static let fieldLimit = 1_000

    /// The bytes of a head and the digest of its body; nil for one that no record can hold.
    package static func bytes(_ head: CachedHead, bodyDigest: [UInt8]) -> [UInt8]? {
        guard bodyDigest.count == 32, head.fields.count <= fieldLimit, isPlain(head.url), isPlain(head.httpVersion),
            // A field that a server sent may be one that no request could have.
            head.fields.allSatisfy({ HTTPField(name: $0.name, value: $0.value) == $0 })
        else { return nil }
        var writer = RecordWriter()
        writer.octet(version)
        writer.text(head.url)
        writer.number(Int64(head.status))
        writer.text(head.httpVersion)
        writer.moment(head.requestTime)
        writer.moment(head.responseTime)
        writer.octet(head.sent == nil ? 0 : 1)
        writer.bytes(head.sent ?? [])
        writer.octet(head.range == nil ? 0 : 1)
        if let range = head.range {
            for number in [range.bytes.lowerBound, range.bytes.upperBound, range.total] { writer.number(Int64(number)) }
        }
        writer.number(Int64(head.bodyCount))
        writer.bytes(bodyDigest)
        writer.number(Int64(head.fields.count))
        for field in head.fields {
            writer.text(field.name)
            writer.text(field.value)
        }
        return writer.bytes.count <= limit ? writer.bytes : nil
    }

    /// Reads a head and the digest of its body; nil for anything but a record, from its first byte to its last.
    package static func head(_ bytes: [UInt8]) -> (head: CachedHead, bodyDigest: [UInt8])? {
        guard bytes.count <= limit else { return nil }
        var reader = RecordReader(bytes)
        guard reader.octet() == version, let url = reader.text(), isPlain(url), let status = reader.number(),
            (0...599).contains(status), let httpVersion = reader.text(), isPlain(httpVersion),
            let requestTime = reader.moment(), let responseTime = reader.moment(), let isSent = reader.flag(),
            let sent = reader.bytes(), isSent || sent.isEmpty, let hasRange = reader.flag()
        else { return nil }
        var range: ContentRange?
        if hasRange {
            guard let first = reader.count(), let end = reader.count(), let total = reader.count(), first < end else {
                return nil
            }
            range = ContentRange(first..<end, of: total)
            guard range != nil else { return nil }
        }
        guard let bodyCount = reader.count(), let digest = reader.bytes(), digest.count == 32,
            range.map({ $0.bytes.count == bodyCount }) ?? true, let count = reader.count(), count <= fieldLimit
        else { return nil }
        var fields: [HTTPField] = []
        for _ in 0..<count {
            guard let name = reader.text(), let value = reader.text(),
                let field = HTTPField(name: name, value: value), field.value == value
            else { return nil }
            fields.append(field)
        }
        guard reader.isAtEnd else { return nil }
        let head = CachedHead(
            url: url, status: Int(status), httpVersion: httpVersion, fields: fields, requestTime: requestTime,
            responseTime: responseTime, sent: isSent ? sent : nil, range: range, bodyCount: bodyCount)
        return (head, digest)
    }

    /// Whether a text has no control characters: it may be shown.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } }
}

/// Writes values one after the other, each in one way.
private struct RecordWriter {
    private(set) var bytes: [UInt8] = []

    mutating func octet(_ octet: UInt8) { bytes.append(octet) }

    mutating func number(_ number: Int64) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func bytes(_ part: [UInt8]) {
        number(Int64(part.count))
        bytes += part
    }

    mutating func text(_ text: String) { bytes(Array(text.utf8)) }

    mutating func moment(_ moment: Instant) {
        number(moment.secondsSince1970)
        number(Int64(moment.nanoseconds))
    }
}

/// Reads values one after the other; each is nil where the bytes are not such a value.
private struct RecordReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func octet() -> UInt8? { rest.popFirst() }

    mutating func flag() -> Bool? {
        switch rest.popFirst() {
        case 0: false
        case 1: true
        default: nil
        }
    }

    mutating func number() -> Int64? {
        guard rest.count >= 8 else { return nil }
        defer { rest = rest.dropFirst(8) }
        return Int64(bitPattern: rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }

    /// A number of things: 0 to a terabyte.
    mutating func count() -> Int? { number().flatMap { (0...(1 << 40)).contains($0) ? Int($0) : nil } }

    mutating func bytes() -> [UInt8]? {
        guard let count = count(), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func text() -> String? { bytes().flatMap { String(validating: $0, as: UTF8.self) } }

    mutating func moment() -> Instant? {
        guard let seconds = number(), let fraction = number(), (0..<1_000_000_000).contains(fraction) else {
            return nil
        }
        return Instant(secondsSince1970: seconds, nanoseconds: Int32(fraction))
    }
}
