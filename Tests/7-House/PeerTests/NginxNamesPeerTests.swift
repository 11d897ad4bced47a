import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// What nginx sees of clients that connect to an address of their own choice: address, server name and Host, each by
/// itself; and which of its certificates it shows for that.
@Suite(
    "Names and addresses at nginx", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct NginxNamesPeerTests {
    /// Led to 127.0.0.2.
    private static let mapped = "www.holdfast.test"
    /// Led nowhere: the system knows it as 127.0.0.1 (RFC 6761 §6.3).
    private static let unmapped = "localhost"
    private let peer: PeerSession

    init() throws { peer = try PeerSession() }

    private func site(_ name: String, _ redirects: [String: String] = [:]) throws -> NginxNames.Site {
        NginxNames.Site(name: name, identity: try peer.bench.identity(name), redirects: redirects)
    }

    private func session(
        _ server: NginxNames, at address: String = "127.0.0.2",
        _ change: (inout HTTPSSession.Configuration) throws -> Void = { _ in }
    ) throws -> HTTPSSession {
        let place = try #require(IPAddress(address))
        return try peer.session(server.port, nil) { configuration in
            configuration.addresses.dial = []
            configuration.addresses.dial = [DialRule(.dns(try DNSName(Self.mapped)), to: [DialRule.Target(place)])]
            configuration.addresses.family = .ipv4
            try change(&configuration)
        }
    }

    private func url(_ server: NginxNames, _ path: String, of name: String = mapped) throws -> HTTPSURL {
        try HTTPSURL("https://\(name):\(server.port)\(path)")
    }

    // MARK: One address, three ways to it

    @Test("HTTPS with the server name: nginx shows that name's certificate, not its first site's")
    func withServerName() async throws {
        let server = try await NginxNames([site("first.holdfast.test"), site(Self.mapped)])
        let response = try await session(server).data(for: HTTPSRequest(url(server, "/with")))
        #expect(String(decoding: response.body, as: UTF8.self) == Self.mapped)
        #expect(response.connection.serverNameIndication == Self.mapped)
        #expect(try await server.seen(1).map(\.row) == ["127.0.0.2 \(Self.mapped) \(Self.mapped) /with"])
    }

    @Test("HTTPS without it: the first site's certificate is judged for the name, and Host is the name all the same")
    func withoutServerName() async throws {
        let other = try await NginxNames([site("first.holdfast.test"), site(Self.mapped)])
        let refused = try session(other) { $0.addresses.sendsServerName = false }
        let request = HTTPSRequest(try url(other, "/without"))
        let error = await #expect(throws: HTTPSError.self) { _ = try await refused.data(for: request) }
        #expect(error?.trustFailure?.errors.map(\.code) == [.hostMismatch])
        #expect(try await other.seen(0).isEmpty, "nothing was sent to a server that did not prove the name")

        let own = try await NginxNames([site(Self.mapped), site("second.holdfast.test")])
        let session = try session(own) { $0.addresses.sendsServerName = false }
        let response = try await session.data(for: HTTPSRequest(url(own, "/without")))
        #expect(response.connection.serverNameIndication == nil)
        // One request may do otherwise than its session, in both directions, and on connections of its own.
        var named = HTTPSRequest(try url(own, "/with"))
        named.sendsServerName = true
        _ = try await session.data(for: named)
        #expect(
            try await own.seen(2).map(\.row) == [
                "127.0.0.2 - \(Self.mapped) /without", "127.0.0.2 \(Self.mapped) \(Self.mapped) /with",
            ])
    }

    @Test("a request's own rule goes before its session's, for its redirects too, and for no other request")
    func ownRule() async throws {
        let server = try await NginxNames([
            site("first.holdfast.test"), site(Self.mapped, ["/start": "https://\(Self.mapped):PORT/end"]),
        ])
        let session = try session(server)
        var request = HTTPSRequest(try url(server, "/start"))
        let place = try #require(IPAddress("127.0.0.1"))
        request.dial = [DialRule(.dns(try DNSName(Self.mapped)), port: server.port, to: [DialRule.Target(place)])]
        _ = try await session.data(for: request)
        _ = try await session.data(for: HTTPSRequest(url(server, "/end")))
        let seen = try await server.seen(3)
        #expect(
            seen.map(\.row)
                == ["127.0.0.1 /start", "127.0.0.1 /end", "127.0.0.2 /end"].map { row in
                    let parts = row.split(separator: " ")
                    return "\(parts[0]) \(Self.mapped) \(Self.mapped) \(parts[1])"
                })
        #expect(seen[1].connection != seen[2].connection)
    }

    @Test("plain HTTP, where the program allows it: the address is chosen as well, and Host is the name")
    func plain() async throws {
        let server = try await NginxNames([site("first.holdfast.test"), site(Self.mapped)])
        let url = try HTTPSURL(dangerouslyAllowingPlainHTTP: "http://\(Self.mapped):\(server.plainPort)/plain")
        let response = try await session(server).data(for: HTTPSRequest(url))
        #expect(String(decoding: response.body, as: UTF8.self) == Self.mapped)
        #expect(try await server.seen(1).map(\.row) == ["127.0.0.2 - \(Self.mapped) /plain"])
    }

    // MARK: What the server saw

    /// A way to the servers, and the versions of HTTP that it takes.
    private enum Way: String, CaseIterable {
        case direct, http2, tunnel, socks
    }

    @Test("from a mapped name to an unmapped one and back: what the server saw, by every way")
    func table() async throws {
        var table = ["way     address    SNI                Host               path"]
        for way in Way.allCases {
            let server = try await NginxNames(
                [
                    site("first.holdfast.test"),
                    site(Self.mapped, ["/start": "https://\(Self.unmapped):PORT/over"]),
                    site(Self.unmapped, ["/over": "https://\(Self.mapped):PORT/end"]),
                ], http2: way == .http2)
            let (proxy, stop) = try await proxy(way, to: server.port)
            defer { stop() }
            let session = try session(server) {
                $0.offersHTTP2 = way == .http2
                $0.proxy = proxy
            }
            let response = try await session.data(for: HTTPSRequest(url(server, "/start")))
            #expect(String(decoding: response.body, as: UTF8.self) == Self.mapped, "\(way)")
            let seen = try await server.seen(3)
            #expect(
                seen.map(\.row) == [
                    "127.0.0.2 \(Self.mapped) \(Self.mapped) /start",
                    "127.0.0.1 \(Self.unmapped) \(Self.unmapped) /over",
                    "127.0.0.2 \(Self.mapped) \(Self.mapped) /end",
                ], "\(way)")
            #expect(
                seen.map(\.cookies) == ["-", "-", "from=\(Self.mapped)"],
                "\(way): cookies are the name's, not the address's")
            #expect(seen.map(\.version).allSatisfy { $0 == (way == .http2 ? "HTTP/2.0" : "HTTP/1.1") }, "\(way)")
            #expect(seen.first?.connection == seen.last?.connection, "\(way): back on the connection that was there")
            table += seen.map {
                "\(way.rawValue)".padded(8)
                    + $0.row.split(separator: " ").enumerated().map { column, text in
                        String(text).padded(column == 0 ? 11 : column == 3 ? 0 : 19)
                    }.joined()
            }
        }
        print(table.joined(separator: "\n"))
    }

    @Test("two names of one certificate at one address: HTTP/2 takes a connection for each")
    func neverCoalesced() async throws {
        let names = [Self.mapped, "api.holdfast.test"]
        let both = try peer.bench.identity(names[0], names[1])
        let server = try await NginxNames(names.map { NginxNames.Site(name: $0, identity: both) }, http2: true)
        let session = try session(server) {
            $0.addresses.dial = try names.map { name in
                DialRule(.dns(try DNSName(name)), to: [DialRule.Target(try #require(IPAddress("127.0.0.2")))])
            }
        }
        for name in names + names {
            let response = try await session.data(for: HTTPSRequest(url(server, "/", of: name)))
            #expect(response.httpVersion == "2")
        }
        let seen = try await server.seen(4)
        #expect(
            seen.map(\.row) == (names + names).map { "127.0.0.2 \($0) \($0) /" },
            "RFC 9113 §9.1.1 allows it, and no more")
        #expect(Set(seen.map(\.connection)).count == 2)
        #expect(seen[0].connection == seen[2].connection && seen[1].connection == seen[3].connection)
    }

    /// A proxy of a way, and what ends it.
    private func proxy(_ way: Way, to port: UInt16) async throws -> (Proxy?, () -> Void) {
        let address = try ServerName("127.0.0.1")
        switch way {
        case .direct, .http2: return (nil, {})
        case .tunnel:
            let apache = try await Apache(
                peer.bench.identity("proxy.holdfast.test"),
                further: (
                    ["proxy", "proxy_connect"],
                    [
                        "SSLEngine off", "ProxyRequests On", "AllowCONNECT \(port)", "<Proxy *>", "Require all granted",
                        "</Proxy>",
                    ], []
                ))
            return (Proxy(.http, address, port: apache.port), { withExtendedLifetime(apache) {} })
        case .socks:
            let port = try LoopbackPort.free()
            let process = ChildProcess()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["microsocks", "-i", "127.0.0.1", "-p", "\(port)"]
            process.standardInput = FileHandle.nullDevice
            try process.run()
            let stop = {
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
            }
            guard try await LoopbackPort.waitUntilOpen(port) else {
                stop()
                throw PeerServer.Failure(log: "microsocks does not listen")
            }
            return (Proxy(.socks5, address, port: port), stop)
        }
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
