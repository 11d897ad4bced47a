import Foundation
import HoldfastCredentials
import HoldfastHTTPS
import HoldfastNetworking
import Testing

@testable import HoldfastNetworkingNames

@Suite("A dictionary of proxies")
struct ProxySettingsTests {
    private func chosen(_ settings: ProxySettings, _ text: String) throws -> String? {
        settings.proxy(for: try #require(URL(string: text)))?.description
    }

    private func problem(_ dictionary: [AnyHashable: Any]) -> String? {
        do throws(ProxySettingsError) {
            _ = try ProxySettings(dictionary)
            return nil
        } catch { return error.key }
    }

    @Test("each scheme has its own; SOCKS is for what has none") func schemes() throws {
        let settings = try ProxySettings([
            kCFNetworkProxiesHTTPEnable: true, kCFNetworkProxiesHTTPProxy: "p.example",
            kCFNetworkProxiesHTTPPort: 8_080, "SOCKSEnable": 1, "SOCKSProxy": "::1" as NSString,
            kCFNetworkProxiesSOCKSPort as String: NSNumber(value: 9_050), "HTTPSProxy": "unused.example",
        ])
        #expect(try chosen(settings, "http://a.example/") == "http://p.example:8080")
        #expect(try chosen(settings, "https://a.example/") == "socks5://[::1]:9050")
        let secure = try ProxySettings(["HTTPSEnable": true, "HTTPSProxy": "p.example", "HTTPSPort": "3128"])
        #expect(try chosen(secure, "https://a.example/") == "http://p.example:3128")
        #expect(try chosen(secure, "http://a.example/") == nil)
        #expect(try ProxySettings(nil) == ProxySettings([:]))
        #expect(try chosen(ProxySettings(["HTTPSEnable": false, "HTTPSProxy": "p"]), "https://a.example/") == nil)
        let script: [AnyHashable: Any] = [
            kCFNetworkProxiesProxyAutoConfigEnable: 1, kCFNetworkProxiesProxyAutoConfigURLString: "http://a/b.pac",
        ]
        #expect(try ProxySettings(script) == ProxySettings(nil))
    }

    @Test("user and password") func credential() throws {
        let settings = try ProxySettings([
            "HTTPSEnable": 1, "HTTPSProxy": "p.example", kCFProxyUsernameKey: "u", kCFProxyPasswordKey: "s:p",
        ])
        #expect(settings.https?.credential == PasswordCredential(user: "u", password: "s:p"))
        #expect(settings.https?.port == 80)
    }

    @Test("a proxy that is on and cannot be read is an error, and no way around it") func problems() {
        #expect(problem(["HTTPSEnable": 1]) == "HTTPSProxy")
        for host in ["", "a b", "a/b", "u:p@h", "h:80", "a\0", "[::1"] {
            #expect(problem(["HTTPEnable": 1, "HTTPProxy": host]) == "HTTPProxy", "\(host)")
        }
        for port in [0, -1, 65_536, "x", "80 ", true as Any] as [Any] where !(port is Bool) {
            #expect(problem(["SOCKSEnable": 1, "SOCKSProxy": "h", "SOCKSPort": port]) == "SOCKSPort", "\(port)")
        }
        #expect(problem(["HTTPEnable": "yes"]) == "HTTPEnable")
        #expect(problem(["ExceptionsList": "*.local"]) == "ExceptionsList")
        #expect(problem(["ExceptionsList": [1]]) == "ExceptionsList")
        #expect(problem(["kCFProxyUsernameKey": 1]) == "kCFProxyUsernameKey")
    }

    @Test("hosts that are asked directly") func exceptions() throws {
        let settings = try ProxySettings([
            "HTTPSEnable": 1, "HTTPSProxy": "p.example", kCFNetworkProxiesExcludeSimpleHostnames: 1,
            kCFNetworkProxiesExceptionsList: [
                "*.local", "169.254/16", "Exact.example", ".below.example", "a*b.example", "2001:db8::/32",
            ],
        ])
        let expected = [
            "printer": true, "x.local": true, "a.b.local": true, "xlocal.example": false, "169.254.7.7": true,
            "169.255.0.1": false, "exact.example": true, "www.exact.example": false, "x.below.example": true,
            "below.example": false, "aXXb.example": true, "aXXc.example": false, "[2001:db8::1]": true,
            "[2001:db9::1]": false, "169.254.1.1.example": false, "127.0.0.1": false,
        ]
        for (host, isDirect) in expected {
            #expect((try chosen(settings, "https://\(host)/") == nil) == isDirect, "\(host)")
        }
    }

    @Test("a pattern of many stars is bounded work") func stars() throws {
        let pattern = String(repeating: "*a", count: 1_000) + "b"
        let settings = try ProxySettings(["ExceptionsList": [pattern]])
        #expect(!settings.isExcepted(String(repeating: "a", count: 2_000)))
    }
}
