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
            $ holdfast policy show policy.json
            ! holdfast: policy show needs FILE HOST…
            ! hint: holdfast policy show --help shows examples
            = 2
            """
        ).run(in: folder)
        let json = try CommandRun("holdfast", ["policy", "show", "policy.json", "god.zoo.test", "--json"], in: folder)
        #expect(json.output.contains("\"nearest\":{\"pattern\":\"good.zoo.test\",\"slip\":\"spelling\"}"), "\(json)")
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
