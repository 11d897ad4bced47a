import HoldfastTransport

@testable import HoldfastHTTP
@testable import HoldfastHTTPS
@testable import HoldfastWeb

/// A journal of a download: read and written it is the same, what it asks by is one field, no secret of the URL is in
/// it, and no more bytes count than there are. Its first line is read as a Content-Range as well.
func checkDownloadJournal(_ bytes: [UInt8]) throws(Violation) {
    let first = String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    if let range = ContentRangeField(first) {
        try expect((range.bytes?.lowerBound ?? 0) >= 0 && (range.total ?? 0) >= 0, "a place before the beginning")
        if let bytes = range.bytes, let total = range.total {
            try expect(!bytes.isEmpty && bytes.upperBound <= total, "it ends behind the end")
        }
    }
    guard let journal = DownloadJournal(bytes) else { return }
    try expect(DownloadJournal(journal.bytes) == journal, "written and read it is another journal")
    let field = HTTPField(name: "If-Range", value: journal.validator.value)
    try expect(field?.value == journal.validator.value, "what it asks by is no field")
    try expect(journal.validator.entityTag.map(RangeValidator.isStrong) ?? true, "it asks by a weak entity tag")
    guard let url = try? HTTPSURL(dangerouslyAllowingPlainHTTP: journal.url) else { throw Violation("it has no URL") }
    try expect(url.description == journal.url, "its URL has two texts")
    for size in [0, 1, journal.safe, Int64.max] {
        for boot in ["", journal.boot] {
            guard let usable = journal.usable(of: size, boot: boot) else { continue }
            try expect((0...size).contains(usable), "\(usable) of \(size) bytes count")
            try expect(journal.total.map { usable <= $0 } ?? true, "more bytes count than there can be")
        }
    }
}
