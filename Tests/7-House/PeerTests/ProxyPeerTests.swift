import Foundation
import HoldfastAuthority
import HoldfastCredentials
import HoldfastHTTPS
import HoldfastTransport
import HoldfastTrust
import PeerPrograms
import TestSupport
import Testing

/// Other people's proxies: Apache as one of HTTP's within TLS, microsocks for SOCKS 5.
@Suite(
    "Proxies of other people's", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct ProxyPeerTests {
    private static let alice = Credential(user: "alice", password: Apache.password, persistence: .forSession)
    private let peer: PeerSession

    init() throws { peer = try PeerSession() }

    /// An Apache that makes tunnels, over TLS, for alice alone where a scheme is named.
    private func proxy(to port: UInt16, _ scheme: String?) async throws -> Apache {
        let users =
            switch scheme {
            case "Basic": ["AuthType Basic", "AuthName \"the proxy\"", "AuthUserFile users", "Require valid-user"]
            case "Digest":
                [
                    "AuthType Digest", "AuthName \"the digest realm\"", "AuthDigestProvider file",
                    "AuthUserFile digests", "Require valid-user",
                ]
            default: ["Require all granted"]
            }
        return try await Apache(
            peer.identity,
            further: (
                ["proxy", "proxy_connect"],
                ["ProxyRequests On", "AllowCONNECT \(port)", "<Proxy *>"] + users + ["</Proxy>"], []
            ))
    }

    private func through(_ proxy: Apache, _ configuration: inout HTTPSSession.Configuration) throws {
        configuration.proxy = Proxy(.https, try ServerName(PeerSession.host), port: proxy.port)
        configuration.addresses.dial.append(.loopback(proxy.port))
    }

    @Test("Apache makes a tunnel over TLS, and both are judged")
    func apache() async throws {
        let server = try await Apache(peer.identity)
        let proxy = try await proxy(to: server.port, nil)
        let session = try peer.session(server.port, nil) { try through(proxy, &$0) }
        for _ in 0..<2 {
            let response = try await session.data(for: HTTPSRequest(try peer.url(server.port, "/basic/page.txt")))
            #expect(response.status == 401)
        }
        let distrusting = try peer.session(server.port, nil) {
            try through(proxy, &$0)
            $0.proxy = Proxy(.https, try ServerName("localhost"), port: proxy.port)
        }
        let url = try peer.url(server.port, "/")
        let error = await #expect(throws: HTTPSError.self) { _ = try await distrusting.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .proxyNotTrusted)
    }

    @Test(
        "Apache asks who wants the tunnel, and the server behind it who wants the page", arguments: ["Basic", "Digest"])
    func challenges(scheme: String) async throws {
        let server = try await Apache(peer.identity)
        let proxy = try await proxy(to: server.port, scheme)
        let handler = PeerHandler(Self.alice)
        let session = try peer.session(server.port, handler) { try through(proxy, &$0) }
        for _ in 0..<2 {
            let response = try await session.data(for: HTTPSRequest(try peer.url(server.port, "/digest/page.txt")))
            #expect(response.status == 200)
        }
        #expect(handler.asked == ["http\(scheme) 0", "httpDigest 0"])
        let nobody = try peer.session(server.port, nil) { try through(proxy, &$0) }
        let url = try peer.url(server.port, "/")
        let error = await #expect(throws: HTTPSError.self) { _ = try await nobody.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .proxyRefused)
        #expect(error?.proxyAnswer?.status == 407)
    }

    @Test("microsocks leads to the server for who knows the password")
    func socks() async throws {
        let server = try await Apache(peer.identity)
        let port = try LoopbackPort.free()
        let process = ChildProcess()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["microsocks", "-i", "127.0.0.1", "-p", "\(port)", "-u", "mufasa", "-P", "circle"]
        process.standardInput = FileHandle.nullDevice
        try process.run()
        defer {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        #expect(try await LoopbackPort.waitUntilOpen(port))
        let url = try peer.url(server.port, "/basic/page.txt")
        let address = try ServerName("127.0.0.1")
        let right = PasswordCredential(user: "mufasa", password: "circle")
        let session = try peer.session(server.port, nil) {
            $0.proxy = Proxy(.socks5, address, port: port, credential: right)
        }
        #expect(try await session.data(for: HTTPSRequest(url)).status == 401)
        let wrong = try peer.session(server.port, nil) {
            $0.proxy = Proxy(
                .socks5, address, port: port, credential: PasswordCredential(user: "mufasa", password: "square"))
        }
        let error = await #expect(throws: HTTPSError.self) { _ = try await wrong.data(for: HTTPSRequest(url)) }
        #expect(error?.code == .proxyRefused)
    }
}
