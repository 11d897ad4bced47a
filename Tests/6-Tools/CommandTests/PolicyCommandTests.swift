import Foundation
import HoldfastAuthority
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// `holdfast policy`.
@Suite(.ownThread)
struct PolicyCommandTests {
    private static let pins =
        "\"pins\": {\"anywhere\": [\"sha256/MBVYqUdMqE8Bgn3HsvOyDY+HGHB1OybHkU2zl1yis0A=\", "
        + "\"sha256/S2JWz6BA+KQT0vP6IVWTnspT+TDKzarfdzdPcFFEcnQ=\"]}"

    private let folder: Folder

    init() throws { folder = try Folder() }

    private func write(_ hosts: String, to name: String = "policy.json") throws {
        try folder.write(name, "{\"schema\": \"holdfast.policy/1\", \"hosts\": {\n\(hosts)}}")
    }

    @Test("show: each member with its entry and its place, and the entry that is near")
    func show() throws {
        try write(
            "\"**.zoo.test\": {\"profile\": \"webpki\"},\n\"good.zoo.test\": {\(Self.pins), \"minimumTLS\": \"1.3\"}")
        try Script(
            """
            $ holdfast policy show policy.json https://good.zoo.test/ god.zoo.test other.test
            > policy.json, in force for good.zoo.test:
            >   pins        2 anywhere in the chain  by good.zoo.test, policy.json:3:27
            >   profile     webpki  by **.zoo.test, policy.json:2:28
            >   minimumTLS  1.3  by good.zoo.test, policy.json:3:167
            >
            > policy.json, in force for god.zoo.test:
            >   profile  webpki  by **.zoo.test, policy.json:2:28
            > note: there is no entry god.zoo.test; one that is near is good.zoo.test
            >
            > policy.json says nothing of other.test
            = 0
            $ holdfast policy show policy.json good.zoo.test --language zh-Hans
            > policy.json 对 good.zoo.test 生效的内容：
            >   pins        证书链任意位置 2 个  依据 good.zoo.test，policy.json:3:27
            >   profile     webpki  依据 **.zoo.test，policy.json:2:28
            >   minimumTLS  1.3  依据 good.zoo.test，policy.json:3:167
            = 0
            $ holdfast policy show
            ! holdfast: policy show needs FILE [HOST…]
            ! hint: holdfast policy show --help shows examples
            = 2
            """
        ).run(in: folder)
        let json = try CommandRun("holdfast", ["policy", "show", "policy.json", "god.zoo.test", "--json"], in: folder)
        #expect(json.output.contains("\"nearest\":{\"pattern\":\"good.zoo.test\",\"slip\":\"spelling\"}"), "\(json)")
    }

    @Test("show without a host: the whole file as it counts, and patterns that match none of its hosts")
    func showAll() throws {
        try write(
            """
            "**.zoo.test": {"profile": "webpki"}, "**.zooo.test": {\(Self.pins)},
            "good.zoo.test": {"minimumTLS": "1.3"},
            "empty.test": {}
            """)
        try Script(
            """
            $ holdfast policy show policy.json
            > policy.json: 4 entries
            >
            > **.zoo.test  policy.json:2:1, matches 1 host of the file: good.zoo.test
            >   profile  webpki  by **.zoo.test, policy.json:2:28
            >
            > **.zooo.test  policy.json:2:39, matches no host of the file
            >   pins  2 anywhere in the chain  by **.zooo.test, policy.json:2:64
            >
            > good.zoo.test  policy.json:3:1
            >   profile     webpki  by **.zoo.test, policy.json:2:28
            >   minimumTLS  1.3  by good.zoo.test, policy.json:3:33
            >
            > empty.test  policy.json:4:1
            >   neither it nor a wider entry says anything
            = 0
            """
        ).run(in: folder)
        let json = try CommandRun("holdfast", ["policy", "show", "policy.json", "--json"], in: folder)
        #expect(json.exitCode == 0 && json.output.contains("\"hosts\":[\"good.zoo.test\"]"), "\(json)")
        let chinese = try CommandRun(
            "holdfast", ["policy", "show", "policy.json", "--language", "zh-Hans"], in: folder)
        #expect(chinese.output.contains("不匹配文件中的任何主机"), "\(chinese)")
        let test = try CommandRun("holdfast", ["policy", "test", "--offline", "policy.json"], in: folder)
        #expect(
            test.output.contains(
                "policy.json:2:39: note: **.zooo.test: it matches no host that the file names [matchesNoHost]\n"),
            "\(test.output)")
        // Nothing listens there: the note comes before anybody is asked.
        try write("\"**.zooo.test\": {\(Self.pins)}, \"dead.test\": {\"connectTo\": \"127.0.0.1:1\"}")
        let check = try CommandRun("holdfast", ["check", "--policy-file", "policy.json"], in: folder)
        #expect(check.errors.contains("note: **.zooo.test matches no host that the file names\n"), "\(check.errors)")
    }

    @Test("a word that is no verb is answered by the line that was meant, and so is a file in the place of a verb")
    func noVerb() throws {
        try write("")
        try Script(
            """
            $ holdfast policy lint policy.json
            ! holdfast: unknown command 'policy lint'
            ! hint: write holdfast policy test policy.json
            = 2
            $ holdfast policy policy.json
            ! holdfast: 'policy.json' is nothing that holdfast policy does
            ! hint: did you mean holdfast policy show policy.json?
            = 2
            $ holdfast check --policy policy.json a.test
            ! holdfast: 'policy.json' is no policy
            ! hint: a policy file is named with --policy-file
            = 2
            """
        ).run(in: folder)
    }

    @Test("diff --fail-on: weaker ends with 33 for what is called weaker alone, changed for that and what is changed")
    func failOn() throws {
        func hosts(_ tls: String, _ profile: String) -> String {
            "\"a.test\": {\"minimumTLS\": \"\(tls)\"}, \"b.test\": {\"profile\": \"\(profile)\"}"
        }
        try write(hosts("1.2", "apple"), to: "old.json")
        try write(hosts("1.3", "apple"), to: "stronger.json")
        try write(hosts("1.2", "webpki"), to: "changed.json")
        for (old, new, codes) in [
            ("old", "stronger", ["any": 33, "changed": 0, "weaker": 0]),
            ("old", "changed", ["any": 33, "changed": 33, "weaker": 0]),
            ("stronger", "old", ["any": 33, "changed": 33, "weaker": 33]),
            ("old", "old", ["any": 0, "changed": 0, "weaker": 0]),
        ] {
            for (word, code) in codes {
                let run = try CommandRun(
                    "holdfast", ["policy", "diff", "--fail-on", word, "\(old).json", "\(new).json", "--json"],
                    in: folder)
                #expect(run.exitCode == Int32(code), "\(old) \(new) \(word): \(run)")
                #expect(run.output.contains("\"failOn\":\"\(word)\",\"fails\":\(code == 33)"), "\(run.output)")
            }
        }
        let wrong = try CommandRun(
            "holdfast", ["policy", "diff", "--fail-on", "worse", "old.json", "old.json"], in: folder)
        #expect(wrong.exitCode == 2 && wrong.errors.contains("any, changed, weaker"), "\(wrong)")
    }

    @Test("test --junit: a case for the file, which fails where it has a warning, and one for each server")
    func junit() throws {
        try write("\"dead.test\": {\"connectTo\": \"127.0.0.1:1\"}, \"empty.test\": {}")
        let run = try CommandRun(
            "holdfast", ["policy", "test", "policy.json", "dead.test", "--junit", "out.xml"], in: folder)
        #expect(run.exitCode == 3, "\(run)")
        let text = try String(contentsOf: folder.url.appending(path: "out.xml"), encoding: .utf8)
        for part in [
            "tests=\"2\" failures=\"1\" errors=\"1\"",
            "<testcase name=\"policy.json\" classname=\"holdfast policy test\"",
            "<failure type=\"emptyEntry\"", "<testcase name=\"dead.test\"", "<error type=\"",
        ] {
            #expect(text.contains(part), "\(part): \(text)")
        }
        let offline = try CommandRun(
            "holdfast", ["policy", "test", "--offline", "policy.json", "--junit", "out.xml"], in: folder)
        #expect(offline.exitCode == 33, "\(offline)")
        #expect(
            try String(contentsOf: folder.url.appending(path: "out.xml"), encoding: .utf8).contains(
                "tests=\"1\" failures=\"1\""))
    }

    @Test("diff: what hosts lose is weaker; 0 where nothing differs, 33 where something does")
    func diff() throws {
        try write(
            "\"a.test\": {\(Self.pins)}, \"b.test\": {\(Self.pins)}, \"c.test\": {\"minimumTLS\": \"1.2\"}",
            to: "old.json")
        try write("\"a.test\": {}, \"c.test\": {\"minimumTLS\": \"1.3\"}", to: "new.json")
        try Script(
            """
            $ holdfast policy diff old.json new.json
            > weaker: 2 hosts lose their pins: a.test, b.test
            > stronger: 1 host has other minimumTLS (1.2 before, 1.3 now): c.test
            = 33
            $ holdfast policy diff old.json old.json
            > nothing differs
            = 0
            $ holdfast policy diff old.json none.json
            ! holdfast: 'none.json': no such file or directory
            ! hint: check the spelling; a relative path starts at the current folder
            = 1
            """
        ).run(in: folder)
        let json = try CommandRun("holdfast", ["policy", "diff", "old.json", "new.json", "--json"], in: folder)
        #expect(json.exitCode == 33 && json.output.contains("\"equal\":false"), "\(json)")
        try write(
            """
            "a.test": {"pins": {"leaf": ["sha256/MBVYqUdMqE8Bgn3HsvOyDY+HGHB1OybHkU2zl1yis0A=",
              {"pin": "sha256/cTSzY61iLJ6T/xCyvyVyA5JKYhn40QVohhop3q3rIK0=", "label": "in the safe", "backup": true}]}}
            """, to: "pins.json")
        try write(
            """
            "a.test": {"pins": {"leaf": ["sha256/MBVYqUdMqE8Bgn3HsvOyDY+HGHB1OybHkU2zl1yis0A=",
              "sha256/S2JWz6BA+KQT0vP6IVWTnspT+TDKzarfdzdPcFFEcnQ="]}}, "empty.test": {}
            """, to: "others.json")
        try Script(
            """
            $ holdfast policy diff pins.json others.json
            > changed: host added, which says nothing: empty.test
            > changed: 1 host has other pins (2 of the leaf before, 2 of the leaf now): a.test
            >   - leaf sha256/cTSzY61iLJ6T/xCyvyVyA5JKYhn40QVohhop3q3rIK0= (backup: in the safe)
            >   + leaf sha256/S2JWz6BA+KQT0vP6IVWTnspT+TDKzarfdzdPcFFEcnQ=
            = 33
            """
        ).run(in: folder)
        let pins = try CommandRun("holdfast", ["policy", "diff", "pins.json", "others.json", "--json"], in: folder)
        #expect(
            pins.output.contains("\"change\":\"removed\"") && pins.output.contains("\"label\":\"in the safe\""),
            "\(pins)")
        try folder.write("bad.json", "{\"schema\": \"holdfast.policy/1\", \"hosts\": {\"https://a.test:1\": {}}}")
        let bad = try CommandRun("holdfast", ["policy", "diff", "old.json", "bad.json"], in: folder)
        #expect(bad.exitCode == 2 && bad.errors.contains("write a.test: a pattern has no scheme and no port"), "\(bad)")
    }

    @Test("test: the entries, what does nothing, and one verdict a host, as check gives it")
    func test() throws {
        let bench = try Loopback(host: "good.test")
        let server = try TLSServer(TLSServerConfiguration(try bench.identity())) { _ in ServerResponse(text: "") }
        try folder.write("ca.pem", bench.root.identity.chainPEM)
        let entry = "\"anchors\": {\"files\": [\"ca.pem\"]}, \"connectTo\": \"127.0.0.1:\(server.port)\""
        try write(
            """
            "good.test": {\(entry)},
            "dead.test": {"connectTo": "127.0.0.1:1"},
            "**.example": {"profile": "apple"}
            """
        )
        let run = try CommandRun("holdfast", ["policy", "test", "policy.json"], in: folder)
        #expect(run.exitCode == 3, "\(run)")
        for line in [
            "policy.json: 3 entries\n", "  good.test (line 2): anchors ca.pem; connectTo 127.0.0.1:\(server.port)\n",
        ] {
            #expect(run.output.contains(line), "\(run.output)")
        }
        #expect(run.output.contains("good.test  trusted"), "\(run.output)")
        #expect(run.errors.contains("not judged is **.example, which names no single host"), "\(run.errors)")
        let one = try CommandRun("holdfast", ["policy", "test", "policy.json", "good.test", "--json"], in: folder)
        #expect(one.exitCode == 0 && one.output.contains("\"schema\":\"holdfast.verdict/1\""), "\(one)")
        try write("\"good.test\": {\(entry)}, \"empty.test\": {}")
        let offline = try CommandRun("holdfast", ["policy", "test", "--offline", "policy.json"], in: folder)
        #expect(offline.exitCode == 33)
        #expect(
            offline.output.contains("warning: empty.test: the entry says nothing [emptyEntry]\n"), "\(offline.output)")
        let judged = try CommandRun("holdfast", ["policy", "test", "policy.json", "good.test"], in: folder)
        #expect(judged.exitCode == 33, "\(judged)")
    }

    @Test("test of a host without a port asks at the port of its connectTo, where a port is written at that")
    func portOfEntry() throws {
        let bench = try Loopback(host: "good.test")
        let server = try TLSServer(TLSServerConfiguration(try bench.identity())) { _ in ServerResponse(text: "") }
        try folder.write("ca.pem", bench.root.identity.chainPEM)
        let place = "41767:127.0.0.1:\(server.port)"
        try write("\"good.test\": {\"anchors\": {\"files\": [\"ca.pem\"]}, \"connectTo\": \"\(place)\"}")
        for host in ["good.test", "good.test:41767"] {
            let run = try CommandRun("holdfast", ["policy", "test", "policy.json", host], in: folder)
            #expect(run.exitCode == 0 && run.output.contains("good.test:41767  trusted"), "\(run)")
        }
        let led = try CommandRun(
            "holdfast",
            ["policy", "test", "policy.json", "good.test", "--connect-to", "good.test:443:127.0.0.1:\(server.port)"],
            in: folder)
        #expect(led.exitCode == 0 && led.output.contains("good.test  trusted"), "\(led)")
    }

    @Test(
        "test of a file without exact hosts says that no server was judged, which is no success",
        arguments: [false, true])
    func nothingJudged(_ isEmpty: Bool) throws {
        try write(isEmpty ? "" : "\"**.zoo.test\": {\"profile\": \"webpki\"}")
        let run = try CommandRun("holdfast", ["policy", "test", "policy.json"], in: folder)
        #expect(run.exitCode == 33, "\(run)")
        #expect(
            run.errors.contains("warning: no server was judged: policy.json names no single host\n"), "\(run.errors)")
        let offline = try CommandRun("holdfast", ["policy", "test", "--offline", "policy.json"], in: folder)
        #expect(offline.exitCode == 0 && !offline.errors.contains("judged"), "\(offline)")
    }
}
