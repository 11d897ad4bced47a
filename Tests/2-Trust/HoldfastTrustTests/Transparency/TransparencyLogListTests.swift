import HoldfastCrypto
import HoldfastJSON
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTrust

/// The published format, version 3: https://www.gstatic.com/ct/log_list/v3/log_list_schema.json.
@Suite("Lists of logs", .ownThread)
struct TransparencyLogListTests {
    private static let key =
        "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAETtK8v7MICve56qTHHDhhBOuV4IlUaESxZryCfk9QbG9co/CqPvTs"
        + "gPDbCpp6oFtyAHwlDhnvr7JijXRD9Cb2FA=="
    private static let id = "KTxRllTIOWW6qlD8WAfUt2+/WHopctykwwz05UVH9Hg="

    /// A list of one log, some of whose members are others; an empty text takes one away.
    private static func list(
        log changes: [String: String] = [:], operators: String? = nil, top: String = ""
    ) -> String {
        var members = [
            "description": #""Icarus""#, "log_id": "\"\(id)\"", "key": "\"\(key)\"", "mmd": "86400",
            "url": #""https://ct.example/""#, "state": #"{"usable": {"timestamp": "2018-02-27T00:00:00Z"}}"#,
        ]
        members.merge(changes) { $1 }
        let text = members.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map { "\"\($0)\": \($1)" }
            .joined(separator: ", ")
        return #"{\#(top)"operators": \#(operators ?? #"[{"name": "Google", "logs": [{\#(text)}]}]"#)}"#
    }

    private func read(_ text: String) throws(TransparencyLogListError) -> TransparencyLogList {
        try TransparencyLogList(json: Array(text.utf8))
    }

    private func problem(_ text: String) -> String? {
        do throws(TransparencyLogListError) {
            _ = try read(text)
            return nil
        } catch { return error.problems.first?.message }
    }

    @Test("a list with everything that a list has")
    func whole() throws {
        let list = try read(
            Self.list(
                log: [
                    "temporal_interval":
                        #"{"start_inclusive": "2026-01-01T00:00:00Z", "end_exclusive": "2026-07-01T00:00:00Z"}"#,
                    "previous_operators":
                        #"[{"name": "Second", "end_time": "2025-01-01T00:00:00Z"}, "#
                        + #"{"name": "First", "end_time": "2024-01-01T00:00:00Z"}]"#,
                    "log_type": #""prod""#, "dns": #""icarus.example""#, "something_new": "[1, 2]",
                ],
                top: #""version": "58.3", "log_list_timestamp": "2026-05-30T12:34:56Z", "is_all_logs": false, "#))
        let log = try #require(list.logs.first)
        #expect(list.publishedAt == Instant(rfc3339: "2026-05-30T12:34:56Z"))
        #expect(log.id == Base64.decode(Self.id))
        #expect(log.key.bytes.elementsEqual(try #require(Base64.decode(Self.key))))
        #expect((log.name, log.kind, log.state, log.operatorName) == ("Icarus", .rfc6962, .usable, "Google"))
        #expect(log.interval?.lowerBound == Instant(rfc3339: "2026-01-01T00:00:00Z"))
        #expect(log.previousOperators.map(\.name) == ["First", "Second"])
        let years = [2023, 2024, 2025].map { RootProgram.day($0, 6, 1) }
        #expect(years.map { log.operatorName(at: $0) } == ["First", "Second", "Google"])
        #expect(list.log(log.id) == log)
        #expect(list.log(Array(repeating: 0, count: 32)) == nil)
    }

    @Test("logs as tiles, and logs without a state or a description")
    func kinds() throws {
        let tiled = Self.list().replacing(#""logs": ["#, with: #""tiled_logs": ["#)
        #expect(try read(tiled).logs.map(\.kind) == [.tiled])
        let bare = try #require(try read(Self.list(log: ["state": "", "description": "", "url": ""])).logs.first)
        #expect((bare.state, bare.stateSince) == (nil, nil))
        #expect(bare.name == HexString.encode(bare.id))
        #expect(try read(Self.list(operators: "[]")).logs == [])
    }

    @Test(
        "what is wrong in a log refuses the list",
        arguments: [
            (
                ["log_id": "\"\(Base64.encode(Array(repeating: 7, count: 32)))\""],
                "the identifier is not the SHA-256 of the key"
            ),
            (["log_id": ""], "'log_id' is missing"), (["key": ""], "'key' is missing"),
            (["log_id": #""***""#], "it is no base64"),
            (["key": "17"], "a text is expected here, and this is a number"),
            (["key": #""AAAA""#], "it is no SubjectPublicKeyInfo"),
            (["state": #"{"usable": {"timestamp": "2018-02-27"}}"#], "it is no time of the form 2026-11-21T10:00:00Z"),
            (["state": #"{"usable": {}}"#], "'timestamp' is missing"),
            (["state": "{}"], "a log has one state, and 0 stand here"),
            (
                [
                    "state":
                        #"{"usable": {"timestamp": "2018-02-27T00:00:00Z"}, "#
                        + #""retired": {"timestamp": "2019-02-27T00:00:00Z"}}"#
                ],
                "a log has one state, and 2 stand here"
            ),
            (
                ["state": #"{"frozen": {"timestamp": "2018-02-27T00:00:00Z"}}"#],
                "it is no state of a log: there are pending, qualified, usable, readonly, retired, rejected"
            ),
            (
                [
                    "temporal_interval":
                        #"{"start_inclusive": "2026-01-01T00:00:00Z", "end_exclusive": "2026-01-01T00:00:00Z"}"#
                ],
                "the interval ends before it begins"
            ),
            (["temporal_interval": #"{"start_inclusive": "2026-01-01T00:00:00Z"}"#], "'end_exclusive' is missing"),
            (["previous_operators": #"[{"name": "First"}]"#], "'end_time' is missing"),
        ] as [([String: String], String)])
    func faults(changes: [String: String], message: String) {
        #expect(problem(Self.list(log: changes)) == message)
    }

    @Test("keys that no log may have")
    func keys() throws {
        // RFC 6962 §2.1.4: "either deterministic ECDSA using the NIST P-256 curve or RSA signatures (…) with a key of
        // at least 2048 bits".
        for (kind, isAllowed) in [
            (KeyKind.p256, true), (.p384, false), (.ed25519, false), (.rsa(bits: 2048), true),
            (.rsa(bits: 1024), false),
        ] {
            let bytes = try PrivateKey.generate(kind).subjectPublicKeyInfo.bytes
            let changes = [
                "key": "\"\(Base64.encode(bytes))\"", "log_id": "\"\(Base64.encode(Digest.sha256(bytes)))\"",
            ]
            let expected =
                isAllowed ? nil : "it is a key that no log may have: ECDSA on P-256, or RSA of 2048 bits or more"
            #expect(problem(Self.list(log: changes)) == expected, "\(kind)")
        }
    }

    @Test("a point that is not on the curve is no key")
    func point() throws {
        var bytes = try #require(Base64.decode(Self.key))
        bytes[bytes.count - 1] ^= 1
        let changes = ["key": "\"\(Base64.encode(bytes))\"", "log_id": "\"\(Base64.encode(Digest.sha256(bytes)))\""]
        #expect(problem(Self.list(log: changes)) == "it is no key that can be used")
    }

    @Test("a log that stands there twice, an operator without a name, no operators")
    func shape() {
        let log = #"{"log_id": "\#(Self.id)", "key": "\#(Self.key)"}"#
        let twice = Self.list(operators: #"[{"name": "A", "logs": [\#(log)]}, {"name": "B", "logs": [\#(log)]}]"#)
        #expect(problem(twice) == "the log stands in the list already")
        #expect(problem(Self.list(operators: #"[{"name": "", "logs": []}]"#)) == "an operator has a name")
        #expect(problem(Self.list(operators: #"[{"logs": []}]"#)) == "'name' is missing")
        #expect(problem(Self.list(operators: "{}")) == "a list is expected here, and this is an object")
        #expect(problem("{}") == "'operators' is missing")
        #expect(problem(#"{"operators": [], "operators": []}"#)?.hasPrefix("the name stands there already") == true)
    }

    @Test("everything that is wrong is said, by line and column")
    func places() {
        let text = "{\n  \"log_list_timestamp\": 7,\n  \"operators\": [\n    {\"name\": 3}\n  ]\n}"
        do throws(TransparencyLogListError) {
            _ = try read(text)
            Issue.record("such a list was read")
        } catch {
            #expect(error.problems.map { "\($0.position)" } == ["2:25", "4:14"])
            #expect(error.problems.map(\.path) == ["\"log_list_timestamp\"", "operators[0].name"])
            #expect(error.count == 2)
        }
    }

    @Test("a file that is too large, or no JSON")
    func files() throws {
        let large = [UInt8](repeating: 0x20, count: TransparencyLogList.byteLimit + 1)
        #expect(throws: TransparencyLogListError.self) { try TransparencyLogList(json: large) }
        #expect(throws: TransparencyLogListError.self) { try TransparencyLogList(json: []) }
        #expect(throws: TransparencyLogListError.self) { try TransparencyLogList(json: [0xFF, 0xFE]) }
        let many = Array(repeating: #"{"name": "A"}"#, count: TransparencyLogList.operatorLimit + 1).joined(
            separator: ",")
        #expect(problem(Self.list(operators: "[\(many)]"))?.hasSuffix("at most are allowed") == true)
    }
}
