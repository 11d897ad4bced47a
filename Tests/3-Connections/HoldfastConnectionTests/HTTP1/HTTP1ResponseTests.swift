import HoldfastConnection
import HoldfastHTTP
import Testing

/// RFC 9112 §6.3, item by item, and what stands around a response.
@Suite("Responses of HTTP/1.1")
struct HTTP1ResponseTests {
    private static let sizes = [1, 2, 3, 7, 1_000]
    private static let ok = "HTTP/1.1 200 OK\r\n"

    @Test("a length, chunks, or the connection's end says where the content ends", arguments: sizes)
    func content(size: Int) {
        var length = HTTP1Exchange()
        length.receive(Self.ok + "Content-Length: 4\r\nX: y\r\n\r\nwiki", by: size)
        #expect(length.summary == "200 [X=y]; wiki; end" && length.connection.isReusable)
        var chunks = HTTP1Exchange()
        chunks.receive(Self.ok + "Transfer-Encoding: chunked\r\n\r\n2\r\nwi\r\n2\r\nki\r\n0\r\nX: y\r\n\r\n", by: size)
        #expect(chunks.summary == "200; wiki; [X=y]; end" && chunks.connection.isReusable)
        var end = HTTP1Exchange()
        end.receive(Self.ok + "\r\nwiki", by: size)
        #expect(end.summary == "200; wiki" && !end.connection.isIdle)
        end.end()
        #expect(end.summary == "200; wiki; end" && !end.connection.isReusable)
    }

    /// RFC 9112 §6.3, item 1, and RFC 9110 §15.3.5, §15.4.5.
    @Test(
        "HEAD, 204 and 304 have no content whatever the fields say",
        arguments: ["Content-Length: 7\r\n", "Transfer-Encoding: chunked\r\n", ""])
    func withoutContent(fields: String) {
        for (method, status) in [("HEAD", 200), ("GET", 204), ("GET", 304)] {
            var exchange = HTTP1Exchange(ExchangeRequest(method: method, authority: "a.test", path: "/"))
            exchange.receive("HTTP/1.1 \(status) X\r\n\(fields)\r\n")
            #expect(exchange.summary == "\(status); end" && exchange.connection.isReusable)
        }
    }

    /// RFC 9110 §15.2: "A client MUST be able to parse one or more 1xx responses received prior to a final response".
    @Test("interim responses come before the final one", arguments: sizes)
    func interim(size: Int) {
        var exchange = HTTP1Exchange()
        exchange.receive(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 E\r\nLink: x\r\nContent-Length: 5\r\n\r\n", by: size)
        #expect(exchange.summary == "100; 103" && exchange.connection.hasHeard)
        exchange.receive(Self.ok + "Content-Length: 2\r\n\r\nok", by: size)
        #expect(exchange.summary == "100; 103; 200; ok; end")
    }

    /// RFC 9110 §15.2.2: "The server MUST generate an Upgrade header field in the response that indicates which
    /// protocol(s) will be in effect after this response" – to whoever asked by such a field, which is nobody here.
    @Test("a switch to another protocol that nobody had asked for is refused")
    func upgrade() {
        var exchange = HTTP1Exchange()
        exchange.receive("HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nraw")
        #expect(exchange.summary == "unaskedUpgrade" && !exchange.connection.isIdle)
    }

    @Test("behind a switch that was asked for come the bytes of the other protocol", arguments: sizes)
    func askedUpgrade(size: Int) {
        let request = ExchangeRequest(method: "GET", authority: "a.test", path: "/", upgrade: "x")
        var exchange = HTTP1Exchange(request)
        exchange.receive("HTTP/1.1 101 S\r\nUpgrade: X\r\nConnection: upgrade\r\n\r\nraw", by: size)
        #expect(exchange.summary == "101 [Upgrade=X] [Connection=upgrade]; raw" && !exchange.connection.isReusable)
        for fields in ["", "Upgrade: y\r\n", "Upgrade: x, y\r\n"] {
            var other = HTTP1Exchange(request)
            other.receive("HTTP/1.1 101 S\r\n\(fields)\r\nraw", by: size)
            #expect(other.summary == "unaskedUpgrade")
        }
        let connection = HTTP1Connection()
        connection.begin(request, limits: MessageLimits(headBytes: 1_000, fields: 10))
        #expect(
            String(decoding: connection.takeOutput(), as: UTF8.self)
                == "GET / HTTP/1.1\r\nHost: a.test\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n")
    }

    /// RFC 9110 §9.3.6: "Any 2xx (Successful) response indicates that the sender (and all inbound proxies) will switch
    /// to tunnel mode immediately after the response header section".
    @Test("behind a 2xx to CONNECT is a tunnel, whatever the fields say", arguments: sizes)
    func tunnel(size: Int) {
        let connect = ExchangeRequest(method: "CONNECT", authority: "b.test:443", path: "")
        var open = HTTP1Exchange(connect)
        open.receive("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nbytes", by: size)
        #expect(open.summary == "200; bytes")
        open.connection.send([1, 2])
        #expect(open.connection.takeOutput().suffix(2) == [1, 2])
        open.end()
        #expect(open.summary == "200; bytes; end" && !open.connection.isReusable)
        var refused = HTTP1Exchange(connect)
        refused.receive("HTTP/1.1 407 No\r\nContent-Length: 2\r\n\r\nno", by: size)
        #expect(refused.summary == "407; no; end" && refused.connection.isReusable)
    }

    /// RFC 9112 §9.8: "a client that receives an incomplete […] close SHOULD treat [it] as incomplete"; where only the
    /// end says that the content ends, close_notify alone tells a whole one from one that was cut.
    @Test(
        "where the connection ends, so does what is under way",
        arguments: [
            ("", "closedBeforeResponse"), ("H", "closedInHead"), (ok, "closedInHead"),
            ("HTTP/1.1 100 Continue\r\n\r\n", "100; closedBeforeResponse"),
            (ok + "Content-Length: 5\r\n\r\nok", "200; ok; closedInContent"),
            (ok + "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n", "200; ok; closedInContent"),
            (ok + "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nX: y\r\n", "200; ok; closedInContent"),
        ])
    func cut(text: String, summary: String) {
        for isClean in [true, false] {
            var exchange = HTTP1Exchange()
            exchange.receive(text)
            exchange.end(isClean: isClean)
            #expect(exchange.summary == summary && !exchange.connection.isReusable)
        }
    }

    @Test("an end that TLS has not said itself ends no content")
    func unclean() {
        var exchange = HTTP1Exchange()
        exchange.receive(Self.ok + "\r\nwiki")
        exchange.end(isClean: false)
        #expect(exchange.summary == "200; wiki; closedInContent")
    }

    /// RFC 9112 §9.3.
    @Test(
        "a connection goes on as both sides say",
        arguments: [
            ("HTTP/1.1", "", true), ("HTTP/1.1", "Connection: close\r\n", false),
            ("HTTP/1.1", "Connection: x, Close\r\n", false), ("HTTP/1.0", "", false),
            ("HTTP/1.0", "Connection: keep-alive\r\n", true),
        ])
    func persistence(version: String, field: String, isKept: Bool) {
        var exchange = HTTP1Exchange()
        exchange.receive("\(version) 200 OK\r\n\(field)Content-Length: 2\r\n\r\nok")
        #expect(exchange.summary.hasSuffix("; ok; end") && exchange.connection.isIdle)
        #expect(exchange.connection.isReusable == isKept)
    }

    @Test("a request that closes the connection is its last one")
    func closes() {
        let request = ExchangeRequest(
            method: "GET", authority: "a.test", path: "/", fields: [HTTPField("Connection", "close")])
        var exchange = HTTP1Exchange(request)
        exchange.receive(Self.ok + "Content-Length: 2\r\n\r\nok")
        #expect(exchange.summary == "200; ok; end" && !exchange.connection.isReusable)
    }

    /// RFC 9112 §6.3: "If the final response to the last request on a connection has been completely received and there
    /// remains additional data to read, a user agent MAY discard the remaining data or attempt to determine if that
    /// data belongs as part of the prior message body […]. A client MUST NOT process, cache, or forward such extra data
    /// as a separate response".
    @Test("octets behind a response are nobody's, and end the connection", arguments: sizes)
    func leftovers(size: Int) {
        let evil = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"
        for text in [
            "Content-Length: 2\r\n\r\nok", "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        ] {
            var exchange = HTTP1Exchange()
            exchange.receive(Self.ok + text + evil, by: size)
            #expect(exchange.summary == "200; ok; end")
            #expect(!exchange.connection.isReusable && !exchange.connection.isIdle)
        }
        var idle = HTTP1Exchange()
        idle.receive(Self.ok + "Content-Length: 2\r\n\r\nok")
        idle.receive(evil, by: size)
        #expect(idle.summary == "200; ok; end" && !idle.connection.isReusable)
    }

    @Test("one exchange follows the other, each with its own response")
    func several() {
        var exchange = HTTP1Exchange()
        exchange.receive(Self.ok + "Content-Length: 2\r\n\r\nok")
        exchange.begin(ExchangeRequest(method: "HEAD", authority: "a.test", path: "/two"))
        #expect(!exchange.connection.isIdle && !exchange.connection.hasHeard)
        exchange.receive(Self.ok + "Content-Length: 9\r\n\r\n")
        #expect(exchange.summary == "200; end")
        exchange.begin(.root)
        exchange.receive(Self.ok + "Content-Length: 3\r\n\r\ntwo")
        #expect(exchange.summary == "200; two; end" && exchange.connection.isReusable)
    }

    @Test("fields have their limit, over interim responses and trailers too", arguments: sizes)
    func limits(size: Int) {
        let interim = String(repeating: "HTTP/1.1 103 E\r\nLink: x\r\n\r\n", count: 10)
        let chunks = Self.ok + "Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n"
        let trailers = chunks + String(repeating: "X: y\r\n", count: 40)
        for text in [
            Self.ok + "X: " + String(repeating: "a", count: 200), Self.ok + String(repeating: "X: y\r\n", count: 40),
            interim, "HTTP/1.1 200 " + String(repeating: "a", count: 200), trailers,
            // 197 octets; the one that is no HTTP's any more is behind the limit.
            "HTTP/1.1 103 " + String(repeating: "a", count: 180) + "\r\n\r\nHTTX",
        ] {
            var exchange = HTTP1Exchange(headBytes: 200)
            exchange.receive(text, by: size)
            #expect(exchange.summary.hasSuffix("longFields(limit: 200)"), "\(exchange.summary)")
            #expect(!exchange.connection.isIdle)
        }
    }
}
