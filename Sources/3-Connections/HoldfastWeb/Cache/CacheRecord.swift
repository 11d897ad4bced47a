import HoldfastFiles
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
        writer.put(version)
        writer.put(text: head.url)
        writer.put(number: head.status)
        writer.put(text: head.httpVersion)
        writer.put(moment: head.requestTime)
        writer.put(moment: head.responseTime)
        writer.put(head.sent == nil ? 0 : 1 as UInt8)
        writer.put(counted: head.sent ?? [])
        writer.put(head.range == nil ? 0 : 1 as UInt8)
        if let range = head.range {
            for number in [range.bytes.lowerBound, range.bytes.upperBound, range.total] { writer.put(number: number) }
        }
        writer.put(number: head.bodyCount)
        writer.put(counted: bodyDigest)
        writer.put(number: head.fields.count)
        for field in head.fields {
            writer.put(text: field.name)
            writer.put(text: field.value)
        }
        return writer.bytes.count <= limit ? writer.bytes : nil
    }

    /// Reads a head and the digest of its body; nil for anything but a record, from its first byte to its last.
    package static func head(_ bytes: [UInt8]) -> (head: CachedHead, bodyDigest: [UInt8])? {
        guard bytes.count <= limit else { return nil }
        return try? read(bytes)
    }

    private static func read(_ bytes: [UInt8]) throws(DamageError) -> (head: CachedHead, bodyDigest: [UInt8]) {
        var reader = RecordReader<DamageError>(bytes)
        guard try reader.byte() == version else { throw DamageError() }
        let (url, status, httpVersion) = (try reader.text(), try reader.count(), try reader.text())
        guard isPlain(url), status <= 599, isPlain(httpVersion) else { throw DamageError() }
        let (requestTime, responseTime) = (try reader.moment(), try reader.moment())
        let (isSent, sent) = (try reader.flag(), try reader.counted())
        guard isSent || sent.isEmpty else { throw DamageError() }
        var range: ContentRange?
        if try reader.flag() {
            let (first, end, total) = (try reader.count(), try reader.count(), try reader.count())
            guard first < end, let found = ContentRange(first..<end, of: total) else { throw DamageError() }
            range = found
        }
        let (bodyCount, digest) = (try reader.count(), try reader.counted())
        guard digest.count == 32, range.map({ $0.bytes.count == bodyCount }) ?? true else { throw DamageError() }
        let count = try reader.count()
        guard count <= fieldLimit else { throw DamageError() }
        var fields: [HTTPField] = []
        for _ in 0..<count {
            let (name, value) = (try reader.text(), try reader.text())
            guard let field = HTTPField(name: name, value: value), field.value == value else { throw DamageError() }
            fields.append(field)
        }
        guard reader.isAtEnd else { throw DamageError() }
        let head = CachedHead(
            url: url, status: status, httpVersion: httpVersion, fields: fields, requestTime: requestTime,
            responseTime: responseTime, sent: isSent ? sent : nil, range: range, bodyCount: bodyCount)
        return (head, digest)
    }

    /// Bytes that are no record: nothing is told of them but that.
    fileprivate struct DamageError: RecordError {
        init() {}
        init(_ fault: RecordFault) {}
    }

    /// Whether a text has no control characters: it may be shown.
    private static func isPlain(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f } }
}

/// Numbers, counts and the parts of a moment have eight bytes each in the records of a cache.
extension RecordWriter {
    fileprivate mutating func put(number: Int) { put(UInt64(bitPattern: Int64(number))) }

    fileprivate mutating func put(counted part: [UInt8]) {
        put(number: part.count)
        put(part)
    }

    fileprivate mutating func put(text: String) { put(counted: Array(text.utf8)) }

    fileprivate mutating func put(moment: Instant) {
        put(UInt64(bitPattern: moment.secondsSince1970))
        put(UInt64(moment.nanoseconds))
    }
}

extension RecordReader<CacheRecord.DamageError> {
    fileprivate mutating func flag() throws(Failure) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw Failure()
        }
    }

    /// A number of things: 0 to a terabyte.
    fileprivate mutating func count() throws(Failure) -> Int {
        guard let count = Int(exactly: try number64()), count <= 1 << 40 else { throw Failure() }
        return count
    }

    fileprivate mutating func counted() throws(Failure) -> [UInt8] { try bytes(count()) }

    fileprivate mutating func text() throws(Failure) -> String {
        guard let text = String(validating: try counted(), as: UTF8.self) else { throw Failure() }
        return text
    }

    fileprivate mutating func moment() throws(Failure) -> Instant {
        let seconds = Int64(bitPattern: try number64())
        guard let fraction = Int32(exactly: try number64()), fraction < 1_000_000_000 else { throw Failure() }
        return Instant(secondsSince1970: seconds, nanoseconds: fraction)
    }
}
