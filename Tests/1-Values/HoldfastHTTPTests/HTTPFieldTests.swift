import HoldfastHTTP
import Testing

@Suite("A header field in words")
struct HTTPFieldTests {
    @Test(
        "what stands for a password is in no text",
        arguments: ["Authorization", "proxy-authorization", "COOKIE", "Set-Cookie"])
    func secrets(name: String) throws {
        let field = try #require(HTTPField(name: name, value: "Basic YWxpY2U6c2VjcmV0"))
        var dumped = ""
        dump([field], to: &dumped)
        for text in ["\(field)", "\([field])", String(reflecting: field), dumped] {
            #expect(!text.contains("YWxp"))
            #expect(text.contains(name))
        }
        #expect(field.value == "Basic YWxpY2U6c2VjcmV0")
    }

    @Test("any other is shown whole")
    func others() throws {
        #expect("\(try #require(HTTPField(name: "Accept", value: "a, b")))" == "Accept: a, b")
    }

    /// RFC 9110 §5.6.1: lists have commas, white space around them, and empty elements that count for nothing.
    @Test("a token is found in the lists of a name, in whatever case, and not in a part of another one")
    func tokens() {
        let fields = [
            HTTPField("Connection", " keep-alive ,, X-CLOSE\t"), HTTPField("Other", "close"),
            HTTPField("connection", "upgrade,Close"),
        ]
        for token in ["keep-alive", "x-close", "CLOSE", "Upgrade"] { #expect(fields.has(token, in: "Connection")) }
        for token in ["keep", "alive", "clos", "-close", "close,"] { #expect(!fields.has(token, in: "connection")) }
        #expect(!Array(fields.dropLast()).has("close", in: "Connection"))
    }
}
