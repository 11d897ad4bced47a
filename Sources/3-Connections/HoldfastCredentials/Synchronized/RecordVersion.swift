import HoldfastCrypto
import HoldfastFiles
import HoldfastX509

/// A version of a record in a synchronised folder: the record, a clock that grows with every change that was known, and
/// the writer.
///
/// Of two versions of a record the one with the higher clock counts, of two with one clock that of the higher writer:
/// every device comes to the same, in whatever order they arrive.
struct RecordVersion: Hashable, Comparable, Sendable {
    /// The bytes of a writer's number.
    static let writerCount = 16
    static let ending = ".hfcred"

    let record: CredentialItem.ID
    /// Milliseconds since 1970 times 65,536, or one more than the highest clock that the writer knew, whichever is more
    /// (a hybrid logical clock; Kulkarni et al., "Logical Physical Clocks", 2014).
    let clock: UInt64
    /// 16 random bytes of a process that wrote: those of one process differ by the clock.
    let writer: [UInt8]

    init(_ record: CredentialItem.ID, clock: UInt64, writer: [UInt8]) {
        (self.record, self.clock, self.writer) = (record, clock, writer)
    }

    /// The version that a file's name says; nil for a name of another form.
    init?(fileName: String) {
        guard fileName.hasSuffix(Self.ending) else { return nil }
        let parts = fileName.dropLast(Self.ending.count).split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let record = CredentialText.bytes(parts[0]).flatMap({ CredentialItem.ID($0) }),
            let clock = CredentialText.bytes(parts[1]), clock.count == 8, let writer = CredentialText.bytes(parts[2]),
            writer.count == Self.writerCount
        else { return nil }
        self.init(record, clock: clock.reduce(0) { $0 << 8 | UInt64($1) }, writer: writer)
    }

    var fileName: String {
        [record.bytes, RecordWriter.bytes(clock), writer].map(CredentialText.hexadecimal).joined(separator: ".")
            + Self.ending
    }

    /// The context in a file's header: a file under another version's name is none.
    var context: [UInt8] { record.bytes + RecordWriter.bytes(clock) + writer }

    /// The time that the clock stands for: not before it, the version was written.
    var time: Instant {
        let milliseconds = clock >> 16
        return Instant(
            secondsSince1970: Int64(milliseconds / 1000), nanoseconds: Int32(milliseconds % 1000) * 1_000_000)
    }

    static func < (left: Self, right: Self) -> Bool {
        guard left.record == right.record else { return left.record < right.record }
        return left.isSurpassed(by: right)
    }

    /// Whether another version counts before this one, be it of the same record or of another with the same identity.
    func isSurpassed(by other: Self) -> Bool {
        guard clock == other.clock else { return clock < other.clock }
        guard writer == other.writer else { return writer.lexicographicallyPrecedes(other.writer) }
        return record < other.record
    }

    /// The clock of a change that is made now, knowing of versions up to a clock; nil where there is none left.
    static func clock(after highest: UInt64, at now: Instant) -> UInt64? {
        let (next, overflow) = highest.addingReportingOverflow(1)
        guard !overflow else { return nil }
        // 48 bits of milliseconds reach to the year 10889.
        let seconds = UInt64(clamping: now.secondsSince1970)
        guard seconds < 1 << 37 else { return next }
        let milliseconds = seconds * 1000 + UInt64(now.nanoseconds / 1_000_000)
        return max(next, milliseconds << 16)
    }
}

/// The state of a record in one version.
enum RecordState: Hashable, Sendable {
    case item(CredentialItem)
    /// Removed at a time; kept so that older versions that arrive later do not bring it back.
    case removed(Instant)

    private static let itemMark: UInt8 = 1
    private static let removedMark: UInt8 = 2

    func encoded() throws(CredentialStoreError) -> [UInt8] {
        switch self {
        case .item(let item):
            var encoded = try item.encoded()
            defer { encoded.wipe() }
            return [Self.itemMark] + encoded
        case .removed(let time): return [Self.removedMark] + RecordWriter.bytes(time)
        }
    }

    init(encoded text: [UInt8], of record: CredentialItem.ID) throws(CredentialStoreError) {
        var reader = CredentialRecordReader(text)
        switch try reader.byte() {
        case Self.itemMark:
            var encoded = try reader.bytes(reader.remaining)
            defer { encoded.wipe() }
            let item = try CredentialItem(encoded: encoded)
            guard item.id == record else { throw CredentialStoreError(damaged: .otherRecord) }
            self = .item(item)
        case Self.removedMark:
            self = .removed(try reader.instant())
            guard reader.isAtEnd else { throw CredentialStoreError(damaged: .bytesAfterRecord) }
        default: throw CredentialStoreError(damaged: .state)
        }
    }

    /// The time from which on there is nothing left of it but the note; nil for an item that lasts.
    var end: Instant? {
        switch self {
        case .item(let item): item.expiresAt
        case .removed(let time): time
        }
    }
}
