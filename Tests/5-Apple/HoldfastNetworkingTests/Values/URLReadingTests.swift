import Foundation
import HoldfastHTTPS
import HoldfastNetworking
import HoldfastTrust
import HoldfastWeb
import Testing

@testable import HoldfastNetworkingNames

@Suite("URLs are read at this door as at every other")
struct URLReadingTests {
    private static func error(_ text: String) async throws -> (any Error)? {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let url = try #require(URL(string: text))
        do {
            _ = try await session.data(from: url)
            return nil
        } catch { return error }
    }

    /// Apple, `URLError.Code.badURL`: "A malformed URL prevented a URL request from being initiated."
    @Test(
        "what has two readings is dialled by none",
        arguments: [
            "https://a.test../", "https:/h", "https:///h", "https://2130706433/", "https://0x7f.1/", "https://127.1/",
            "https://0177.0.0.1/", "https://127.0.0.1./", "https://%31%32%37.0.0.1/", "https://[::1%25lo]/",
            "https://a.test%2f.b.test/", "https://a.test;b/", "http://0x7f.1/", "http:/h",
        ])
    func refused(text: String) async throws {
        let error = try #require(try await Self.error(text) as? URLError)
        #expect(error.code == .badURL, "\(error)")
        let url = try #require(URL(string: text))
        #expect(!NSURLConnection.canHandle(URLRequest(url: url)))
        #expect(CookieURL(url) == nil)
        #expect(throws: HTTPSURLError.self) { try HTTPSURL(dangerouslyAllowingPlainHTTP: text) }
    }

    @Test(
        "what is dialled is the host that Foundation names",
        arguments: [
            "https://a.test/", "https://A.test:8443/x", "https://a.test./", "https://a.test:/", "https://[0:0::1]/",
            "https://bücher.test/", "https://192.0.2.1/", "https://a%40b@c.test/", "https://１２７.0.0.1/",
            "https://faß.test/", "https://b%C3%BCcher.test/",
            "https://a。test/", "https://a.test/\\b", "https://a.test?x@b.test/", "https://a.test#@b.test/",
        ])
    func agreed(text: String) throws {
        let url = try #require(URL(string: text))
        let read = try #require(CookieURL(url))
        #expect(try read.url.serverName == ServerName(unicode: try #require(url.host)))
        #expect(read.port == url.port ?? 443)
        #expect(try HTTPSURL(url.absoluteString) == read.url)
    }

    @Test("what was read once is read the same again, and as many URLs are kept as may be")
    func remembered() throws {
        let readings = URLReadings()
        let url = try #require(URL(string: "https://b%C3%BCcher.test:8443/x?y"))
        let first = try readings.reading(of: url)
        #expect(try first.description == HTTPSURL(url.absoluteString).description)
        #expect(try readings.reading(of: url) == first)
        #expect(readings.count == 1)
        for index in 0..<3 * URLReadings.limit {
            _ = try readings.reading(of: try #require(URL(string: "https://a.test/\(index)")))
            #expect(readings.count <= URLReadings.limit)
        }
    }

    @Test(
        "passwords are not remembered, nor what a base has a say in, nor what was refused",
        arguments: ["https://user:secret@a.test/", "https://user@a.test/", "https:/h"])
    func forgotten(text: String) throws {
        let readings = URLReadings()
        let url = try #require(URL(string: text))
        let read = try? readings.reading(of: url)
        #expect((read == nil) == (text == "https:/h"))
        #expect(readings.count == 0)
        let base = try #require(URL(string: "https://a.test/b/"))
        _ = try? readings.reading(of: try #require(URL(string: "c", relativeTo: base)))
        #expect(readings.count == 0)
    }

    @Test(
        "the host of a cookie or of a proxy is a host alone",
        arguments: [
            "a.test#b", "a.test?b", "a.test/", "a.test:443", "a@b.test", "a\\b.test", "127.1", "a.test..", "[::1",
        ])
    func hosts(text: String) throws {
        let cookie = HTTPCookie(properties: [.name: "a", .value: "b", .domain: text, .path: "/"])
        #expect(cookie.flatMap { Cookie($0, at: CookieStorageBench.now) } == nil)
        #expect(throws: ProxySettingsError.self) { try ProxySettings(["HTTPEnable": 1, "HTTPProxy": text]) }
    }
}
