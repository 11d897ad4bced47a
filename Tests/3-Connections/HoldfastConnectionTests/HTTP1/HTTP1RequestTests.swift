import HoldfastConnection
import HoldfastHTTP
import Testing

/// RFC 9112 §3, §6 and §7.1, from the sender's side.
@Suite("Requests of HTTP/1.1")
struct HTTP1RequestTests {
    private func said(_ request: ExchangeRequest) -> String {
        let connection = HTTP1Connection()
        connection.begin(request, limits: MessageLimits(headBytes: 1_000, fields: 10))
        return String(decoding: connection.takeOutput(), as: UTF8.self)
    }

    /// RFC 9112 §3.2: "A client MUST send a Host header field […] in all HTTP/1.1 request messages", and RFC 9110 §7.2
    /// has it be "the first field in the header section following the request-line".
    @Test("the line, Host, then the fields as they are given")
    func head() {
        let fields = [HTTPField("X", "1"), HTTPField("A", ""), HTTPField("X", "2")]
        #expect(
            said(ExchangeRequest(method: "GET", authority: "a.test:8443", path: "/p?q", fields: fields))
                == "GET /p?q HTTP/1.1\r\nHost: a.test:8443\r\nX: 1\r\nA: \r\nX: 2\r\n\r\n")
        #expect(
            said(ExchangeRequest(method: "OPTIONS", authority: "a.test", path: "*"))
                == "OPTIONS * HTTP/1.1\r\nHost: a.test\r\n\r\n")
    }

    /// RFC 9112 §3.2.3: "The authority-form of request-target is only used for CONNECT requests".
    @Test("CONNECT names host and port")
    func connect() {
        #expect(
            said(ExchangeRequest(method: "CONNECT", authority: "[::1]:443", path: ""))
                == "CONNECT [::1]:443 HTTP/1.1\r\nHost: [::1]:443\r\n\r\n")
    }

    /// RFC 9110 §8.6: "A user agent SHOULD send Content-Length in a request when the method defines a meaning for
    /// enclosed content and it is not sending Transfer-Encoding", with "a value of 0" for an empty one.
    @Test(
        "a length, chunks, or nothing",
        arguments: [
            (ExchangeRequest.ContentLength.none, ""), (.octets(0), "Content-Length: 0\r\n"),
            (.octets(12), "Content-Length: 12\r\n"), (.unknown, "Transfer-Encoding: chunked\r\n"),
        ])
    func framing(content: ExchangeRequest.ContentLength, line: String) {
        let request = ExchangeRequest(method: "POST", authority: "a.test", path: "/", content: content)
        #expect(said(request) == "POST / HTTP/1.1\r\nHost: a.test\r\n\(line)\r\n")
    }

    @Test("RFC 9110 §10.1.1: whoever waits says so")
    func expectation() {
        let request = ExchangeRequest(
            method: "PUT", authority: "a.test", path: "/", content: .octets(2), expectsContinue: true)
        #expect(said(request).hasSuffix("Content-Length: 2\r\nExpect: 100-continue\r\n\r\n"))
    }

    @Test("content of a length goes out as it is")
    func octets() {
        let exchange = HTTP1Exchange(
            ExchangeRequest(method: "POST", authority: "a.test", path: "/", content: .octets(4)))
        _ = exchange.connection.takeOutput()
        exchange.connection.send(Array("wi".utf8)[...])
        #expect(!exchange.connection.hasEndedContent)
        exchange.connection.send(Array("ki".utf8)[...])
        exchange.connection.endContent()
        #expect(String(decoding: exchange.connection.takeOutput(), as: UTF8.self) == "wiki")
        #expect(exchange.connection.hasEndedContent && exchange.connection.takeOutput().isEmpty)
    }

    /// RFC 9112 §7.1: a chunk of no octets would be the last one.
    @Test("content of a length that nobody knows goes out in chunks, none of them empty but the last")
    func chunks() {
        let exchange = HTTP1Exchange(
            ExchangeRequest(method: "POST", authority: "a.test", path: "/", content: .unknown))
        _ = exchange.connection.takeOutput()
        exchange.connection.send([UInt8](repeating: 97, count: 18)[...])
        exchange.connection.send([])
        exchange.connection.endContent()
        let said = String(decoding: exchange.connection.takeOutput(), as: UTF8.self)
        #expect(said == "12\r\n" + String(repeating: "a", count: 18) + "\r\n0\r\n\r\n")
    }

    @Test("a response that comes early leaves the content its way, and the connection to it until then")
    func early() {
        var exchange = HTTP1Exchange(
            ExchangeRequest(method: "POST", authority: "a.test", path: "/", content: .octets(4)))
        exchange.receive("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
        #expect(exchange.summary == "200; ok; end")
        #expect(!exchange.connection.isIdle && !exchange.connection.isReusable)
        exchange.connection.send(Array("wiki".utf8)[...])
        exchange.connection.endContent()
        #expect(exchange.connection.isReusable)
    }
}
