import HoldfastAuthority
import HoldfastCrypto
import HoldfastHTTPS
import HoldfastJSON
import HoldfastResolving
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import Synchronization
import TestSupport
import Testing

@testable import HoldfastPolicy

@Suite("A policy document in force")
struct PolicyInForceTests {
    private let now = Instant(secondsSince1970: 1_795_000_000)  // 2026-11-18T11:06:40Z
    private let folder: TemporaryFolder
    private let authority: CertificateAuthority
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        authority = try CertificateAuthority.root(name: "Root", at: now)
        path = folder.path + "/policy.json"
        try folder.write(PEMBlock(.certificate, contents: authority.certificate).encoded, to: "root.pem")
    }

    private let pinA = "sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
    private let pinB = "sha256/ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs="
    private var pins: String { "{\"anywhere\":[\"\(pinA)\",\"\(pinB)\"]}" }

    private func write(_ hosts: String) throws {
        try folder.write("{\"schema\":\"holdfast.policy/1\",\"hosts\":{\(hosts)}}", to: "policy.json")
    }

    private func load(_ hosts: String, debug: Bool = false) throws -> PolicyInForce {
        try write(hosts)
        return try PolicyInForce(
            path: path, dangerouslyAllowingDebugOverrides: debug, publicSuffixes: nil, clock: { [now] in now })
    }

    private func policy(_ rules: PolicyInForce, _ name: String) throws -> TrustPolicy {
        rules.policy(for: try ServerName(name), base: .ssl(try ServerName(name)))
    }

    @Test("each member counts from the most specific pattern that has it")
    func precedence() throws {
        let rules = try load(
            """
            "**.example.com": {"pins": \(pins), "profile": "webpki", "revocation": "soft", "minimumTLS": "1.2"},
            "*.example.com": {"revocation": "hard"},
            "**.b.example.com": {"profile": "apple"},
            "a.example.com": {"pins": "excluded", "minimumTLS": "1.3"}
            """)
        func words(_ name: String) throws -> String {
            let name = try ServerName(name)
            let (policy, settings) = (rules.policy(for: name, base: .ssl(name)), rules.settings(for: name))
            let isPinned = policy.pins.current().hosts.duty(for: name) != nil
            let version = settings.minimumTLS.map { "\($0.name)" } ?? "any"
            return "\(policy.profile.name) \(policy.revocation.rawValue) \(isPinned) \(version)"
        }
        #expect(try words("example.com") == "webpki soft true TLS 1.2")
        #expect(try words("a.example.com") == "webpki hard false TLS 1.3")
        #expect(try words("c.example.com") == "webpki hard true TLS 1.2")
        #expect(try words("b.example.com") == "apple hard true TLS 1.2")
        #expect(try words("x.b.example.com") == "apple soft true TLS 1.2")
        #expect(try words("x.a.example.com") == "webpki soft true TLS 1.2")
        #expect(try words("other.test") == "default off false any")
        #expect(try words("192.0.2.1") == "default off false any")
    }

    @Test("the groups of a host count, else those of a wider pattern, else the program's")
    func groups() throws {
        let rules = try load(
            """
            "**.example.com": {"supportedGroups": ["secp384r1", "secp256r1"]},
            "a.example.com": {"supportedGroups": ["X25519MLKEM768"]}, "b.example.com": {"minimumTLS": "1.3"}
            """)
        var base = HTTPSSession.ServerSettings()
        base.supportedGroups = try SupportedGroups("x448")
        func groups(_ name: String) throws -> String? {
            rules.settings(for: try ServerName(name), base: base).supportedGroups?.description
        }
        #expect(try groups("a.example.com") == "X25519MLKEM768")
        #expect(try groups("b.example.com") == "secp384r1:secp256r1")
        #expect(try groups("other.test") == "x448")
    }

    @Test("what it does not speak of stays as the program has it")
    func base() throws {
        let rules = try load("\"a.test\": {\"pins\": \(pins), \"profile\": \"apple\"}")
        let own = TrustPins(.everywhere(try PinSet(leaf: [Pin(pinA)], backup: .waived)))
        for (host, isOwn) in [("a.test", false), ("b.test", true)] {
            var base = TrustPolicy.ssl(try ServerName(host))
            base.profile = .rfc5280
            base.revocation = .hard
            base.pins = own
            let policy = rules.policy(for: try ServerName(host), base: base)
            #expect(policy.profile == (isOwn ? .rfc5280 : .apple))
            #expect(policy.revocation == .hard)
            #expect(policy.pins === (isOwn ? own : rules.pins))
            #expect(policy.purpose == base.purpose && policy.anchors === base.anchors)
        }
        let plain = try policy(rules, "b.test")
        #expect(plain.pins === rules.pins)
    }

    @Test("handles are made once: policies of one server share connections, reloads without a change too")
    func handles() throws {
        let anchors = "{\"files\":[\"root.pem\"]}"
        let rules = try load("\"a.test\": {\"anchors\": \(anchors)}, \"b.test\": {\"anchors\": \(anchors)}")
        let first = try policy(rules, "a.test")
        let digest = first.digest
        #expect(first.anchors.current().anchors.count == 1)
        #expect(try policy(rules, "a.test").digest == digest)
        #expect(try policy(rules, "b.test").anchors === first.anchors)
        try write("\"a.test\": {\"anchors\": \(anchors)}, \"c.test\": {}")
        try rules.reload()
        #expect(try policy(rules, "a.test").digest == digest)
        #expect(try policy(rules, "b.test").anchors === TrustAnchors.system)
    }

    @Test("system and files together, and the certificates that stand in the document")
    func anchors() throws {
        let pem = JSONText.string(PEMBlock(.certificate, contents: authority.certificate).encoded)
        let system = TrustAnchors.system.current().anchors.count
        for (source, count) in [
            ("{\"system\":true}", system), ("{\"system\":true,\"files\":[\"root.pem\"]}", system + 1),
            ("{\"certificates\":[\(pem)]}", 1), ("{\"files\":[\"\(folder.path)/root.pem\"]}", 1),
        ] {
            let rules = try load("\"a.test\": {\"anchors\": \(source)}")
            #expect(try policy(rules, "a.test").anchors.current().anchors.count == count, "\(source)")
        }
    }

    @Test("a file of anchors that is not there, is none, or that others may write, is a problem of the document")
    func badAnchors() throws {
        try folder.write(PEMBlock(.certificate, contents: authority.certificate).encoded, to: "open.pem", mode: 0o666)
        try folder.write("nothing", to: "none.pem")
        try folder.write(PEMBlock(.certificate, contents: [0x30, 0]).encoded, to: "broken.pem")
        let names = ["open.pem", "none.pem", "broken.pem", "gone.pem"]
        let list = names.map { "\"\($0)\"" }.joined(separator: ",")
        try write("\"a.test\":{\"anchors\":{\"files\":[\(list)]}}")
        do throws(PolicyFileError) {
            _ = try PolicyInForce(path: path)
            Issue.record("it was loaded")
        } catch {
            #expect(error.problems.map(\.path) == (0..<4).map { "hosts.\"a.test\".anchors.files[\($0)]" })
            for (problem, name) in zip(error.problems, names) { #expect(problem.message.contains(name)) }
            #expect(error.description.hasPrefix("\(path):1:"))
        }
    }

    @Test("mistakes in the document and in the files that it names are told at once, in the order of the text")
    func allAtOnce() throws {
        try write(
            """
            "a.test": {"anchors": {"files": ["gone.pem"]}, "profil": "apple"},
            "b.test": {"minimumTLS": "1.4"},
            "c.test": {"transparency": {"policy": "apple", "logs": "gone.json"}}
            """)
        let error = try #require(throws: PolicyFileError.self) { try PolicyInForce(path: path) }
        #expect(
            error.problems.map(\.path) == [
                "hosts.\"a.test\".anchors.files[0]", "hosts.\"a.test\".profil", "hosts.\"b.test\".minimumTLS",
                "hosts.\"c.test\".transparency.logs",
            ], "\(error)")
    }

    /// openssl-verification-options(1), Trust Anchors: "a negative trust attribute rejecting the given use".
    @Test("a root that its file rejects for servers is none, and in a text of the document an error")
    func distrusted() throws {
        // SEQUENCE { reject [0] { serverAuth } }.
        let rejecting = try #require(HexString.decode("300ca00a06082b06010505070301"))
        let block = PEMBlock(.trustedCertificate, contents: authority.certificate + rejecting).encoded
        try folder.write(
            block + PEMBlock(.certificate, contents: [0x30, 0]).encoded
                + PEMBlock(.certificate, contents: authority.certificate).encoded, to: "distrusted.pem")
        let rules = try load("\"a.test\": {\"anchors\": {\"files\":[\"distrusted.pem\"]}}")
        let set = try policy(rules, "a.test").anchors.current()
        #expect(set.anchors.isEmpty && set.rejected.count == 1)
        #expect(rules.anchorProblems.map(\.certificate) == [2] && set.problems == rules.anchorProblems)
        for text in [block, "[p11-kit-object-v1]\nx-distrusted: true\n" + block] {
            let error = #expect(throws: PolicyFileError.self) {
                try load("\"a.test\": {\"anchors\": {\"certificates\":[\(JSONText.string(text))]}}")
            }
            #expect(error?.problems.count == 1, "\(String(describing: error))")
        }
    }

    @Test("a policy file that others may write is refused, and so is one in their folder", arguments: [0o664, 0o646])
    func openFile(mode: Int) throws {
        try write("")
        try folder.setMode(mode, of: "policy.json")
        #expect(throws: PolicyFileError(path: path, reason: .writableByOthers(path, UInt32(mode)))) {
            try PolicyInForce(path: path)
        }
        try folder.setMode(0o644, of: "policy.json")
        try folder.setMode(0o777, of: "")
        #expect(throws: PolicyFileError.self) { try PolicyInForce(path: path) }
        try folder.setMode(0o755, of: "")
        #expect(throws: Never.self) { try PolicyInForce(path: path) }
    }

    @Test("a new version takes the place of the old one; a broken one changes nothing and is reported")
    func reload() throws {
        let rules = try load("\"a.test\": {\"pins\": \(pins), \"profile\": \"apple\"}")
        let name = try ServerName("a.test")
        #expect(rules.pins.current().hosts.duty(for: name) != nil)
        let generation = rules.pins.current().generation
        for broken in ["\"a.test\": {\"pins\": {}}", "\"a.test\": {\"anchors\": {\"files\": [\"gone.pem\"]}}", "}"] {
            try write(broken)
            #expect(throws: PolicyFileError.self) { try rules.reload() }
            #expect(rules.problem != nil)
            #expect(try policy(rules, "a.test").profile == .apple)
            #expect(rules.pins.current().generation == generation)
        }
        try write("\"a.test\": {\"profile\": \"webpki\"}")
        try folder.setMode(0o666, of: "policy.json")
        #expect(throws: PolicyFileError.self) { try rules.reload() }
        #expect(try policy(rules, "a.test").profile == .apple)
        try folder.setMode(0o644, of: "policy.json")
        try rules.reload()
        #expect(rules.problem == nil)
        #expect(try policy(rules, "a.test").profile == .webpki)
        #expect(rules.pins.current().hosts.duty(for: name) == nil)
        #expect(rules.pins.current().generation == generation + 1)
    }

    @Test("it is looked at again by itself, the files of anchors too, and each broken version is reported once")
    func followsFile() async throws {
        let reports = Mutex(0)
        try write("\"a.test\": {\"profile\": \"apple\", \"anchors\": {\"files\": [\"root.pem\"]}}")
        let rules = try PolicyInForce(path: path, report: { _ in reports.withLock { $0 += 1 } })
        let first = try policy(rules, "a.test").anchors
        try write("\"a.test\": {\"profile\": \"strict\"}")
        try await eventually("the policy in force") {
            try policy(rules, "a.test").profile == .apple && rules.problem != nil
        }
        try write("\"a.test\": {\"profile\": \"webpki\", \"anchors\": {\"files\": [\"root.pem\"]}}")
        try await eventually("the policy in force") { try policy(rules, "a.test").profile == .webpki }
        #expect(rules.problem == nil && reports.withLock { $0 } == 1)
        #expect(try policy(rules, "a.test").anchors === first)
        let other = try CertificateAuthority.root(name: "Other", at: now)
        try folder.write(PEMBlock(.certificate, contents: other.certificate).encoded, to: "root.pem")
        try await eventually("the policy in force") { try policy(rules, "a.test").anchors !== first }
        #expect(
            try policy(rules, "a.test").anchors.current().anchors.map { Array($0.certificate.bytes) } == [
                other.certificate
            ])
    }

    @Test("a broken version that is mended elsewhere than in the file is put in force, too")
    func mended() async throws {
        let reports = Mutex(0)
        try write("")
        let rules = try PolicyInForce(path: path, report: { _ in reports.withLock { $0 += 1 } })
        try write("\"a.test\": {\"profile\": \"apple\", \"anchors\": {\"files\": [\"later.pem\"]}}")
        try await eventually("a problem") {
            _ = rules.document
            return rules.problem != nil
        }
        try folder.write(PEMBlock(.certificate, contents: authority.certificate).encoded, to: "later.pem")
        try await eventually("the policy in force") { try policy(rules, "a.test").profile == .apple }
        #expect(rules.problem == nil && reports.withLock { $0 } == 1)
    }

    @Test("debug overrides: said aloud, for their host alone, and only until their end")
    func debug() throws {
        let said = Notes<String>()
        DangerLog.send { line in said.add(line) }
        defer { DangerLog.send(to: nil) }
        let text = """
            "any.test": {"pins": \(pins), "dangerousDebug": {"acceptAny": true, "until": "2026-11-18T12:06:40Z"}},
            "other.test": {"dangerousDebug": {"anchors": {"files": ["root.pem"]}, "until": "2026-11-18T12:06:40Z"}},
            "past.test": {"dangerousDebug": {"acceptAny": true, "until": "2026-11-18T10:06:40Z"}}
            """
        #expect(throws: PolicyFileError.self) { try load(text) }
        let rules = try load(text, debug: true)
        #expect(said.all.filter { $0.contains(path) }.count == 2)
        let any = try policy(rules, "any.test")
        #expect(any.dangerousAcceptAny?.hosts == [try ServerName("any.test")])
        #expect(any.dangerousAcceptAny?.until == now.advanced(bySeconds: 3_600))
        #expect(any.pins.current().hosts.duty(for: try ServerName("any.test")) != nil)
        #expect(try policy(rules, "www.any.test").dangerousAcceptAny == nil)
        #expect(try policy(rules, "past.test").dangerousAcceptAny == nil)
        let other = try ServerName("other.test")
        #expect(rules.policy(for: other, base: .ssl(other)).anchors.current().anchors.count == 1)
        let after = now.advanced(bySeconds: 3_600)
        #expect(rules.policy(for: other, base: .ssl(other), at: after).anchors === TrustAnchors.system)
        #expect(rules.policy(for: try ServerName("any.test"), at: after).dangerousAcceptAny == nil)
    }

    @Test("a document of values, without files")
    func values() throws {
        var host = HostPolicy()
        host.profile = .apple
        let name = try ServerName("a.test")
        let rules = try PolicyInForce(try PolicyDocument(hosts: [.host(name): host]))
        #expect(rules.policy(for: name).profile == .apple)
        host.anchors = AnchorSource(files: ["a.pem"])
        let document = try PolicyDocument(hosts: [.host(name): host])
        #expect(throws: PolicyFileError.self) { try PolicyInForce(document) }
    }

    @Test("addresses are mapped for the host and port 443, after what the program says itself")
    func connectTo() throws {
        let rules = try load(
            "\"a.test\": {\"connectTo\": \"192.0.2.7:8443\"}, \"2001:db8::1\": {\"connectTo\": \"[::1]:1\"}")
        var base = HTTPSSession.ServerSettings()
        base.dial = [try DialRule(connectTo: "a.test:443:192.0.2.1:1")]
        base.minimumTLS = .tls13
        let settings = rules.settings(for: try ServerName("a.test"), base: base)
        #expect(settings.dial.map(\.description) == ["a.test:443:192.0.2.1:1", "a.test:443:192.0.2.7:8443"])
        #expect(settings.minimumTLS == .tls13)
        #expect(
            rules.settings(for: try ServerName("2001:db8::1")).dial.map(\.description)
                == ["[2001:db8::1]:443:[::1]:1"])
        #expect(rules.settings(for: try ServerName("b.test")).dial == [])
    }
}
