import Foundation
import HoldfastNetworking
import Testing

@testable import HoldfastHTTPS
@testable import HoldfastNetworkingNames

@Suite("What a private cache keeps (RFC 9111 §3), updates (§4.3.4) and drops (§4.4)")
struct CacheStoringTests {
    private typealias Bench = CacheBench

    @Test("statuses: those that may be guessed about, and others if their server says so") func statuses() throws {
        for status in [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501] {
            #expect(try Bench.kept([:], status: status) != nil, "\(status)")
        }
        for status in [201, 302, 303, 307, 403, 500, 503] {
            #expect(try Bench.kept([:], status: status) == nil, "\(status)")
            #expect(try Bench.kept(["Cache-Control": "max-age=9"], status: status) != nil, "\(status)")
        }
        for status in [100, 206, 304, 401, 407] {
            #expect(try Bench.kept(["Cache-Control": "max-age=9"], status: status) == nil, "\(status)")
        }
    }

    @Test("not: no-store of either side, Vary: *, other methods, parts") func refused() throws {
        #expect(try Bench.kept(["Cache-Control": "max-age=9, NO-STORE"]) == nil)
        #expect(try Bench.kept([:], request: try Bench.request(["Cache-Control": "no-store"])) == nil)
        #expect(try Bench.kept(["Vary": "Accept, *"]) == nil)
        #expect(try Bench.kept([:], request: try Bench.request(["Range": "bytes=0-"])) == nil)
        var post = try Bench.request()
        post.httpMethod = "POST"
        #expect(try Bench.kept(["Cache-Control": "max-age=9"], request: post) == nil)
        let other = URLResponse(
            url: try #require(URL(string: "file:///a")), mimeType: nil, expectedContentLength: 1, textEncodingName: nil)
        let found = CacheRules.storable(
            sent: try Bench.sent(), response: other, data: Data(), requestTime: Bench.now, now: Bench.now)
        #expect(found == nil)
    }

    @Test("Vary: the fields of the request that was answered must be those of the new one") func vary() throws {
        let fields = ["Cache-Control": "max-age=60", "Vary": "accept-language, X-A"]
        let cached = try #require(try Bench.kept(fields, request: try Bench.request(["Accept-Language": "de"])))
        func uses(_ fields: [String: String]) throws -> Bool {
            let found = try Bench.decide(try Bench.request(fields), cached: cached)
            return if case .use = found { true } else { false }
        }
        #expect(try uses(["ACCEPT-LANGUAGE": "de", "Other": "1"]))
        #expect(try !uses(["Accept-Language": "fr"]))
        #expect(try !uses([:]))
        #expect(try !uses(["Accept-Language": "de", "X-A": "1"]))
    }

    @Test("an answer to one authorization answers no other, and does not show it") func authorization() throws {
        let request = try Bench.request(["Authorization": "Bearer secret"])
        let cached = try #require(try Bench.kept(["Cache-Control": "max-age=60"], request: request))
        for (other, isUsed) in [("Bearer secret", true), ("Bearer other", false), (nil, false)] {
            let asking = try Bench.request(other.map { ["Authorization": $0] } ?? [:])
            let found = try Bench.decide(asking, cached: cached, policy: .returnCacheDataElseLoad)
            let uses = if case .use = found { true } else { false }
            #expect(uses == isUsed)
        }
        #expect(!"\(cached.userInfo ?? [:])".contains("secret"))
    }

    /// RFC 9111 §4.1 names the fields of Vary; who asks is more than fields.
    @Test("an answer is for whoever it was given to: cookies, users, identities, policies") func whoAsks() throws {
        let cookie = try Bench.request(["Cookie": "a=1"])
        let all: [(String, OutgoingRequest)] = [
            ("nobody", try Bench.sent()), ("alice", try Bench.sent(user: "alice")),
            ("bob", try Bench.sent(user: "bob")),
            ("a cookie", try Bench.sent(cookie)), ("an identity", try Bench.sent(identity: 1)),
            ("another identity", try Bench.sent(identity: 2)), ("another policy", try Bench.sent(policy: 2)),
            ("a cookie of alice's", try Bench.sent(cookie, user: "alice")),
        ]
        for (kept, sent) in all {
            let cached = try Bench.kept(["Cache-Control": "private, max-age=60"], sent: sent)
            #expect(cached != nil)
            for (asking, outgoing) in all {
                for policy in [URLRequest.CachePolicy.useProtocolCachePolicy, .returnCacheDataElseLoad] {
                    let found = try Bench.decide(sent: outgoing, cached: cached, policy: policy)
                    let uses = if case .use = found { true } else { false }
                    #expect(uses == (asking == kept), "kept for \(kept), asked by \(asking)")
                }
            }
        }
    }

    @Test("what a program stored itself is for requests of nobody") func programs() throws {
        let fields = ["Cache-Control": "max-age=60", "Date": Bench.date]
        let own = CachedURLResponse(response: try Bench.response(fields), data: Data())
        for (outgoing, isUsed) in [
            (try Bench.sent(), true), (try Bench.sent(user: "alice"), false), (try Bench.sent(identity: 1), false),
            (try Bench.sent(try Bench.request(["Cookie": "a=1"])), false),
            (try Bench.sent(try Bench.request(["Authorization": "Bearer x"])), false),
        ] {
            let found = try Bench.decide(sent: outgoing, cached: own)
            let uses = if case .use = found { true } else { false }
            #expect(uses == isUsed)
        }
    }

    @Test("a 304 brings new fields and a new age, and leaves those of the body") func merging() throws {
        let old = try #require(
            try Bench.kept([
                "Cache-Control": "max-age=60", "ETag": "W/\"v\"", "Age": "50", "Content-Type": "text/a", "X-Kept": "1",
                "X-New": "old",
            ]))
        let update = try Bench.response(
            [
                "cache-control": "max-age=90", "ETag": "\"v\"", "Content-Type": "text/b", "x-new": "new",
                "Content-Length": "0", "Connection": "X-Hop", "X-Hop": "1",
            ], status: 304)
        let later = Bench.now.addingTimeInterval(100)
        let merged = try #require(
            CacheRules.merged(old, with: update, for: try Bench.sent(), requestTime: later, at: later))
        let response = try #require(merged.response as? HTTPURLResponse)
        let expected = [
            "Cache-Control": "max-age=90", "Content-Type": "text/a", "X-Kept": "1", "X-New": "new", "X-Hop": nil,
            "Content-Length": nil, "Connection": nil, "Age": nil,
        ]
        for (name, value) in expected { #expect(response.value(forHTTPHeaderField: name) == value, "\(name)") }
        #expect(response.statusCode == 200 && merged.data == old.data)
        let found = try Bench.decide(cached: merged, now: later.addingTimeInterval(89))
        let uses = if case .use = found { true } else { false }
        #expect(uses)
    }

    @Test("a 304 about something else updates nothing") func otherValidator() throws {
        let cached = try #require(try Bench.kept(["ETag": "\"v\""]))
        let update = try Bench.response(["ETag": "\"w\""], status: 304)
        #expect(
            CacheRules.merged(cached, with: update, for: try Bench.sent(), requestTime: Bench.now, at: Bench.now)
                == nil)
    }

    @Test("unsafe methods drop their URL, and what they name on the same server") func invalidation() throws {
        let fields = ["Location": "/b?c", "Content-Location": "https://other.com/d"]
        func dropped(_ method: String, _ status: Int) throws -> [String] {
            var request = try Bench.request()
            request.httpMethod = method
            return CacheRules.invalidated(by: request, response: try Bench.response(fields, status: status))
                .map(\.absoluteString)
        }
        #expect(try dropped("POST", 201) == ["https://example.com/a", "https://example.com/b?c"])
        #expect(try dropped("FOO", 302).count == 2)
        #expect(try dropped("POST", 400) == [])
        for method in ["GET", "HEAD", "OPTIONS"] { #expect(try dropped(method, 200) == []) }
    }
}
