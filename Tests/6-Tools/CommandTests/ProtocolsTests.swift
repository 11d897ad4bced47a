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

    private func scan(_ list: String, _ arguments: String...) throws -> CommandRun {
        try folder.write("list.txt", list)
        return try CommandRun(
            "holdfast", ["scan", "list.txt", "--anchors-only", "anchor.pem", "--protocols"] + arguments, in: folder)
    }

    private func line(_ server: TLSServer, _ rest: String = "") -> String {
        "\(Loopback.host):\(server.port) address=127.0.0.1\(rest)\n"
    }

    @Test("of a scan, each hello waits for its turn like any other connection")
    func paced() throws {
        let server = try world.server()
        let run = try scan(line(server), "--json", "--rate", "100", "--per-address", "1")
        #expect(run.exitCode == 0, "\(run.errors)")
        let result = try JSONDocument(run.output)
        let count = try #require(result["verdict"]?["protocols"]?["connections"]?.number)
        // The verdict's own connection has the first moment, each hello another one.
        #expect(run.took >= .milliseconds(10) * Int(count), "\(count) in \(run.took)")
    }

    @Test("a scan has them in its lines, its summary, its page and JUnit")
    func scanned() throws {
        let (one, two) = (try world.server { $0.groups = "X25519" }, try world.server { $0.groups = "P-256" })
        let list = line(one) + line(two) + "127.0.0.1:1\n"
        let lines = try scan(list, "--json").output.split(separator: "\n").map { try JSONDocument($0) }
        let groups = lines.compactMap { $0["verdict"]?["protocols"]?["versions"]?.elements?.first?["groups"] }
        let taken = groups.map { $0["taken"]?.elements?.compactMap(\.text) ?? [] }
        #expect(Set(taken) == [["x25519"], ["secp256r1"]], "\(taken)")
        let run = try scan(list, "--table", "--report", "page.html", "--junit", "out.xml", "--language", "en")
        #expect(run.exitCode == 33, "\(run.errors)")
        #expect(run.output.contains("\nversions of 2 servers: TLS 1.3 2, TLS 1.2 2\n"), "\(run.output)")
        #expect(run.output.contains("note on 2 servers: no post-quantum group for key exchange is taken: "))
        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
        }
        let page = try text("page.html")
        #expect(page.contains("What servers speak") && page.contains("<td>TLS 1.3, TLS 1.2</td>"))
        #expect(try text("out.xml").contains("\(Loopback.host):\(one.port): TLS 1.0: not spoken"))
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
