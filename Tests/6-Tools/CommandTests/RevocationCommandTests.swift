import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// `--revocation`, `--crl`, `--ocsp` and `--aia` of every command that judges.
@Suite("--revocation, wherever the tool judges", .ownThread, .serialized)
struct RevocationCommandTests {
    /// A server whose certificate names a responder, by which it was revoked.
    private struct Site {
        let bench: Loopback
        let folder: Folder
        let service: AuthorityService
        let identity: Identity
        let server: TLSServer
        let asked = Notes<String>()
        var port: UInt16 { server.port }
        var url: String { "https://\(Loopback.host):\(port)/" }

        init() throws {
            let bench = try Loopback(hasIntermediate: false)
            let service = try AuthorityService(bench.root.identity) { [asked] in asked.add($0) }
            identity = try bench.identity { template, _ in
                try? template.addInformationAccess(ocspResponders: [service.url("/ocsp")])
            }
            let statements = AuthorityStatements(of: bench.root, at: bench.now)
            let response = try statements.response(about: identity, statements.revoked)
            service.serve("/ocsp", .bytes(response))
            server = try bench.server(as: identity)
            folder = try Folder()
            try folder.write("chain.pem", identity.chainPEM)
            try folder.write("root.pem", bench.root.identity.chainPEM)
            try Data(response).write(to: folder.url.appending(path: "revoked.der"))
            try Data(try statements.list(revoking: identity)).write(to: folder.url.appending(path: "revoked.crl"))
            (self.bench, self.service) = (bench, service)
        }

        /// Runs a command on the server, or on `operand`.
        func run(_ command: [String], on operand: String? = nil, _ options: [String]) throws -> CommandRun {
            var arguments = command + ["--anchors-only", "root.pem"] + options
            if operand == nil { arguments += ["--connect-to", Loopback.connectTo(port)] }
            if command == ["gate"] {
                arguments += ["--", "curl", "-q", "-sS", "-f", url]
            } else {
                arguments += [operand ?? url]
            }
            return try CommandRun("holdfast", arguments, in: folder)
        }
    }

    private static let fetching = ["--revocation", "soft", "--dangerously-fetch-from-private-networks"]

    /// A command, the exit code for a server that is trusted, and that for a revoked one (Docs/exit-codes.md; 22 is
    /// curl's for an answer of 400 or more, 2 what an exception cannot be made for).
    private static let table: [(command: [String], good: Int32, revoked: Int32)] = [
        (["check"], 0, 25), (["request"], 0, 25), (["trace", "--quiet"], 0, 25), (["ats", "--quiet"], 0, 33),
        (["gate"], 0, 22), (["pin", "compute"], 0, 25),
        (["trust", "add", "--until", "1d", "--codes", "expired"], 0, 2),
    ]

    @Test("a revoked server passes unless somebody looks, and then its responder is asked", arguments: table.indices)
    func judging(_ index: Int) throws {
        let (command, good, revoked) = Self.table[index]
        let site = try Site()
        // Under anchors of one's own nobody looks without being told.
        let without = try site.run(command, [])
        #expect(without.exitCode == good, "\(command): \(without.errors)")
        #expect(site.asked.lines.isEmpty)
        let with = try CommandRun.fetching(until: { $0.exitCode == revoked }) {
            try site.run(command, Self.fetching)
        }
        #expect(with.exitCode == revoked, "\(command): \(with.errors)")
        #expect(site.asked.lines.first?.hasPrefix("GET /ocsp/") == true)
        let known = site.asked.lines.count
        let given = try site.run(command, ["--ocsp", "revoked.der"])
        #expect(given.exitCode == revoked, "\(command): \(given.errors)")
        #expect(site.asked.lines.count == known)
    }

    @Test("commands that look unasked do so under public anchors alone", arguments: ["check", "request"])
    func judgingUnasked(_ command: String) throws {
        let site = try Site()
        let run = try site.run([command], ["--dangerously-fetch-from-private-networks"])
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(site.asked.lines.isEmpty)
    }

    @Test("resolve --judge and pin verify look too")
    func named() throws {
        let site = try Site()
        let judge = ["resolve", "--judge", "--port", "\(site.port)", "--resolver", "static:\(Loopback.host)=127.0.0.1"]
        #expect(try site.run(judge, on: Loopback.host, []).exitCode == 0)
        let judged = try CommandRun.fetching(until: { $0.exitCode == 25 }) {
            try site.run(judge, on: Loopback.host, Self.fetching)
        }
        #expect(judged.exitCode == 25, "\(judged.errors)")
        let pin = try site.run(["pin", "compute"], []).output.trimmingCharacters(in: .whitespacesAndNewlines)
        let verify = ["pin", "verify", "--pin", pin]
        #expect(try site.run(verify, []).exitCode == 0)
        let verified = try CommandRun.fetching(until: { $0.exitCode == 25 }) { try site.run(verify, Self.fetching) }
        #expect(verified.exitCode == 25, "\(verified.errors)")
        let recorded = verify + ["--host", Loopback.host]
        #expect(try site.run(recorded, on: "chain.pem", []).exitCode == 0)
        #expect(try site.run(recorded, on: "chain.pem", ["--crl", "revoked.crl"]).exitCode == 25)
    }

    /// OpenSSL labels a list `X509 CRL`, other tools `CRL`; an editor leaves a line feed behind DER. The
    /// content tells what it is, as for `inspect`.
    @Test("lists and responses in every form of file that inspect reads")
    func forms() throws {
        let site = try Site()
        func bytes(_ name: String) throws -> [UInt8] {
            [UInt8](try Data(contentsOf: site.folder.url.appending(path: name)))
        }
        func pem(_ label: String, _ name: String) throws -> String {
            PEMBlock(label: label, contents: try bytes(name)).encoded
        }
        try site.folder.write("x509.crl.pem", pem("X509 CRL", "revoked.crl"))
        try site.folder.write("plain.crl.pem", "a comment\n" + pem("CRL", "revoked.crl"))
        try site.folder.write("response.pem", pem("OCSP RESPONSE", "revoked.der"))
        for name in ["revoked.crl", "revoked.der"] {
            try Data(bytes(name) + [0x0A]).write(to: site.folder.url.appending(path: "\(name).feed"))
            try Data(bytes(name) + [0x0D, 0x0A]).write(to: site.folder.url.appending(path: "\(name).crlf"))
        }
        let evaluate = ["evaluate", "--host", Loopback.host]
        for (option, files) in [
            ("--crl", ["x509.crl.pem", "plain.crl.pem", "revoked.crl.feed", "revoked.crl.crlf"]),
            ("--ocsp", ["response.pem", "revoked.der.feed", "revoked.der.crlf"]),
        ] {
            for file in files {
                let run = try site.run(evaluate, on: "chain.pem", [option, file])
                #expect(run.exitCode == 25, "\(file): \(run.errors)")
            }
        }
        // What is something else, or more than one thing, is told.
        try Data(bytes("revoked.der") + [0x30]).write(to: site.folder.url.appending(path: "more.der"))
        for (option, file, code) in [
            ("--crl", "response.pem", 2), ("--ocsp", "plain.crl.pem", 2), ("--ocsp", "more.der", 1),
            ("--ocsp", "revoked.crl", 1),
        ] as [(String, String, Int32)] {
            #expect(try site.run(evaluate, on: "chain.pem", [option, file]).exitCode == code, "\(option) \(file)")
        }
    }

    @Test("recorded chains: lists and responses of files, and nothing is fetched")
    func recorded() throws {
        let site = try Site()
        let evaluate = ["evaluate", "--host", Loopback.host]
        for (options, code) in [
            ([], 0), (["--crl", "revoked.crl"], 25), (["--ocsp", "revoked.der"], 25), (["--revocation", "soft"], 0),
            (["--revocation", "hard"], 25),
        ] as [([String], Int32)] {
            #expect(try site.run(evaluate, on: "chain.pem", options).exitCode == code, "\(options)")
        }
        let add = ["trust", "add", "--host", Loopback.host, "--until", "1d", "--codes", "expired"]
        #expect(try site.run(add, on: "chain.pem", ["--crl", "revoked.crl"]).exitCode == 2)
        #expect(site.asked.lines.isEmpty)
    }

    @Test("the text and the page tell of what was asked")
    func shown() throws {
        let site = try Site()
        let run = try CommandRun.fetching(until: { $0.exitCode == 25 }) {
            try site.run(["check"], Self.fetching + ["--report", "page.html"])
        }
        #expect(run.output.contains("revocation   revoked (soft"))
        #expect(run.output.contains("asked \(site.service.url("/ocsp")) (ocsp): "))
        let page = try String(contentsOf: site.folder.url.appending(path: "page.html"), encoding: .utf8)
        #expect(page.contains(site.service.url("/ocsp")) && page.contains("已被吊销"))
    }

    @Test("a missing issuer is fetched with --aia, by the diagnostic client too, and the verdict says where from")
    func issuer() throws {
        let bench = try Loopback()
        let service = try AuthorityService(bench.root.identity)
        service.serve("/ca", .bytes(bench.intermediate.certificate))
        let identity = try bench.identity { template, _ in
            try? template.addInformationAccess(issuerCertificates: [service.url("/ca")])
        }
        let server = try bench.server(
            as: Identity(key: identity.key, certificate: try Certificate(der: identity.certificate)))
        let folder = try Folder()
        let aim = ["https://\(Loopback.host):\(server.port)/", "--connect-to", Loopback.connectTo(server.port)]
        let options = ["--anchors-only", bench.rootFile] + aim
        let fetching = ["--aia", "--dangerously-fetch-from-private-networks"]
        for command in [["check"], ["trace"]] {
            #expect(try CommandRun("holdfast", command + options, in: folder).exitCode == 20)
            let run = try CommandRun.fetching(until: { $0.exitCode == 0 }) {
                try CommandRun("holdfast", command + options + fetching + ["--json"], in: folder)
            }
            #expect(run.exitCode == 0, "\(run.errors)")
            let line = try JSONDocument(run.output)
            let verdict = command == ["trace"] ? line["verdict"] : line
            #expect(verdict?["issuerFetches"]?[0]?["url"] == .text(service.url("/ca")))
        }
    }

    @Test(
        "an option that does not apply is a usage error",
        arguments: [
            (["inspect", "--revocation", "soft", "chain.pem"], "--revocation does not apply to inspect"),
            (["lab", "--list", "--aia"], "--aia does not apply to lab"),
            (["evaluate", "--aia", "chain.pem"], "--aia does not apply to evaluate"),
            (["pin", "verify", "--pin", "sha256/\(pin)", "--aia", "chain.pem"], "--aia does not apply to a file"),
            (["pin", "compute", "--crl", "revoked.crl", "chain.pem"], "--crl does not apply to a file"),
            (
                ["trust", "add", "--host", "a.test", "--until", "1d", "--codes", "expired", "--aia", "chain.pem"],
                "--aia does not apply to a file"
            ),
            (["trust", "list", "--revocation", "soft"], "--revocation does not apply to trust list"),
            (["resolve", "--revocation", "soft", "a.test"], "--revocation needs --judge"),
            (["check", "--revocation", "maybe", "a.test"], "'maybe' is no mode"),
            (["gate", "--revocation", "off", "--crl", "revoked.crl"], "--revocation off looks at no file"),
            (
                ["check", "--revocation", "off", "--dangerously-fetch-from-private-networks", "a.test"],
                "does not apply where nothing is fetched"
            ),
        ])
    func usage(_ arguments: [String], _ message: String) throws {
        let site = try Site()
        let run = try CommandRun("holdfast", arguments, in: site.folder)
        #expect(run.exitCode == 2 && run.errors.contains(message), "\(run.errors)")
    }

    private static let pin = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
}
