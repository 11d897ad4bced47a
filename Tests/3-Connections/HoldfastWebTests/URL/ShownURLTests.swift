import Testing

@testable import HoldfastWeb

@Suite("URLs as they are shown")
struct ShownURLTests {
    /// RFC 3986 §3.2.1: "Applications should not render as clear text any data after the first colon (":") character
    /// found within a userinfo subcomponent unless the data after the colon is the empty string (indicating no
    /// password)."
    @Test(
        "user and password give way to an ellipsis, in whatever a target may be written like",
        arguments: [
            ("https://user:pass-word@host", "https://…@host"),
            ("https://user:pass-word@host:8443/path?query#fragment", "https://…@host:8443/path?query#fragment"),
            ("HTTPS://user:pass-word@host/", "HTTPS://…@host/"), ("http://user:pass-word@host/", "http://…@host/"),
            ("https://user@host", "https://…@host"), ("https://:pass-word@host", "https://…@host"),
            ("user:pass-word@host", "…@host"), ("user:pass-word@host:8443", "…@host:8443"), ("user@host", "…@host"),
            ("https://user:pass-word@[2001:db8::1]/", "https://…@[2001:db8::1]/"),
            ("https://user:pass word@host", "https://…@host"), ("https://user:p'ass\"word@host", "https://…@host"),
            ("https://user:pass-wörd@host", "https://…@host"), ("https://user:p\\ass@host", "https://…@host"),
            // A mark that combines with the slash before it.
            ("https://\u{301}:pass-word@host", "https://…@host"),
            // Slashes too few and too many: libcurl takes up to three.
            ("https:/user:pass-word@host", "https:/…@host"), ("https:///user:pass-word@host", "https:///…@host"),
            ("https:////user:pass-word@host", "https:////…@host"), ("//user:pass-word@host", "//…@host"),
            ("https:user:pass-word@host", "…@host"),
            // No URLs: a second @, and what ends an authority, unencoded in the password.
            ("https://user:pass@word@host", "https://…@host"), ("https://user:pass/word@host", "https://…@host"),
            ("https://user:pass?word@host", "https://…@host"), ("https://user:pass#word@host", "https://…@host"),
            ("user:pass/word@host", "…@host"), ("https://user:pass-word@ho st", "https://…@ho st"),
        ])
    func hidden(written: String, shown: String) {
        #expect(ShownURL.text(ofTarget: written) == shown)
        #expect(ShownURL.text(ofTarget: shown) == shown)
    }

    @Test(
        "everything else is shown as it is written",
        arguments: [
            "https://host/", "host", "host:443", "192.0.2.1", "2001:db8::1", "[2001:db8::1]:443", "",
            "https://host/@name", "https://host/a:b@c", "https://host?user@host", "https://host#a@b", "host/@name",
            "https://", "https:///", "://", ":", "/", "https://@host",
        ])
    func plain(written: String) {
        #expect(ShownURL.text(ofTarget: written) == written)
        #expect(ShownURL.text(of: written) == written)
        #expect(ShownURL.line(written) == written)
    }

    @Test(
        "of what may be a file's name only what looks like a password is hidden",
        arguments: [
            ("user@host.pem", "user@host.pem"), ("keys/user@host.pem", "keys/user@host.pem"),
            ("/keys/user@host.pem", "/keys/user@host.pem"), ("user:pass-word@host", "…@host"),
            ("https://user@host", "https://…@host"), ("//user@host/", "//…@host/"),
            ("https://user:pass/word@host", "https://…@host"),
        ])
    func words(written: String, shown: String) {
        #expect(ShownURL.text(of: written) == shown)
    }

    @Test("a line that quotes URLs")
    func lines() {
        #expect(
            ShownURL.line("'https://user:pass-word@host/': no such file; see http://a:b@c and https://host/@name.")
                == "'https://…@host/': no such file; see http://…@c and https://host/@name.")
        #expect(ShownURL.line("mail user@host: 50 %") == "mail user@host: 50 %")
    }
}
