import HoldfastJSON
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastPolicy

/// `transparency` in policy files: whose rules count, by which list of logs, under which anchors.
@Suite("Certificate transparency in a policy document")
struct TransparencyDocumentTests {
    private let now = Instant(secondsSince1970: 1_795_000_000)  // 2026-11-18T11:06:40Z
    private let folder: TemporaryFolder
    private let logs: [ListedLog]
    private var path: String { folder.path("policy.json") }

    init() throws {
        folder = try TemporaryFolder()
        logs = try ListedLog.two(at: now)
        try folder.write(ListedLog.list(logs, published: now), to: "logs.json")
    }

    private func document(_ transparency: String) throws(PolicyDocumentError) -> PolicyDocument {
        let text = "{\"schema\": \"holdfast.policy/1\",\n \"hosts\": {\"a.test\": {\"transparency\": \(transparency)}}}"
        return try PolicyDocument(Array(text.utf8), publicSuffixes: nil)
    }

    private func load(_ hosts: String) throws -> PolicyInForce {
        try folder.write("{\"schema\":\"holdfast.policy/1\",\"hosts\":{\(hosts)}}", to: "policy.json")
        return try PolicyInForce(path: path, publicSuffixes: nil, clock: { [now] in now })
    }

    private func policy(_ rules: PolicyInForce, _ name: String) throws -> TrustPolicy {
        rules.policy(for: try ServerName(name), base: .ssl(try ServerName(name)))
    }

    @Test(
        "what is read, and written again",
        arguments: [
            ("\"off\"", Transparency.off),
            (
                "{\"policy\": \"apple\", \"logs\": \"logs.json\"}",
                .required(TransparencyDemand(.apple, logs: "logs.json"))
            ),
            (
                "{\"anchors\": \"public\", \"logs\": \"/etc/ct.json\", \"policy\": \"chrome\"}",
                .required(TransparencyDemand(.chrome, logs: "/etc/ct.json", scope: .publicAnchors))
            ),
            (
                "{\"policy\": \"apple\", \"logs\": \"../a b.json\", \"anchors\": \"every\"}",
                .required(TransparencyDemand(.apple, logs: "../a b.json", scope: .everyAnchor))
            ),
        ])
    func values(text: String, value: Transparency) throws {
        let document = try document(text)
        #expect(document.policy(for: try ServerName("a.test")).transparency == value)
        let again = try PolicyDocument(document.bytes, publicSuffixes: nil)
        #expect(again == document && again.bytes == document.bytes)
    }

    /// The values begin at column 39 of line 2, behind ` "hosts": {"a.test": {"transparency": `.
    @Test(
        "what is not, with line, column and path",
        arguments: [
            ("\"on\"", "2:39 "), ("\"apple\"", "2:39 "), ("true", "2:39 "), ("null", "2:39 "), ("[]", "2:39 "),
            ("{}", "2:39 "), ("{\"policy\": \"apple\"}", "2:39 "), ("{\"logs\": \"a\"}", "2:39 "),
            ("{\"policy\": \"mozilla\", \"logs\": \"a\"}", "2:50 .policy"),
            ("{\"policy\": \"Apple\", \"logs\": \"a\"}", "2:50 .policy"),
            ("{\"policy\": 1, \"logs\": \"a\"}", "2:50 .policy"),
            ("{\"policy\": \"apple\", \"logs\": \"\"}", "2:67 .logs"),
            ("{\"policy\": \"apple\", \"logs\": \"a\\n\"}", "2:67 .logs"),
            ("{\"policy\": \"apple\", \"logs\": [\"a\"]}", "2:67 .logs"),
            ("{\"policy\": \"apple\", \"logs\": \"a\", \"anchors\": \"private\"}", "2:83 .anchors"),
            ("{\"policy\": \"apple\", \"logs\": \"a\", \"anchors\": true}", "2:83 .anchors"),
            ("{\"policy\": \"apple\", \"logs\": \"a\", \"log\": \"b\"}", "2:72 .log"),
            ("{\"policy\": \"apple\", \"logs\": \"a\", \"logs\": \"b\"}", "2:72 .logs"),
        ])
    func problems(text: String, place: String) throws {
        let error = try #require(throws: PolicyDocumentError.self) { try document(text) }
        let places = error.problems.map { problem in
            "\(problem.position) \(problem.path.dropFirst("hosts.\"a.test\".transparency".count))"
        }
        #expect(places.first == place, "\(error)")
        #expect(error.problems.allSatisfy { $0.path.hasPrefix("hosts.\"a.test\".transparency") })
    }

    @Test("the words of a document are the programmes that there are, and the scopes")
    func words() {
        #expect(PolicyNames.Programme.allCases.map(\.rawValue) == TransparencyPolicy.all.map(\.name))
        #expect(PolicyNames.Scope.allCases.count == TransparencyRequirement.Scope.allCases.count)
    }

    @Test("the different lists of logs are bounded, and the same one in many places is one")
    func bounds() {
        let limit = TransparencyDemand.maximumLists
        for (count, isSame, isRead) in [(limit, false, true), (limit + 1, false, false), (100, true, true)] {
            let hosts = (0..<count).map {
                "\"h\($0).test\":{\"transparency\":{\"policy\":\"apple\",\"logs\":\"\(isSame ? "same" : "l\($0)")\"}}"
            }
            let text = "{\"schema\":\"holdfast.policy/1\",\"hosts\":{\(hosts.joined(separator: ","))}}"
            let document = try? PolicyDocument(Array(text.utf8), publicSuffixes: nil)
            #expect((document != nil) == isRead, "\(count)")
        }
    }

    @Test("each host is asked as the most specific pattern says; what none speaks of stays as the program has it")
    func byHost() throws {
        let rules = try load(
            """
            "**.a.test": {"transparency": {"policy": "chrome", "logs": "logs.json", "anchors": "public"}},
            "b.a.test": {"transparency": "off"},
            "c.a.test": {"profile": "apple",
              "transparency": {"policy": "apple", "logs": "\(folder.path("logs.json"))"}},
            "d.a.test": {"profile": "apple"}
            """)
        let list = try TransparencyLogList(json: folder.bytes("logs.json"))
        let wide = TransparencyChecking.required(
            TransparencyRequirement(policy: .chrome, logs: list, scope: .publicAnchors))
        #expect(try policy(rules, "x.a.test").transparency == wide)
        #expect(try policy(rules, "d.a.test").transparency == wide)
        #expect(try policy(rules, "b.a.test").transparency == .off)
        let own = TransparencyChecking.required(
            TransparencyRequirement(policy: .apple, logs: list, scope: .everyAnchor))
        #expect(try policy(rules, "c.a.test").transparency == own)
        let other = try ServerName("other.test")
        var base = TrustPolicy.ssl(other)
        base.transparency = own
        #expect(rules.policy(for: other, base: base).transparency == own)
        #expect(rules.policy(for: try ServerName("b.a.test"), base: base).transparency == .off)
    }

    @Test("policies with and without, of two programmes, scopes and lists, share no connection: their digests differ")
    func digests() throws {
        try folder.write(ListedLog.list([logs[0]], published: now), to: "other.json")
        let texts = [
            "\"off\"", "{\"policy\":\"apple\",\"logs\":\"logs.json\"}",
            "{\"policy\":\"chrome\",\"logs\":\"logs.json\"}",
            "{\"policy\":\"apple\",\"logs\":\"other.json\"}",
            "{\"policy\":\"apple\",\"logs\":\"logs.json\",\"anchors\":\"public\"}",
        ]
        // Anchors, pins and all else are the same: nothing but the demand tells the digests apart.
        func digest(_ text: String) throws -> [UInt8] {
            try policy(load("\"a.test\": {\"transparency\": \(text)}"), "a.test").digest
        }
        let digests = try texts.map(digest)
        #expect(Set(digests).count == texts.count)
        let rules = try load("\"a.test\": {\"transparency\": \(texts[1])}")
        let before = try policy(rules, "a.test").digest
        try rules.reload()
        #expect(try policy(rules, "a.test").digest == before)
    }

    @Test("a list that is not there, is broken, too large, or that others may write, is a problem of the document")
    func badLists() throws {
        try folder.write("{\"operators\": [{\"name\": 1}, {\"name\": \"\"}]}", to: "broken.json")
        try folder.write(ListedLog.list(logs, published: now), to: "open.json", mode: 0o666)
        let large = Array(repeating: UInt8(ascii: " "), count: TransparencyLogList.byteLimit + 1)
        try folder.write(large, to: "large.json")
        let names = ["gone.json", "broken.json", "open.json", "large.json"]
        for name in names {
            let text = "\"a.test\":{\"transparency\":{\"policy\":\"apple\",\"logs\":\"\(name)\"}}"
            let error = try #require(throws: PolicyFileError.self) { try load(text) }
            #expect(error.problems.count == (name == "broken.json" ? 2 : 1), "\(error)")
            for problem in error.problems {
                #expect(problem.path == "hosts.\"a.test\".transparency.logs")
                // As compilers write it where the list has the fault at a line.
                #expect(problem.message.hasPrefix(name == "broken.json" ? "\(name):1:" : "'\(name)': "))
            }
            #expect(error.description.hasPrefix("\(path):1:"))
        }
        let broken = try #require(throws: PolicyFileError.self) {
            try load("\"a.test\":{\"transparency\":{\"policy\":\"apple\",\"logs\":\"broken.json\"}}")
        }
        #expect(broken.problems[0].message.hasPrefix("broken.json:1:25: "), "\(broken)")
    }

    @Test("a newer list is put in force by itself; a broken one changes nothing")
    func follows() async throws {
        let text = "\"a.test\":{\"transparency\":{\"policy\":\"apple\",\"logs\":\"logs.json\"}}"
        let rules = try load(text)
        func count() throws -> Int? { try policy(rules, "a.test").transparency.requirement?.logs?.logs.count }
        #expect(try count() == 2)
        let before = try policy(rules, "a.test").digest
        try folder.write(ListedLog.list([logs[0]], published: now), to: "logs.json")
        try await eventually("the newer list") { try count() == 1 }
        #expect(try policy(rules, "a.test").digest != before)
        try folder.write("{}", to: "logs.json")
        #expect(throws: PolicyFileError.self) { try rules.reload() }
        #expect(try count() == 1 && rules.problem != nil)
        try folder.write(ListedLog.list(logs, published: now), to: "logs.json")
        try await eventually("the mended list") { try count() == 2 }
        #expect(rules.problem == nil)
    }

    @Test("a document of values has no folder that a list could lie in")
    func withoutFile() throws {
        var host = HostPolicy()
        host.transparency = .required(TransparencyDemand(.apple, logs: folder.path("logs.json")))
        let name = try ServerName("a.test")
        let document = try PolicyDocument(hosts: [.host(name): host])
        #expect(throws: PolicyFileError.self) { try PolicyInForce(document) }
        host.transparency = .off
        let rules = try PolicyInForce(try PolicyDocument(hosts: [.host(name): host]))
        #expect(rules.policy(for: name).transparency == .off)
    }

    @Test("the problems of a list stand in the order of the file, whichever is found first")
    func order() throws {
        let text = "{\"operators\": [{\"logs\": [],\n \"name\": 1}],\n \"log_list_timestamp\": 2}"
        let error = try #require(throws: TransparencyLogListError.self) {
            try TransparencyLogList(json: Array(text.utf8))
        }
        #expect(error.problems.map(\.position.line) == [2, 3], "\(error)")
    }

    @Test("a list from a file: read, or refused with the file's name and every problem")
    func fromFile() throws {
        let list = try TransparencyLogList(path: folder.path("logs.json"))
        #expect(list.logs.map(\.name) == ["Amber 1", "Beryl 1"])
        let gone = try #require(throws: TransparencyLogFileError.self) {
            try TransparencyLogList(path: folder.path("gone.json"))
        }
        #expect(gone.description == "list of logs '\(folder.path("gone.json"))': no such file or directory")
        try folder.write("{\"operators\": [{\"name\": 1},\n {\"name\": \"\"}]}", to: "broken.json")
        let broken = try #require(throws: TransparencyLogFileError.self) {
            try TransparencyLogList(path: folder.path("broken.json"))
        }
        let lines = broken.description.split(separator: "\n").map(String.init)
        let file = folder.path("broken.json")
        #expect(lines.count == 2 && lines[0].hasPrefix("\(file):1:25: ") && lines[1].hasPrefix("\(file):2:11: "))
        try folder.setMode(0o666, of: "logs.json")
        let open = try #require(throws: TransparencyLogFileError.self) {
            try TransparencyLogList(path: folder.path("logs.json"))
        }
        #expect(open.description.contains("others than its owner may change"))
    }
}
