import HoldfastPins
import HoldfastPolicy
import Testing

/// What is expected is Apple's documentation of the keys of NSAppTransportSecurity, for iOS 17 and macOS 14.
@Suite("Which hosts App Transport Security lets plain HTTP go to")
struct PlainHTTPTests {
    private func rules(_ change: (inout AppTransportSecurity) -> Void = { _ in }) -> AppTransportSecurity {
        var rules = AppTransportSecurity()
        change(&rules)
        return rules
    }

    private func exception(allows: Bool, below: Bool = false) -> AppTransportSecurity.Exception {
        var exception = AppTransportSecurity.Exception()
        (exception.allowsInsecureHTTPLoads, exception.includesSubdomains) = (allows, below)
        return exception
    }

    @Test("by default: unqualified names and .local, no other names and no addresses")
    func defaults() {
        for host in ["localhost", "printer", "a.local", "LOCALHOST", "a.b.local."] {
            #expect(rules().allowsPlainHTTP(host: host), "\(host)")
        }
        let refused = [
            "example.com", "local.example.com", "xlocal.com", "a.xlocal", "127.0.0.1", "::1", "[::1]", "192.168.0.7",
            "",
            "2130706433", "0x7f.1", "127.1", "a b",
        ]
        for host in refused { #expect(!rules().allowsPlainHTTP(host: host), "\(host)") }
    }

    @Test("NSAllowsLocalNetworking lets addresses through, and no names")
    func localNetworking() {
        let local = rules { $0.allowsLocalNetworking = true }
        #expect(local.allowsPlainHTTP(host: "192.168.0.7") && local.allowsPlainHTTP(host: "[fe80::1]"))
        #expect(!local.allowsPlainHTTP(host: "example.com"))
        #expect(!rules { $0.allowsLocalNetworking = false }.allowsPlainHTTP(host: "192.168.0.7"))
    }

    @Test("NSAllowsArbitraryLoads lets everything through, unless a finer key is there")
    func arbitraryLoads() {
        let all = rules { $0.allowsArbitraryLoads = true }
        #expect(all.allowsPlainHTTP(host: "example.com") && all.allowsPlainHTTP(host: "192.0.2.1"))
        let finer: [WritableKeyPath<AppTransportSecurity, Bool?>] = [
            \.allowsArbitraryLoadsInWebContent, \.allowsArbitraryLoadsForMedia, \.allowsLocalNetworking,
        ]
        for key in finer {
            for value in [false, true] {
                var both = all
                both[keyPath: key] = value
                #expect(both.refusal(host: "example.com")?.reason == .arbitraryLoadsIgnored)
            }
        }
    }

    @Test("exceptions: the host itself, then the nearest domain above that includes it")
    func domains() {
        let some = rules {
            $0.allowsArbitraryLoads = true
            $0.exceptionDomains = [
                "example.com": exception(allows: false, below: true),
                "plain.example.com": exception(allows: true),
                "deep.example.com": exception(allows: true, below: true),
                "alone.org": exception(allows: false),
            ]
        }
        let expected = [
            "example.com": false, "www.example.com": false, "plain.example.com": true, "x.plain.example.com": false,
            "deep.example.com": true, "a.b.deep.example.com": true, "xexample.com": true, "alone.org": false,
            "www.alone.org": true, "EXAMPLE.com": false,
        ]
        for (host, allowed) in expected { #expect(some.allowsPlainHTTP(host: host) == allowed, "\(host)") }
        let local = rules { $0.exceptionDomains = ["localhost": exception(allows: false)] }
        #expect(local.refusal(host: "localhost")?.reason == .exception("localhost"))
    }

    @Test("a key matches a name with a trailing dot only if it has one")
    func trailingDot() {
        let some = rules { $0.exceptionDomains = ["example.com": exception(allows: true)] }
        #expect(some.allowsPlainHTTP(host: "example.com") && !some.allowsPlainHTTP(host: "example.com."))
    }

    /// RFC 5891 §5.1: what is looked up is in A-labels. The lower case of U+212A, the Kelvin sign, is the letter k.
    @Test("a host outside ASCII is none, whatever it looks like in lower case")
    func kelvin() {
        let some = rules { $0.exceptionDomains = ["k.example": exception(allows: true)] }
        #expect(some.refusal(host: "\u{212A}.example")?.reason == .noHost)
        #expect(some.requirements(for: "\u{212A}.example") == AppTransportSecurity.Requirements())
        #expect(some.allowsPlainHTTP(host: "K.example"))
    }

    @Test("addresses and ranges, the narrowest first")
    func ranges() {
        let some = rules {
            $0.exceptionDomains = [
                "192.168.0.0/16": exception(allows: true), "192.168.7.0/24": exception(allows: false),
                "192.168.7.9": exception(allows: true), "2001:db8:12::/47": exception(allows: true),
                "10.0.0.0/33": exception(allows: true), "11.0.0.0/8/8": exception(allows: true),
                "12.0.0.0/+8": exception(allows: true), "198.51.100.0/0": exception(allows: false),
            ]
        }
        let expected = [
            "192.168.1.1": true, "192.168.7.1": false, "192.168.7.9": true, "192.169.0.1": false,
            "2001:db8:13::1": true, "2001:db8:14::1": false, "10.0.0.1": false, "11.0.0.1": false, "12.0.0.1": false,
            "192.168.1.1.example.com": false,
        ]
        for (host, allowed) in expected { #expect(some.allowsPlainHTTP(host: host) == allowed, "\(host)") }
    }

    @Test("a refusal names the key to set")
    func sentences() throws {
        let name = try #require(rules().refusal(host: "example.com"))
        #expect(
            name.description
                == "App Transport Security refuses http://example.com: use https, or set NSAppTransportSecurity > "
                + "NSExceptionDomains > example.com > NSExceptionAllowsInsecureHTTPLoads to true in the Info.plist.")
        let address = try #require(rules().refusal(host: "::1"))
        #expect(address.description.contains("http://[::1]") && address.description.contains("NSAllowsLocalNetworking"))
    }
}
