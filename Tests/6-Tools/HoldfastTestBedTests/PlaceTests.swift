import Foundation
import HoldfastHTTPS
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

@testable import HoldfastTestBed

/// Where servers listen, and how they are put back between two tests; curl is the client.
@Suite(.ownThread) struct PlaceTests {
    /// A base below the ports that the system hands out (ip_local_port_range begins with 32,768), from which on some
    /// are free.
    private static func ports() throws -> LabPorts { try LabPorts(base: UInt16.random(in: 10_000...30_000)) }

    /// What `start` gives, tried with other bases while another program has one of the ports.
    private func onFreePorts<Value>(_ start: (LabPorts) throws -> Value) throws -> Value {
        for _ in 0..<20 {
            do { return try start(Self.ports()) } catch TestBedError.server { continue }
        }
        return try start(Self.ports())
    }

    private func page(_ server: LabServer) throws -> Peer {
        let folder = try TemporaryFolder()
        let anchors = try folder.write(server.anchorsPEM, to: "anchors.pem")
        return try Peer.curl(["--cacert", anchors, "--connect-to", server.connectTo, server.url])
    }

    @Test("a server has the same port each time, whatever else is started, and no two have one")
    func ports() throws {
        let folder = try TemporaryFolder()
        let names = ["wrong-name", "proxied", "good", "revocation-good-responder"]
        let (ports, first) = try onFreePorts { ports in
            let lab = try Lab(directory: folder.path, ports: ports)
            let servers = try lab.start(names: names)
            let numbers = Dictionary(uniqueKeysWithValues: servers.map { ($0.name, $0.port) })
            for server in servers { server.stop() }
            return (ports, numbers)
        }
        for name in names.reversed() {
            let server = try Lab(directory: folder.path, ports: ports).start(name)
            #expect(server.port == first[name] && server.port > ports.base, "\(name)")
        }
        let all = TestBed.catalogue.compactMap { ports.first(of: $0) }.flatMap { [$0, $0 + 1] }
        #expect(Set(all + [ports.base]).count == 2 * TestBed.catalogue.count + 1)
        let stories = TestBed.stories.compactMap { ports.first(of: $0) }
        #expect(Set(stories).count == TestBed.stories.count && !stories.contains(ports.base))
    }

    @Test("a base without enough ports above it is none, and neither is what is no address")
    func refusals() throws {
        #expect(throws: TestBedError.portBase(0)) { try LabPorts(base: 0) }
        #expect(throws: TestBedError.portBase(65_400)) { try LabPorts(base: 65_400) }
        for text in ["", "localhost", "127.0.0.256", "[::1]", "fe80::1%lo", "127.0.0.1:1"] {
            #expect(throws: TestBedError.address(text)) { try LabPlace(address: text) }
        }
        let server = try TestBed.start("good")
        let taken = try LabPlace(port: server.port)
        #expect(throws: TestBedError.self) { try TestBed.start("good", place: taken) }
    }

    @Test(
        "an address is listened on alone, and all of them by the unspecified one",
        arguments: [("127.0.0.2", "127.0.0.2"), ("::1", "::1"), ("0.0.0.0", "127.0.0.1"), ("::", "::1")])
    func addresses(_ row: (listening: String, dialled: String)) throws {
        let place = try LabPlace(address: row.listening)
        #expect(place.dialled == row.dialled && place.isLoopback == (row.listening == row.dialled))
        for name in ["good", "good-ip", "closes-at-once"] {
            let server = try TestBed.start(name, place: place)
            #expect(server.address == row.dialled)
            let curl = try page(server)
            #expect((curl.status == 0) == (name != "closes-at-once"), "\(name): \(curl.all)")
            #expect(server.waitUntilIdle(upTo: HangLimit.duration) && server.connections == 1)
            guard row.listening == "127.0.0.2" else { continue }
            // Another address of loopback leads elsewhere, or to nobody: the port is free for others there.
            let other = try Peer.curl(["-k", "https://127.0.0.1:\(server.port)/"])
            #expect(server.connections == 1, "\(other.all)")
        }
    }

    @Test("a certificate names the responder where it listens, and the proxy is where it is said to be")
    func companions() throws {
        let place = try LabPlace(address: "127.0.0.2")
        let revoked = try TestBed.start("revoked-responder", place: place)
        let folder = try TemporaryFolder()
        let anchors = try folder.write(revoked.anchorsPEM, to: "anchors.pem")
        let shown = try Peer.run(
            "sh",
            [
                "-c",
                """
                openssl s_client -connect 127.0.0.2:\(revoked.port) -servername \(revoked.host) -CAfile \(anchors) \
                </dev/null 2>/dev/null | openssl x509 -noout -ocsp_uri
                """,
            ])
        #expect(shown.output.hasPrefix("http://127.0.0.2:"), "\(shown.all)")
        let proxied = try TestBed.start("proxied", place: place)
        #expect(proxied.arguments.contains { $0.hasPrefix("proxy.holdfast.test:") && $0.hasSuffix(":127.0.0.2") })
        #expect(proxied.connectTo.hasSuffix(":127.0.0.1:\(proxied.port)"))
    }

    @Test("hosts lines: each name once at the address, the proxy's for those behind it, none for addresses")
    func hosts() throws {
        let folder = try TemporaryFolder()
        let lab = try Lab(directory: folder.path, listeningOn: "127.0.0.2")
        let servers = try lab.start(names: ["good", "expired", "good-ip", "proxied", "proxied-wrong-name"])
        #expect(
            Lab.hostsFile(for: servers) == """
                127.0.0.2 good.holdfast.test
                127.0.0.2 expired.holdfast.test
                127.0.0.2 proxy.holdfast.test

                """)
    }

    @Test("put back, a server has no connection and has counted nothing; its certificate stays, and clients come back")
    func reset() async throws {
        let server = try TestBed.start("good")
        let anchors = TrustAnchors.only(try server.anchors.map { try Certificate(der: $0) })
        var configuration = HTTPSSession.Configuration()
        configuration.addresses.dial = [try DialRule(connectTo: server.connectTo)]
        configuration.trust.policy = { name in
            var policy = TrustPolicy.ssl(name)
            policy.anchors = anchors
            return policy
        }
        let session = HTTPSSession(configuration: configuration)
        let request = HTTPSRequest(try HTTPSURL(server.url))
        for _ in 0..<2 { _ = try await session.data(for: request) }
        #expect(server.requestsReceived == 2 && server.connections == 1)
        let chain = server.chain
        server.reset()
        #expect(server.requestsReceived == 0 && server.connections == 0 && server.handshakesCompleted == 0)
        #expect(server.applicationBytesReceived == 0 && server.waitUntilIdle(afterAtLeast: 0, upTo: HangLimit.duration))
        _ = try await session.data(for: request)
        #expect(server.requestsReceived == 1 && server.connections == 1 && server.handshakesCompleted == 1)
        #expect(server.chain == chain)
    }

    @Test("so are servers that speak no TLS", arguments: ["never-answers", "plain-http"])
    func resetRaw(name: String) throws {
        let server = try TestBed.start(name)
        for _ in 0..<2 {
            #expect(server.connections == 0)
            _ = try Peer.curl(["-k", "--max-time", "1", "https://127.0.0.1:\(server.port)/"])
            #expect(server.waitUntilIdle(upTo: HangLimit.duration) && server.connections == 1)
            server.reset()
        }
    }

    @Test("a story forgets who has logged in, and its answers are counted from the first again")
    func stories() throws {
        let folder = try TemporaryFolder()
        let cache = try TestBed.startStory("cache", directory: folder.path)
        func answer(_ server: StoryServer, _ path: String, _ more: [String] = []) throws -> String {
            try Peer.curl(
                ["--cacert", server.anchorsFile, "--connect-to", server.connectTo, server.url + path] + more
            ).output
        }
        #expect(try answer(cache, "never") == "answer 1 of the server\n")
        #expect(try answer(cache, "never") == "answer 2 of the server\n")
        cache.reset()
        #expect(try answer(cache, "never") == "answer 1 of the server\n")

        let form = try TestBed.startStory("form", directory: folder.path)
        let jar = folder.path + "/jar"
        let page = try answer(form, "login")
        let token = try #require(page.split(separator: "value=\"").last?.prefix { $0 != "\"" })
        let data = "user=alice&password=looking-glass&token=\(token)"
        #expect(try answer(form, "login", ["-L", "-c", jar, "-b", jar, "-d", data]).contains("let in by a form"))
        #expect(try answer(form, "", ["-b", jar]).contains("let in by a form"))
        form.reset()
        #expect(try answer(form, "", ["-L", "-b", jar]).contains("who are you?"))
    }
}
