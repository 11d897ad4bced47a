import HoldfastTransport
import Testing

@testable import HoldfastHTTPS

@Suite("Journals of downloads, and the rules of going on")
struct DownloadJournalTests {
    private static let lines = [
        "holdfast download 1", "https://a.test/f?q", "\"tag\"", "", "1000", "600", "boot-1",
    ]

    private func read(_ change: (inout [String]) -> Void = { _ in }) -> DownloadJournal? {
        var lines = Self.lines
        change(&lines)
        return DownloadJournal(Array((lines.joined(separator: "\n") + "\n").utf8))
    }

    @Test("written and read it is the same") func roundTrip() throws {
        let journal = try #require(read())
        #expect(journal.url == "https://a.test/f?q" && journal.validator.entityTag == "\"tag\"")
        #expect(journal.total == 1_000 && journal.safe == 600 && journal.boot == "boot-1")
        #expect(DownloadJournal(journal.bytes) == journal)
        let dated = try #require(
            read { ($0[2], $0[3], $0[4]) = ("", "Sun, 06 Nov 1994 08:49:37 GMT", "") })
        #expect(dated.total == nil && dated.validator.value == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(DownloadJournal(dated.bytes) == dated)
    }

    @Test("what was not written here is none")
    func refused() {
        let changes: [(inout [String]) -> Void] = [
            { $0[0] = "holdfast download 2" }, { $0[1] = "https://user:secret@a.test/f?q" },
            { $0[1] = "HTTPS://a.test/f" }, { $0[1] = "file:///etc/passwd" }, { $0[2] = "W/\"tag\"" },
            { $0[2] = "tag" }, { $0[2] = "" }, { $0[2] = "\"a\u{1}\"" }, { $0[4] = "-1" }, { $0[4] = "x" },
            { $0[4] = "599" }, { $0[5] = "" }, { $0[5] = "-1" }, { $0[5] = "99999999999999999999" },
            { $0.removeLast() }, { $0.append("more") },
        ]
        for (number, change) in changes.enumerated() { #expect(read(change) == nil, "\(number)") }
        #expect(DownloadJournal([]) == nil)
        #expect(DownloadJournal(Array(Self.lines.joined(separator: "\n").utf8)) == nil)
        #expect(DownloadJournal([0xFF, 0x0A]) == nil)
        #expect(DownloadJournal([UInt8](repeating: 0x0A, count: DownloadJournal.byteLimit + 1)) == nil)
    }

    @Test("in the same start of the system all bytes count, after another those alone that were safe")
    func usable() throws {
        let journal = try #require(read())
        #expect(journal.usable(of: 900, boot: "boot-1") == 900 && journal.usable(of: 900, boot: "boot-2") == 600)
        #expect(journal.usable(of: 2_000, boot: "boot-1") == 1_000 && journal.usable(of: 599, boot: "boot-1") == nil)
        let unknown = try #require(read { $0[6] = "" })
        #expect(unknown.usable(of: 900, boot: "") == 600)
    }

    private func field(_ fields: [String: String]) -> (String) -> String? { { fields[$0] } }

    @Test("what a response's rest can be asked for by: RFC 9110 §8.8, §13.1.5, §14.3")
    func validators() {
        func validator(_ status: Int, _ fields: [String: String]) -> String? {
            RangeValidator(status: status, field: field(fields))?.value
        }
        let (tag, ranges) = ("\"x\"", "bytes")
        #expect(validator(200, ["ETag": tag, "Accept-Ranges": ranges]) == tag)
        #expect(validator(206, ["ETag": tag]) == tag)
        #expect(validator(200, ["ETag": tag]) == nil && validator(200, ["ETag": tag, "Accept-Ranges": "none"]) == nil)
        #expect(validator(200, ["ETag": "W/\"x\"", "Accept-Ranges": ranges]) == nil)
        #expect(validator(404, ["ETag": tag, "Accept-Ranges": ranges]) == nil)
        #expect(validator(200, ["ETag": tag, "Accept-Ranges": ranges, "Content-Encoding": "gzip"]) == nil)
        let (old, new) = ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:38 GMT")
        #expect(validator(200, ["Last-Modified": old, "Date": new, "Accept-Ranges": ranges]) == old)
        #expect(validator(200, ["Last-Modified": old, "Date": old, "Accept-Ranges": ranges]) == nil)
        #expect(validator(200, ["Last-Modified": old, "Accept-Ranges": ranges]) == nil)
    }

    @Test(
        "what an answer means",
        arguments: [
            (206, "bytes 600-999/1000", nil, RangeAnswer.append(total: 1_000)),
            (206, "bytes 600-999/*", "\"tag\"", .append(total: nil)), (206, "bytes 600-999/1000", "\"other\"", .reload),
            (206, "bytes 601-999/1000", nil, .reload), (206, nil, nil, .reload),
            (206, "items 600-999/1000", nil, .reload),
            (200, nil, nil, .beginAgain), (416, "bytes */600", nil, .complete), (416, "bytes */1000", nil, .reload),
            (416, nil, nil, .reload), (404, nil, nil, .other), (503, nil, nil, .other), (304, nil, nil, .other),
        ] as [(Int, String?, String?, RangeAnswer)])
    func answers(status: Int, range: String?, tag: String?, expected: RangeAnswer) throws {
        var fields: [String: String] = [:]
        (fields["Content-Range"], fields["ETag"]) = (range, tag)
        let validator = try #require(read()).validator
        let answer = RangeRules.answer(status: status, field: field(fields), received: 600, validator: validator)
        #expect(answer == expected)
    }
}
