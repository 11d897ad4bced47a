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
}
