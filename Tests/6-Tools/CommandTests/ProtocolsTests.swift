import Foundation
import HoldfastAuthority
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// `check --protocols`: what a server speaks, beside its verdict.
@Suite(.ownThread)
struct ProtocolsTests {
    private struct Line: Decodable {
        struct Protocols: Decodable {
            struct Taken: Decodable {
                let taken: [String]
                let complete: Bool
            }

            struct Version: Decodable {
                let version: String
                let spoken: Bool?
                let cipherSuites: Taken?
                let groups: Taken?
            }

            let versions: [Version]
            let applicationProtocols: Taken?
            let connections: Int
        }

        let trusted: Bool
        let exitCode: Int32
        let protocols: Protocols?
    }

    private let world: Loopback
    private let folder: Folder

    init() throws {
        world = try Loopback()
        folder = try Folder()
        try folder.write("anchor.pem", world.root.identity.chainPEM)
    }

    private func check(_ port: UInt16, _ arguments: String...) throws -> CommandRun {
        try CommandRun(
            "holdfast",
            ["check", "https://\(Loopback.host):\(port)", "--connect-to", Loopback.connectTo(port)] + arguments,
            in: folder)
    }

    @Test("a server's versions stand in its verdict, which stays as it is, and no HTTP is sent")
    func spoken() throws {
        let server = try world.server { $0.groups = "X25519:P-256" }
        let run = try check(server.port, "--anchors-only", "anchor.pem", "--protocols", "--json")
        #expect(run.exitCode == 0, "\(run.output)\(run.errors)")
        let line = try JSONDecoder().decode(Line.self, from: Data(run.output.utf8))
        let protocols = try #require(line.protocols)
        #expect(line.trusted && protocols.versions.map(\.version) == ["1.3", "1.2", "1.1", "1.0", "SSL 3.0"])
        #expect(protocols.versions.map(\.spoken) == [true, true, false, false, false])
        #expect(Set(protocols.versions[0].groups?.taken ?? []) == ["x25519", "secp256r1"])
        #expect(protocols.versions[0].groups?.complete == true && protocols.applicationProtocols?.taken == ["http/1.1"])
        #expect(server.waitUntilIdle(afterAtLeast: protocols.connections))
        #expect(server.counters.applicationBytesReceived == 0)
    }

    @Test("a refused server is asked too, by hellos alone; people read it in either language")
    func refused() throws {
        let server = try world.server()
        let run = try check(server.port, "--anchors-only", "other.pem", "--protocols")
        #expect(run.exitCode != 0, "no such file")
        try folder.write("other.pem", Loopback().root.identity.chainPEM)
        let english = try check(server.port, "--anchors-only", "other.pem", "--protocols")
        #expect(english.exitCode == 20 && english.output.contains("\n  protocols\n    TLS 1.3 "), "\(english.output)")
        #expect(english.output.contains("SSL 3.0      not spoken"))
        let chinese = try check(server.port, "--anchors-only", "other.pem", "--protocols", "--language", "zh-Hans")
        #expect(chinese.exitCode == 20 && chinese.output.contains("\n  协议\n"))
        #expect(server.waitUntilIdle(afterAtLeast: 4))
        #expect(server.counters.applicationBytesReceived == 0 && server.counters.requestsReceived == 0)
        #expect(try check(server.port, "--protocols", "--table").exitCode == 2)
        #expect(try check(server.port).output.contains("protocols") == false)
    }

    @Test("the page has them")
    func page() throws {
        let server = try world.server()
        let run = try check(server.port, "--anchors-only", "anchor.pem", "--protocols", "--report", "page.html")
        #expect(run.exitCode == 0)
        let page = try String(contentsOf: folder.url.appending(path: "page.html"), encoding: .utf8)
        #expect(page.contains("TLS_AES_256_GCM_SHA384") && page.contains("nothing else sent"))
    }
}
