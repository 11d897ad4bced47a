import HoldfastHTTP
import TestSupport
import Testing

@testable import HoldfastServing

@Suite(.ownThread) struct ServerResponseTests {
    private func request(_ method: String, minorVersion: Int = 1, fields: [HTTPField] = []) -> ServerRequest {
        ServerRequest(RequestHead(method: method, target: "/", minorVersion: minorVersion, fields: fields), body: [])
    }

    private func text(_ response: ServerResponse, for request: ServerRequest) -> String {
        String(decoding: response.encoded(for: request), as: UTF8.self)
    }

    @Test func writesLengthAndBody() {
        let response = ServerResponse(fields: [HTTPField("X", "y")], body: Array("abc".utf8))
        #expect(text(response, for: request("GET")) == "HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 3\r\n\r\nabc")
        // RFC 9110 §9.3.2: "The HEAD method is identical to GET except that the server MUST NOT send content".
        #expect(text(response, for: request("HEAD")) == "HTTP/1.1 200 OK\r\nX: y\r\nContent-Length: 3\r\n\r\n")
    }

    /// RFC 9110 §8.6: "A server MUST NOT send a Content-Length header field in any response with a status code of 1xx
    /// (Informational) or 204 (No Content)."
    @Test func writesNeitherWhereTheStatusHasNone() {
        for status in [101, 204, 304] {
            let written = text(ServerResponse(status: status, body: [1, 2]), for: request("GET"))
            #expect(!written.contains("Content-Length"), "\(status)")
            #expect(written.hasSuffix("\r\n\r\n"), "\(status)")
        }
    }

    @Test func saysThatItCloses() {
        let closing = "Connection: close\r\n"
        #expect(text(ServerResponse(closesConnection: true), for: request("GET")).contains(closing))
        #expect(text(ServerResponse(), for: request("GET", minorVersion: 0)).contains(closing))
        let asked = request("GET", fields: [HTTPField("Connection", "close")])
        #expect(text(ServerResponse(), for: asked).contains(closing))
        #expect(!text(ServerResponse(), for: request("GET")).contains(closing))
    }

    @Test func redirects() {
        let written = text(.redirect(to: "https://b.test/"), for: request("GET"))
        #expect(written == "HTTP/1.1 302 Found\r\nLocation: https://b.test/\r\nContent-Length: 0\r\n\r\n")
    }
}
