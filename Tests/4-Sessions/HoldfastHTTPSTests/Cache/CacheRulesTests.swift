import HoldfastCredentials
import HoldfastHTTP
import HoldfastTransport
import HoldfastX509
import Testing

@testable import HoldfastHTTPS
@testable import HoldfastWeb

/// What the table of `EndToEndTests` cannot say in a row: who asks, what two answers are together, what is read of a
/// field.
@Suite("The rules of caching as values")
struct CacheRulesTests {
    private static let now = Instant(secondsSince1970: 784_111_777)

    private static func fields(_ fields: [(String, String)]) throws -> [HTTPField] {
        try fields.map { try #require(HTTPField(name: $0.0, value: $0.1)) }
    }

    private static func sent(
        _ fields: [(String, String)] = [], method: String = "GET", user: String? = nil, identity: UInt8? = nil,
        policy: UInt8 = 1, host: String? = nil, body: [UInt8]? = nil
    ) throws -> OutgoingRequest {
        var request = HTTPSRequest(
            try HTTPSURL("https://example.com/a"), method: method, fields: try Self.fields(fields))
        (request.hostField, request.body) = (host, body)
        return OutgoingRequest(
            request, as: user.map { .password(PasswordCredential(user: $0, password: "of \($0)")) },
            identity: identity.map { [$0] }, policyDigest: [policy])
    }

    private static func kept(
        _ fields: [(String, String)], status: Int = 200, for sent: OutgoingRequest? = nil, count: Int = 10
    ) throws -> CachedHead {
        var head = try #require(
            CacheRules.storable(
                try sent ?? Self.sent(), status: status, httpVersion: "1.1", fields: try Self.fields(fields),
                requestTime: now, at: now))
        head.bodyCount = count
        return head
    }

    /// RFC 9111 §4.1 names the fields of Vary; who asks is more than fields.
    @Test("an answer is for whoever it was given to: cookies, users, identities, policies") func whoAsks() throws {
        let cookie = [("Cookie", "a=1")]
        let all: [(String, OutgoingRequest)] = [
            ("nobody", try Self.sent()), ("alice", try Self.sent(user: "alice")), ("bob", try Self.sent(user: "bob")),
            ("a cookie", try Self.sent(cookie)), ("an identity", try Self.sent(identity: 1)),
            ("another identity", try Self.sent(identity: 2)), ("another policy", try Self.sent(policy: 2)),
            ("a cookie of alice's", try Self.sent(cookie, user: "alice")),
            ("a field", try Self.sent([("Authorization", "Bearer x")])),
            // RFC 9110 §7.1: the target's host is the one that the field Host names.
            ("another host", try Self.sent(host: "other.com")), ("a third host", try Self.sent(host: "third.com")),
        ]
        for (name, sent) in all {
            let head = try Self.kept([("Cache-Control", "private, max-age=60")], for: sent)
            for (asking, outgoing) in all {
                for policy in HTTPSRequest.CachePolicy.allCases {
                    let decision = CacheRules.decide(
                        CacheAsking(outgoing, policy), among: [head], at: Self.now.advanced(bySeconds: 61))
                    let touches =
                        switch decision {
                        case .load, .unavailable, .fail: false
                        default: true
                        }
                    #expect(!touches || asking == name, "kept for \(name), asked by \(asking), \(policy)")
                }
                #expect(head.answers(outgoing) == (asking == name))
            }
        }
    }

    /// RFC 9111 §4.1: fields match "if and only if those in the first request can be transformed to those in the second
    /// request by applying any of the following: adding or removing whitespace, where allowed in the header field's
    /// syntax; combining multiple header field lines with the same field name".
    @Test(
        "field lines are the same as one with all of their values, whatever the space between these",
        arguments: [
            (["1", "2"], ["1,2"], true), (["1, 2"], ["1,2"], true), (["1", "2"], ["1 , 2"], true),
            (["1", "2"], ["2", "1"], false), (["1", "2"], ["1"], false), (["1 2"], ["1, 2"], false),
            (["12"], ["1", "2"], false), ([#""a, b""#], [#""a,b""#], false), ([#""a\", b""#], [#""a\",b""#], false),
            ([#"a;b="c", d"#], [#"a;b="c",d"#], true), ([""], [], false), (["1\t,2"], ["1,2"], true),
            ([#"un"closed, x"#], [#"un"closed,x"#], false),
        ])
    func fieldLines(kept: [String], asked: [String], isSame: Bool) throws {
        func sent(_ values: [String]) throws -> OutgoingRequest { try Self.sent(values.map { ("X-Own", $0) }) }
        let head = try Self.kept([("Cache-Control", "max-age=60"), ("Vary", "X-Own")], for: try sent(kept))
        #expect(head.answers(try sent(asked)) == isSame)
        #expect(head.answers(try sent(kept)))
    }

    @Test("who asks is compared letter by letter", arguments: ["Authorization", "Cookie"])
    func lettersOfSecrets(name: String) throws {
        let head = try Self.kept([("Cache-Control", "max-age=60")], for: try Self.sent([(name, "a=1, b=2")]))
        #expect(head.answers(try Self.sent([(name, "a=1, b=2")])))
        #expect(!head.answers(try Self.sent([(name, "a=1,b=2")])))
        #expect(!head.answers(try Self.sent([(name, "a=1"), (name, "b=2")])))
    }

    /// RFC 9110 §9.3.1: content of a GET has "no generally defined semantics"; some servers choose by it all the same,
    /// and nothing that is kept says so.
    @Test("what has content is not answered, and leaves nothing") func content() throws {
        let fields = try Self.fields([("Cache-Control", "max-age=60")])
        func isKept(_ sent: OutgoingRequest) -> Bool {
            CacheRules.storable(
                sent, status: 200, httpVersion: "1.1", fields: fields, requestTime: Self.now, at: Self.now) != nil
        }
        #expect(try isKept(Self.sent()) && isKept(Self.sent(body: [])) && !isKept(Self.sent(body: [1])))
        let head = try Self.kept([("Cache-Control", "max-age=60")])
        for (body, isAnswered) in [([UInt8](), true), ([1], false)] {
            let asking = CacheAsking(try Self.sent(body: body), .useProtocolCachePolicy)
            #expect((CacheRules.decide(asking, among: [head], at: Self.now) != .load([])) == isAnswered)
        }
    }

    @Test("no secret of a request is in what is kept of it") func secrets() throws {
        let head = try Self.kept(
            [("Cache-Control", "max-age=60")], for: try Self.sent([("Authorization", "Bearer secret")], user: "alice"))
        #expect(!"\(head)".contains("secret") && !"\(head)".contains("alice"))
    }

    @Test("passwords are known: of challenges, and in fields") func passwords() throws {
        for (sent, shows) in [
            (try Self.sent(), false), (try Self.sent(user: "alice"), true),
            (try Self.sent([("Authorization", "Basic YTpi")]), true),
            (try Self.sent([("Authorization", "digest x")]), true),
            (try Self.sent([("Authorization", "Bearer x")]), false), (try Self.sent([("Cookie", "a=1")]), false),
        ] { #expect(sent.showsPassword == shows) }
    }

    @Test("what a program stored itself is for requests of nobody, where the server chose by nothing")
    func programs() throws {
        var head = try Self.kept([("Cache-Control", "max-age=60")])
        head.sent = nil
        #expect(try head.answers(Self.sent()) && !head.answers(Self.sent(user: "alice")))
        #expect(try !head.answers(Self.sent(identity: 1)) && !head.answers(Self.sent([("Cookie", "a=1")])))
        #expect(!head.answers(try Self.sent(host: "other.com")))
        head.fields += try Self.fields([("Vary", "A")])
        #expect(!head.answers(try Self.sent()))
    }

    @Test("the first that fits is taken") func order() throws {
        let sent = try Self.sent()
        let heads = [
            try Self.kept([("Cache-Control", "max-age=60"), ("Vary", "A")], for: try Self.sent([("A", "1")])),
            try Self.kept([("Cache-Control", "max-age=60"), ("X", "1")]),
            try Self.kept([("Cache-Control", "max-age=60")]),
        ]
        let decision = CacheRules.decide(CacheAsking(sent, .useProtocolCachePolicy), among: heads, at: Self.now)
        #expect(decision == .use(1, .whole, isStale: false))
    }

    /// RFC 9111 §4: "When more than one suitable response is stored, a cache MUST use the most recent one (as
    /// determined by the Date header field)." §4.1: "When a cache has multiple stored responses for a target URI and
    /// one or more omits the Vary header field, the cache SHOULD choose the most recent (see Section 4.2.3) stored
    /// response with a valid Vary field value."
    @Test("of several that fit, the one that says by what it was chosen, then the most recent by its Date")
    func mostRecent() throws {
        let sent = try Self.sent([("A", "1"), ("B", "1")])
        func head(_ vary: String?, _ seconds: Int64) throws -> CachedHead {
            let date = HTTPDate.text(of: Self.now.advanced(bySeconds: seconds))
            let fields = [("Cache-Control", "max-age=600"), ("Date", date)]
            return try Self.kept(fields + (vary.map { [("Vary", $0)] } ?? []), for: sent)
        }
        for (heads, best) in [
            ([try head(nil, -5), try head("A", -60)], 1), ([try head("A", -60), try head(nil, -5)], 0),
            ([try head("A", -60), try head("B", -5)], 1), ([try head("A", -5), try head("B", -60)], 0),
        ] {
            let decision = CacheRules.decide(CacheAsking(sent, .useProtocolCachePolicy), among: heads, at: Self.now)
            #expect(decision == .use(best, .whole, isStale: false))
        }
    }

    @Test("nothing is renewed behind the back of a request with a handler of its own") func refreshing() throws {
        let head = try Self.kept([("Cache-Control", "max-age=1, stale-while-revalidate=60"), ("ETag", "\"v\"")])
        for mayRefresh in [true, false] {
            let asking = CacheAsking(try Self.sent(), .useProtocolCachePolicy, mayRefresh: mayRefresh)
            let decision = CacheRules.decide(asking, among: [head], at: Self.now.advanced(bySeconds: 9))
            let refreshes = if case .useAndRefresh = decision { true } else { false }
            #expect(refreshes == mayRefresh)
        }
    }

    private static func part(_ range: String, _ tag: String = "\"v\"", more: [(String, String)] = []) throws
        -> CachedHead
    {
        try kept([("Content-Range", range), ("ETag", tag)] + more, status: 206, count: 0)
    }

    @Test("two parts are one where they touch and share a strong validator")
    func combining() throws {
        let bytes = Array("0123456789".utf8)
        func combined(_ old: Range<Int>, _ new: Range<Int>, _ tag: String = "\"v\"") throws -> String? {
            let first = try Self.part("bytes \(old.lowerBound)-\(old.upperBound - 1)/10")
            let second = try Self.part("bytes \(new.lowerBound)-\(new.upperBound - 1)/10", tag)
            let both = CacheRules.combined(first, Array(bytes[old]), with: second, Array(bytes[new]))
            return both.map {
                "\($0.head.status) \($0.head.range?.field ?? "-") \(String(decoding: $0.body, as: UTF8.self))"
            }
        }
        #expect(try combined(0..<4, 4..<10) == "200 - 0123456789")
        #expect(try combined(4..<10, 0..<4) == "200 - 0123456789")
        #expect(try combined(0..<4, 4..<7) == "206 bytes 0-6/10 0123456")
        #expect(try combined(2..<8, 4..<6) == "206 bytes 2-7/10 234567")
        #expect(try combined(4..<6, 2..<8) == "206 bytes 2-7/10 234567")
        #expect(try combined(0..<4, 2..<10) == "200 - 0123456789")
        #expect(try combined(0..<4, 5..<10) == nil)
        #expect(try combined(5..<10, 0..<4) == nil)
        #expect(try combined(0..<4, 4..<10, "\"w\"") == nil)
        // A body that is not what its head says.
        let (one, other) = (try Self.part("bytes 0-3/10"), try Self.part("bytes 4-9/10"))
        #expect(CacheRules.combined(one, Array(bytes[0..<3]), with: other, Array(bytes[4..<10])) == nil)
        #expect(CacheRules.combined(one, Array(bytes[0..<4]), with: other, Array(bytes[4..<9])) == nil)
        // A part renews the whole that it is of.
        let whole = try Self.kept([("ETag", "\"v\""), ("X", "old")])
        let renewed = CacheRules.combined(
            whole, bytes, with: try Self.part("bytes 2-3/10", more: [("X", "new")]), Array(bytes[2..<4]))
        #expect(renewed?.head.value(of: "X") == "new" && renewed?.body == bytes && renewed?.head.status == 200)
        // Whom the whole is for is not known where only one of them says by what it was chosen.
        let chosen = try Self.part("bytes 0-3/10", more: [("Vary", "A")])
        #expect(CacheRules.combined(chosen, Array(bytes[0..<4]), with: other, Array(bytes[4..<10])) == nil)
        let old = try Self.part("bytes 0-3/10", more: [("Age", "50")])
        let both = CacheRules.combined(old, Array(bytes[0..<4]), with: other, Array(bytes[4..<10]))
        #expect(both?.body == bytes && both?.head.value(of: "Age") == nil)
    }

    @Test("Content-Range and Range: what is read, and what is refused") func ranges() {
        #expect(ContentRange("bytes 0-9/10")?.isWhole == true)
        #expect(ContentRange("BYTES 2-3/10")?.bytes == 2..<4)
        for text in [
            "", "bytes", "bytes 0-9", "bytes 0-9/", "bytes 0-9/*", "bytes */10", "bytes 9-0/10", "bytes 0-10/10",
            "bytes -1-2/10", "bytes 0-9/9999999999999999", "items 0-9/10", "bytes 0-9/10/10", "bytes 0 - 9/10",
            "bytes 0x0-9/10", "bytes 99999999999999999999-1/2",
        ] { #expect(ContentRange(text) == nil, "\(text)") }
        #expect(RangeWish("bytes=0-")?.bytes(of: 10) == 0..<10)
        #expect(RangeWish("bytes=-4")?.bytes(of: 10) == 6..<10)
        #expect(RangeWish("bytes=-0")?.bytes(of: 10) == nil)
        #expect(RangeWish("bytes=10-")?.bytes(of: 10) == nil)
        #expect(RangeWish("bytes=0-0")?.bytes(of: 0) == nil)
        for text in ["", "bytes", "bytes=", "bytes=-", "bytes=1", "bytes=2-1", "bytes=1-2,3-4", "bytes= 1-2", "x=1-2"] {
            #expect(RangeWish(text) == nil, "\(text)")
        }
    }

    @Test("dates: three forms are read, one is written") func dates() {
        let texts = [
            "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
            "SUN, 06 NOV 1994 08:49:37 gmt",
        ]
        for text in texts { #expect(HTTPDate.instant(text) == Self.now, "\(text)") }
        #expect(HTTPDate.text(of: Self.now) == texts[0])
        for seconds in stride(from: Int64(0), through: 4_000_000_000, by: 12_345_678) {
            let instant = Instant(secondsSince1970: seconds)
            #expect(HTTPDate.instant(HTTPDate.text(of: instant)) == instant)
        }
        for text in [
            "", "0", "Sun, 06 Nov 1994 08:49:37", "Sun, 31 Feb 1994 08:49:37 GMT", "06 Nov 1994 08:49:37 GMT 1",
            "Sun, 06 Nov 1994 08:49:61 GMT",
        ] {
            #expect(HTTPDate.instant(text) == nil, "\(text)")
        }
        #expect(HTTPDate.instant("Sun, 06 Nov 1994 08:49:60 GMT") == HTTPDate.instant("Sun, 06 Nov 1994 08:49:59 GMT"))
    }

    /// RFC 9110 §5.6.7: "Recipients of a timestamp value in rfc850-date format, which uses a two-digit year, MUST
    /// interpret a timestamp that appears to be more than 50 years in the future as representing the most recent year
    /// in the past that had the same last two digits."
    @Test(
        "years of two digits", arguments: [(26, 2026), (75, 2075), (76, 2076), (77, 1977), (94, 1994), (0, 2000)])
    func years(_ digits: Int, _ year: Int) throws {
        let now = try #require(Instant(year: 2026, month: 8, day: 1))
        let text = digits < 10 ? "0\(digits)" : "\(digits)"
        let found = HTTPDate.instant("Sunday, 01-Aug-\(text) 00:00:00 GMT", near: now)
        #expect(found == Instant(year: year, month: 8, day: 1))
        // A second more than 50 years.
        let later = HTTPDate.instant("Sunday, 01-Aug-76 00:00:01 GMT", near: now)
        #expect(later == Instant(year: 1976, month: 8, day: 1, hour: 0, minute: 0, second: 1))
    }

    @Test("the time on the way counts towards the age (§4.2.3)") func delay() throws {
        let head = try #require(
            CacheRules.storable(
                try Self.sent(), status: 200, httpVersion: "1.1", fields: try Self.fields([("Age", "0")]),
                requestTime: Self.now.advanced(bySeconds: -30), at: Self.now))
        #expect(head.age(at: Self.now) == 30)
        // Date is appended where there is none (RFC 9110 §6.6.1).
        #expect(head.value(of: "Date") == "Sun, 06 Nov 1994 08:49:37 GMT")
    }

    @Test("unsafe methods drop their URL, and what they name on the same server (§4.4)") func invalidation() throws {
        let url = try HTTPSURL("https://example.com/a")
        let fields = try Self.fields([("Location", "/b?c"), ("Content-Location", "https://other.com/d")])
        func dropped(_ method: String, _ status: Int) -> [String] {
            CacheRules.invalidated(by: method, of: url, status: status, fields: fields).map(\.description)
        }
        #expect(dropped("POST", 201) == ["https://example.com/a", "https://example.com/b?c"])
        #expect(dropped("FOO", 302).count == 2)
        #expect(dropped("POST", 400) == [])
        for method in ["GET", "HEAD", "OPTIONS", "TRACE"] { #expect(dropped(method, 200) == []) }
    }

    @Test("a record is read as it was written, and no other bytes are one") func records() throws {
        let digest = [UInt8](repeating: 7, count: 32)
        for head in [
            try Self.kept([("Cache-Control", "max-age=60"), ("X", ""), ("X", "\u{e9}")]), try Self.part("bytes 2-3/10"),
        ] {
            var head = head
            if let range = head.range { head.bodyCount = range.bytes.count }
            let bytes = try #require(CacheRecord.bytes(head, bodyDigest: digest))
            let read = try #require(CacheRecord.head(bytes))
            #expect(read.head == head && read.bodyDigest == digest)
            for count in bytes.indices { #expect(CacheRecord.head(Array(bytes.prefix(count))) == nil) }
            #expect(CacheRecord.head(bytes + [0]) == nil)
        }
        var head = try Self.kept([("X", String(repeating: "x", count: 40_000))])
        #expect(CacheRecord.bytes(head, bodyDigest: digest) == nil)
        head = try Self.kept([("X", "1")])
        head.url = "https://example.com/\n"
        #expect(CacheRecord.bytes(head, bodyDigest: digest) == nil)
    }
}
