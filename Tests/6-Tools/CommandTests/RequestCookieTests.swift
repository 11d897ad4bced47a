import Foundation
import HoldfastAuthority
import HoldfastHTTP
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// `holdfast request --cookie FILE --cookie-jar FILE`.
@Suite("Cookies of holdfast request", .ownThread)
struct RequestCookieTests {
    private static let host = "www.good.test"
    private let server: TLSServer
    private let folder: Folder

    init() throws {
        let bench = try Loopback(host: Self.host)
        folder = try Folder()
        server = try bench.answering { request in
            let cookies = request["Cookie"] ?? "none"
            return switch request.target {
            case "/login":
                ServerResponse(
                    status: 302,
                    fields: [
                        HTTPField("Set-Cookie", "id=secret-1; Path=/; Max-Age=3600; Secure; HttpOnly"),
                        HTTPField("Set-Cookie", "wide=2; Path=/; Domain=good.test; Max-Age=3600"),
                        HTTPField("Set-Cookie", "session=3; Path=/"), HTTPField("Location", "/echo"),
                    ])
            case "/missing":
                ServerResponse(
                    status: 404, fields: [HTTPField("Set-Cookie", "seen=1; Path=/; Max-Age=3600")], body: [])
            default: ServerResponse(text: "\(cookies)\n")
            }
        }
        try folder.write("anchor.pem", bench.root.identity.chainPEM)
    }

    private func run(_ path: String, _ arguments: String...) throws -> CommandRun {
        try CommandRun(
            "holdfast",
            [
                "request", "https://\(Self.host):\(server.port)\(path)", "--connect-to",
                Loopback.connectTo(server.port, host: Self.host), "--anchors-only", "anchor.pem",
            ] + arguments, in: folder)
    }

    private func place(_ name: String) -> URL { folder.url.appending(path: name) }

    private func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: place(name).path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test("what one run was given, the next one carries, but for what ends with the session")
    func jar() throws {
        let first = try run("/login", "--cookie-jar", "jar")
        #expect(first.exitCode == 0 && first.errors == "", "\(first.errors)")
        #expect(first.output == "id=secret-1; wide=2; session=3\n")
        #expect(try mode("jar") == 0o600)
        let text = try String(contentsOf: place("jar"), encoding: .utf8)
        #expect(text.hasPrefix("# Netscape HTTP Cookie File\n"))
        #expect(text.contains("#HttpOnly_www.good.test\tFALSE\t/\tTRUE\t") && text.contains("\tid\tsecret-1\n"))
        #expect(text.contains("\n.good.test\tTRUE\t/\tFALSE\t"))
        #expect(!text.contains("session"))
        let second = try run("/echo", "-b", "jar", "-c", "jar")
        #expect(second.output == "id=secret-1; wide=2\n", "\(second.errors)")
        // Nothing but reading and writing has happened to it.
        #expect(try String(contentsOf: place("jar"), encoding: .utf8) == text)
        #expect(try run("/echo").output == "none\n")
    }

    @Test("the file is written whatever came of the request, and its rights are its owner's")
    func failures() throws {
        try folder.write("jar", "old")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place("jar").path)
        let run = try run("/missing", "--fail", "--cookie-jar", "jar")
        #expect(run.exitCode == 6)
        #expect(try String(contentsOf: place("jar"), encoding: .utf8).contains("\tseen\t1\n"))
        #expect(try mode("jar") == 0o600)
    }

    @Test("lines that no server could have set are told, without their text; the others are sent")
    func lines() throws {
        try folder.write(
            "cookies",
            """
            www.good.test\tFALSE\t/\tFALSE\t0\ta\t1
            .test\tTRUE\t/\tFALSE\t0\thush\thush
            broken hush

            """)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place("cookies").path)
        let run = try run("/echo", "--cookie", "cookies")
        #expect(run.exitCode == 0 && run.output == "a=1\n")
        #expect(run.errors.contains("line 2") && run.errors.contains("line 3") && !run.errors.contains("hush"))
    }

    @Test("a file that others may write is refused, one that they may read is told of")
    func rights() throws {
        try folder.write("cookies", "www.good.test\tFALSE\t/\tFALSE\t0\ta\t1\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o622], ofItemAtPath: place("cookies").path)
        #expect(try run("/echo", "--cookie", "cookies").exitCode == 2)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: place("cookies").path)
        let run = try run("/echo", "--cookie", "cookies")
        #expect(run.output == "a=1\n" && run.errors.contains("chmod 600"))
    }

    @Test("no file, a link, and what is no file: said before anything is sent")
    func errors() throws {
        let missing = try run("/echo", "--cookie", "nowhere")
        #expect(missing.exitCode == 1 && missing.errors.contains("nowhere"))
        let pair = try run("/echo", "--cookie", "a=b")
        #expect(pair.exitCode == 2 && pair.errors.contains("--header"))
        try FileManager.default.createSymbolicLink(
            atPath: place("link").path, withDestinationPath: place("elsewhere").path)
        for path in ["link", "folder", "nowhere/jar", "-"] {
            let run = try run("/login", "--cookie-jar", path)
            #expect([1, 2].contains(run.exitCode) && run.output == "", "\(path)")
        }
        #expect(!FileManager.default.fileExists(atPath: place("elsewhere").path))
    }
}
