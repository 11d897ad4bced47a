import Foundation
import HoldfastNetworking
import HoldfastX509
import Testing

@testable import HoldfastNetworkingNames

@Suite("How long a kept response answers (RFC 9111 §4.2)")
struct CacheFreshnessTests {
    private typealias Bench = CacheBench

    private let validator = ["ETag": "\"v\""]

    private func decision(_ fields: [String: String], after seconds: Double) throws -> String {
        try Bench.decision(fields.merging(validator) { $1 }, after: seconds)
    }

    @Test("max-age, before Expires; Expires before a guess") func lifetimes() throws {
        let said = ["Date": Bench.date, "Cache-Control": "max-age=60", "Expires": Bench.inAnHour]
        #expect(try decision(said, after: 59) == "use")
        #expect(try decision(said, after: 60) == "revalidate")
        let expires = ["Date": Bench.date, "Expires": Bench.inAnHour, "Last-Modified": Bench.hourAgo]
        #expect(try decision(expires, after: 3_599) == "use")
        #expect(try decision(expires, after: 3_600) == "revalidate")
        for value in ["0", "-1", "yesterday", ""] {
            #expect(try decision(["Date": Bench.date, "Expires": value], after: 0) == "revalidate", "\(value)")
        }
    }

    @Test("a guess: a tenth of the time since the last change, a day at most") func guesses() throws {
        let fields = ["Date": Bench.date, "Last-Modified": Bench.hourAgo]
        #expect(try decision(fields, after: 359) == "use")
        #expect(try decision(fields, after: 360) == "revalidate")
        let old = ["Date": Bench.date, "Last-Modified": "Tue, 06 Nov 1984 08:49:37 GMT"]
        #expect(try decision(old, after: 86_399) == "use")
        #expect(try decision(old, after: 86_400) == "revalidate")
        #expect(try decision(["Date": Bench.date], after: 0) == "revalidate")
        #expect(try decision(["Date": Bench.date, "Last-Modified": Bench.inAnHour], after: 0) == "revalidate")
    }

    @Test("the age that it came with counts: Age, and how old its Date is (§4.2.3)") func ages() throws {
        let aged = ["Date": Bench.date, "Cache-Control": "max-age=60", "Age": "50"]
        #expect(try decision(aged, after: 9) == "use")
        #expect(try decision(aged, after: 10) == "revalidate")
        let late = ["Date": Bench.hourAgo, "Cache-Control": "max-age=3660"]
        #expect(try decision(late, after: 59) == "use")
        #expect(try decision(late, after: 60) == "revalidate")
    }

    @Test("a clock that was set back makes it stale") func clock() throws {
        #expect(try decision(["Cache-Control": "max-age=60"], after: -1) == "revalidate")
    }

    @Test("the time on the way counts") func delay() throws {
        let cached = try #require(
            CacheRules.storable(
                sent: try Bench.sent(),
                response: try Bench.response(["Cache-Control": "max-age=60", "Age": "0"]),
                data: Data(), requestTime: Bench.now.addingTimeInterval(-30), now: Bench.now))
        let facts = try #require(CachedFacts(cached))
        #expect(facts.age(at: Bench.now) == 30)
    }

    @Test("directives of the server's: no-cache, immutable, must-revalidate, numbers that are none") func directives()
        throws
    {
        #expect(try decision(["Cache-Control": "max-age=60, no-cache"], after: 0) == "revalidate")
        #expect(try decision(["Cache-Control": "max-age=60, no-cache=\"a, b\""], after: 0) == "revalidate")
        #expect(try decision(["Cache-Control": "x=\"no-cache, y\", MAX-AGE=\"60\""], after: 59) == "use")
        for value in ["max-age=abc", "max-age", "max-age=-5", "max-age=1.5", "max-age=60;x"] {
            #expect(try decision(["Cache-Control": value], after: 0) == "revalidate", "\(value)")
        }
        #expect(try decision(["Cache-Control": "max-age=99999999999999999999"], after: 86_400 * 365) == "use")
        #expect(try decision(["Cache-Control": "s-maxage=0, max-age=60"], after: 59) == "use")
        let immutable = validator.merging(["Cache-Control": "max-age=60, immutable"]) { $1 }
        for (seconds, expected) in [(59.0, "use"), (60, "revalidate")] {
            let found = try Bench.decision(immutable, after: seconds, policy: .reloadRevalidatingCacheData)
            #expect(found == expected)
        }
    }

    @Test("directives of the request's") func wishes() throws {
        let fields = validator.merging(["Cache-Control": "max-age=60"]) { $1 }
        func decision(_ wish: String, after seconds: Double, _ fields: [String: String]) throws -> String {
            try Bench.decision(fields, after: seconds, request: try Bench.request(["Cache-Control": wish]))
        }
        #expect(try decision("no-cache", after: 0, fields) == "revalidate")
        #expect(try decision("no-store", after: 0, fields) == "load")
        #expect(try decision("max-age=10", after: 11, fields) == "revalidate")
        #expect(try decision("max-age=10", after: 10, fields) == "use")
        #expect(try decision("min-fresh=10", after: 51, fields) == "revalidate")
        #expect(try decision("max-stale=5", after: 65, fields) == "use")
        #expect(try decision("max-stale=5", after: 66, fields) == "revalidate")
        #expect(try decision("max-stale", after: 6_000, fields) == "use")
        let strict = validator.merging(["Cache-Control": "max-age=60, must-revalidate"]) { $1 }
        #expect(try decision("max-stale", after: 61, strict) == "revalidate")
        #expect(try decision("only-if-cached", after: 59, fields) == "use")
        #expect(try decision("only-if-cached", after: 61, fields) == "unavailable")
        let pragma = try Bench.request(["Pragma": "no-cache"])
        #expect(try Bench.decision(fields, request: pragma) == "revalidate")
        let both = try Bench.request(["Pragma": "no-cache", "Cache-Control": "max-age=60"])
        #expect(try Bench.decision(fields, request: both) == "use")
    }

    @Test("the three forms of a date, and what is none") func dates() {
        for text in [Bench.date, "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994"] {
            #expect(HTTPDate.instant(text)?.secondsSince1970 == 784_111_777, "\(text)")
        }
        for text in [
            "", "0", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 1994 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT 1",
        ] {
            #expect(HTTPDate.instant(text) == nil, "\(text)")
        }
    }
}
