import Foundation
import HoldfastTestBed
import PeerPrograms
import TestSupport
import Testing

/// `holdfast lab` for tests of other programs: `--listen`, `--port-base`, `--root-out`, `--hosts-out`, `--control`.
@Suite(.ownThread)
struct LabTestingTests {
    /// A lab on ports from a base on, tried with others while another program has one of them.
    private func lab(_ arguments: [String]) throws -> (lab: RunningLab, base: Int) {
        for _ in 0..<20 {
            let base = Int.random(in: 10_000...30_000)
            let options = ["--port-base", "\(base)"] + arguments
            if let lab = try? RunningLab(options) { return (lab, base) }
        }
        throw RunningLab.EndedEarly(lines: [])
    }

    private func curl(_ arguments: String...) throws -> Peer { try Peer.curl(arguments) }

    /// A shell gives a program that it starts with `&` /dev/null (POSIX, Shell Command Language 2.9.3.1).
    @Test("a lab whose standard input has ended says so, and ends with 0")
    func ended() throws {
        let run = try CommandRun("holdfast", ["lab", "good"], in: Folder())
        #expect(
            run.exitCode == 0 && run.errors.hasSuffix("\nended: standard input has come to its end\n"), "\(run.errors)")
    }

    @Test("the same server at the same port with each start, and the control at the base itself")
    func ports() throws {
        let (first, base) = try lab(["--control", "good", "expired"])
        let numbers = first.servers.map(\.connectTo)
        #expect(first.control == "http://127.0.0.1:\(base)/")
        #expect(try first.end() == 0)
        let second = try RunningLab(["--port-base", "\(base)", "expired", "wrong-name", "good"])
        #expect(second.control == nil)
        #expect([second.servers[2].connectTo, second.servers[0].connectTo] == numbers)
        let taken = try CommandRun("holdfast", ["lab", "--port-base", "\(base)", "good"], in: Folder())
        #expect(taken.exitCode == 1 && taken.errors.contains("port-base"), "\(taken.errors)")
    }

    @Test(
        "judged on another address: as expected, the responder and the proxy included",
        arguments: ["127.0.0.2", "::1", "0.0.0.0"])
    func addresses(_ address: String) throws {
        let names = ["good", "expired", "revoked-responder", "revocation-good-list", "proxied", "never-answers"]
        let run = try CommandRun("holdfast", ["lab", "--check", "--listen", address] + names, in: Folder())
        #expect(run.exitCode == 0 && run.output.contains("6 as expected, 0 not"), "\(run.output)\(run.errors)")
    }

    @Test("the root in three forms and the hosts lines, as files and from the control: curl and openssl take them")
    func files() throws {
        let folder = try Folder()
        let paths = ["root.pem", "root.cer", "root.mobileconfig", "hosts"].map { folder.url.appending(path: $0).path }
        let roots = paths[..<3].flatMap { ["--root-out", $0] }
        let (lab, _) = try lab(roots + ["--hosts-out", paths[3], "--control", "good", "wrong-name"])
        let control = try #require(lab.control)
        for (path, type) in zip(
            paths, ["pem-certificate-chain", "pkix-cert", "x-apple-aspen-config", "plain; charset=utf-8"])
        {
            let name = path.split(separator: "/").last ?? ""
            let copy = folder.url.appending(path: "copy").path
            let fetched = try curl(control + name, "-o", copy, "-w", "%{content_type}")
            #expect(fetched.output.hasSuffix("/" + type), "\(fetched.all)")
            #expect(FileManager.default.contentsEqual(atPath: copy, andPath: path), "\(name)")
        }
        let der = try CreateTests.shell("openssl x509 -in root.pem -outform der | cmp - root.cer", in: folder)
        #expect(der.output == "")
        let profile = try Data(contentsOf: URL(filePath: paths[2]))
        let list = try unsafe PropertyListSerialization.propertyList(from: profile, format: nil) as? [String: Any]
        let content = (list?["PayloadContent"] as? [[String: Any]])?.first?["PayloadContent"] as? Data
        let root = try Data(contentsOf: URL(filePath: paths[1]))
        #expect(content == root)
        let good = try #require(lab.servers.first)
        #expect(
            try String(contentsOfFile: paths[3], encoding: .utf8)
                == "127.0.0.1 good.holdfast.test\n127.0.0.1 wrong-name.holdfast.test\n")
        #expect(try curl("--cacert", paths[0], "--connect-to", good.connectTo, good.url).output.hasPrefix("good\n"))
        let check = try CommandRun(
            "holdfast", ["check", "--resolver", "hosts:\(paths[3])", "--anchors-only", paths[0], good.url], in: folder)
        #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    }

    @Test("the control puts servers back, by a POST and by no GET")
    func control() throws {
        let lab = try RunningLab(["--control", "--stories", "cache"])
        let control = try #require(lab.control)
        let story = try #require(lab.stories.first)
        func answer() throws -> String {
            try curl("--cacert", story.anchors, "--connect-to", story.connectTo, story.url + "never").output
        }
        #expect(try answer() == "answer 1 of the server\n")
        #expect(try answer() == "answer 2 of the server\n")
        #expect(try curl(control + "reset", "-w", "%{http_code}").output.hasSuffix("405"))
        #expect(try answer() == "answer 3 of the server\n")
        #expect(try curl("-X", "POST", control + "reset/cache").output == "reset: cache\n")
        #expect(try answer() == "answer 1 of the server\n")
        #expect(try curl("-X", "POST", control + "reset").output == "reset: 1\n")
        #expect(try answer() == "answer 1 of the server\n")
        for path in ["reset/other", "reset/", "resets", "../root.pem", "hosts"] {
            let run = try curl("--path-as-is", "-X", "POST", control + path, "-o", "/dev/null", "-w", "%{http_code}")
            #expect(run.output == "404", "\(path)")
        }
        #expect(try curl(control).output.contains("POST /reset\n"))
    }

    @Test("the root for devices is good for the lab's names and for days: curl and openssl look at that")
    func constrained() throws {
        let folder = try Folder()
        let path = folder.url.appending(path: "root.pem").path
        let lab = try RunningLab(["--root-out", path, "good", "good-ip", "wrong-name"])
        let text = try CreateTests.shell("openssl x509 -in root.pem -noout -text", in: folder).output
        #expect(text.contains("DNS:holdfast.test") && text.contains("IP:192.0.2.0/255.255.255.0"), "\(text)")
        // openssl-x509(1): -checkend "exits nonzero if yes it will expire or zero if not", in 20 days and in 10.
        try CreateTests.shell("openssl x509 -in root.pem -noout -checkend 1728000", in: folder, exit: 1)
        try CreateTests.shell("openssl x509 -in root.pem -noout -checkend 864000", in: folder)
        for (server, isGood) in zip(lab.servers, [true, true, false]) {
            let run = try curl("--cacert", path, "--connect-to", server.connectTo, server.url)
            #expect((run.status == 0) == isGood, "\(server.name): \(run.all)")
        }
    }

    @Test("a page in a browser resets nothing, and no name of somebody else's leads to the control")
    func pages() throws {
        let lab = try RunningLab(["--control", "good"])
        let control = try #require(lab.control)
        func status(_ arguments: String...) throws -> String {
            try Peer.curl(arguments + ["-o", "/dev/null", "-w", "%{http_code}"]).output
        }
        let reset = control + "reset"
        #expect(try status("-X", "POST", reset) == "200")
        #expect(try status("-X", "POST", "-H", "Origin: http://evil.test", reset) == "403")
        for site in ["cross-site", "same-site"] {
            #expect(try status("-X", "POST", "-H", "Sec-Fetch-Site: \(site)", reset) == "403")
        }
        for host in ["evil.example", "127.0.0.1.evil.example", "evil.example:9000", "evil.test", "a..local"] {
            #expect(try status("-X", "POST", "-H", "Host: \(host)", reset) == "421", "\(host)")
            #expect(try status("-H", "Host: \(host)", control + "root.pem") == "421", "\(host)")
        }
        for host in [
            "192.0.2.10:9000", "[2001:db8::1]:9000", "localhost", "lab:9000", "mac.local", "host.docker.internal",
        ] {
            #expect(try status("-H", "Host: \(host)", control + "root.pem") == "200", "\(host)")
        }
    }

    @Test("what does not fit is said before a server starts")
    func usage() throws {
        try Script(
            """
            $ holdfast lab --listen localhost good
            ! holdfast: --listen: 'localhost' is no address
            ! hint: write one of this machine's own
            = 2
            $ holdfast lab --port-base 65500 good
            ! holdfast: --port-base: '65500' is no port with enough others above it
            ! hint: such as 9000
            = 2
            $ holdfast lab --port-base +9000 good
            ! holdfast: --port-base: '+9000' is no port with enough others above it
            ! hint: such as 9000
            = 2
            $ holdfast lab --root-out root.crt good
            ! holdfast: --root-out: 'root.crt' ends neither in .pem nor .cer nor .mobileconfig
            ! hint: the ending says what is written
            = 2
            $ holdfast lab --list --control
            ! holdfast: --list excludes --control
            ! hint: --list starts no server
            = 2
            $ holdfast lab --check --root-out root.pem good
            ! holdfast: --check excludes --root-out
            ! hint: its servers end with it
            = 2
            $ holdfast lab --stories --listen 127.0.0.2 cache
            ! holdfast: --stories excludes --listen
            ! hint: stories stay on loopback
            = 2
            $ holdfast lab --listen 192.0.2.1 good
            ! …
            ! hint: …
            = 1
            """
        ).run(in: Folder())
    }
}
