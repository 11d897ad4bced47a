import HoldfastHTTPS
import HoldfastWeb

extension CacheRow {
    /// The rules, with the sections of RFC 9111 and of what else is named.
    static let table =
        storing + fields + parts + selecting + freshness + validating + directives + outlasting

    /// Storing responses (§3).
    private static let storing: [CacheRow] = [
        CacheRow("§3 heuristically cacheable: 200", "200; LM: @-36000", 10, "fresh"),
        CacheRow("§3 heuristically cacheable: 203", "203; LM: @-36000", 10, "fresh"),
        CacheRow("§3 heuristically cacheable: 204", "204; LM: @-36000", 10, "fresh", body: ""),
        CacheRow("§3 heuristically cacheable: 300", "300; LM: @-36000", 10, "fresh"),
        CacheRow("§3 heuristically cacheable: 301", "301; LM: @-36000", 10, "fresh"),
        CacheRow("§3 heuristically cacheable: 308", "308; LM: @-36000", 10, "fresh"),
        CacheRow("§3 heuristically cacheable: 404", "404; LM: @-36000", 10, "fresh"),
        CacheRow("§3 heuristically cacheable: 405", "405; LM: @-36000", 10, "fresh"),
        CacheRow("§3 heuristically cacheable: 410", "410; LM: @-36000", 10, "fresh"),
        CacheRow("§3 heuristically cacheable: 414", "414; LM: @-36000", 10, "fresh"),
        CacheRow("§3 heuristically cacheable: 501", "501; LM: @-36000", 10, "fresh"),
        CacheRow("§3 nothing said, not heuristically cacheable: 201", "201; LM: @-36000", 10, "server"),
        CacheRow("§3 nothing said, not heuristically cacheable: 202", "202; LM: @-36000", 10, "server"),
        CacheRow("§3 nothing said, not heuristically cacheable: 302", "302; LM: @-36000", 10, "server"),
        CacheRow("§3 nothing said, not heuristically cacheable: 303", "303; LM: @-36000", 10, "server"),
        CacheRow("§3 nothing said, not heuristically cacheable: 307", "307; LM: @-36000", 10, "server"),
        CacheRow("§3 nothing said, not heuristically cacheable: 400", "400; LM: @-36000", 10, "server"),
        CacheRow("§3 nothing said, not heuristically cacheable: 403", "403; LM: @-36000", 10, "server"),
        CacheRow("§3 nothing said, not heuristically cacheable: 500", "500; LM: @-36000", 10, "server"),
        CacheRow("§3 nothing said, not heuristically cacheable: 502", "502; LM: @-36000", 10, "server"),
        CacheRow("§3 explicit expiration: 201", "201; CC: max-age=60", 10, "fresh"),
        CacheRow("§3 explicit expiration: 202", "202; CC: max-age=60", 10, "fresh"),
        CacheRow("§3 explicit expiration: 302", "302; CC: max-age=60", 10, "fresh"),
        CacheRow("§3 explicit expiration: 303", "303; CC: max-age=60", 10, "fresh"),
        CacheRow("§3 explicit expiration: 307", "307; CC: max-age=60", 10, "fresh"),
        CacheRow("§3 explicit expiration: 400", "400; CC: max-age=60", 10, "fresh"),
        CacheRow("§3 explicit expiration: 403", "403; CC: max-age=60", 10, "fresh"),
        CacheRow("§3 explicit expiration: 418", "418; CC: max-age=60", 10, "fresh"),
        CacheRow("§3 explicit expiration: 500", "500; CC: max-age=60", 10, "fresh"),
        CacheRow("§3 explicit expiration: 503", "503; CC: max-age=60", 10, "fresh"),
        CacheRow("§3 explicit expiration: 599", "599; CC: max-age=60", 10, "fresh"),
        CacheRow("§3 a challenge is for who was asked", "401; CC: max-age=60", 10, "server"),
        CacheRow("RFC 9110 §15.5.13 an answer to a condition", "412; CC: max-age=60", 10, "server"),
        CacheRow("RFC 9110 §15.5.17 an answer to a range", "416; CC: max-age=60", 10, "server"),
        CacheRow("RFC 6585 §3 never stored: 428", "428; CC: max-age=60", 10, "server"),
        CacheRow("RFC 6585 §4 never stored: 429", "429; CC: max-age=60", 10, "server"),
        CacheRow("RFC 6585 §5 never stored: 431", "431; CC: max-age=60", 10, "server"),
        CacheRow("RFC 6585 §6 never stored: 511", "511; CC: max-age=60", 10, "server"),
        CacheRow("§3 Expires is explicit, too", "302; Expires: @60", 10, "fresh"),
        CacheRow("§3 public", "302; CC: public; LM: @-36000", 10, "fresh"),
        CacheRow("§3 public, without a time", "302; CC: public; E: v", 10, "validated"),
        CacheRow("§3 private, in a private cache", "302; CC: private; E: v", 10, "validated"),
        CacheRow("§3 private does not let it guess", "302; CC: private; LM: @-36000", 10, "validated"),
        CacheRow("§3 s-maxage is for shared caches", "302; CC: s-maxage=60", 10, "server"),
        CacheRow("§3 no-store of the response", "CC: no-store", 0, "server"),
        CacheRow("§3 no-store beside max-age", "CC: max-age=60, no-store", 0, "server"),
        CacheRow("§3 no-store in any case", "CC: NO-STORE, max-age=60", 0, "server"),
        CacheRow("§3 no-store with a value", "CC: no-store=1, max-age=60", 0, "server"),
        CacheRow("§3 no-store of the request", "CC: max-age=60", 0, "server", ask1: "CC: no-store"),
        CacheRow(
            "§5.2.2.3 must-understand and no-store: understood", "CC: max-age=60, must-understand, no-store", 9,
            "fresh"),
        CacheRow(
            "§5.2.2.3 must-understand and no-store: 302", "302; CC: max-age=60, must-understand, no-store", 9, "fresh"),
        CacheRow("§5.2.2.3 must-understand: a status that is not", "418; CC: max-age=60, must-understand", 9, "server"),
        CacheRow(
            "§5.2.2.3 must-understand and no-store: not understood", "299; CC: max-age=60, must-understand, no-store",
            9, "server"),
        CacheRow("§3 the method of the request is not GET: POST", "CC: max-age=60", 9, "server", ask1: "POST"),
        CacheRow("§3 the method of the request is not GET: PUT", "CC: max-age=60", 9, "server", ask1: "PUT"),
        CacheRow("§3 the method of the request is not GET: DELETE", "CC: max-age=60", 9, "server", ask1: "DELETE"),
        CacheRow("§3 the method of the request is not GET: OPTIONS", "CC: max-age=60", 9, "server", ask1: "OPTIONS"),
        CacheRow("§3 the method of the request is not GET: PATCH", "CC: max-age=60", 9, "server", ask1: "PATCH"),
        CacheRow("§3 an answer to HEAD has no content", "CC: max-age=60", 9, "server", ask1: "HEAD"),
        CacheRow("§4 GET answers HEAD", "CC: max-age=60", 9, "fresh", ask: "HEAD"),
        CacheRow("§4 404 of GET answers HEAD", "404; CC: max-age=60", 9, "fresh", ask: "HEAD", has: "Status: 404"),
        CacheRow("§4 the method does not allow it: POST", "CC: max-age=60", 9, "server", ask: "POST"),
        CacheRow("§4 the method does not allow it: PUT", "CC: max-age=60", 9, "server", ask: "PUT"),
        CacheRow("§4 the method does not allow it: DELETE", "CC: max-age=60", 9, "server", ask: "DELETE"),
        CacheRow("§4 the method does not allow it: OPTIONS", "CC: max-age=60", 9, "server", ask: "OPTIONS"),
        CacheRow("§4 the method does not allow it: PATCH", "CC: max-age=60", 9, "server", ask: "PATCH"),
    ]

    /// Fields that are kept, and updated (§3.1, §3.2).
    private static let fields: [CacheRow] = [
        CacheRow(
            "§3.1 fields of the connection", "CC: max-age=60; Connection: X-Hop; X-Hop: 1", 9, "fresh",
            has: "X-Hop: none"),
        CacheRow("§3.1 Connection itself", "CC: max-age=60; Connection: X-Hop", 9, "fresh", has: "Connection: none"),
        CacheRow("§3.1 Keep-Alive", "CC: max-age=60; Keep-Alive: timeout=5", 9, "fresh", has: "Keep-Alive: none"),
        CacheRow(
            "§3.1 Proxy-Authenticate", "CC: max-age=60; Proxy-Authenticate: Basic", 9, "fresh",
            has: "Proxy-Authenticate: none"),
        CacheRow(
            "§3.1 Proxy-Connection", "CC: max-age=60; Proxy-Connection: close", 9, "fresh",
            has: "Proxy-Connection: none"),
        CacheRow("§3.1 every other field, known or not", "CC: max-age=60; X-Own: 1", 9, "fresh", has: "X-Own: 1"),
        CacheRow("§3.1 Content-Type", "CC: max-age=60; Content-Type: a/b", 9, "fresh", has: "Content-Type: a/b"),
        CacheRow("§3.1 a field without a value", "CC: max-age=60; X-Own:", 9, "fresh", has: "X-Own: "),
        CacheRow(
            "§5.5 Warning is a field like others", "CC: max-age=60; Warning: 110 - x", 9, "fresh",
            has: "Warning: 110 - x"),
        CacheRow(
            "§3.2 a 304 replaces fields", "CC: max-age=0; E: v; X: old", 9, "validated", then: "304; E: v; X: new",
            has: "X: new"),
        CacheRow(
            "§3.2 a 304 adds fields", "CC: max-age=0; E: v", 9, "validated", then: "304; E: v; X: new", has: "X: new"),
        CacheRow(
            "§3.2 what a 304 does not say, stays", "CC: max-age=0; E: v; X: old", 9, "validated", then: "304; E: v",
            has: "X: old"),
        CacheRow(
            "§3.2 Content-Type as others", "CC: max-age=0; E: v; Content-Type: a/a", 9, "validated",
            then: "304; E: v; Content-Type: b/b", has: "Content-Type: b/b"),
        CacheRow(
            "§3.2 not Content-Encoding", "CC: max-age=0; E: v", 9, "validated", then: "304; E: v; Content-Encoding: x",
            has: "Content-Encoding: none"),
        CacheRow(
            "§3.2 not Content-Range", "CC: max-age=0; E: v", 9, "validated",
            then: "304; E: v; Content-Range: bytes 0-1/2", has: "Content-Range: none"),
        CacheRow(
            "§3.2 not Content-Length", "CC: max-age=0; E: v", 9, "validated", then: "304; E: v; Content-Length: 3",
            has: "Content-Length: 10"),
        CacheRow(
            "§3.2 not fields of the connection", "CC: max-age=0; E: v", 9, "validated",
            then: "304; E: v; Connection: X; X: 1", has: "X: none"),
        CacheRow(
            "§3.2 Cache-Control", "CC: max-age=0; E: v", 9, "validated", then: "304; E: v; CC: max-age=60",
            has: "Cache-Control: max-age=60"),
        CacheRow(
            "§3.2 Age goes with its response", "CC: max-age=0; E: v; Age: 7", 9, "validated", then: "304; E: v",
            has: "Age: none"),
        CacheRow(
            "§3.2 Vary of a 304", "CC: max-age=0; E: v", 9, "validated", then: "304; E: v; Vary: A", has: "Vary: A"),
    ]

    /// Parts and their combination (§3.3, §3.4).
    private static let parts: [CacheRow] = [
        CacheRow(
            "§3.3 a part is no whole: the rest is asked for", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60",
            9, "completed", then: "206; Content-Range: bytes 5-9/10; E: v", body: "0123456789"),
        CacheRow(
            "§3.4 the whole says so", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "completed",
            then: "206; Content-Range: bytes 5-9/10; E: v", has: "Content-Range: none", body: "0123456789"),
        CacheRow(
            "§3.4 the whole has its length", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "completed",
            then: "206; Content-Range: bytes 5-9/10; E: v", has: "Content-Length: 10", body: "0123456789"),
        CacheRow(
            "§3.4 the whole is a 200", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "completed",
            then: "206; Content-Range: bytes 5-9/10; E: v", has: "Status: 200", body: "0123456789"),
        CacheRow(
            "§3.4 fields of the newer", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60; X: old", 9,
            "completed", then: "206; Content-Range: bytes 5-9/10; E: v; X: new", has: "X: new", body: "0123456789"),
        CacheRow(
            "§3.4 fields of the older, where the newer has none",
            "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60; X: old", 9, "completed",
            then: "206; Content-Range: bytes 5-9/10; E: v", has: "X: old", body: "0123456789"),
        CacheRow(
            "§3.4 not the age of the older", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60; Age: 50", 9,
            "completed", then: "206; Content-Range: bytes 5-9/10; E: v", has: "Age: none", body: "0123456789"),
        CacheRow(
            "§4.1 parts that were not chosen by the same",
            "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60; Vary: A", 9, "server",
            then: "206; Content-Range: bytes 5-9/10; E: v", has: "Status: 206", body: "56789"),
        CacheRow(
            "§3.4 a stale part can be completed, too", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=0", 9,
            "completed", then: "206; Content-Range: bytes 5-9/10; E: v", body: "0123456789"),
        CacheRow(
            "§3.4 parts that overlap", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "completed",
            then: "206; Content-Range: bytes 3-9/10; E: v", body: "0123456789"),
        CacheRow(
            "§3.4 a gap", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "server",
            then: "206; Content-Range: bytes 7-9/10; E: v", has: "Status: 206", body: "789"),
        CacheRow(
            "§3.4 another validator", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "server",
            then: "206; Content-Range: bytes 5-9/10; E: w", has: "Status: 206", body: "56789"),
        CacheRow(
            "§3.4 another length", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "server",
            then: "206; Content-Range: bytes 5-9/11; E: v", has: "Status: 206", body: "56789"),
        CacheRow(
            "§3.4 a weak validator", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "server",
            then: "206; Content-Range: bytes 5-9/10; W: v", has: "Status: 206", body: "56789"),
        CacheRow(
            "RFC 9110 §13.1.5 the whole, since it has changed",
            "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "server", then: "200; E: w"),
        CacheRow(
            "RFC 9110 §15.5.17 there is no rest", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "server",
            then: "416", has: "Status: 416"),
        CacheRow(
            "§3.3 only-if-cached, and a part", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "absent",
            ask: "CC: only-if-cached", has: "Status: 504"),
        CacheRow(
            "§3.3 a range wholly within", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "fresh",
            ask: "Range: bytes=0-1", has: "Content-Range: bytes 0-1/10", body: "01"),
        CacheRow(
            "§3.3 206 is marked", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "fresh",
            ask: "Range: bytes=0-1", has: "Status: 206", body: "01"),
        CacheRow(
            "§3.3 all of the part", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "fresh",
            ask: "Range: bytes=0-4", body: "01234"),
        CacheRow(
            "§3.3 a range not wholly within", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "server",
            ask: "Range: bytes=3-6"),
        CacheRow(
            "§3.3 a suffix not within", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "server",
            ask: "Range: bytes=-2"),
        CacheRow(
            "§3.3 a part from the middle, and the whole", "206; Content-Range: bytes 3-6/10; E: v; CC: max-age=60", 9,
            "server"),
        CacheRow(
            "§3.3 a range in a part from the middle", "206; Content-Range: bytes 3-6/10; E: v; CC: max-age=60", 9,
            "fresh", ask: "Range: bytes=4-5", has: "Content-Range: bytes 4-5/10", body: "45"),
        CacheRow(
            "§3.3 a suffix of a part that is none", "206; Content-Range: bytes 3-6/10; E: v; CC: max-age=60", 9,
            "server", ask: "Range: bytes=-4"),
        CacheRow(
            "§3.3 a part, and HEAD", "206; Content-Range: bytes 0-4/10; E: v; CC: max-age=60", 9, "server",
            ask: "HEAD"),
        CacheRow("§3.3 a part without Content-Range", "206; E: v; CC: max-age=60", 9, "server"),
        CacheRow(
            "§3.3 a part of nobody knows how much", "206; Content-Range: bytes 0-4/*; E: v; CC: max-age=60", 9,
            "server"),
        CacheRow(
            "§3.4 a part without a validator", "206; Content-Range: bytes 0-4/10; CC: max-age=60", 9, "server",
            ask: "Range: bytes=0-1"),
        CacheRow(
            "§3.4 a part with a weak one", "206; Content-Range: bytes 0-4/10; W: v; CC: max-age=60", 9, "server",
            ask: "Range: bytes=0-1"),
        CacheRow(
            "RFC 9110 §14.2 a part of the whole: 2-4", "CC: max-age=60; E: v", 9, "fresh", ask: "Range: bytes=2-4",
            has: "Content-Range: bytes 2-4/10", body: "234"),
        CacheRow(
            "RFC 9110 §14.2 a part of the whole: 0-0", "CC: max-age=60; E: v", 9, "fresh", ask: "Range: bytes=0-0",
            has: "Content-Range: bytes 0-0/10", body: "0"),
        CacheRow(
            "RFC 9110 §14.2 a part of the whole: 7-", "CC: max-age=60; E: v", 9, "fresh", ask: "Range: bytes=7-",
            has: "Content-Range: bytes 7-9/10", body: "789"),
        CacheRow(
            "RFC 9110 §14.2 a part of the whole: -3", "CC: max-age=60; E: v", 9, "fresh", ask: "Range: bytes=-3",
            has: "Content-Range: bytes 7-9/10", body: "789"),
        CacheRow(
            "RFC 9110 §14.2 a part of the whole: 0-99", "CC: max-age=60; E: v", 9, "fresh", ask: "Range: bytes=0-99",
            has: "Content-Range: bytes 0-9/10", body: "0123456789"),
        CacheRow(
            "RFC 9110 §14.2 a part of the whole: -99", "CC: max-age=60; E: v", 9, "fresh", ask: "Range: bytes=-99",
            has: "Content-Range: bytes 0-9/10", body: "0123456789"),
        CacheRow(
            "RFC 9110 §14.2 a part of the whole: 9-9", "CC: max-age=60; E: v", 9, "fresh", ask: "Range: bytes=9-9",
            has: "Content-Range: bytes 9-9/10", body: "9"),
        CacheRow(
            "RFC 9110 §15.3.7 the length of the part", "CC: max-age=60; E: v", 9, "fresh", ask: "Range: bytes=2-4",
            has: "Content-Length: 3", body: "234"),
        CacheRow(
            "RFC 9110 §14.2 another spelling of the unit", "CC: max-age=60; E: v", 9, "fresh", ask: "Range: BYTES=2-4",
            has: "Status: 206", body: "234"),
        CacheRow(
            "RFC 9110 §14.2 for the server: bytes=10-", "CC: max-age=60; E: v", 9, "server", ask: "Range: bytes=10-"),
        CacheRow(
            "RFC 9110 §14.2 for the server: bytes=-0", "CC: max-age=60; E: v", 9, "server", ask: "Range: bytes=-0"),
        CacheRow(
            "RFC 9110 §14.2 for the server: bytes=5-2", "CC: max-age=60; E: v", 9, "server", ask: "Range: bytes=5-2"),
        CacheRow(
            "RFC 9110 §14.2 for the server: bytes=0-1,4-5", "CC: max-age=60; E: v", 9, "server",
            ask: "Range: bytes=0-1,4-5"),
        CacheRow(
            "RFC 9110 §14.2 for the server: items=0-1", "CC: max-age=60; E: v", 9, "server", ask: "Range: items=0-1"),
        CacheRow(
            "RFC 9110 §14.2 for the server: bytes=a-b", "CC: max-age=60; E: v", 9, "server", ask: "Range: bytes=a-b"),
        CacheRow("RFC 9110 §14.2 for the server: bytes=", "CC: max-age=60; E: v", 9, "server", ask: "Range: bytes="),
        CacheRow("RFC 9110 §14.2 for the server: bytes=-", "CC: max-age=60; E: v", 9, "server", ask: "Range: bytes=-"),
        CacheRow(
            "RFC 9110 §14.2 for the server: bytes=1-2-3", "CC: max-age=60; E: v", 9, "server",
            ask: "Range: bytes=1-2-3"),
        CacheRow(
            "RFC 9110 §13.1.5 If-Range is for the server", "CC: max-age=60; E: v", 9, "server",
            ask: "Range: bytes=0-1; If-Range: \"v\""),
        CacheRow("RFC 9110 §14.2 of HEAD", "CC: max-age=60; E: v", 9, "server", ask: "HEAD; Range: bytes=0-1"),
        CacheRow("§4 a part of what is stale", "CC: max-age=0; E: v", 9, "server", ask: "Range: bytes=0-1"),
        CacheRow(
            "§4 a part of what is stale, and taken so", "CC: max-age=0; E: v", 9, "stale",
            ask: "Range: bytes=0-1; CC: max-stale", body: "01"),
        CacheRow("RFC 9110 §14.2 a part of a 404", "404; CC: max-age=60", 9, "server", ask: "Range: bytes=0-1"),
    ]

    /// Selecting a response (§4, §4.1, §3.5).
    private static let selecting: [CacheRow] = [
        CacheRow("§4 Age is the current age", "CC: max-age=60", 7, "fresh", has: "Age: 7"),
        CacheRow("§4 Age is replaced", "CC: max-age=60; Age: 20", 7, "fresh", has: "Age: 27"),
        CacheRow("§4 Age of what is stale", "CC: max-age=5", 7, "stale", ask: "CC: max-stale", has: "Age: 7"),
        CacheRow("§4 status", "404; CC: max-age=60", 7, "fresh", has: "Status: 404"),
        CacheRow("§4.1 the same field", "CC: max-age=60; Vary: A", 9, "fresh", ask: "A: 1", ask1: "A: 1"),
        CacheRow("§4.1 another value", "CC: max-age=60; Vary: A", 9, "server", ask: "A: 2", ask1: "A: 1"),
        CacheRow("§4.1 a field that was not there", "CC: max-age=60; Vary: A", 9, "server", ask: "A: 1"),
        CacheRow("§4.1 a field that is not there", "CC: max-age=60; Vary: A", 9, "server", ask1: "A: 1"),
        CacheRow("§4.1 absent in both", "CC: max-age=60; Vary: A", 9, "fresh"),
        CacheRow("§4.1 an empty value is not absent", "CC: max-age=60; Vary: A", 9, "server", ask: "A:"),
        CacheRow("§4.1 names in any case", "CC: max-age=60; Vary: A", 9, "fresh", ask: "a: 1", ask1: "A: 1"),
        CacheRow("§4.1 values in one case", "CC: max-age=60; Vary: A", 9, "server", ask: "A: x", ask1: "A: X"),
        CacheRow("§4.1 fields that are not named", "CC: max-age=60; Vary: B", 9, "fresh", ask: "A: 2", ask1: "A: 1"),
        CacheRow(
            "§4.1 several names, all the same", "CC: max-age=60; Vary: A, B", 9, "fresh", ask: "A: 1; B: 2",
            ask1: "A: 1; B: 2"),
        CacheRow(
            "§4.1 several names, one another", "CC: max-age=60; Vary: A, B", 9, "server", ask: "A: 1; B: 3",
            ask1: "A: 1; B: 2"),
        CacheRow(
            "§4.1 order of fields does not matter", "CC: max-age=60; Vary: A, B", 9, "fresh", ask: "B: 2; A: 1",
            ask1: "A: 1; B: 2"),
        CacheRow(
            "§4.1 two Vary fields", "CC: max-age=60; Vary: A; Vary: B", 9, "server", ask: "A: 1; B: 3",
            ask1: "A: 1; B: 2"),
        CacheRow("§4.1 empty elements", "CC: max-age=60; Vary: ,, A ,", 9, "fresh", ask: "A: 1", ask1: "A: 1"),
        CacheRow(
            "§4.1 a value in two fields, in another order", "CC: max-age=60; Vary: A", 9, "server", ask: "A: 2; A: 1",
            ask1: "A: 1; A: 2"),
        // "adding or removing whitespace, where allowed in the header field's syntax"; "combining multiple header field
        // lines with the same field name".
        CacheRow(
            "§4.1 space around a list's commas", "CC: max-age=60; Vary: A", 9, "fresh", ask: "A: 1,2",
            ask1: "A: 1 , 2"),
        CacheRow(
            "§4.1 one field or two, of one list", "CC: max-age=60; Vary: A", 9, "fresh", ask: "A: 1, 2",
            ask1: "A: 1; A: 2"),
        CacheRow(
            "§4.1 space in a quoted string", "CC: max-age=60; Vary: A", 9, "server", ask: "A: \"1,2\"",
            ask1: "A: \"1, 2\""),
        CacheRow(
            "§4.1 space between words", "CC: max-age=60; Vary: A", 9, "server", ask: "A: 12", ask1: "A: 1 2"),
        CacheRow(
            "§4.1 a list in another order", "CC: max-age=60; Vary: A", 9, "server", ask: "A: 2, 1", ask1: "A: 1, 2"),
        CacheRow("§4.1 Vary: *", "CC: max-age=60; Vary: *", 9, "server"),
        CacheRow("§4.1 * among others", "CC: max-age=60; Vary: A, *", 9, "server", ask: "A: 1", ask1: "A: 1"),
        CacheRow("§4.1 Vary that is no list: 'A B'", "CC: max-age=60; Vary: A B", 9, "server"),
        CacheRow("§4.1 Vary that is no list: '\"A\"'", "CC: max-age=60; Vary: \"A\"", 9, "server"),
        CacheRow("§4.1 an empty Vary", "CC: max-age=60; Vary:", 9, "fresh"),
        CacheRow(
            "§4.1 Vary names Accept-Encoding, which goes out by itself", "CC: max-age=60; Vary: Accept-Encoding", 9,
            "fresh"),
        CacheRow(
            "§4.1 a stale one for another", "CC: max-age=0; E: v; Vary: A", 9, "server", ask: "A: 2", ask1: "A: 1"),
        CacheRow(
            "§4.1 a stale one for the same", "CC: max-age=0; E: v; Vary: A", 9, "validated", ask: "A: 1", ask1: "A: 1"),
        CacheRow(
            "§3.5 Authorization: the same", "CC: max-age=60", 9, "fresh", ask: "Authorization: Bearer a",
            ask1: "Authorization: Bearer a"),
        CacheRow(
            "§3.5 Authorization: another", "CC: max-age=60", 9, "server", ask: "Authorization: Bearer b",
            ask1: "Authorization: Bearer a"),
        CacheRow("§3.5 Authorization: none later", "CC: max-age=60", 9, "server", ask1: "Authorization: Bearer a"),
        CacheRow("§3.5 Authorization: none before", "CC: max-age=60", 9, "server", ask: "Authorization: Bearer a"),
        CacheRow(
            "§3.5 Authorization: public lets shared caches, and no other user", "CC: max-age=60, public", 9, "server",
            ask1: "Authorization: Bearer a"),
        CacheRow(
            "§3.5 Authorization: s-maxage=60 lets shared caches, and no other user", "CC: max-age=60, s-maxage=60", 9,
            "server", ask1: "Authorization: Bearer a"),
        CacheRow(
            "§3.5 Authorization: must-revalidate lets shared caches, and no other user",
            "CC: max-age=60, must-revalidate", 9, "server", ask1: "Authorization: Bearer a"),
        CacheRow(
            "§3.5 Authorization: no question about another's", "CC: max-age=0; E: v", 9, "server",
            ask: "Authorization: Bearer b", ask1: "Authorization: Bearer a"),
        CacheRow("§3.5 Cookie: the same", "CC: max-age=60", 9, "fresh", ask: "Cookie: a=1", ask1: "Cookie: a=1"),
        CacheRow("§3.5 Cookie: another", "CC: max-age=60", 9, "server", ask: "Cookie: a=2", ask1: "Cookie: a=1"),
        CacheRow("§3.5 Cookie: none later", "CC: max-age=60", 9, "server", ask1: "Cookie: a=1"),
        CacheRow("§3.5 Cookie: none before", "CC: max-age=60", 9, "server", ask: "Cookie: a=1"),
        CacheRow(
            "§3.5 Cookie: public lets shared caches, and no other user", "CC: max-age=60, public", 9, "server",
            ask1: "Cookie: a=1"),
        CacheRow(
            "§3.5 Cookie: s-maxage=60 lets shared caches, and no other user", "CC: max-age=60, s-maxage=60", 9,
            "server", ask1: "Cookie: a=1"),
        CacheRow(
            "§3.5 Cookie: must-revalidate lets shared caches, and no other user", "CC: max-age=60, must-revalidate", 9,
            "server", ask1: "Cookie: a=1"),
        CacheRow(
            "§3.5 Cookie: no question about another's", "CC: max-age=0; E: v", 9, "server", ask: "Cookie: a=2",
            ask1: "Cookie: a=1"),
    ]

    /// Directives that nobody knows.
    private static func others(_ count: Int) -> String { String(repeating: ", x=1", count: count) }

    /// Freshness and age (§4.2).
    private static let freshness: [CacheRow] = [
        CacheRow("§4.2 fresh until its lifetime", "CC: max-age=60; E: v", 59, "fresh"),
        CacheRow("§4.2 stale from there", "CC: max-age=60; E: v", 60, "validated"),
        CacheRow("§4.2 stale, with nothing to ask by", "CC: max-age=60", 60, "server"),
        CacheRow("§4.2.1 max-age=0", "CC: max-age=0; E: v", 0, "validated"),
        CacheRow("§4.2.1 Expires", "Expires: @60; E: v", 59, "fresh"),
        CacheRow("§4.2.1 Expires is over", "Expires: @60; E: v", 60, "validated"),
        CacheRow("§4.2.1 max-age before Expires: longer", "CC: max-age=60; Expires: @10; E: v", 59, "fresh"),
        CacheRow("§4.2.1 max-age before Expires: shorter", "CC: max-age=10; Expires: @60; E: v", 59, "validated"),
        CacheRow(
            "§4.2.1 s-maxage is not for a private cache: shorter", "CC: s-maxage=0, max-age=60; E: v", 59, "fresh"),
        CacheRow(
            "§4.2.1 s-maxage is not for a private cache: longer", "CC: s-maxage=600, max-age=60; E: v", 60,
            "validated"),
        CacheRow("§4.2.1 Expires counts from Date", "Expires: @60; Date: @-30; E: v", 59, "fresh"),
        CacheRow("§4.2.1 Expires counts from Date: over", "Expires: @60; Date: @-30; E: v", 60, "validated"),
        CacheRow("§4.2.1 Expires without a Date", "Expires: @60; Date: none; E: v", 59, "fresh"),
        CacheRow("§4.2.1 of two the first", "CC: max-age=60, max-age=0; E: v", 59, "fresh"),
        CacheRow("§4.2.1 of two the first: the shorter", "CC: max-age=0, max-age=60; E: v", 1, "validated"),
        CacheRow("§4.2.1 of two fields the first", "CC: max-age=60; CC: max-age=0; E: v", 59, "fresh"),
        CacheRow("§4.2.1 of two Expires the first", "Expires: @60; Expires: @-60; E: v", 59, "fresh"),
        CacheRow("§4.2.1 of two Expires the first: the shorter", "Expires: @-60; Expires: @60; E: v", 1, "validated"),
        CacheRow("§5.3 Expires that is none, or over: 0", "Expires: 0; E: v", 0, "validated"),
        CacheRow("§5.3 Expires that is none, or over: -1", "Expires: -1; E: v", 0, "validated"),
        CacheRow("§5.3 Expires that is none, or over: yesterday", "Expires: yesterday; E: v", 0, "validated"),
        CacheRow(
            "§5.3 Expires that is none, or over: Thu, 99 Foo 2026 00:00:00 GMT",
            "Expires: Thu, 99 Foo 2026 00:00:00 GMT; E: v", 0, "validated"),
        CacheRow("§5.3 Expires that is none, or over: @-60", "Expires: @-60; E: v", 0, "validated"),
        CacheRow("§5.3 Expires that is none, or over: @0", "Expires: @0; E: v", 0, "validated"),
        CacheRow("§4.2.1 max-age that is no number: 'abc'", "CC: max-age=abc; E: v", 1, "validated"),
        CacheRow("§4.2.1 max-age that is no number: '-5'", "CC: max-age=-5; E: v", 1, "validated"),
        CacheRow("§4.2.1 max-age that is no number: '1.5'", "CC: max-age=1.5; E: v", 1, "validated"),
        CacheRow("§4.2.1 max-age that is no number: '60s'", "CC: max-age=60s; E: v", 1, "validated"),
        CacheRow("§4.2.1 max-age that is no number: ''", "CC: max-age=; E: v", 1, "validated"),
        CacheRow("§4.2.1 max-age that is no number: '0x3C'", "CC: max-age=0x3C; E: v", 1, "validated"),
        CacheRow("§4.2.1 max-age that is no number: ' '", "CC: max-age= ; E: v", 1, "validated"),
        CacheRow("§5.2.2.1 max-age without a value", "CC: max-age; E: v", 1, "validated"),
        CacheRow("§5.2.2.1 max-age in quotes", "CC: max-age=\"60\"; E: v", 59, "fresh"),
        CacheRow("§5.2.2.1 max-age in capitals", "CC: MAX-AGE=60; E: v", 59, "fresh"),
        CacheRow("§5.2.2.1 white space", "CC:   max-age=60 ,  x; E: v", 59, "fresh"),
        CacheRow("§1.2.2 more than 2^31", "CC: max-age=99999999999999999999; E: v", 1728000, "fresh"),
        CacheRow("§1.2.2 2^31", "CC: max-age=2147483648; E: v", 1728000, "fresh"),
        CacheRow("§5.2 leading zeros", "CC: max-age=0060; E: v", 59, "fresh"),
        CacheRow("§5.2 in a quoted string nothing is a directive", "CC: x=\"no-store, y\", max-age=60", 59, "fresh"),
        CacheRow("§5.2 a quoted string with a mark in it", "CC: x=\"a\\\", no-store\", max-age=60", 59, "fresh"),
        CacheRow(
            "RFC 9110 §5.6.4 nothing hides behind quotes without an end", "CC: max-age=60, x=\"a, no-store", 9,
            "server"),
        CacheRow("§5.2 100 directives", "CC: max-age=60\(others(99)); E: v", 9, "fresh"),
        CacheRow(
            "§5.2 more directives than are read, with no-store behind them",
            "CC: max-age=60\(others(100)), no-store; E: v", 9, "server"),
        CacheRow("§5.2.3 directives that nobody knows", "CC: max-age=60, community=UCI", 59, "fresh"),
        CacheRow("§5.2 empty elements", "CC: , max-age=60,,", 59, "fresh"),
        CacheRow("§4.2.2 a tenth", "LM: @-36000", 3599, "fresh"),
        CacheRow("§4.2.2 a tenth, over", "LM: @-36000", 3600, "validated"),
        CacheRow("§4.2.2 a day at most", "LM: @-8640000", 86399, "fresh"),
        CacheRow("§4.2.2 a day at most, over", "LM: @-8640000", 86400, "validated"),
        CacheRow("§4.2.2 not where something is said", "LM: @-36000; CC: max-age=10", 10, "validated"),
        CacheRow("§4.2.2 not where Expires is said", "LM: @-36000; Expires: 0", 1, "validated"),
        CacheRow("§4.2.2 without Last-Modified", "E: v", 0, "validated"),
        CacheRow("§4.2.2 nothing at all", "200", 0, "server"),
        CacheRow("§4.2.2 changed just now", "LM: @0", 1, "validated"),
        CacheRow("§4.2.2 changed in the future", "LM: @60", 1, "validated"),
        CacheRow("§4.2.2 no date", "LM: yesterday", 1, "validated"),
        CacheRow("§4.2.2 counts to Date", "LM: @-36000; Date: @-18000", 0, "validated"),
        CacheRow("§4.2.3 Age", "CC: max-age=60; Age: 50; E: v", 9, "fresh"),
        CacheRow("§4.2.3 Age, over", "CC: max-age=60; Age: 50; E: v", 10, "validated"),
        CacheRow("§4.2.3 Age that is over already", "CC: max-age=60; Age: 60; E: v", 0, "validated"),
        CacheRow("§5.1 of several ages the first", "CC: max-age=60; Age: 50, 0; E: v", 10, "validated"),
        CacheRow("§5.1 of two fields the first", "CC: max-age=60; Age: 0; Age: 50; E: v", 10, "fresh"),
        CacheRow("§5.1 Age that is no number: 'x'", "CC: max-age=60; Age: x; E: v", 59, "fresh"),
        CacheRow("§5.1 Age that is no number: '-5'", "CC: max-age=60; Age: -5; E: v", 59, "fresh"),
        CacheRow("§5.1 Age that is no number: '1.5'", "CC: max-age=60; Age: 1.5; E: v", 59, "fresh"),
        CacheRow("§5.1 Age that is no number: ''", "CC: max-age=60; Age: ; E: v", 59, "fresh"),
        CacheRow("§1.2.2 Age of more than 2^31", "CC: max-age=60; Age: 99999999999; E: v", 0, "validated"),
        CacheRow("§4.2.3 Date in the past", "CC: max-age=60; Date: @-30; E: v", 29, "fresh"),
        CacheRow("§4.2.3 Date in the past, over", "CC: max-age=60; Date: @-30; E: v", 30, "validated"),
        CacheRow("§4.2.3 Date in the future", "CC: max-age=60; Date: @100; E: v", 59, "fresh"),
        CacheRow("§4.2.3 Date that is none", "CC: max-age=60; Date: x; E: v", 59, "fresh"),
        CacheRow("§4.2.3 no Date", "CC: max-age=60; Date: none; E: v", 59, "fresh"),
        CacheRow("§4.2.3 the greater of the two: Age", "CC: max-age=60; Date: @-30; Age: 50; E: v", 10, "validated"),
        CacheRow("§4.2.3 the greater of the two: Date", "CC: max-age=60; Date: @-55; Age: 10; E: v", 5, "validated"),
        CacheRow("§4.2.3 the greater of the two: fresh", "CC: max-age=60; Date: @-55; Age: 10; E: v", 4, "fresh"),
        CacheRow("§4.2.3 a clock that was set back", "CC: max-age=60; E: v", -1, "validated"),
    ]

    /// Validation and invalidation (§4.3, §4.4).
    private static let validating: [CacheRow] = [
        CacheRow("§4.3.1 by entity tag", "CC: max-age=0; E: v", 9, "validated"),
        CacheRow("§4.3.1 by a weak one", "CC: max-age=0; W: v", 9, "validated"),
        CacheRow("§4.3.1 by Last-Modified", "CC: max-age=0; LM: @-60", 9, "validated"),
        CacheRow("§4.3.1 by both", "CC: max-age=0; E: v; LM: @-60", 9, "validated"),
        CacheRow("§4.3.1 by nothing", "CC: max-age=0", 9, "server"),
        CacheRow("§4.3.1 of HEAD", "CC: max-age=0; E: v", 9, "validated", ask: "HEAD"),
        CacheRow("§4.3.1 of a 404", "404; CC: max-age=0; E: v", 9, "validated", has: "Status: 404"),
        CacheRow(
            "§4.3.3 a full response is the answer: 200", "CC: max-age=0; E: v", 9, "asked", then: "200; E: w",
            has: "Status: 200"),
        CacheRow(
            "§4.3.3 a full response is the answer: 203", "CC: max-age=0; E: v", 9, "asked", then: "203; E: w",
            has: "Status: 203"),
        CacheRow(
            "§4.3.3 a full response is the answer: 404", "CC: max-age=0; E: v", 9, "asked", then: "404; E: w",
            has: "Status: 404"),
        CacheRow(
            "§4.3.3 a full response is the answer: 410", "CC: max-age=0; E: v", 9, "asked", then: "410; E: w",
            has: "Status: 410"),
        CacheRow(
            "§4.3.3 a full response is the answer: 500", "CC: max-age=0; E: v", 9, "asked", then: "500; E: w",
            has: "Status: 500"),
        CacheRow(
            "§4.3.3 a full response is the answer: 503", "CC: max-age=0; E: v", 9, "asked", then: "503; E: w",
            has: "Status: 503"),
        CacheRow("RFC 9110 §15.4.5 no validator in the 304", "CC: max-age=0; E: v", 9, "validated", then: "304"),
        CacheRow("§4.3.4 a weak one of the same", "CC: max-age=0; E: v", 9, "validated", then: "304; W: v"),
        CacheRow(
            "§4.3.4 a strong one, where there was a weak one", "CC: max-age=0; W: v", 9, "asked", then: "304; E: v",
            has: "Status: 304", body: ""),
        CacheRow(
            "§4.3.4 the same tag, and another Last-Modified", "CC: max-age=0; E: v; LM: @-60", 9, "validated",
            then: "304; E: v; LM: @-30"),
        CacheRow(
            "§4.3.4 another Last-Modified alone, where there is a tag", "CC: max-age=0; E: v; LM: @-60", 9, "asked",
            then: "304; LM: @-30", has: "Status: 304", body: ""),
        CacheRow(
            "§4.3.4 another tag", "CC: max-age=0; E: v", 9, "asked", then: "304; E: w", has: "Status: 304", body: ""),
        CacheRow(
            "§4.3.4 a tag where there was none", "CC: max-age=0; LM: @-60", 9, "asked", then: "304; E: w",
            has: "Status: 304", body: ""),
        CacheRow("§4.3.4 the same Last-Modified", "CC: max-age=0; LM: @-60", 9, "validated", then: "304; LM: @-60"),
        CacheRow(
            "§4.3.4 another Last-Modified", "CC: max-age=0; LM: @-60", 9, "asked", then: "304; LM: @-30",
            has: "Status: 304", body: ""),
        CacheRow(
            "§4.3.2 the program's own question: a tag", "CC: max-age=60; E: v", 9, "asked", ask: "If-None-Match: \"v\"",
            has: "Status: 304", body: ""),
        CacheRow(
            "§4.3.2 the program's own question: a date", "CC: max-age=60; E: v", 9, "asked",
            ask: "If-Modified-Since: @-60", has: "Status: 304", body: ""),
        CacheRow(
            "RFC 9110 §13.1 the program's own condition: If-Match", "CC: max-age=60; E: v", 9, "server",
            ask: "If-Match: \"v\""),
        CacheRow(
            "RFC 9110 §13.1 the program's own condition: If-Unmodified-Since", "CC: max-age=60; E: v", 9, "server",
            ask: "If-Unmodified-Since: @-60"),
        CacheRow(
            "RFC 9110 §13.1 the program's own condition: If-Range", "CC: max-age=60; E: v", 9, "server",
            ask: "If-Range: \"v\""),
        CacheRow(
            "§4.3.5 HEAD renews what it is about", "CC: max-age=0; E: v; LM: @-60", 9, "fresh",
            between: "HEAD; 200; E: v; CC: max-age=60"),
        CacheRow(
            "§4.3.5 HEAD of another tag drops it", "CC: max-age=0; E: v; LM: @-60", 9, "server",
            between: "HEAD; 200; E: w; CC: max-age=60"),
        CacheRow(
            "§4.3.5 HEAD of another date drops it", "CC: max-age=0; E: v; LM: @-60", 9, "server",
            between: "HEAD; 200; E: v; LM: @-30; CC: max-age=60"),
        CacheRow(
            "§4.3.5 HEAD with 304", "CC: max-age=0; E: v; LM: @-60", 9, "fresh",
            between: "HEAD; 304; E: v; CC: max-age=60"),
        CacheRow(
            "§4.3.5 HEAD with 404 says nothing of it", "CC: max-age=0; E: v; LM: @-60", 9, "validated",
            between: "HEAD; 404"),
        CacheRow("§4.4 an unsafe method: POST; 200", "CC: max-age=600; E: v", 9, "server", between: "POST; 200"),
        CacheRow("§4.4 an unsafe method: POST; 201", "CC: max-age=600; E: v", 9, "server", between: "POST; 201"),
        CacheRow("§4.4 an unsafe method: PUT; 204", "CC: max-age=600; E: v", 9, "server", between: "PUT; 204"),
        CacheRow("§4.4 an unsafe method: DELETE; 200", "CC: max-age=600; E: v", 9, "server", between: "DELETE; 200"),
        CacheRow("§4.4 an unsafe method: PATCH; 200", "CC: max-age=600; E: v", 9, "server", between: "PATCH; 200"),
        CacheRow("§4.4 an unsafe method: FOO; 200", "CC: max-age=600; E: v", 9, "server", between: "FOO; 200"),
        CacheRow("§4.4 an unsafe method: POST; 302", "CC: max-age=600; E: v", 9, "server", between: "POST; 302"),
        CacheRow("§4.4 an unsafe method: POST; 303", "CC: max-age=600; E: v", 9, "server", between: "POST; 303"),
        CacheRow("§4.4 an unsafe method: DELETE; 202", "CC: max-age=600; E: v", 9, "server", between: "DELETE; 202"),
        CacheRow("§4.4 no change: POST; 400", "CC: max-age=600; E: v", 9, "fresh", between: "POST; 400"),
        CacheRow("§4.4 no change: POST; 404", "CC: max-age=600; E: v", 9, "fresh", between: "POST; 404"),
        CacheRow("§4.4 no change: PUT; 409", "CC: max-age=600; E: v", 9, "fresh", between: "PUT; 409"),
        CacheRow("§4.4 no change: DELETE; 500", "CC: max-age=600; E: v", 9, "fresh", between: "DELETE; 500"),
        CacheRow("§4.4 no change: POST; 503", "CC: max-age=600; E: v", 9, "fresh", between: "POST; 503"),
        CacheRow("§4.4 no change: OPTIONS; 200", "CC: max-age=600; E: v", 9, "fresh", between: "OPTIONS; 200"),
        CacheRow("§4.4 no change: HEAD; 200", "CC: max-age=600; E: v", 9, "fresh", between: "HEAD; 200"),
    ]

    /// Directives (§5).
    private static let directives: [CacheRow] = [
        CacheRow("§5.2.1.1 max-age=10", "CC: max-age=60; E: v", 10, "fresh", ask: "CC: max-age=10"),
        CacheRow("§5.2.1.1 max-age=10", "CC: max-age=60; E: v", 11, "validated", ask: "CC: max-age=10"),
        CacheRow("§5.2.1.1 max-age=0", "CC: max-age=60; E: v", 0, "fresh", ask: "CC: max-age=0"),
        CacheRow("§5.2.1.1 max-age=0", "CC: max-age=60; E: v", 1, "validated", ask: "CC: max-age=0"),
        CacheRow("§5.2.1.1 max-age=600", "CC: max-age=60; E: v", 59, "fresh", ask: "CC: max-age=600"),
        CacheRow("§5.2.1.1 max-age=600", "CC: max-age=60; E: v", 60, "validated", ask: "CC: max-age=600"),
        CacheRow("§5.2.1.1 max-age=x", "CC: max-age=60; E: v", 1, "validated", ask: "CC: max-age=x"),
        CacheRow("§5.2.1.1 max-age", "CC: max-age=60; E: v", 1, "validated", ask: "CC: max-age"),
        CacheRow("§5.2.1.2 max-stale=5", "CC: max-age=60; E: v", 65, "stale", ask: "CC: max-stale=5"),
        CacheRow("§5.2.1.2 max-stale=5", "CC: max-age=60; E: v", 66, "validated", ask: "CC: max-stale=5"),
        CacheRow("§5.2.1.2 max-stale", "CC: max-age=60; E: v", 6000, "stale", ask: "CC: max-stale"),
        CacheRow("§5.2.1.2 max-stale=0", "CC: max-age=60; E: v", 60, "stale", ask: "CC: max-stale=0"),
        CacheRow("§5.2.1.2 max-stale=x", "CC: max-age=60; E: v", 61, "validated", ask: "CC: max-stale=x"),
        CacheRow("§5.2.1.2 max-stale", "CC: max-age=60; E: v", 59, "fresh", ask: "CC: max-stale"),
        CacheRow(
            "§5.2.1.2 max-stale=9, max-age=62", "CC: max-age=60; E: v", 63, "validated",
            ask: "CC: max-stale=9, max-age=62"),
        CacheRow("§5.2.1.2 of what has no lifetime", "E: v", 100, "stale", ask: "CC: max-stale"),
        CacheRow(
            "§5.2.1.2 not against must-revalidate", "CC: max-age=60, must-revalidate; E: v", 61, "validated",
            ask: "CC: max-stale"),
        CacheRow(
            "§5.2.1.2 not against no-cache", "CC: max-age=60, no-cache; E: v", 9, "validated", ask: "CC: max-stale"),
        CacheRow("§5.2.1.3 min-fresh=10", "CC: max-age=60; E: v", 49, "fresh", ask: "CC: min-fresh=10"),
        CacheRow("§5.2.1.3 min-fresh=10", "CC: max-age=60; E: v", 50, "validated", ask: "CC: min-fresh=10"),
        CacheRow(
            "§5.2.1.3 min-fresh=10, max-stale", "CC: max-age=60; E: v", 50, "validated",
            ask: "CC: min-fresh=10, max-stale"),
        CacheRow("§5.2.1.3 min-fresh", "CC: max-age=60; E: v", 59, "fresh", ask: "CC: min-fresh"),
        CacheRow("§5.2.1.4 no-cache", "CC: max-age=60; E: v", 0, "validated", ask: "CC: no-cache"),
        CacheRow("§5.2.1.4 no-cache, with nothing to ask by", "CC: max-age=60", 0, "server", ask: "CC: no-cache"),
        CacheRow("§5.2.1.5 no-store", "CC: max-age=60; E: v", 0, "server", ask: "CC: no-store"),
        CacheRow("§5.2.1.6 no-transform", "CC: max-age=60; E: v", 9, "fresh", ask: "CC: no-transform"),
        CacheRow("§5.2.1.7 only-if-cached", "CC: max-age=60; E: v", 59, "fresh", ask: "CC: only-if-cached"),
        CacheRow(
            "§5.2.1.7 only-if-cached, stale", "CC: max-age=60; E: v", 60, "absent", ask: "CC: only-if-cached",
            has: "Status: 504"),
        CacheRow(
            "§5.2.1.7 only-if-cached, nothing", "CC: no-store", 0, "absent", ask: "CC: only-if-cached",
            has: "Status: 504"),
        CacheRow(
            "§5.2.1.7 only-if-cached, stale and taken so", "CC: max-age=60; E: v", 60, "stale",
            ask: "CC: only-if-cached, max-stale"),
        CacheRow(
            "§5.2.1.7 only-if-cached and no-cache", "CC: max-age=60; E: v", 0, "absent",
            ask: "CC: only-if-cached, no-cache", has: "Status: 504"),
        CacheRow(
            "§5.2.1.7 only-if-cached, for another", "CC: max-age=60; Vary: A", 9, "absent",
            ask: "A: 2; CC: only-if-cached", ask1: "A: 1"),
        CacheRow("§5.2.1 a directive that nobody knows", "CC: max-age=60; E: v", 9, "fresh", ask: "CC: whatever=1"),
        CacheRow("§5.4 Pragma", "CC: max-age=60; E: v", 0, "validated", ask: "Pragma: no-cache"),
        CacheRow("§5.4 Pragma in capitals", "CC: max-age=60; E: v", 0, "validated", ask: "Pragma: NO-CACHE"),
        CacheRow(
            "§5.4 Pragma beside something newer", "CC: max-age=60; E: v", 9, "fresh",
            ask: "Pragma: no-cache; CC: max-age=60"),
        CacheRow("§5.4 another Pragma", "CC: max-age=60; E: v", 9, "fresh", ask: "Pragma: x"),
        CacheRow("§5.4 Pragma of a response says nothing", "CC: max-age=60; Pragma: no-cache", 9, "fresh"),
        CacheRow("§5.4 Pragma of a response does not keep from guessing", "LM: @-36000; Pragma: no-cache", 9, "fresh"),
        CacheRow("§5.2.2 max-age=60, no-cache", "CC: max-age=60, no-cache; E: v", 0, "validated"),
        CacheRow("§5.2.2 no-cache", "CC: no-cache; E: v", 0, "validated"),
        CacheRow("§5.2.2 max-age=60, no-cache=\"a, b\"", "CC: max-age=60, no-cache=\"a, b\"; E: v", 0, "validated"),
        CacheRow("§5.2.2 max-age=60, must-revalidate", "CC: max-age=60, must-revalidate; E: v", 59, "fresh"),
        CacheRow("§5.2.2 max-age=60, must-revalidate", "CC: max-age=60, must-revalidate; E: v", 60, "validated"),
        CacheRow("§5.2.2 max-age=60, proxy-revalidate", "CC: max-age=60, proxy-revalidate; E: v", 59, "fresh"),
        CacheRow("§5.2.2 max-age=60, no-transform", "CC: max-age=60, no-transform; E: v", 59, "fresh"),
        CacheRow("§5.2.2 max-age=60, private", "CC: max-age=60, private; E: v", 59, "fresh"),
        CacheRow(
            "§5.2.2 max-age=60, private=\"Set-Cookie\"", "CC: max-age=60, private=\"Set-Cookie\"; E: v", 59, "fresh"),
        CacheRow("§5.2.2 max-age=60, public", "CC: max-age=60, public; E: v", 59, "fresh"),
        CacheRow("§5.2.2 max-age=60, immutable", "CC: max-age=60, immutable; E: v", 59, "fresh"),
        CacheRow("§5.2.2 max-age=60, immutable", "CC: max-age=60, immutable; E: v", 60, "validated"),
        CacheRow(
            "§5.2.2.2 must-revalidate, and its server has no answer", "CC: max-age=0, must-revalidate; E: v", 9,
            "asked", then: "503", has: "Status: 503"),
    ]

    /// Stale responses that answer (RFC 5861), and Apple's policies.
    private static let outlasting: [CacheRow] = [
        CacheRow("RFC 5861 §3 after 59 s", "CC: max-age=60, stale-while-revalidate=30; E: v", 59, "fresh"),
        CacheRow(
            "RFC 5861 §3 after 60 s", "CC: max-age=60, stale-while-revalidate=30; E: v", 60, "staleWhileRevalidating"),
        CacheRow(
            "RFC 5861 §3 after 70 s", "CC: max-age=60, stale-while-revalidate=30; E: v", 70, "staleWhileRevalidating"),
        CacheRow(
            "RFC 5861 §3 after 90 s", "CC: max-age=60, stale-while-revalidate=30; E: v", 90, "staleWhileRevalidating"),
        CacheRow("RFC 5861 §3 after 91 s", "CC: max-age=60, stale-while-revalidate=30; E: v", 91, "validated"),
        CacheRow(
            "RFC 5861 §3 not against no-cache", "CC: max-age=60, no-cache, stale-while-revalidate=30; E: v", 70,
            "validated"),
        CacheRow(
            "RFC 5861 §3 not against must-revalidate",
            "CC: max-age=60, must-revalidate, stale-while-revalidate=30; E: v", 70, "validated"),
        CacheRow(
            "RFC 5861 §3 not against the request's no-cache", "CC: max-age=60, stale-while-revalidate=30; E: v", 70,
            "validated", ask: "CC: no-cache"),
        CacheRow(
            "RFC 5861 §3 not against the request's max-age", "CC: max-age=60, stale-while-revalidate=30; E: v", 70,
            "validated", ask: "CC: max-age=65"),
        CacheRow(
            "RFC 5861 §3 not against min-fresh", "CC: max-age=60, stale-while-revalidate=30; E: v", 70, "validated",
            ask: "CC: min-fresh=1"),
        CacheRow(
            "RFC 5861 §3 nobody is asked for only-if-cached", "CC: max-age=60, stale-while-revalidate=30; E: v", 70,
            "absent", ask: "CC: only-if-cached"),
        CacheRow("RFC 5861 §3 what is no number", "CC: max-age=60, stale-while-revalidate=x; E: v", 70, "validated"),
        CacheRow(
            "RFC 5861 §3 what the request takes anyway", "CC: max-age=60, stale-while-revalidate=30; E: v", 70, "stale",
            ask: "CC: max-stale=10"),
        CacheRow("RFC 5861 §4 500", "CC: max-age=60, stale-if-error=30; E: v", 70, "staleIfError", then: "500"),
        CacheRow("RFC 5861 §4 502", "CC: max-age=60, stale-if-error=30; E: v", 70, "staleIfError", then: "502"),
        CacheRow("RFC 5861 §4 503", "CC: max-age=60, stale-if-error=30; E: v", 70, "staleIfError", then: "503"),
        CacheRow("RFC 5861 §4 504", "CC: max-age=60, stale-if-error=30; E: v", 70, "staleIfError", then: "504"),
        CacheRow(
            "RFC 5861 §4 no error of the kind: 501", "CC: max-age=60, stale-if-error=30; E: v", 70, "asked",
            then: "501", has: "Status: 501"),
        CacheRow(
            "RFC 5861 §4 no error of the kind: 404", "CC: max-age=60, stale-if-error=30; E: v", 70, "asked",
            then: "404", has: "Status: 404"),
        CacheRow(
            "RFC 5861 §4 no error of the kind: 403", "CC: max-age=60, stale-if-error=30; E: v", 70, "asked",
            then: "403", has: "Status: 403"),
        CacheRow(
            "RFC 5861 §4 no error of the kind: 429", "CC: max-age=60, stale-if-error=30; E: v", 70, "asked",
            then: "429", has: "Status: 429"),
        CacheRow(
            "RFC 5861 §4 no error of the kind: 400", "CC: max-age=60, stale-if-error=30; E: v", 70, "asked",
            then: "400", has: "Status: 400"),
        CacheRow("RFC 5861 §4 to the end", "CC: max-age=60, stale-if-error=30; E: v", 90, "staleIfError", then: "503"),
        CacheRow(
            "RFC 5861 §4 over", "CC: max-age=60, stale-if-error=30; E: v", 91, "asked", then: "503",
            has: "Status: 503"),
        CacheRow("RFC 5861 §4 fresh", "CC: max-age=60, stale-if-error=30; E: v", 59, "fresh", then: "503"),
        CacheRow("RFC 5861 §4 still valid", "CC: max-age=60, stale-if-error=30; E: v", 70, "validated"),
        CacheRow(
            "RFC 5861 §4 without a validator", "CC: max-age=60, stale-if-error=30", 70, "staleIfError", then: "503"),
        CacheRow(
            "RFC 5861 §4 of the request", "CC: max-age=60; E: v", 70, "staleIfError", ask: "CC: stale-if-error=30",
            then: "503"),
        CacheRow(
            "RFC 5861 §4 of the request, over", "CC: max-age=60; E: v", 91, "asked", ask: "CC: stale-if-error=30",
            then: "503"),
        CacheRow(
            "RFC 5861 §4 not against must-revalidate", "CC: max-age=60, must-revalidate, stale-if-error=30; E: v", 70,
            "asked", then: "503"),
        CacheRow(
            "RFC 5861 §4 not against no-cache", "CC: max-age=60, no-cache, stale-if-error=30; E: v", 70, "asked",
            then: "503"),
        CacheRow(
            "RFC 5861 §4 not against the request's no-cache", "CC: max-age=60, stale-if-error=30; E: v", 70, "asked",
            ask: "CC: no-cache", then: "503"),
        CacheRow(
            "RFC 5861 §4 not for another", "CC: max-age=60, stale-if-error=30; E: v; Vary: A", 70, "server",
            ask: "A: 2", ask1: "A: 1", then: "503"),
        CacheRow("RFC 5861 §4 nothing said", "CC: max-age=60; E: v", 70, "asked", then: "503", has: "Status: 503"),
        CacheRow(
            "RFC 8246 §2 nothing to ask", "CC: max-age=60, immutable; E: v", 59, "fresh",
            policy: .reloadRevalidatingCacheData),
        CacheRow(
            "RFC 8246 §2 stale", "CC: max-age=60, immutable; E: v", 60, "validated",
            policy: .reloadRevalidatingCacheData),
        CacheRow("Apple, fresh", "CC: max-age=60; E: v", 9, "server", policy: .reloadIgnoringLocalCacheData),
        CacheRow("Apple, stale", "CC: max-age=60; E: v", 61, "server", policy: .reloadIgnoringLocalCacheData),
        CacheRow("Apple, nothing", "CC: no-store", 0, "server", policy: .reloadIgnoringLocalCacheData),
        CacheRow(
            "Apple, stale, nothing to ask by", "CC: max-age=0", 9, "server", policy: .reloadIgnoringLocalCacheData),
        CacheRow("Apple, fresh", "CC: max-age=60; E: v", 9, "server", policy: .reloadIgnoringLocalAndRemoteCacheData),
        CacheRow("Apple, stale", "CC: max-age=60; E: v", 61, "server", policy: .reloadIgnoringLocalAndRemoteCacheData),
        CacheRow("Apple, nothing", "CC: no-store", 0, "server", policy: .reloadIgnoringLocalAndRemoteCacheData),
        CacheRow(
            "Apple, stale, nothing to ask by", "CC: max-age=0", 9, "server",
            policy: .reloadIgnoringLocalAndRemoteCacheData),
        CacheRow("Apple, fresh", "CC: max-age=60; E: v", 9, "fresh", policy: .returnCacheDataElseLoad),
        CacheRow("Apple, stale", "CC: max-age=60; E: v", 61, "stale", policy: .returnCacheDataElseLoad),
        CacheRow("Apple, nothing", "CC: no-store", 0, "server", policy: .returnCacheDataElseLoad),
        CacheRow("Apple, stale, nothing to ask by", "CC: max-age=0", 9, "stale", policy: .returnCacheDataElseLoad),
        CacheRow("Apple, fresh", "CC: max-age=60; E: v", 9, "fresh", policy: .returnCacheDataDontLoad),
        CacheRow("Apple, stale", "CC: max-age=60; E: v", 61, "stale", policy: .returnCacheDataDontLoad),
        CacheRow("Apple, nothing", "CC: no-store", 0, "notCached", policy: .returnCacheDataDontLoad),
        CacheRow("Apple, stale, nothing to ask by", "CC: max-age=0", 9, "stale", policy: .returnCacheDataDontLoad),
        CacheRow("Apple, fresh", "CC: max-age=60; E: v", 9, "validated", policy: .reloadRevalidatingCacheData),
        CacheRow("Apple, stale", "CC: max-age=60; E: v", 61, "validated", policy: .reloadRevalidatingCacheData),
        CacheRow("Apple, nothing", "CC: no-store", 0, "server", policy: .reloadRevalidatingCacheData),
        CacheRow("Apple, stale, nothing to ask by", "CC: max-age=0", 9, "server", policy: .reloadRevalidatingCacheData),
    ]
}
