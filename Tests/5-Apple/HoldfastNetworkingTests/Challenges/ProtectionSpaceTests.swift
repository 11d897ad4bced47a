import Foundation
import HoldfastNetworking
import Testing

@Suite("URLProtectionSpace") struct ProtectionSpaceTests {
    private static func server(
        _ host: String = "a.test", port: Int = 443, protocol: String? = NSURLProtectionSpaceHTTPS,
        realm: String? = "R", method: String? = NSURLAuthenticationMethodHTTPBasic
    ) -> URLProtectionSpace {
        URLProtectionSpace(
            host: host, port: port, protocol: `protocol`, realm: realm, authenticationMethod: method)
    }

    /// NSURLProtectionSpace.h and the values that programs print; "protocol: nil if a proxy", "proxyType: nil if not a
    /// proxy".
    @Test("the constants, and what is nil for whom") func members() {
        #expect(NSURLProtectionSpaceHTTPS == "https" && NSURLProtectionSpaceHTTP == "http")
        #expect(NSURLProtectionSpaceHTTPSProxy == "https" && NSURLProtectionSpaceHTTPProxy == "http")
        #expect(NSURLProtectionSpaceSOCKSProxy == "SOCKS")
        #expect(NSURLAuthenticationMethodServerTrust == "NSURLAuthenticationMethodServerTrust")
        #expect(NSURLAuthenticationMethodClientCertificate == "NSURLAuthenticationMethodClientCertificate")
        #expect(NSURLAuthenticationMethodHTTPDigest == "NSURLAuthenticationMethodHTTPDigest")
        let server = Self.server()
        #expect(server.host == "a.test" && server.port == 443 && server.protocol == "https" && server.realm == "R")
        #expect(!server.isProxy() && server.proxyType == nil)
        #expect(server.serverTrust == nil && server.distinguishedNames == nil)
        let proxy = URLProtectionSpace(
            proxyHost: "p.test", port: 3128, type: NSURLProtectionSpaceHTTPProxy, realm: nil, authenticationMethod: nil)
        #expect(proxy.isProxy() && proxy.protocol == nil && proxy.proxyType == "http")
        #expect(proxy.authenticationMethod == NSURLAuthenticationMethodDefault)
    }

    @Test("a password is safe over TLS, and by methods that do not send it") func security() {
        let rows: [(String?, String?, Bool)] = [
            ("https", NSURLAuthenticationMethodHTTPBasic, true), ("HTTPS", nil, true),
            ("http", NSURLAuthenticationMethodHTTPBasic, false), ("http", nil, false),
            ("http", NSURLAuthenticationMethodHTMLForm, false), ("http", NSURLAuthenticationMethodHTTPDigest, true),
            ("http", NSURLAuthenticationMethodNTLM, true), (nil, NSURLAuthenticationMethodServerTrust, true),
        ]
        for (name, method, expected) in rows {
            #expect(Self.server(protocol: name, method: method).receivesCredentialSecurely == expected)
        }
    }

    @Test("equality: each member counts") func equality() {
        let space = Self.server()
        #expect(space == Self.server())
        #expect(space.hash == Self.server().hash)
        #expect(space == Self.server("A.TEST"))
        let others = [
            Self.server("b.test"), Self.server(port: 444), Self.server(protocol: "http"), Self.server(realm: "r"),
            Self.server(realm: nil), Self.server(method: NSURLAuthenticationMethodHTTPDigest),
            URLProtectionSpace(
                proxyHost: "a.test", port: 443, type: "https", realm: "R",
                authenticationMethod: NSURLAuthenticationMethodHTTPBasic),
        ]
        for other in others { #expect(space != other) }
        #expect(Set([space, Self.server()] + others).count == others.count + 1)
        #expect(space.copy() as? URLProtectionSpace == space)
    }

    @Test("through an archive") func archives() throws {
        let spaces = [
            Self.server(realm: nil, method: nil),
            URLProtectionSpace(proxyHost: "p.test", port: 1, type: "SOCKS", realm: "R", authenticationMethod: nil),
        ]
        for space in spaces {
            let archive = try NSKeyedArchiver.archivedData(withRootObject: space, requiringSecureCoding: true)
            #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: URLProtectionSpace.self, from: archive) == space)
        }
    }

    private final class Fake: URLProtectionSpace, @unchecked Sendable {
        override var serverTrust: SecTrust? { nil }
        override var host: String { "other.test" }
    }

    @Test("members can be overridden, as tests of programs do") func overriding() {
        let fake = Fake(host: "a.test", port: 1, protocol: nil, realm: nil, authenticationMethod: nil)
        #expect((fake as URLProtectionSpace).host == "other.test")
    }

    /// The line that Apple's platforms print, as programs that log it and the articles show it:
    /// `<NSURLProtectionSpace: 0x600000011cd0>: Host:kyfw.12306.cn, Server:https,
    /// Auth-Scheme:NSURLAuthenticationMethodServerTrust, Realm:(null), Port:443, Proxy:NO, Proxy-Type:(null)`; the
    /// second row is that of swift-corelibs-foundation's TestURLProtectionSpace, which Apple's Foundation is held to.
    @Test("the description is Foundation's line") func description() throws {
        func line(_ space: URLProtectionSpace) -> String {
            "\(space)".replacing(/0x[0-9a-f]+/, with: "0x…")
        }
        let trust = Self.server("kyfw.12306.cn", realm: nil, method: NSURLAuthenticationMethodServerTrust)
        #expect(
            line(trust)
                == "<NSURLProtectionSpace: 0x…>: Host:kyfw.12306.cn, Server:https, "
                + "Auth-Scheme:NSURLAuthenticationMethodServerTrust, Realm:(null), Port:443, Proxy:NO, "
                + "Proxy-Type:(null)")
        let unknown = Self.server("apple.com", port: 80, protocol: "http", realm: nil, method: "basic")
        #expect(
            line(unknown)
                == "<NSURLProtectionSpace: 0x…>: Host:apple.com, Server:http, "
                + "Auth-Scheme:NSURLAuthenticationMethodDefault, Realm:(null), Port:80, Proxy:NO, Proxy-Type:(null)")
        let realm = Self.server(realm: "my realm")
        #expect(line(realm).contains(", Auth-Scheme:NSURLAuthenticationMethodHTTPBasic, Realm:my realm, Port:443,"))
        let proxy = URLProtectionSpace(
            proxyHost: "p.test", port: 3128, type: NSURLProtectionSpaceHTTPSProxy, realm: nil,
            authenticationMethod: NSURLAuthenticationMethodNTLM)
        #expect(
            line(proxy)
                == "<NSURLProtectionSpace: 0x…>: Host:p.test, Server:(null), "
                + "Auth-Scheme:NSURLAuthenticationMethodNTLM, Realm:(null), Port:3128, Proxy:YES, Proxy-Type:https")
        // Two objects have two addresses, as `po` shows them.
        #expect("\(Self.server())" != "\(trust)" && String(describing: trust) == trust.description)
    }
}
