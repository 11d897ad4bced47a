import Foundation
import HoldfastAuthority
import HoldfastHTTP
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// `holdfast request --cache DIR`: each run is a process of its own.
@Suite(.ownThread)
struct CacheCommandTests {
    private let bench: Loopback
    private let folder: Folder
    private let server: TLSServer
    private let asked = Notes<String>()

    init() throws {
        bench = try Loopback(host: "good.test")
        folder = try Folder()
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
        server = try bench.answering { [asked] request in
            asked.add("\(request.method) \(request.target)" + (request["If-None-Match"] == nil ? "" : " if changed"))
            if request["If-None-Match"] == "\"v\"" { return ServerResponse(status: 304) }
            let control = request.target == "/stale" ? "max-age=0" : "private, max-age=600"
            return ServerResponse(
                fields: [
                    HTTPField("Cache-Control", control), HTTPField("ETag", "\"v\""),
                    HTTPField("Vary", "Accept-Language"),
                ], body: Array("body of \(request.target)\n".utf8))
        }
    }

    private func run(_ path: String, _ arguments: String..., anchors: String = "anchor.pem") throws -> CommandRun {
        try CommandRun(
            "holdfast",
            [
                "request", "https://good.test:\(server.port)\(path)", "--anchors-only", anchors, "--connect-to",
                Loopback.connectTo(server.port, host: "good.test"), "--no-exceptions",
            ] + arguments, in: folder)
    }

    @Test("the second process is answered from the folder, and both say so") func twice() throws {
        let url = "https://good.test:\(server.port)/a"
        let first = try run("/a", "--cache", "cache")
        #expect(first.exitCode == 0 && first.output == "body of /a\n")
        #expect(first.errors.contains("\(url): answered by the server\n"), "\(first.errors)")
        let second = try run("/a", "--cache", "cache")
        #expect(second.exitCode == 0 && second.output == "body of /a\n")
        #expect(second.errors.contains("\(url): answered from the cache: fresh from the disk, "), "\(second.errors)")
        #expect(try run("/a").errors == "")
        #expect(asked.all == ["GET /a", "GET /a"])
        let mode = try FileManager.default.attributesOfItem(atPath: folder.url.path + "/cache")[.posixPermissions]
        #expect((mode as? NSNumber)?.intValue == 0o700)
    }

    @Test("a stale answer is asked about; a request may ask the server, or nobody") func wishes() throws {
        _ = try run("/stale", "--cache", "cache")
        let second = try run("/stale", "--cache", "cache")
        #expect(second.output == "body of /stale\n" && second.errors.contains("still valid from the disk, "))
        _ = try run("/a", "--cache", "cache")
        #expect(try run("/a", "--cache", "cache", "-H", "Cache-Control: no-cache").errors.contains("still valid"))
        let absent = try run("/none", "--cache", "cache", "-H", "Cache-Control: only-if-cached", "--fail")
        #expect(absent.exitCode == 6 && absent.errors.contains("answered from the cache: nothing is kept"))
        #expect(asked.all == ["GET /stale", "GET /stale if changed", "GET /a", "GET /a if changed"])
    }

    @Test("other fields, other anchors and other users find nothing") func others() throws {
        let other = try Loopback(host: "other.test")
        try folder.write("both.pem", bench.root.identity.chainPEM + other.root.identity.chainPEM)
        _ = try run("/a", "--cache", "cache")
        for arguments in [["-H", "Accept-Language: de"], ["-H", "Cookie: a=1"], ["-H", "Authorization: Bearer x"]] {
            let before = asked.all.count
            let run = try CommandRun(
                "holdfast",
                [
                    "request", "https://good.test:\(server.port)/a", "--anchors-only", "anchor.pem", "--connect-to",
                    Loopback.connectTo(server.port, host: "good.test"), "--no-exceptions", "--cache", "cache",
                ] + arguments, in: folder)
            #expect(run.exitCode == 0 && asked.all.count == before + 1, "\(arguments)")
        }
        #expect(try run("/a", "--cache", "cache", anchors: "both.pem").errors.contains("answered by the server"))
        #expect(try run("/a", "--cache", "cache").errors.contains("answered from the cache: fresh"))
    }

    @Test("JSON has where it came from") func json() throws {
        struct Answer: Decodable {
            struct Cache: Decodable {
                let use: String
                let place: String?
                let age: Int
            }
            struct Connection: Decodable { let result: String }
            let status: Int
            let connection: Connection?
            let cache: Cache?
        }
        func answer(_ path: String) throws -> Answer {
            let run = try run(path, "--cache", "cache", "--json")
            return try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
        }
        let first = try answer("/a")
        #expect(first.cache == nil && first.connection?.result == "unspecified")
        let second = try answer("/a")
        #expect(second.status == 200 && second.connection == nil)
        #expect(second.cache?.use == "fresh" && second.cache?.place == "disk")
        _ = try answer("/stale")
        let third = try answer("/stale")
        #expect(third.cache?.use == "validated" && third.connection?.result == "unspecified")
    }

    @Test("a folder that is open to others, and a damaged index, are said and stop nothing") func trouble() throws {
        _ = try run("/a", "--cache", "cache")
        let index = folder.url.path + "/cache/index.sqlite"
        try Data("no database".utf8).write(to: URL(filePath: index))
        for name in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: index + name) }
        let run = try run("/a", "--cache", "cache")
        #expect(run.exitCode == 0 && run.output == "body of /a\n")
        #expect(run.errors.contains("corrupt: file is not a database; kept as"), "\(run.errors)")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.url.path + "/cache")
        let open = try self.run("/a", "--cache", "cache")
        #expect(open.exitCode == 0 && open.errors.contains("others than its owner have rights to it"), "\(open.errors)")
        #expect(try self.run("/a", "--cache", "").exitCode == 2)
    }
}
