import Foundation
import HoldfastNetworking
import Testing

@testable import HoldfastNetworkingNames

/// Apple, `NSURLErrorFailingURLErrorKey`: "The corresponding value is an NSURL object that contains the URL that failed
/// to load"; errors are logged, and a log is no place for a password.
@Suite("The URL of an error") struct FailingURLTests {
    private static let keys = [NSURLErrorFailingURLErrorKey, "NSErrorFailingURLStringKey"]

    @Test(
        "without user and password, and else as it is",
        arguments: [
            ("https://user:pass-word@a.test:8443/x?y#z", "https://a.test:8443/x?y#z"),
            ("https://user@a.test/", "https://a.test/"), ("https://:pass-word@a.test/", "https://a.test/"),
            ("http://us%40er:p%2Fass-word@[2001:db8::1]/", "http://[2001:db8::1]/"),
            ("https://a.test/@name", "https://a.test/@name"), ("https://a.test?a:b@c", "https://a.test?a:b@c"),
            ("data:text/plain,a:b@c", "data:text/plain,a:b@c"), ("file:///a:b@c", "file:///a:b@c"),
            ("mailto:a@b.test", "mailto:a@b.test"),
        ])
    func table(_ written: String, _ shown: String) {
        let error = URLError(plain: .timedOut, for: URL(string: written))
        #expect((error.userInfo[Self.keys[0]] as? URL)?.absoluteString == shown)
        #expect(error.userInfo[Self.keys[1]] as? String == shown)
        #expect(error.failingURL?.absoluteString == shown)
    }

    @Test("a relative one, whose base has them") func relative() throws {
        let base: URL = try #require(URL(string: "https://user:pass-word@a.test/b/"))
        let error = URLError(plain: .timedOut, for: URL(string: "c", relativeTo: base))
        #expect(error.failingURL?.absoluteString == "https://a.test/b/c")
    }

    /// Every error that a task ends with: nobody listens, no scheme that is loaded, a request that is none, a cancelled
    /// one.
    @Test("of tasks: no text form of the error has the password")
    func tasks() async throws {
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        for text in [
            "https://user:pass-word@127.0.0.1:1/", "http://user:pass-word@127.0.0.1:1/",
            "ftp://user:pass-word@127.0.0.1:1/", "https://user:pass-word@exa_mple..test/",
        ] {
            let url: URL = try #require(URL(string: text))
            do {
                _ = try await session.data(from: url)
                Issue.record("\(text) was loaded")
            } catch {
                Self.expectNone(in: error, text)
                #expect((error as? URLError)?.failingURL != nil, "\(text)")
            }
        }
    }

    private static func expectNone(in error: any Error, _ text: String) {
        var dumped = ""
        dump(error, to: &dumped)
        let error = error as NSError
        let forms = [
            "\(error)", error.debugDescription, error.localizedDescription, dumped, "\(error.userInfo)",
            String(reflecting: error),
        ]
        for form in forms { #expect(!form.contains("pass-word") && !form.contains("user:"), "\(text): \(form)") }
    }
}
