import TestSupport
import Testing

@testable import HoldfastCommand

/// Servers and files, told apart by one rule in every command that takes both.
@Suite(.ownThread)
struct OperandTests {
    /// RFC 3986 §3.2.2 puts an IPv6 address into brackets; people leave them out.
    @Test(
        "a host, a host with a port, a URL and an address are servers",
        arguments: [
            ("www.example.com", "https://www.example.com/"), ("www.example.com:8443", "https://www.example.com:8443/"),
            ("https://www.example.com/a/b", "https://www.example.com/a/b"),
            ("www.example.com/", "https://www.example.com/"), ("localhost", "https://localhost/"),
            ("intranet", "https://intranet/"), ("::1", "https://[::1]/"), ("[::1]", "https://[::1]/"),
            ("[::1]:8443", "https://[::1]:8443/"), ("192.0.2.7:8443", "https://192.0.2.7:8443/"),
            ("bücher.example", "https://xn--bcher-kva.example/"),
            ("example.com/report.json", "https://example.com/report.json"),
        ])
    func servers(_ text: String, _ url: String) throws {
        let target = try #require(try Operand(text).target, "\(text)")
        #expect("\(target.url)" == url)
        #expect("\(try Target(text).url)" == url, "what takes servers alone reads another one")
    }

    @Test(
        "a path, a file that is there, and what ends as files of certificates do are files",
        arguments: ["-", "/etc/ssl", "./www.example.com", "../a", "certificates/leaf", "nope.pem", "Info.plist", "a b"])
    func files(_ text: String) throws {
        #expect(try Operand(text).target == nil)
    }

    @Test("a server stands for its name, or its host, where those are wanted")
    func names() throws {
        try Script(
            """
            $ holdfast resolve -4 --json --resolver static:a.example=192.0.2.1 https://a.example:8443/x a.example:443
            > {"addresses":[{"address":"192.0.2.1"}],…"host":"a.example"…"name":"https://a.example:8443/x"…
            > {"addresses":[{"address":"192.0.2.1"}],…"host":"a.example"…"name":"a.example:443"…
            $ holdfast resolve -4 --json --judge --resolver static:a.example=127.0.0.1 a.example:1
            > {"addresses":[{"address":"127.0.0.1",…"verdict":"failed"}],…"name":"a.example:1"…
            ! …
            = 3
            $ holdfast trust remove https://good.test:8443/
            ! holdfast: no exception for 'https://good.test:8443/'
            ! hint: holdfast trust list shows what there is
            = 2
            $ holdfast evaluate chain.pem --host [2001:db8::1] --quiet --anchors-only other.pem
            = 20
            """
        ).run(in: Folder())
    }

    @Test("a file in the folder comes before a server of its name; a URL is the server")
    func there() throws {
        let folder = try Folder()
        try folder.write("localhost", Recorded.leaf)
        let file = try CommandRun("holdfast", ["inspect", "localhost"], in: folder)
        #expect(file.exitCode == 0, "\(file.errors)")
        // Port 1 of loopback: nobody listens (RFC 1078).
        let server = try CommandRun("holdfast", ["inspect", "https://localhost:1"], in: folder)
        #expect(server.exitCode == 3)
        #expect(try CommandRun("holdfast", ["inspect", "localhost:1"], in: folder).exitCode == 3)
    }
}
