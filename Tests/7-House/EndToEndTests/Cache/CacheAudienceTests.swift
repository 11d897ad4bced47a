import HoldfastAuthority
import HoldfastCredentials
import HoldfastCrypto
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// One folder, and everybody who may look into it: what one of them was answered, only the same one is answered from
/// there, whichever process, session or cache it is that asks.
@Suite("Who is answered from one cache")
struct CacheAudienceTests {
    private static let proxyName = "proxy.holdfast.test"
    private let bench: Loopback
    private let other: Loopback
    private let folder: TemporaryFolder

    init() throws {
        bench = try Loopback()
        other = try Loopback()
        folder = try TemporaryFolder()
    }

    /// Somebody who asks: by a configuration, and by a request.
    private struct Somebody: Sendable {
        let name: String
        /// Whether a password is shown to the server.
        var showsPassword = false
        var user = ""
        var fields: [(String, String)] = []
        var change: @Sendable (inout HTTPSSession.Configuration) -> Void = { _ in }
    }

    private func everybody(_ server: TLSServer, _ proxies: [ProxyServer]) throws -> [Somebody] {
        let clients = try ["Alice", "Bob"].map { try bench.root.issue(.client(name: $0, at: bench.now)) }
        let (trusting, both) = (bench.trusting, try anchors())
        let host = try HostPattern(Loopback.host, publicSuffixes: nil)
        let pin = Pin(try Certificate(der: bench.root.certificate))
        let pins = TrustPins(
            try PinnedHosts([host: .pinned(PinSet(anywhere: [pin], enforcement: .enforce, backup: .waived))]))
        return [
            Somebody(name: "nobody"),
            Somebody(name: "alice of the URL", showsPassword: true, user: "alice:pw@"),
            Somebody(name: "bob of the URL", showsPassword: true, user: "bob:pw@"),
            Somebody(name: "alice with another password", showsPassword: true, user: "alice:other@"),
            Somebody(name: "a bearer", fields: [("Authorization", "Bearer a")]),
            Somebody(name: "another bearer", fields: [("Authorization", "Bearer b")]),
            Somebody(name: "alice of a field", showsPassword: true, fields: [("Authorization", "Basic YWxpY2U6cHc=")]),
            Somebody(name: "a cookie", fields: [("Cookie", "a=1")]),
            Somebody(name: "another cookie", fields: [("Cookie", "a=2")]),
            Somebody(
                name: "a field of the session",
                change: { configuration in
                    configuration.additionalFields = [HTTPField(name: "Cookie", value: "a=3")].compactMap(\.self)
                }),
            Somebody(name: "Alice's certificate", change: { $0.credentials.identity = clients[0] }),
            Somebody(name: "Bob's certificate", change: { $0.credentials.identity = clients[1] }),
            Somebody(
                name: "more anchors",
                change: { configuration in
                    configuration.trust.policy = { name in
                        var policy = trusting(name)
                        policy.anchors = both
                        return policy
                    }
                }),
            Somebody(
                name: "pins",
                change: { configuration in
                    configuration.trust.policy = { name in
                        var policy = trusting(name)
                        policy.pins = pins
                        return policy
                    }
                }),
            Somebody(
                name: "another bound",
                change: { configuration in
                    configuration.trust.policy = { name in
                        var policy = trusting(name)
                        policy.maximumIntermediates = 5
                        return policy
                    }
                }),
            Somebody(name: "TLS 1.3 alone", change: { $0.trust.tlsVersions = .tls13 ... .tls13 }),
            Somebody(name: "a handler", change: { $0.credentials.handler = Indifferent() }),
            // Two addresses may be two servers of one name: what one of them says is not the other's.
            Somebody(
                name: "another place",
                change: { configuration in
                    guard let name = try? ServerName(Loopback.host), let other = IPAddress("127.0.0.2"),
                        let address = IPAddress("127.0.0.1")
                    else { return }
                    configuration.addresses.dial = [
                        DialRule(
                            name, port: server.port,
                            to: [DialRule.Target(other, port: 9), DialRule.Target(address, port: server.port)])
                    ]
                }),
        ] + proxies.map(Self.through)
    }

    private static func through(_ proxy: ProxyServer) -> Somebody {
        Somebody(
            name: "the proxy at \(proxy.port)",
            change: { configuration in
                guard let name = try? ServerName(proxyName) else { return }
                configuration.proxy = Proxy(.http, name, port: proxy.port)
                configuration.addresses.dial = [.loopback(proxy.port, host: proxyName)]
            })
    }

    private func anchors() throws -> TrustAnchors {
        .only([try Certificate(der: bench.root.certificate), try Certificate(der: other.root.certificate)])
    }

    /// The kind of the answer that somebody gets: by a session, a cache and a look at the folder of their own, as
    /// another process has.
    private func ask(
        _ somebody: Somebody, _ server: TLSServer, _ path: String, _ cache: HTTPCache, onlyIfCached: Bool = false
    ) async throws -> String {
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.cache = cache
        somebody.change(&configuration)
        let url = try HTTPSURL("https://\(somebody.user)\(Loopback.host):\(server.port)\(path)")
        var request = HTTPSRequest(url)
        let wish = onlyIfCached ? [("Cache-Control", "only-if-cached")] : []
        request.fields = (somebody.fields + wish).compactMap { HTTPField(name: $0.0, value: $0.1) }
        let response = try await HTTPSSession(configuration: configuration).data(for: request)
        return response.cacheUse?.kind.rawValue ?? "server"
    }

    @Test("each pair of them, on the disk", arguments: [false, true]) func pairs(isEncrypted: Bool) async throws {
        let server = try bench.answering({ $0.requestsClientCertificate = true }) { _ in
            ServerResponse(fields: [HTTPField("Cache-Control", "private, max-age=600")], body: Array("x".utf8))
        }
        let proxies = try (1...2).map { _ in
            try ProxyServer(ProxyConfiguration(.http, routes: ["\(Loopback.host):\(server.port)": server.port]))
        }
        let key =
            isEncrypted ? CredentialFileKey { .key(CredentialSecret([UInt8](repeating: 7, count: 32))) } : nil
        let everybody = try everybody(server, proxies)
        func cache() -> HTTPCache {
            HTTPCache(memoryCapacity: 0, folder: folder.path("cache"), key: key) { Issue.record("\($0)") }
        }
        for (number, keeper) in everybody.enumerated() {
            #expect(try await ask(keeper, server, "/\(number)", cache()) == "server", "\(keeper.name)")
            for somebody in everybody where somebody.name != keeper.name {
                let found = try await ask(somebody, server, "/\(number)", cache(), onlyIfCached: true)
                #expect(found == "absent", "kept for \(keeper.name), asked by \(somebody.name)")
            }
            // What follows from a password is on a disk only where nobody could guess at it.
            let lasts = isEncrypted || !keeper.showsPassword
            let own = try await ask(keeper, server, "/\(number)", cache())
            #expect(own == (lasts ? "fresh" : "server"), "\(keeper.name)")
        }
    }

    @Test(
        "what an exception, accepting anything, or a handler's own proof let in is not kept",
        arguments: ["exception", "any", "handler"])
    func danger(_ kind: String) async throws {
        let identity = try other.identity()
        let server = try other.answering(as: identity) { _ in
            ServerResponse(fields: [HTTPField("Cache-Control", "max-age=600")], body: Array("x".utf8))
        }
        let cache = HTTPCache(memoryCapacity: 1 << 20, folder: folder.path("cache")) { Issue.record("\($0)") }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.cache = cache
        let (now, trusting, trustingOther) = (bench.now, bench.trusting, other.trusting)
        if kind == "handler" {
            configuration.credentials.handler = TLSHandler { challenge in
                guard let trust = challenge.protectionSpace.serverTrust, let name = try? ServerName(Loopback.host),
                    let proof = try? TrustEngine().evaluate(trust, with: trustingOther(name), at: now)
                else { return .notImplemented }
                return .useCredential(Credential(trust: proof))
            }
        } else {
            let exception = try TrustException(
                certificate: Digest.sha256(identity.certificate[...]), host: try ServerName(Loopback.host),
                codes: [.issuerNotFound], createdAt: now, until: now.advanced(bySeconds: 3_600))
            let acceptAny = try DangerousAcceptAny(.loopback, from: now, until: now.advanced(byDays: 1))
            let exceptions = TrustExceptions.only([exception])
            configuration.trust.policy = { name in
                var policy = trusting(name)
                if kind == "any" { policy.dangerousAcceptAny = acceptAny } else { policy.exceptions = exceptions }
                return policy
            }
        }
        for _ in 0..<2 {
            let session = HTTPSSession(configuration: configuration)
            let response = try await session.data(for: HTTPSRequest(try bench.url(server)))
            #expect(response.cacheUse == nil && response.connection.evaluation != nil)
        }
        #expect(server.counters.requestsReceived == 2 && cache.memoryUsage == 0 && cache.diskUsage == 0)
    }

    @Test("what comes without TLS is not on a disk") func plain() async throws {
        let cache = HTTPCache(memoryCapacity: 1 << 20, folder: folder.path("cache")) { Issue.record("\($0)") }
        let server = try bench.answering({ $0.speaksPlainHTTP = true }) { _ in
            ServerResponse(fields: [HTTPField("Cache-Control", "max-age=600")], body: Array("x".utf8))
        }
        var configuration = bench.configuration([(Loopback.host, server.port)], policy: bench.trusting)
        configuration.cache = cache
        let session = HTTPSSession(configuration: configuration)
        let url = try HTTPSURL(dangerouslyAllowingPlainHTTP: "http://\(Loopback.host):\(server.port)/")
        for expected in [nil, CacheUse.Kind.fresh] {
            #expect(try await session.data(for: HTTPSRequest(url)).cacheUse?.kind == expected)
        }
        #expect(cache.diskUsage == 0 && cache.memoryUsage > 0)
    }
}

/// Leaves everything to the default.
private struct Indifferent: ChallengeHandler {
    func respond(to challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Disposition { .notImplemented }
}
