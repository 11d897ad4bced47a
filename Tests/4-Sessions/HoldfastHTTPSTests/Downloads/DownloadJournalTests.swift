import HoldfastTransport
import HoldfastWeb
import Testing

@testable import HoldfastHTTPS

@Suite("Journals of downloads, and the rules of going on")
struct DownloadJournalTests {
    private static let lines = [
        "holdfast download 1", "https://a.test/f?q", "\"tag\"", "", "1000", "600", "boot-1",
        String(repeating: "0a", count: 32),
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
            { $0[7] = "" }, { $0[7] = String(repeating: "0", count: 63) },
            { $0[7] = String(repeating: "g", count: 64) },
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
        // "A client MUST NOT generate an If-Range header field containing an HTTP-date unless […] the client has no
        // entity tag for the corresponding representation" (§13.1.5).
        let both = ["Last-Modified": old, "Date": new, "Accept-Ranges": ranges]
        #expect(validator(200, both.merging(["ETag": "W/\"x\""]) { $1 }) == nil)
        #expect(validator(200, both.merging(["ETag": tag]) { $1 }) == tag)
    }

    /// RFC 9110 §15.3.7: a part has the entity tag "if the field would have been sent in a 200 (OK) response";
    /// §15.3.7.3: parts are put together "if they share the same strong validator".
    @Test(
        "what an answer means",
        arguments: [
            (206, "bytes 600-999/1000", "\"tag\"", .append(to: 1_000, total: 1_000)),
            (206, "bytes 600-799/1000", "\"tag\"", .append(to: 800, total: 1_000)),
            (206, "bytes 600-999/*", "\"tag\"", .append(to: 1_000, total: 1_000)),
            (206, "bytes 600-1000/*", "\"tag\"", .reload), (206, "bytes 600-999/1001", "\"tag\"", .reload),
            (206, "bytes 600-998/999", "\"tag\"", .reload),
            (206, "bytes 600-999/1000", nil, .reload), (206, "bytes 600-999/1000", "\"other\"", .reload),
            (206, "bytes 600-999/1000", "W/\"tag\"", .reload),
            (206, "bytes 601-999/1000", "\"tag\"", .reload), (206, nil, "\"tag\"", .reload),
            (206, "items 600-999/1000", "\"tag\"", .reload), (206, "bytes */1000", "\"tag\"", .reload),
            (200, nil, nil, .beginAgain), (416, "bytes */600", nil, .reload), (416, "bytes */1000", nil, .reload),
            (416, nil, nil, .reload), (404, nil, nil, .other), (503, nil, nil, .other), (304, nil, nil, .other),
        ] as [(Int, String?, String?, RangeAnswer)])
    func answers(status: Int, range: String?, tag: String?, expected: RangeAnswer) throws {
        #expect(try answer(status, range, tag, received: 600, total: 1_000) == expected)
    }

    @Test("nothing is missing where the whole has as many bytes as are there, of the same version")
    func whole() throws {
        #expect(try answer(416, "bytes */1000", nil, received: 1_000, total: 1_000) == .complete)
        #expect(try answer(416, "bytes */1000", "\"tag\"", received: 1_000, total: nil) == .complete)
        #expect(try answer(416, "bytes */1000", "\"other\"", received: 1_000, total: 1_000) == .reload)
        let part = try answer(206, "bytes 600-799/*", "\"tag\"", received: 600, total: nil)
        #expect(part == .append(to: 800, total: nil))
    }

    @Test("RFC 9110 §8.8.3.2: tags are compared \"character-by-character\", and not as Unicode takes them for the same")
    func tags() throws {
        let validator = try #require(RangeValidator(entityTag: "\"K\"", lastModified: nil))
        for (tag, isShared) in [("\"K\"", true), ("\"\u{212A}\"", false), ("\"k\"", false)] {
            #expect(validator.isShared(field(["ETag": tag])) == isShared, "\(tag)")
        }
    }

    @Test("by a date, the part need not have it again, but none that is another one")
    func dates() throws {
        let (old, new) = ("Sun, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:38 GMT")
        let validator = try #require(RangeValidator(entityTag: nil, lastModified: old))
        for (date, expected) in [
            (nil, .append(to: 1_000, total: 1_000)), (old, .append(to: 1_000, total: 1_000)), (new, .reload),
        ] as [(String?, RangeAnswer)] {
            var fields = ["Content-Range": "bytes 600-999/1000"]
            fields["Last-Modified"] = date
            let answer = RangeRules.answer(status: 206, field: field(fields), received: 600, validator: validator)
            #expect(answer == expected, "\(date ?? "none")")
        }
    }

    private func answer(
        _ status: Int, _ range: String?, _ tag: String?, received: Int64, total: Int64?
    ) throws -> RangeAnswer {
        var fields: [String: String] = [:]
        (fields["Content-Range"], fields["ETag"]) = (range, tag)
        let validator = try #require(read()).validator
        return RangeRules.answer(
            status: status, field: field(fields), received: received, validator: validator, total: total)
    }
}
