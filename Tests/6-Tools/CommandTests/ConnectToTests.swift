import Foundation
import HoldfastAuthority
import HoldfastServing
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// `--connect-to` with empty parts. curl(1): '"HOST1" and "PORT1" may be the empty string, meaning "any host/port".
/// "HOST2" and "PORT2" may also be the empty string, meaning "use the request's original host/port".'
@Suite(.ownThread)
struct ConnectToTests {
    private struct Site {
        let server: TLSServer
        let folder: Folder

        init() throws {
            let bench = try Loopback(host: "good.test")
            folder = try Folder()
            server = try bench.answering { _ in
                ServerResponse(text: "here\n")
            }
            try folder.write("root.pem", bench.root.identity.chainPEM)
        }

        /// `PORT` stands for the server's.
        func words(_ text: String) -> [String] {
            text.replacing("PORT", with: "\(server.port)").split(separator: " ").map(String.init)
        }
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let target: String
        let options: String
        /// Whether they lead to the server.
        var leads = true
        var testDescription: String { "\(target) \(options)" }
    }

    static let rows = [
        Row(target: "good.test", options: "--connect-to ::127.0.0.1:PORT"),
        Row(target: "good.test:PORT", options: "--connect-to ::127.0.0.1:"),
        Row(target: "good.test", options: "--connect-to good.test::127.0.0.1:PORT"),
        Row(target: "good.test", options: "--connect-to :443:127.0.0.1:PORT"),
        Row(target: "good.test:PORT", options: "--connect-to good.test::localhost: -4"),
        Row(target: "good.test", options: "--connect-to :443::PORT --resolve good.test:PORT:127.0.0.1"),
        Row(target: "good.test:PORT", options: "--connect-to ::: --resolve good.test:PORT:127.0.0.1"),
        // The first that fits counts.
        Row(target: "good.test", options: "--connect-to good.test:443:localhost:PORT --connect-to ::127.0.0.1:1 -4"),
        Row(target: "good.test", options: "--connect-to ::127.0.0.1:PORT --connect-to good.test:443:127.0.0.1:1"),
        Row(
            target: "good.test", options: "--connect-to ::127.0.0.1:1 --connect-to good.test::127.0.0.1:PORT",
            leads: false),
        Row(target: "good.test:PORT", options: "--connect-to :443:127.0.0.1:PORT --resolve good.test:PORT:127.0.0.1"),
    ]

    @Test("they mean any, or the target's own, for every command that connects", arguments: rows)
    func commands(_ row: Row) throws {
        let site = try Site()
        let target = "https://" + site.words(row.target)[0]
        for command in ["check", "check --all-addresses", "trace", "request"] {
            let arguments = site.words(command) + [target] + site.words(row.options) + ["--anchors-only", "root.pem"]
            let run = try CommandRun("holdfast", arguments, in: site.folder)
            #expect(run.exitCode == (row.leads ? 0 : 3), "\(command)\n\(run.output)\(run.errors)")
        }
    }

    @Test(
        "as they do for curl",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/curl"), "curl is not installed"),
        arguments: rows)
    func curl(_ row: Row) throws {
        let site = try Site()
        let root = site.folder.url.appending(path: "root.pem").path
        let url = "https://" + site.words(row.target)[0] + "/"
        let result = try Peer.curl(["--cacert", root, url] + site.words(row.options))
        #expect((result.status == 0) == row.leads, "\(result.errors)")
    }

    @Test("a place for every host is for a redirect's too, and its certificate is judged for its own name")
    func redirect() throws {
        let bench = try Loopback(host: "good.test")
        let folder = try Folder()
        let server = try bench.answering { _ in
            .redirect(to: "https://other.test/", status: 302)
        }
        try folder.write("root.pem", bench.root.identity.chainPEM)
        let run = try CommandRun(
            "holdfast",
            [
                "request", "https://good.test/", "--connect-to", "::127.0.0.1:\(server.port)", "--anchors-only",
                "root.pem",
            ], in: folder)
        #expect(run.exitCode == 24, "\(run.errors)")
        #expect(run.errors.contains("redirected to other.test: refused: "), "\(run.errors)")
    }
}
