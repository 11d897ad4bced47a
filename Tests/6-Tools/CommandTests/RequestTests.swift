import Foundation
import HoldfastAuthority
import HoldfastHTTP
import HoldfastServing
import HoldfastTestBed
import LoopbackSupport
import TestSupport
import Testing

/// `holdfast request` against a server that redirects, fails and says back what it was sent.
@Suite(.ownThread)
struct RequestTests {
    /// A server for `good.test` and a folder with its root as `root.pem`.
    private struct Site {
        let server: TLSServer
        let folder: Folder

        init() throws {
            let bench = try Loopback(host: "good.test")
            folder = try Folder()
            server = try bench.answering { request in
                switch request.target {
                case "/hop": .redirect(to: "/end", status: 302)
                case "/see-other": .redirect(to: "/echo", status: 303)
                case "/loop": .redirect(to: "/loop", status: 307)
                case "/plain": .redirect(to: "http://good.test/", status: 301)
                case "/missing": ServerResponse(status: 404, text: "not here\n")
                case "/bytes": ServerResponse(body: [0, 1, 254, 255])
                case "/field": ServerResponse(fields: [HTTPField("X-Odd", "a\u{9b}b")], body: [])
                case "/direction":
                    ServerResponse(fields: [HTTPField("X-Odd", "a\u{202e}b\u{e0001}")], body: Array("\u{202e}".utf8))
                case "/login" where request["Authorization"]?.hasPrefix("Digest ") == true: ServerResponse(text: "in\n")
                case "/login":
                    ServerResponse(
                        status: 401,
                        fields: [
                            HTTPField("WWW-Authenticate", "Digest realm=\"r\", nonce=\"n\", qop=\"auth\""),
                            HTTPField("WWW-Authenticate", "Basic realm=\"r\""),
                        ])
                case "/echo":
                    ServerResponse(
                        text: "\(request.method) \(request["Content-Type"] ?? "-") \(request["X-Test"] ?? "-") "
                            + String(decoding: request.body, as: UTF8.self) + "\n")
                default: ServerResponse(text: "end\n")
                }
            }
            let pem = bench.root.identity.chainPEM
            try folder.write("root.pem", pem)
        }

        func run(_ path: String, _ arguments: String..., anchors: String? = "root.pem") throws -> CommandRun {
            let port = server.port
            return try CommandRun(
                "holdfast",
                [
                    "request", "https://good.test:\(port)\(path)", "--connect-to",
                    Loopback.connectTo(port, host: "good.test"),
                ]
                    + (anchors.map { ["--anchors-only", $0] } ?? []) + arguments, in: folder)
        }
    }

    /// The line of `--json`.
    private struct Answer: Decodable {
        struct Connection: Decodable {
            let address: String
            let chain: [String]
            let tls: Verdict.TLS
        }

        let schema: String
        let status: Int?
        let body: String?
        let bodyBase64: String?
        let fields: [[String]]
        let connection: Connection?
        let verdict: Verdict?

        init(_ run: CommandRun) throws {
            self = try JSONDecoder().decode(Answer.self, from: Data(run.output.utf8))
        }
    }

    @Test("The body goes to standard output, byte for byte; nothing else does")
    func body() throws {
        let site = try Site()
        let run = try site.run("/")
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(run.output == "end\n")
        #expect(run.errors == "")
        let file = try site.run("/bytes", "--out", "body.bin")
        #expect(file.exitCode == 0)
        #expect(file.output == "")
        #expect(try Data(contentsOf: site.folder.url.appending(path: "body.bin")) == Data([0, 1, 254, 255]))
    }

    /// RFC 8259 §7: any character may be escaped; UTS #36 §3.1 has what the direction of writing does to a line.
    @Test("--json escapes what turns the direction of writing round, in fields and bodies; a reader gets it back")
    func direction() throws {
        let run = try Site().run("/direction", "--json")
        #expect(run.exitCode == 0)
        #expect(run.output.unicodeScalars.allSatisfy { $0.properties.generalCategory != .format })
        #expect(run.output.contains(#""X-Odd","a\u202eb\udb40\udc01""#))
        let answer = try Answer(run)
        #expect(answer.body == "\u{202e}" && answer.fields.contains(["X-Odd", "a\u{202e}b\u{e0001}"]))
    }

    @Test("--auth answers by one scheme alone, and by none that is not offered") func auth() throws {
        let site = try Site()
        let url = "https://ann:pw@good.test:\(site.server.port)/login"
        func run(_ arguments: String...) throws -> CommandRun {
            let way = ["--connect-to", Loopback.connectTo(site.server.port, host: "good.test")]
            return try CommandRun(
                "holdfast", ["request", url, "--anchors-only", "root.pem"] + way + arguments, in: site.folder)
        }
        for (arguments, output) in [([], "in\n"), (["--auth", "digest"], "in\n"), (["--auth", "Basic"], "")] {
            let run = try CommandRun(
                "holdfast",
                ["request", url, "--anchors-only", "root.pem", "--connect-to"]
                    + [Loopback.connectTo(site.server.port, host: "good.test")] + arguments, in: site.folder)
            #expect(run.exitCode == 0 && run.output == output, "\(arguments): \(run.errors)")
        }
        let fail = try run("--auth", "ntlm", "--fail")
        #expect(fail.exitCode == 6 && fail.errors.contains("the server answered 401"))
        let none = try run("--auth", "bearer")
        #expect(none.exitCode == 2 && none.errors.contains("write basic, digest, ntlm, negotiate"))
    }

    @Test("--http1.1 offers no HTTP/2; without it the hint names it where that is the way out") func http11() throws {
        let bench = try Loopback(host: "good.test")
        let folder = try Folder()
        try folder.write("root.pem", bench.root.identity.chainPEM)
        let server = try bench.server { configuration in
            configuration.applicationProtocols = ["h2", "http/1.1"]
            configuration.conversation = { connection throws(ServingError) in
                guard connection.facts.applicationProtocol != "h2" else {
                    // SETTINGS, and GOAWAY with PROTOCOL_ERROR (RFC 9113 §6.5, §6.8).
                    return try connection.write([
                        0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 8, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1,
                    ])
                }
                _ = try connection.readHead()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nin\n")
            }
        }
        let words = [
            "request", "https://good.test:\(server.port)/", "--anchors-only", "root.pem", "--connect-to",
            Loopback.connectTo(server.port, host: "good.test"), "--data", "x",
        ]
        let run = try CommandRun("holdfast", words, in: folder)
        #expect(run.exitCode == 6 && run.errors.contains("try --http1.1"), "\(run.errors)")
        let way = try CommandRun("holdfast", words + ["--http1.1"], in: folder)
        #expect(way.exitCode == 0 && way.output == "in\n", "\(way.errors)")
        let check = try CommandRun("holdfast", ["check", "--http1.1", "good.test"], in: folder)
        #expect(check.exitCode == 2 && check.errors.contains("--http1.1 here, which check does not take; request does"))
    }

    @Test("Any answer is success without --fail; with it 400 and above is 6, and no body is shown")
    func fail() throws {
        let site = try Site()
        let plain = try site.run("/missing")
        #expect(plain.exitCode == 0)
        #expect(plain.output == "not here\n")
        let failing = try site.run("/missing", "--fail")
        #expect(failing.exitCode == 6)
        #expect(failing.output == "")
        let url = "https://good.test:\(site.server.port)/missing"
        #expect(failing.errors.hasPrefix("holdfast: \(url): the server answered 404\n"))
        #expect(try site.run("/", "--fail").exitCode == 0)
    }

    @Test("Method, header fields and body as asked for; a body makes it a POST of curl's content type")
    func sending() throws {
        let site = try Site()
        #expect(try site.run("/echo", "-H", "X-Test: one").output == "GET - one \n")
        #expect(try site.run("/echo", "-d", "a=1").output == "POST application/x-www-form-urlencoded - a=1\n")
        try site.folder.write("body.json", "{}")
        let put = try site.run("/echo", "-X", "PUT", "-HContent-Type: application/json", "--data=@body.json")
        #expect(put.output == "PUT application/json - {}\n")
    }

    @Test("Redirects are followed by default, counted, and can be switched off; 303 turns a POST into a GET")
    func redirects() throws {
        let site = try Site()
        #expect(try site.run("/hop").output == "end\n")
        let first = try site.run("/hop", "--max-redirects", "0", "-i")
        #expect(first.output.hasPrefix("HTTP/1.1 302\r\n"), "\(first.output)")
        #expect(first.output.lowercased().contains("location: /end\r\n"))
        #expect(try site.run("/see-other", "-d", "x").output == "GET - - \n")
        let loop = try site.run("/loop", "--max-redirects", "3")
        #expect(loop.exitCode == 6)
        #expect(loop.errors.hasSuffix("\nmore: holdfast explain tooManyRedirects\n"), "\(loop.errors)")
    }

    @Test("A redirect to plain HTTP is refused")
    func downgrade() throws {
        let run = try Site().run("/plain")
        #expect(run.exitCode == 6)
        #expect(run.output == "")
        #expect(run.errors.contains("http://good.test/"), "\(run.errors)")
    }

    @Test("--include shows the head with controls escaped, before the body")
    func include() throws {
        let run = try Site().run("/field", "--include")
        #expect(run.output.hasPrefix("HTTP/1.1 200\r\n"), "\(run.output)")
        #expect(run.output.hasSuffix("\r\n\r\n"))
        #expect(!run.output.unicodeScalars.contains("\u{9b}"))
    }

    @Test("An untrusted server gets no byte of the request; the verdict is an error with its exit code")
    func untrusted() throws {
        let site = try Site()
        let run = try site.run("/", anchors: "other.pem")
        #expect(run.exitCode == 20)
        #expect(run.output == "")
        let lines = run.errors.split(separator: "\n")
        #expect(lines.count == 3 && lines.last == "more: holdfast explain issuerNotFound", "\(run.errors)")
        #expect(lines.first?.contains(": refused: the issuer ") == true, "\(run.errors)")
        #expect(site.server.waitUntilIdle(afterAtLeast: 1))
        #expect(site.server.counters.applicationBytesReceived == 0)
        let json = try site.run("/", "--json", anchors: "other.pem")
        #expect(json.exitCode == 20)
        #expect(try Answer(json).verdict?.errors == ["issuerNotFound"])
    }

    @Test("JSON: without an answer the line is still holdfast.response/1, and its verdict says why")
    func noAnswer() throws {
        let site = try Site()
        for (path, anchors, code) in [("/", "other.pem", 20), ("/plain", "root.pem", 6), ("/loop", "root.pem", 6)] {
            let run = try site.run(path, "--json", anchors: anchors)
            #expect(run.exitCode == code)
            #expect(run.output.split(separator: "\n").count == 1)
            let answer = try Answer(run)
            #expect(answer.schema == "holdfast.response/1" && answer.verdict?.schema == "holdfast.verdict/1")
            #expect(answer.status == nil && answer.body == nil && answer.connection == nil && answer.fields.isEmpty)
            #expect((answer.verdict?.error == nil) == (code == 20), "\(path)")
        }
        let folder = try Folder()
        let closed = try CommandRun("holdfast", ["request", "https://127.0.0.1:1/", "--json"], in: folder)
        #expect(closed.exitCode == 3)
        #expect(try Answer(closed).verdict?.error?.code == "connectionRefused")
        let missing = try site.run("/missing", "--json", "--fail")
        #expect(missing.exitCode == 6)
        #expect(try Answer(missing).status == 404)
        #expect(try Answer(missing).verdict == nil)
    }

    @Test("JSON: times have at most three decimals")
    func times() throws {
        let site = try Site()
        let output = try site.run("/", "--json").output
        let times = output.matches(of: /"(?:dns|tcp|tls|trust|milliseconds)":([0-9.e-]+)/).map { String($0.output.1) }
        #expect(times.count >= 3, "\(output)")
        for time in times { #expect(time.wholeMatch(of: /[0-9]+(?:\.[0-9]{1,3})?/) != nil, "\(time)") }
    }

    @Test("JSON: one line with status, fields, body as text or Base64, the connection and the accepted chain")
    func json() throws {
        let site = try Site()
        let text = try Answer(site.run("/missing", "--json"))
        #expect(text.schema == "holdfast.response/1")
        #expect(text.status == 404)
        #expect(text.body == "not here\n")
        #expect(text.bodyBase64 == nil)
        #expect(text.connection?.address == "127.0.0.1")
        #expect(text.connection?.chain.count == 3)
        #expect(text.connection?.tls.sni == "good.test")
        #expect(text.verdict == nil)
        let bytes = try Answer(site.run("/bytes", "--json"))
        #expect(bytes.body == nil)
        #expect(bytes.bodyBase64 == "AAH+/w==")
    }
}
