import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastNetworking
import HoldfastPins
import HoldfastPolicy
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// Apple, NSURLError.h: "App Transport Security disallowed a connection because there is no secure network connection"
/// is -1022; what TLS ended for it is -1200.
@Suite("App Transport Security under URLSession's names")
struct SessionTransportSecurityTests {
    let bench: Loopback

    init() throws { bench = try Loopback() }

    private static let weakKey = Result { try PrivateKey.generate(.rsa(bits: 1024)) }
    private static let key = Result { try PrivateKey.generate(.rsa(bits: 2048)) }

    private func settings(_ inner: String) throws -> AppTransportSecurity {
        let text = "<plist><dict><key>NSAppTransportSecurity</key><dict>\(inner)</dict></dict></plist>"
        return try AppTransportSecurity(infoPlist: Data(text.utf8))
    }

    private func exception(_ inner: String) throws -> AppTransportSecurity {
        try settings("<key>NSExceptionDomains</key><dict><key>\(Loopback.host)</key><dict>\(inner)</dict></dict>")
    }

    private func error(
        _ server: TLSServer, _ settings: AppTransportSecurity?, _ url: URL? = nil,
        delegate: (any URLSessionDelegate)? = nil
    ) async throws -> URLError? {
        let configuration = bench.trusting(server)
        configuration.appTransportSecurity = settings
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        do {
            _ = try await session.data(from: try url ?? bench.url(server))
            return nil
        } catch let error as URLError { return error }
    }

    @Test("a request without TLS: -1022, before anything is opened; an exception lets it through") func plain()
        async throws
    {
        let server = try bench.server { $0.speaksPlainHTTP = true }
        let url = try #require(URL(string: "http://\(Loopback.host):\(server.port)/"))
        let refused = try #require(try await error(server, AppTransportSecurity(), url))
        #expect(refused.code == .appTransportSecurityRequiresSecureConnection && refused.errorCode == -1022)
        #expect(server.counters.connections == 0)
        let open = try exception("<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>")
        #expect(try await error(server, open, url) == nil)
        #expect(try await error(server, try settings("<key>NSAllowsArbitraryLoads</key><true/>"), url) == nil)
    }

    @Test("a suite without forward secrecy: -1200; NSExceptionRequiresForwardSecrecy lets it through") func suites()
        async throws
    {
        let identity = try bench.identity(key: try Self.key.get())
        let server = try bench.server(as: identity) {
            $0.maximumVersion = .tls12
            $0.cipherList = "AES128-GCM-SHA256"
        }
        #expect(try await error(server, nil) == nil)
        #expect(try await error(server, AppTransportSecurity())?.errorCode == -1200)
        let weak = try exception("<key>NSExceptionRequiresForwardSecrecy</key><false/>")
        #expect(try await error(server, weak) == nil)
    }

    @Test("a version of TLS that is too old: -1200") func versions() async throws {
        let server = try bench.server { $0.maximumVersion = .tls12 }
        let later = try exception("<key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>")
        #expect(try await error(server, later)?.errorCode == -1200)
        #expect(try await error(server, AppTransportSecurity()) == nil)
    }

    /// iOS prints -1200 and -9802 (`errSSLFatalAlert`) where App Transport Security refuses a certificate.
    @Test("a weak key: -1200 and -9802") func keys() async throws {
        let identity = try bench.identity(key: try Self.weakKey.get())
        let server = try bench.server(as: identity) { $0.securityLevel = 0 }
        #expect(try await error(server, nil) == nil)
        let refused = try #require(try await error(server, AppTransportSecurity()))
        #expect(refused.errorCode == -1200)
        #expect(refused.userInfo["_kCFStreamErrorCodeKey"] as? Int == -9802)
    }

    /// "When ATS is enabled, you can no longer loosen trust evaluation requirements that way".
    @Test("a delegate cannot accept what is refused, unless an exception lets it") func delegates() async throws {
        final class Accepting: NSObject, URLSessionDelegate {
            func urlSession(
                _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
                completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
            ) {
                guard let trust = challenge.protectionSpace.serverTrust else {
                    return completionHandler(.performDefaultHandling, nil)
                }
                completionHandler(.useCredential, URLCredential(trust: trust))
            }
        }
        let server = try bench.server()
        for (settings, isAccepted) in [
            (nil, true), (AppTransportSecurity(), false),
            (try exception("<key>NSExceptionAllowsInsecureHTTPLoads</key><true/>"), true),
        ] as [(AppTransportSecurity?, Bool)] {
            let configuration = bench.configuration(server)
            configuration.serverTrustPolicy = { name in
                var policy = TrustPolicy.ssl(name)
                policy.anchors = .only([])
                return policy
            }
            configuration.appTransportSecurity = settings
            let session = URLSession(configuration: configuration, delegate: Accepting(), delegateQueue: nil)
            let url = try bench.url(server)
            let status = (try? await session.data(from: url).1 as? HTTPURLResponse)?.statusCode
            #expect(status == (isAccepted ? 200 : nil))
        }
    }
}
