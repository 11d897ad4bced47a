import HoldfastPolicy
import HoldfastTrust
import HoldfastX509
import Testing

/// What a document has to do with a server: the members that count, and the entry that it misses by little.
@Suite("Parts of a policy document, and near misses")
struct PolicyPartTests {
    private static let pin = "sha256/MBVYqUdMqE8Bgn3HsvOyDY+HGHB1OybHkU2zl1yis0A="

    private static func document(_ hosts: String, debugAt now: Instant? = nil) throws -> PolicyDocument {
        try PolicyDocument(
            Array("{\"schema\": \"holdfast.policy/1\", \"hosts\": {\(hosts)}}".utf8), publicSuffixes: nil,
            dangerouslyAllowingDebugOverridesAt: now)
    }

    private static func parts(_ hosts: String, _ name: String) throws -> [String] {
        let now = Instant(secondsSince1970: 1_800_000_000)
        return try document(hosts, debugAt: now).parts(for: try ServerName(name), at: now).map { part in
            "\(part.member) \(part.takesBack ?? "")by \(part.pattern)"
        }
    }

    @Test("each member is by the most specific pattern that has it, as policy-file.md says")
    func members() throws {
        let hosts = """
            "**.zoo.test": {"profile": "webpki", "pins": {"leaf": ["\(Self.pin)"], "backup": "waived"}},
            "*.zoo.test": {"revocation": "off", "comment": "says no more"},
            "good.zoo.test": {"anchors": {"system": true}, "pins": "excluded", "minimumTLS": "1.3"}
            """
        #expect(
            try Self.parts(hosts, "good.zoo.test") == [
                "profile by **.zoo.test", "anchors by good.zoo.test", "pins excludedby good.zoo.test",
                "revocation offby *.zoo.test", "minimumTLS by good.zoo.test",
            ])
        #expect(try Self.parts(hosts, "a.good.zoo.test") == ["profile by **.zoo.test", "pins by **.zoo.test"])
        #expect(try Self.parts(hosts, "zoo.test") == ["profile by **.zoo.test", "pins by **.zoo.test"])
        #expect(try Self.parts(hosts, "other.test").isEmpty)
    }

    @Test("a debug override counts until its end, and its anchors in the place of the others")
    func debug() throws {
        let anchors = "\"anchors\": {\"system\": true}"
        func hosts(_ until: String) -> String {
            "\"a.zoo.test\": {\(anchors), \"dangerousDebug\": {\(anchors), \"until\": \"\(until)\"}}"
        }
        // 1,800,000,000 is 2027-01-15T08:00:00Z.
        #expect(try Self.parts(hosts("2027-01-15T08:00:01Z"), "a.zoo.test") == ["dangerousDebug by a.zoo.test"])
        #expect(try Self.parts(hosts("2027-01-15T08:00:00Z"), "a.zoo.test") == ["anchors by a.zoo.test"])
    }

    private static let twenty = """
        "**.zoo.test": {"profile": "webpki"}, "good.zoo.test": {"minimumTLS": "1.3"}, "web1.zoo.test": {},
        "api.zoo.test": {}, "*.level.example": {}, "deep.one.label.example": {}, "bare.example": {},
        "**.misspelt.example": {}, "eu.short.example": {}, "192.0.2.1": {}
        """

    @Test(
        "near are a letter, a label, www, and the level of a wildcard",
        arguments: [
            ("god.zoo.test", "good.zoo.test spelling"), ("goood.zoo.test", "good.zoo.test spelling"),
            ("godo.zoo.test", "good.zoo.test spelling"), ("www.good.zoo.test", "good.zoo.test label"),
            ("good.zoo.tset", "good.zoo.test spelling"), ("www.bare.example", "bare.example label"),
            ("level.example", "*.level.example level"), ("a.b.level.example", "*.level.example level"),
            ("deep.label.example", "deep.one.label.example label"),
            ("deep.one.two.label.example", "deep.one.label.example label"),
            ("shop.mispelt.example", "**.misspelt.example spelling"), ("baer.example", "bare.example spelling"),
        ])
    func near(_ name: String, _ expected: String) throws {
        let near = try Self.document(Self.twenty).nearestPattern(to: try ServerName(name))
        #expect(near.map { "\($0.pattern) \($0.slip.rawValue)" } == expected)
    }

    @Test(
        "a wildcard of one level is near where a wider ** has caught what it misses",
        arguments: [
            ("apps.walk.test", "*.apps.walk.test level"), ("a.b.apps.walk.test", "*.apps.walk.test level"),
            ("a.apps.walk.test", nil), ("walk.test", nil), ("b.walk.test", nil),
            // Where both stand at one domain, the wide one is there for the others.
            ("both.walk.test", nil), ("a.b.both.walk.test", nil),
        ])
    func nearBelowWider(_ name: String, _ expected: String?) throws {
        let document = try Self.document(
            """
            "**.walk.test": {"profile": "webpki"}, "*.apps.walk.test": {"minimumTLS": "1.3"},
            "*.both.walk.test": {}, "**.both.walk.test": {}
            """)
        let near = document.nearestPattern(to: try ServerName(name))
        #expect(near.map { "\($0.pattern) \($0.slip.rawValue)" } == expected)
    }

    @Test(
        "not near are other servers of one owner, short labels, addresses, and what an entry has by name",
        arguments: [
            "good.zoo.test", "web2.zoo.test", "web12.zoo.test", "app.zoo.test", "us.short.example", "192.0.2.2",
            "other.test", "example.com", "wood.zoo.example", "a.b.c.zoo.test", "localhost",
        ])
    func far(_ name: String) throws {
        #expect(try Self.document(Self.twenty).nearestPattern(to: try ServerName(name)) == nil)
    }

    @Test("of ten thousand entries the nearest is found, and names of the greatest length cost no more than others")
    func many() throws {
        let long = Array(repeating: String(repeating: "a", count: 60), count: 4).joined(separator: ".")
        var hosts: [HostPattern: HostPolicy] = [:]
        for index in 0..<9_999 { hosts[.host(.dns(try DNSName("h\(index).\(long)")))] = HostPolicy() }
        hosts[.host(.dns(try DNSName("good.zoo.test")))] = HostPolicy()
        let document = try PolicyDocument(hosts: hosts)
        #expect(
            document.nearestPattern(to: try ServerName("god.zoo.test"))?.pattern
                == .host(try ServerName("good.zoo.test")))
        #expect(document.nearestPattern(to: try ServerName("hx.\(long)")) == nil)
    }

    @Test(
        "a URL, or a name with a port, is told from what is no name",
        arguments: [
            ("https://good.zoo.test", "good.zoo.test"), ("good.zoo.test:443", "good.zoo.test"),
            ("https://user@Good.zoo.test:8443/a?b", "good.zoo.test"), ("https://*.zoo.test/", "*.zoo.test"),
            ("**.zoo.test:443", "**.zoo.test"), ("[2001:db8::1]:443", "2001:db8::1"),
            ("good.zoo.test/x", "good.zoo.test"),
        ])
    func patterns(_ text: String, _ meant: String) {
        #expect(throws: HostPatternError.moreThanAHost(text, host: meant)) {
            _ = try HostPattern(text, publicSuffixes: nil)
        }
    }

    @Test(
        "what has no host in it stays what it was",
        arguments: ["https://", "://", "a b", "https://a b/", ":443", "**.:1"])
    func noPatterns(_ text: String) {
        let error = #expect(throws: HostPatternError.self) { _ = try HostPattern(text, publicSuffixes: nil) }
        guard case .notAHost? = error else {
            Issue.record("\(error.map { "\($0)" } ?? "")")
            return
        }
    }
}
