import HoldfastCredentials
import HoldfastHTTPS
import HoldfastTrust
import Testing

@Suite("Proxies as text")
struct ProxyTextTests {
    @Test(
        "what curl takes is read as curl reads it",
        arguments: [
            ("http://proxy.example.com:8080", Proxy.Kind.http, "proxy.example.com", UInt16(8_080)),
            ("http://proxy.example.com", .http, "proxy.example.com", 1_080),
            ("http://proxy.example.com:443", .http, "proxy.example.com", 443),
            ("https://proxy.example.com", .https, "proxy.example.com", 443),
            ("HTTPS://Proxy.Example.COM:8443/", .https, "proxy.example.com", 8_443),
            ("socks5://192.0.2.1:1080", .socks5, "192.0.2.1", 1_080),
            ("socks5h://[2001:db8::1]", .socks5, "2001:db8::1", 1_080),
            ("socks5h://[2001:db8::1]:9", .socks5, "2001:db8::1", 9),
        ])
    func read(text: String, kind: Proxy.Kind, host: String, port: UInt16) throws {
        let proxy = try Proxy(text)
        #expect(proxy.kind == kind)
        #expect(proxy.host == host)
        #expect(proxy.port == port)
        #expect(proxy.credential == nil)
    }

    @Test("user and password are the credential, and stand in no text")
    func credential() throws {
        let proxy = try Proxy("http://mufasa:circle%20of%20life@proxy.example.com:3128")
        #expect(proxy.credential == PasswordCredential(user: "mufasa", password: "circle of life"))
        #expect(proxy.port == 3_128)
        #expect(proxy.description == "http://proxy.example.com:3128")
        #expect(!String(reflecting: proxy).contains("circle"))
    }

    @Test(
        "what names no proxy is refused, without showing what was written",
        arguments: [
            "", "proxy.example.com:3128", "ftp://proxy.example.com", "http://", "http://a b", "socks4://192.0.2.1",
            "http://user:secret@", "https://proxy.example.com:0", "https://proxy.example.com:65536",
            "https://proxy.example.com/path", "https://proxy.example.com/?q", "https://pro\u{0}xy", "http://[::1",
        ])
    func refused(text: String) {
        let error = #expect(throws: ProxyError.self) { try Proxy(text) }
        #expect(error?.description.contains("secret") == false)
    }
}
