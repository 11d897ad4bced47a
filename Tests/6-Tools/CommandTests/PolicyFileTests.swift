import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import HoldfastTrust
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastCommand

/// `--policy-file` and `--pin`.
@Suite(.ownThread)
struct PolicyFileTests {
    // By openssl:
    // `openssl x509 -pubkey -noout | openssl pkey -pubin -outform DER | openssl dgst -sha256 -binary | base64`, and
    // over the whole certificate.
    private static let leafKey = "sha256/MBVYqUdMqE8Bgn3HsvOyDY+HGHB1OybHkU2zl1yis0A="
    private static let rootKey = "sha256/S2JWz6BA+KQT0vP6IVWTnspT+TDKzarfdzdPcFFEcnQ="
    private static let otherKey = "sha256/cTSzY61iLJ6T/xCyvyVyA5JKYhn40QVohhop3q3rIK0="
    private static let leafCertificate = "certificate-sha256/Sbaheic2fLMaRBMCiirvy+4kyDJvj94DHTxfLx8oitA="
    private static let evaluate = [
        "evaluate", "chain.pem", "--host", "www.example.com", "--at", "2027-01-01T00:00:00Z", "--quiet",
    ]

    private let folder: Folder

    init() throws { folder = try Folder() }

    private func write(_ hosts: String) throws {
        try folder.write("policy.json", "{\"schema\": \"holdfast.policy/1\", \"hosts\": {\(hosts)}}")
    }

    private func evaluate(_ options: String...) throws -> Int32 {
        try CommandRun("holdfast", Self.evaluate + options, in: folder).exitCode
    }

    @Test("--pin: one of them has to be in the judged chain; a single one needs no backup")
    func pins() throws {
        let anchors = ["--anchors-only", "root.pem"]
        func exit(_ pins: String...) throws -> Int32 {
            let options = pins.flatMap { ["--pin", $0] }
            return try CommandRun("holdfast", Self.evaluate + anchors + options, in: folder).exitCode
        }
        #expect(try exit() == 0)
        #expect(try exit(Self.leafKey) == 0)
        #expect(try exit(Self.rootKey) == 0)
        #expect(try exit(Self.leafCertificate) == 0)
        #expect(try exit(Self.otherKey) == 26)
        #expect(try exit(Self.otherKey, Self.leafKey) == 0)
        // Without a name, too.
        let nameless = ["evaluate", "chain.pem", "--at", "2027-01-01T00:00:00Z", "--quiet"] + anchors
        #expect(try CommandRun("holdfast", nameless + ["--pin", Self.rootKey], in: folder).exitCode == 0)
        #expect(try CommandRun("holdfast", nameless + ["--pin", Self.otherKey], in: folder).exitCode == 26)
    }

    @Test("--pin with something else is a usage error, before anything is read")
    func badPins() throws {
        try Script(
            """
            $ holdfast check www.example.com --pin sha1/2jmj7l5rSw0yVb/vlWAYkK/YBwk=
            ! holdfast: --pin: 'sha1' is no algorithm of pins: sha256, sha384 and sha512 are
            ! hint: as sha256/ and 44 characters of Base64
            = 2
            $ holdfast request https://www.example.com --pin abc
            ! holdfast: --pin: 'abc' is no pin: it is written sha256/BASE64
            ! hint: as sha256/ and 44 characters of Base64
            = 2
            $ holdfast trace www.example.com --pin sha256/?
            ! holdfast: --pin: 'sha256/?' is no pin: what follows the algorithm is no Base64
            ! hint: as sha256/ and 44 characters of Base64
            = 2
            """
        ).run(in: folder)
    }

    @Test("the file's anchors, profile and pins count for its hosts; options count in their place")
    func precedence() throws {
        let pins = "{\"leaf\": [\"\(Self.otherKey)\"], \"backup\": \"waived\"}"
        try write("\"**.example.com\": {\"anchors\": {\"files\": [\"root.pem\"]}}")
        #expect(try evaluate("--policy-file", "policy.json") == 0)
        #expect(try evaluate("--policy-file", "policy.json", "--anchors-only", "other.pem") == 20)
        try write("\"**.example.com\": {\"anchors\": {\"files\": [\"other.pem\"]}}")
        #expect(try evaluate("--policy-file", "policy.json") == 20)
        try write("\"www.example.com\": {\"pins\": \(pins), \"anchors\": {\"files\": [\"root.pem\"]}}")
        #expect(try evaluate("--policy-file", "policy.json") == 26)
        #expect(try evaluate("--policy-file", "policy.json", "--pin", Self.leafKey) == 0)
        try write(
            "\"other.example.com\": {\"pins\": \(pins)}, \"**.example.com\": {\"anchors\": {\"files\": [\"root.pem\"]}}"
        )
        #expect(try evaluate("--policy-file", "policy.json") == 0)
    }

    @Test("a file with errors says all of them; one that cannot be read, or that others may write, is another error")
    func errors() throws {
        try folder.write(
            "bad.json",
            """
            {"schema": "holdfast.policy/1",
             "hosts": {"**.com": {"pin": 1},
                       "a.test": {"profile": "strict"}}}

            """)
        try folder.write("one.json", "{\"schema\": \"holdfast.policy/2\"}")
        try folder.write("text.json", "{\"schema\": \"holdfast.policy/1\",\n}")
        try folder.write("open.json", "{\"schema\": \"holdfast.policy/1\"}")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o666], ofItemAtPath: folder.url.appending(path: "open.json").path)
        try Script(
            """
            $ holdfast evaluate chain.pem --host a.test --policy-file bad.json
            ! holdfast: bad.json:2:12: hosts."**.com": '**.com' would stand for names of different owners: its domain \
            is a public suffix (name the domains below it that are meant)
            ! holdfast: bad.json:2:23: hosts."**.com".pin: 'pin' is not known here (did you mean pins?)
            ! holdfast: bad.json:3:34: hosts."a.test".profile: 'strict' is no value of this (there are default, \
            rfc5280, webpki, apple)
            ! holdfast: policy 'bad.json': it has 3 errors
            ! hint: nothing of it is in force until all of it is right
            = 2
            $ holdfast check a.test --policy-file one.json
            ! holdfast: one.json:1:1: the schema 'holdfast.policy/2' is not known here (this version reads \
            holdfast.policy/1)
            ! hint: nothing of it is in force until all of it is right
            = 2
            $ holdfast request https://a.test --policy-file text.json
            ! holdfast: text.json:1:31: a trailing comma: nothing follows it before '}', and JSON allows none
            ! hint: nothing of it is in force until all of it is right
            = 2
            $ holdfast trace a.test --policy-file none.json
            ! holdfast: policy 'none.json': no such file or directory
            ! hint: check the spelling and the file's rights
            = 1
            $ holdfast evaluate chain.pem --host a.test --policy-file open.json
            ! holdfast: policy 'open.json': others than its owner may change '…/open.json' (mode 666)
            ! hint: look whether somebody has changed it, then take others' rights away (chmod go-w '…/open.json')
            = 1
            """
        ).run(in: folder)
    }

    @Test("the verdict tells which file says what, by which pattern; what an option says is told no more")
    func part() throws {
        try write(
            """
            "**.example.com": {"profile": "webpki", "minimumTLS": "1.3"},
            "www.example.com": {"anchors": {"files": ["root.pem"]}, "pins": "excluded"}
            """)
        func text(_ host: String, _ options: String...) throws -> String {
            try CommandRun(
                "holdfast",
                [
                    "evaluate", "chain.pem", "--host", host, "--at", "2027-01-01T00:00:00Z", "--policy-file",
                    "policy.json",
                ]
                    + options, in: folder
            ).output
        }
        let whole = try text("www.example.com")
        #expect(
            whole.contains(
                "  policy file  policy.json: profile by **.example.com, anchors by www.example.com, pins (excluded) by "
                    + "www.example.com\n"), "\(whole)")
        #expect(whole.contains("anchor, from root.pem"), "\(whole)")
        #expect(
            try text("www.example.com", "--profile", "default", "--anchors-only", "root.pem", "--pin", Self.leafKey)
                .contains("  policy file  policy.json says nothing of www.example.com\n"))
        #expect(
            try text("www.example.com", "--language", "zh-Hans").contains(
                "policy.json：profile 依据 **.example.com，anchors 依据 www.example.com，pins（excluded）依据 www.example.com"))
        #expect(
            try text("ww.example.com").contains(
                "  policy file  policy.json: profile by **.example.com; an entry that is near is www.example.com\n"))
        #expect(!(try CommandRun("holdfast", Self.evaluate.dropLast(), in: folder).output.contains("policy file")))
        let json = try text("www.example.com", "--json")
        #expect(json.contains("\"parts\":[{\"member\":\"profile\",\"pattern\":\"**.example.com\"},"), "\(json)")
        let page = try text("www.example.com", "--report", "-", "--quiet")
        #expect(page.contains("profile by **.example.com, anchors by www.example.com"))
    }

    @Test("check without servers judges every exact host of the file, and says what it passes over")
    func hostsOfFile() throws {
        let bench = try Loopback(host: "good.test")
        let server = try TLSServer(TLSServerConfiguration(try bench.identity())) { _ in ServerResponse(text: "") }
        try folder.write("ca.pem", bench.root.identity.chainPEM)
        let entry = "\"anchors\": {\"files\": [\"ca.pem\"]}, \"connectTo\": \"8443:127.0.0.1:\(server.port)\""
        try write("\"good.test\": {\(entry)}, \"other.test\": {\(entry)}, \"*.test\": {}, \"**.example\": {}")
        let run = try CommandRun("holdfast", ["check", "--policy-file", "policy.json", "--table"], in: folder)
        #expect(run.exitCode == 24)
        let lines = run.output.split(separator: "\n")
        #expect(lines.first?.hasPrefix("good.test:8443") == true && lines[1].hasPrefix("other.test:8443"), "\(run)")
        #expect(
            run.errors.contains(
                "note: 2 patterns are not judged, since they name no single host: **.example, *.test\n"))
        let full = try CommandRun("holdfast", ["check", "--policy-file", "policy.json"], in: folder)
        #expect(full.output.contains("  address      as connectTo in policy.json says\n"), "\(full.output)")
        let option = try CommandRun(
            "holdfast",
            [
                "check", "--policy-file", "policy.json", "good.test:8443", "--connect-to",
                "good.test:8443:127.0.0.1:\(server.port)",
            ], in: folder)
        #expect(option.output.contains("  address      as --connect-to or --resolve says\n"), "\(option.output)")
        try write("\"*.test\": {}")
        try Script(
            """
            $ holdfast check --policy-file policy.json
            ! holdfast: policy 'policy.json' names no single host
            ! hint: name the servers: SERVER… --policy-file FILE
            = 2
            $ holdfast check
            ! holdfast: check needs SERVER…
            ! hint: holdfast check --help shows examples
            = 2
            """
        ).run(in: folder)
    }

    @Test("a host that the file misses by a letter is told of where no server answers, in a table, and by request")
    func nearMiss() throws {
        try write("\"good.test\": {\"minimumTLS\": \"1.3\"}")
        let said = "note: policy policy.json says nothing of god.test; its nearest entry is good.test\n"
        let dead = ["--policy-file", "policy.json", "--connect-to", "god.test:443:127.0.0.1:1"]
        for line in [
            ["check", "god.test"], ["check", "god.test", "--table"], ["trace", "god.test"],
            ["request", "https://god.test/"],
        ] {
            let run = try CommandRun("holdfast", line + dead, in: folder)
            #expect(run.exitCode == 3 && run.errors.contains(said), "\(line): \(run.errors)")
        }
        let far = try CommandRun(
            "holdfast",
            ["check", "far.test", "--policy-file", "policy.json", "--connect-to", "far.test:443:127.0.0.1:1"],
            in: folder)
        #expect(far.exitCode == 3 && !far.errors.contains("policy.json"), "\(far.errors)")
        try write("\"**.walk.test\": {\"profile\": \"webpki\"}, \"*.apps.walk.test\": {\"minimumTLS\": \"1.3\"}")
        let two = ["apps.walk.test", "a.b.apps.walk.test"]
        let places = two.flatMap { ["--connect-to", "\($0):443:127.0.0.1:1"] }
        let several = try CommandRun("holdfast", ["check", "--policy-file", "policy.json"] + two + places, in: folder)
        for host in two {
            let begin =
                "note: \(host): policy policy.json: profile by **.walk.test; an entry that is near is *.apps.walk"
            #expect(several.errors.contains(begin), "\(several.errors)")
        }
    }

    @Test("connectTo is told of the port that it is for, and not of others")
    func otherPort() throws {
        try write("\"good.test\": {\"connectTo\": \"127.0.0.1:1\"}")
        let check = ["check", "--policy-file", "policy.json"]
        let meant = try CommandRun("holdfast", check + ["good.test"], in: folder)
        #expect(meant.exitCode == 3 && meant.errors.contains("connectTo by good.test"), "\(meant)")
        let other = try CommandRun(
            "holdfast", check + ["good.test:29443", "--connect-to", "good.test:29443:127.0.0.1:1"], in: folder)
        #expect(other.exitCode == 3 && !other.errors.contains("connectTo by"), "\(other)")
        #expect(!other.errors.contains("is for port"), "\(other)")
    }

    /// The address is dialled where no name is looked up: nothing listens there.
    @Test("a server that is not reached at another port than that of its connectTo is answered by the port")
    func portOfConnectTo() throws {
        try write("\"127.0.0.1\": {\"connectTo\": \"41767:127.0.0.1:2\"}")
        let hint = "hint: connectTo of policy.json is for port 41767: ask for 127.0.0.1:41767\n"
        let check = ["check", "--policy-file", "policy.json"]
        for server in ["https://127.0.0.1:1", "127.0.0.1:1"] {
            let run = try CommandRun("holdfast", check + [server], in: folder)
            #expect(run.exitCode == 3 && run.errors.contains(hint), "\(run)")
        }
        let right = try CommandRun("holdfast", check + ["127.0.0.1:41767"], in: folder)
        #expect(right.exitCode == 3 && !right.errors.contains("is for port"), "\(right)")
    }

    @Test("revocation off in the file is off, where the command alone would look")
    func revocationOffOfFile() throws {
        try write("\"good.test\": {\"revocation\": \"off\"}, \"other.test\": {}")
        let path = folder.url.appending(path: "policy.json").path
        let trust = try TrustOptions(
            Invocation(["good.test", "--policy-file", path], for: .check), revocation: .soft)
        #expect(trust.policy(for: try ServerName("good.test")).revocation == .off)
        #expect(trust.policy(for: try ServerName("other.test")).revocation == .soft)
    }

    @Test("revocation in the file is told from none, live")
    func revocationOff() throws {
        let bench = try Loopback(host: "good.test")
        let server = try TLSServer(TLSServerConfiguration(try bench.identity())) { _ in ServerResponse(text: "") }
        try folder.write("ca.pem", bench.root.identity.chainPEM)
        let place = "\"anchors\": {\"files\": [\"ca.pem\"]}, \"connectTo\": \"127.0.0.1:\(server.port)\""
        func revocation(_ member: String) throws -> Bool {
            try write("\"good.test\": {\(place)\(member)}")
            let run = try CommandRun(
                "holdfast", ["check", "good.test", "--policy-file", "policy.json", "--json"], in: folder)
            #expect(run.exitCode == 0, "\(run.errors)")
            return run.output.contains("\"revocation\":\"notChecked\"")
        }
        #expect(try revocation(", \"revocation\": \"off\""))
        #expect(!(try revocation(", \"revocation\": \"soft\"")))
    }

    @Test("a pattern that is a URL, or has a port, is written for the user as it should be")
    func moreThanHosts() throws {
        try write("\"https://good.zoo.test\": {}, \"*.zoo.test:443\": {}")
        let run = try CommandRun("holdfast", ["check", "a.test", "--policy-file", "policy.json"], in: folder)
        #expect(run.exitCode == 2)
        for host in ["good.zoo.test", "*.zoo.test"] {
            #expect(run.errors.contains("write \(host): a pattern has no scheme and no port"), "\(run.errors)")
        }
    }

    @Test("where it does not apply, it says so")
    func misused() throws {
        try write("")
        try Script(
            """
            $ holdfast evaluate chain.pem --policy-file policy.json
            ! holdfast: --policy-file needs --host NAME
            ! hint: it says what holds for which servers
            = 2
            $ holdfast check a.test --policy ssl-client --policy-file policy.json
            ! holdfast: --policy-file does not apply to --policy ssl-client, which compares no name
            ! hint: leave one of the two out
            = 2
            $ holdfast check a.test --dangerously-allow-debug-overrides
            ! holdfast: --dangerously-allow-debug-overrides needs --policy-file
            ! hint: leave it out
            = 2
            """
        ).run(in: folder)
    }

    @Test("debug overrides: refused, unless the option with danger in its name is given; then said aloud")
    func debug() throws {
        let until = Date.now.addingTimeInterval(86_400).formatted(.iso8601)
        try write("\"www.example.com\": {\"dangerousDebug\": {\"acceptAny\": true, \"until\": \"\(until)\"}}")
        let now = ["evaluate", "chain.pem", "--host", "www.example.com", "--policy-file", "policy.json"]
        #expect(try CommandRun("holdfast", now, in: folder).exitCode == 2)
        let run = try CommandRun("holdfast", now + ["--dangerously-allow-debug-overrides"], in: folder)
        #expect(run.exitCode == 0, "\(run.errors)")
        #expect(
            run.errors.contains("dangerous: policy 'policy.json' accepts any certificate for www.example.com until"))
    }

    @Test("live: the file's address, anchors, pins and version of TLS hold for check, request and trace")
    func live() throws {
        let bench = try Loopback(host: "good.test")
        let identity = try bench.identity()
        var configuration = TLSServerConfiguration(identity)
        configuration.maximumVersion = .tls12
        let server = try TLSServer(configuration) { _ in ServerResponse(text: "hello\n") }
        try folder.write("ca.pem", bench.root.identity.chainPEM)
        let place = "\"anchors\": {\"files\": [\"ca.pem\"]}, \"connectTo\": \"127.0.0.1:\(server.port)\""
        func exits(_ members: String, _ options: String...) throws -> [Int32] {
            try write("\"good.test\": {\(place)\(members)}")
            return try ["check", "request", "trace"].map { command in
                try CommandRun(
                    "holdfast", [command, "https://good.test/", "--policy-file", "policy.json"] + options, in: folder
                ).exitCode
            }
        }
        #expect(try exits("") == [0, 0, 0])
        #expect(try exits(", \"pins\": {\"leaf\": [\"\(Self.leafKey)\"], \"backup\": \"waived\"}") == [26, 26, 26])
        #expect(try exits("", "--pin", Self.leafKey) == [26, 26, 26])
        let received = server.counters.requestsReceived
        #expect(try exits(", \"minimumTLS\": \"1.3\"") == [4, 4, 4])
        #expect(server.counters.requestsReceived == received)
        let check = try CommandRun(
            "holdfast", ["check", "https://good.test/", "--policy-file", "policy.json"], in: folder)
        #expect(check.errors.contains("because the policy for good.test asks for it"))
    }
}
