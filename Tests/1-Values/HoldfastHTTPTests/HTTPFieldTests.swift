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
}
