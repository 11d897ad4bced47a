import HoldfastCrypto
import HoldfastHTTPS
import HoldfastJSON
import HoldfastPins
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Testing

@testable import HoldfastPolicy

@Suite("Reading a policy document")
struct PolicyReadingTests {
    private let now = Instant(secondsSince1970: 1_795_000_000)  // 2026-11-18T11:06:40Z

    private func problems(_ text: String, allowsDebug: Bool = false) -> [DocumentProblem] {
        do throws(PolicyDocumentError) {
            _ = try PolicyDocument(
                Array(text.utf8), publicSuffixes: PolicyCase.suffixes,
                dangerouslyAllowingDebugOverridesAt: allowsDebug ? now : nil)
            return []
        } catch {
            return error.problems
        }
    }

    @Test("the recorded documents", arguments: PolicyCase.all)
    func recorded(_ document: PolicyCase) {
        do throws(PolicyDocumentError) {
            _ = try PolicyCase.read(document.bytes)
            #expect(document.isRead)
        } catch {
            #expect(!document.isRead, "\(error)")
            #expect(error.problems.first?.path == document.path, "\(error)")
        }
    }

    @Test(
        "what is no pattern is answered by the one that is meant",
        arguments: [
            ("münchen.walk.test", "write xn--mnchen-3ya.walk.test"), ("*.*.walk.test", "write **.walk.test"),
            ("***.walk.test", "write **.walk.test"), (".walk.test", "write **.walk.test"),
            ("10.0.0.0/8", "name each host, or a domain"), ("2001:db8::/32", "name each host, or a domain"),
            ("w*.walk.test", "write a name in A-labels, an address, *.DOMAIN or **.DOMAIN"),
            ("*.192.0.2.1", "write a name in A-labels, an address, *.DOMAIN or **.DOMAIN"),
        ])
    func meantPattern(_ text: String, _ advice: String) {
        let found = problems("{\"schema\": \"holdfast.policy/1\", \"hosts\": {\"\(text)\": {}}}")
        #expect(found.count == 1 && found.first?.hint == advice, "\(found)")
        if text.contains("/") { #expect(found.first?.message.contains("networks are no patterns") == true, "\(found)") }
    }

    @Test("there are recorded documents of both kinds")
    func hasCases() {
        #expect(PolicyCase.all.count { $0.isRead } >= 10)
        #expect(PolicyCase.all.count { !$0.isRead } >= 50)
    }

    @Test("every member comes to where it belongs")
    func members() throws {
        let text = """
            {"schema": "holdfast.policy/1",
             "hosts": {"WWW.Example.com": {"profile": "webpki", "revocation": "hard", "transparency": "off",
               "minimumTLS": "1.3", "supportedGroups": ["SecP384r1MLKEM1024", "P-256"],
               "appTransportSecurity": {"forwardSecrecy": false},
               "connectTo": "192.0.2.7:8443", "reportURIs": ["https://r.example.com/x?y=1", \
               "https://s.test"],
               "anchors": {"system": true, "files": ["a.pem", "/b/c.der"]},
               "dangerousDebug": {"acceptAny": true, "until": "2026-12-18T11:06:40Z"}}}}
            """
        let document = try PolicyDocument(
            Array(text.utf8), publicSuffixes: nil, dangerouslyAllowingDebugOverridesAt: now)
        let host = try #require(document.hosts[.host(try ServerName("www.example.com"))])
        #expect(host.profile?.profile == .webpki && host.revocation == .hard && host.transparency == .off)
        #expect(host.minimumTLS == .tls13)
        #expect(host.supportedGroups?.description == "SecP384r1MLKEM1024:secp256r1")
        var exceptions = HostTransportSecurity.Exceptions()
        exceptions.forwardSecrecy = false
        #expect(host.appTransportSecurity == .on(exceptions))
        let address = try #require(IPAddress("192.0.2.7"))
        #expect(host.connectTo == ConnectTarget(address, port: 8443))
        #expect(host.reportURIs?.map(\.description) == ["https://r.example.com/x?y=1", "https://s.test/"])
        #expect(host.anchors == AnchorSource(system: true, files: ["a.pem", "/b/c.der"]))
        #expect(host.dangerousDebug == DebugOverride(.acceptAny, until: now.advanced(byDays: 30)))
        #expect(host.pins == nil)
    }

    @Test("labels, comments and an editor's schema are kept beside what is said, and change nothing of it")
    func words() throws {
        let pins = [
            "sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
            "sha256/ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=",
        ]
        let plain = """
            {"schema": "holdfast.policy/1", "hosts": {"WWW.example.com":
             {"pins": {"leaf": ["\(pins[0])", "\(pins[1])"]}, "anchors": {"system": true}}}}
            """
        let worded = """
            {"$schema": "../policy.schema.json", "schema": "holdfast.policy/1", "comment": "ours",
             "hosts": {"WWW.example.com": {"comment": "the shop",
              "pins": {"comment": "#4711", "leaf": [{"pin": "\(pins[0])", "label": "in use"},
                                                    {"pin": "\(pins[1])", "backup": true}]},
              "anchors": {"comment": "as everybody's", "system": true}}}}
            """
        let first = try PolicyDocument(Array(plain.utf8), publicSuffixes: nil)
        let second = try PolicyDocument(Array(worded.utf8), publicSuffixes: nil)
        #expect(first.pinnedHosts == second.pinnedHosts)
        #expect(second.comments == ["": "ours"] && second.editorSchema == "../policy.schema.json")
        let name = try ServerName("www.example.com")
        let host = try #require(second.hosts[.host(name)])
        #expect(host.comments == ["": "the shop", "pins": "#4711", "anchors": "as everybody's"])
        let labels = [try Pin(pins[0]): PinLabel("in use"), try Pin(pins[1]): PinLabel(nil, isBackup: true)]
        #expect(host.pinNotation.labels == labels)
        #expect(first.policy(for: name) == second.policy(for: name))
    }

    @Test("a trailing comma and a comment of another language are said as what they are, with line and column")
    func otherDialects() {
        let comma = problems("{\n  \"schema\": \"holdfast.policy/1\",\n  \"hosts\": {},\n}\n")
        #expect(
            comma.map(\.description) == [
                "3:14: a trailing comma: nothing follows it before '}', and JSON allows none"
            ])
        let comment = problems("{\n  // ours\n  \"schema\": \"holdfast.policy/1\"\n}\n")
        #expect(
            comment.map(\.description) == [
                "2:3: a comment stands where a name in quotes is expected, and JSON has none "
                    + "(write it as \"comment\": \"…\")"
            ])
    }

    @Test("all problems are said at once, in the order of the text, with line, column, path and suggestion")
    func together() {
        let text = """
            {
              "schema": "holdfast.policy/1",
              "host": {},
              "hosts": {
                "**.co.uk": {"pins": {"leef": []}},
                "a.test": {"minimumTls": "1.3",
                           "profile": "apples"},
                "A.TEST": {"pins": "exclude"},
                "a.test": {}
              }
            }
            """
        let found = problems(text)
        #expect(
            found.map { "\($0.position) \($0.path)" } == [
                "3:3 host", "5:5 hosts.\"**.co.uk\"", "5:27 hosts.\"**.co.uk\".pins.leef",
                "6:16 hosts.\"a.test\".minimumTls", "7:27 hosts.\"a.test\".profile", "8:5 hosts.\"A.TEST\"",
                "8:24 hosts.\"A.TEST\".pins", "9:5 hosts.\"a.test\"",
            ])
        let hints = ["host": "hosts", "minimumTls": "minimumTLS", "profile": "apple"]
        for (name, meant) in hints {
            #expect(found.first { $0.path.hasSuffix(name) }?.hint == "did you mean \(meant)?")
        }
    }

    @Test("of very many problems a hundred are kept, and the others counted")
    func many() throws {
        let hosts = (0..<150).map { "\"h\($0).test\": 1" }.joined(separator: ",")
        do throws(PolicyDocumentError) {
            _ = try PolicyCase.read(Array("{\"schema\":\"holdfast.policy/1\",\"hosts\":{\(hosts)}}".utf8))
            Issue.record("it was read")
        } catch {
            #expect(error.problems.count == 100 && error.count == 150)
            #expect(error.description.hasSuffix("\nand 50 more"))
        }
    }

    @Test("debug overrides are refused unless they are asked for, and then bounded")
    func debug() {
        func text(_ override: String, _ pattern: String = "a.test") -> String {
            "{\"schema\":\"holdfast.policy/1\",\"hosts\":{\"\(pattern)\":{\"dangerousDebug\":\(override)}}}"
        }
        let good = "{\"acceptAny\":true,\"until\":\"2026-12-18T11:06:40Z\"}"
        #expect(problems(text(good)).map(\.path) == ["hosts.\"a.test\".dangerousDebug"])
        #expect(problems(text(good), allowsDebug: true) == [])
        #expect(problems(text(good, "127.0.0.1"), allowsDebug: true) == [])
        for pattern in ["*.a.test", "**.a.test"] {
            #expect(problems(text(good, pattern), allowsDebug: true).map(\.path).first?.hasSuffix("Debug") == true)
        }
        for (bad, place) in [
            ("{\"acceptAny\":true,\"until\":\"2026-12-18T11:06:41Z\"}", "until"), ("{\"acceptAny\":true}", "Debug"),
            ("{\"until\":\"2026-12-18T11:06:40Z\"}", "Debug"),
            ("{\"acceptAny\":false,\"until\":\"2026-12-18T11:06:40Z\"}", "acceptAny"),
            ("{\"acceptAny\":true,\"anchors\":{\"system\":true},\"until\":\"2026-12-18T11:06:40Z\"}", "Debug"),
            ("{\"anchors\":{},\"until\":\"2026-12-18T11:06:40Z\"}", "anchors"), ("true", "Debug"),
        ] {
            let found = problems(text(bad), allowsDebug: true).map(\.path)
            #expect(found.count == 1 && found[0].hasSuffix(place), "\(bad): \(found)")
        }
    }

    @Test("a document is bounded in bytes and in patterns")
    func bounds() {
        let head = Array("{\"schema\":\"holdfast.policy/1\"}".utf8)
        let space = Array(repeating: UInt8(ascii: " "), count: PolicyDocument.maximumBytes - head.count)
        #expect(throws: Never.self) { try PolicyCase.read(head + space) }
        #expect(throws: PolicyDocumentError.self) { try PolicyCase.read(head + space + [0x20]) }
        for count in [PolicyDocument.maximumPatterns, PolicyDocument.maximumPatterns + 1] {
            let hosts = (0..<count).map { "\"h\($0).test\":{}" }.joined(separator: ",")
            let text = "{\"schema\":\"holdfast.policy/1\",\"hosts\":{\(hosts)}}"
            #expect(problems(text).isEmpty == (count == PolicyDocument.maximumPatterns))
        }
    }

    @Test("the different files of anchors are bounded, and the same one in many places is one")
    func anchorFiles() {
        for (count, prefix) in [(1_000, "f"), (1_001, "f"), (1_001, "")] {
            let hosts = (0..<count).map {
                "\"h\($0).test\":{\"anchors\":{\"files\":[\"\(prefix.isEmpty ? "same" : "f\($0)")\"]}}"
            }
            let text = "{\"schema\":\"holdfast.policy/1\",\"hosts\":{\(hosts.joined(separator: ","))}}"
            #expect(problems(text).isEmpty == (count == 1_000 || prefix.isEmpty))
        }
    }

    @Test("a document of values keeps to the same bounds")
    func values() throws {
        var host = HostPolicy()
        host.connectTo = ConnectTarget("192.0.2.7:443")
        let wildcard = try HostPattern("*.example.com", publicSuffixes: nil)
        #expect(throws: PolicyValuesError.wildcard(wildcard)) { try PolicyDocument(hosts: [wildcard: host]) }
        #expect(throws: Never.self) {
            try PolicyDocument(hosts: [try HostPattern("a.example.com", publicSuffixes: nil): host])
        }
    }

    @Test(
        "addresses with a port",
        arguments: [
            "192.0.2.7:1", "[2001:db8::7]:65535", "[::ffff:192.0.2.7]:443", "8000:192.0.2.7:1", "65535:[::1]:443",
        ])
    func connectTargets(text: String) throws {
        let target = try #require(ConnectTarget(text))
        #expect(ConnectTarget(target.description) == target)
    }

    @Test(
        "and what is none",
        arguments: [
            "", ":", ":1", "192.0.2.7", "192.0.2.7:", "192.0.2.7:+1", "192.0.2.7:0", "192.0.2.7:00001x",
            "[192.0.2.7]:1",
            "2001:db8::7:1", "[2001:db8::7]", "[fe80::1%eth0]:1", "localhost:1", "192.0.2.7:655360", "192.0.2:1",
            "0:192.0.2.7:1", "65536:192.0.2.7:1", "1:1:192.0.2.7:1", "8000:", "8000:1", "a:192.0.2.7:1", "8000::1:1",
        ])
    func noConnectTargets(text: String) { #expect(ConnectTarget(text) == nil) }

    @Test("the standard profiles are those of the rules")
    func profiles() {
        #expect(StandardProfile.allCases.map(\.profile) == Profile.all)
        #expect(StandardProfile.allCases.map(\.rawValue) == Profile.all.map(\.name))
    }
}
