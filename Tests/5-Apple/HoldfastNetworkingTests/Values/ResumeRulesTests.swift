import Foundation
import HoldfastHTTPS
import HoldfastNetworking
import HoldfastWeb
import Testing

@testable import HoldfastNetworkingNames

@Suite("Going on with a download (RFC 9110 §14)")
struct ResumeRulesTests {
    private typealias Bench = CacheBench

    private func resume(_ bytes: Int64 = 100, tag: String? = "\"v\"", modified: String? = nil) throws -> ResumeData {
        try #require(
            ResumeData(
                originalRequest: try Bench.request(), currentRequest: try Bench.request(), bytesReceived: bytes,
                entityTag: tag, lastModified: modified, fileName: ResumeData.newFileName()))
    }

    private func validator(_ fields: [String: String], status: Int = 200) throws -> String? {
        let found = ResumeRules.validators(
            request: try Bench.request(), response: try Bench.response(fields, status: status))
        return found.flatMap { $0.entityTag ?? $0.lastModified }
    }

    @Test("only by a strong validator, of a server that sends ranges, and of octets as they were sent")
    func validators() throws {
        #expect(try validator(["Accept-Ranges": "bytes", "ETag": "\"v\""]) == "\"v\"")
        #expect(try validator(["ETag": "\"v\""], status: 206) == "\"v\"")
        #expect(try validator(["ETag": "\"v\""]) == nil)
        #expect(try validator(["Accept-Ranges": "none", "ETag": "\"v\""]) == nil)
        #expect(try validator(["Accept-Ranges": "bytes", "ETag": "W/\"v\""]) == nil)
        #expect(try validator(["Accept-Ranges": "bytes", "ETag": "\"v\"", "Content-Encoding": "gzip"]) == nil)
        #expect(try validator(["Accept-Ranges": "bytes", "ETag": "\"v\""], status: 404) == nil)
        let dated = ["Accept-Ranges": "bytes", "Last-Modified": Bench.hourAgo]
        #expect(try validator(dated.merging(["Date": Bench.date]) { $1 }) == Bench.hourAgo)
        #expect(try validator(dated) == nil)
        #expect(try validator(dated.merging(["Date": Bench.hourAgo]) { $1 }) == nil)
        // A weak entity tag is one all the same (RFC 9110 §13.1.5).
        #expect(try validator(dated.merging(["Date": Bench.date, "ETag": "W/\"v\""]) { $1 }) == nil)
    }

    @Test("the request for the rest") func request() throws {
        let request = try #require(ResumeRules.request(for: try resume()))
        #expect(
            request.allHTTPHeaderFields == [
                "Range": "bytes=100-", "If-Range": "\"v\"", "Accept-Encoding": "identity",
            ])
        let dated = try #require(ResumeRules.request(for: try resume(tag: nil, modified: Bench.hourAgo)))
        #expect(dated.value(forHTTPHeaderField: "If-Range") == Bench.hourAgo)
        #expect(ResumeRules.request(for: try resume(0))?.value(forHTTPHeaderField: "Range") == nil)
    }

    @Test(
        "what the answer means",
        arguments: [
            (206, "bytes 100-199/200", "\"v\"", RangeAnswer.append(to: 200, total: 200)),
            (206, "bytes 100-199/*", "\"v\"", .append(to: 200, total: nil)),
            (206, "Bytes 100-100/101", "\"v\"", .append(to: 101, total: 101)),
            (206, "bytes 99-199/200", "\"v\"", .reload), (206, "bytes 101-199/200", "\"v\"", .reload),
            (206, "bytes 100-200/200", "\"v\"", .reload), (206, "bytes 100-99/200", "\"v\"", .reload),
            (206, "bytes 100-199/200", "\"w\"", .reload), (206, "bytes 100-199/200", nil, .reload),
            (206, "bytes */200", "\"v\"", .reload), (206, nil, "\"v\"", .reload),
            (206, "bytes 100-99999999999999999999/*", "\"v\"", .reload),
            (206, "bytes +100-199/200", "\"v\"", .reload), (206, "octets 100-199/200", "\"v\"", .reload),
            (200, "bytes 100-199/200", nil, .beginAgain),
            (416, "bytes */100", nil, .complete), (416, "bytes */99", nil, .reload), (416, nil, nil, .reload),
            (404, nil, nil, .other), (503, nil, nil, .other),
        ] as [(Int, String?, String?, RangeAnswer)])
    func answers(_ status: Int, _ range: String?, _ tag: String?, _ expected: RangeAnswer) throws {
        var fields: [String: String] = [:]
        fields["Content-Range"] = range
        fields["ETag"] = tag
        #expect(ResumeRules.answer(try Bench.response(fields, status: status), to: try resume()) == expected)
    }

    @Test("what another place answers is no part of it, whatever its tag; a query may be another one")
    func places() throws {
        let fields = ["Content-Range": "bytes 100-199/200", "ETag": "\"v\""]
        func answer(_ text: String, _ status: Int, _ fields: [String: String]) throws -> RangeAnswer {
            let url = try #require(URL(string: text))
            let response = try #require(
                HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields))
            return ResumeRules.answer(response, to: try resume())
        }
        #expect(try answer("https://example.com/a?signature=2", 206, fields) == .append(to: 200, total: 200))
        let others = [
            "https://example.com/b", "https://example.org/a", "http://example.com/a", "https://example.com:444/a",
        ]
        for text in others {
            #expect(try answer(text, 206, fields) == .reload, "\(text)")
            #expect(try answer(text, 416, ["Content-Range": "bytes */100"]) == .reload, "\(text)")
        }
    }
}
