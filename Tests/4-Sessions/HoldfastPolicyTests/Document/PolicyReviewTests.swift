import HoldfastJSON
import HoldfastPins
import HoldfastStatements
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPolicy

/// Differences of two documents, and entries that do nothing.
@Suite("Differences of policy documents, and entries without effect")
struct PolicyReviewTests {
    private static let now = Instant(secondsSince1970: 1_800_000_000)
    private static let one = "sha256/MBVYqUdMqE8Bgn3HsvOyDY+HGHB1OybHkU2zl1yis0A="
    private static let two = "sha256/S2JWz6BA+KQT0vP6IVWTnspT+TDKzarfdzdPcFFEcnQ="
    private static let three = "sha256/cTSzY61iLJ6T/xCyvyVyA5JKYhn40QVohhop3q3rIK0="

    private static func read(_ hosts: String) throws -> ReadPolicyFile {
        try ReadPolicyFile(
            text: Array("{\"schema\": \"holdfast.policy/1\", \"hosts\": {\(hosts)}}".utf8), publicSuffixes: nil, at: now
        )
    }

    private static func pins(_ pins: String...) -> String {
        "\"pins\": {\"anywhere\": [\(pins.map { "\"\($0)\"" }.joined(separator: ", "))]}"
    }

    private static func differences(_ old: String, _ new: String) throws -> [String] {
        try PolicyDifference.all(from: read(old).document, to: read(new).document).map { difference in
            let patterns = difference.patterns.map { "\($0)" }.joined(separator: " ")
            return "\(difference.strength.rawValue) \(difference.kind.rawValue) \(difference.member) \(patterns)"
        }
    }

    @Test("what is in force is compared: an entry that moves to a wider one makes no difference")
    func moved() throws {
        let pins = Self.pins(Self.one, Self.two)
        #expect(
            try Self.differences("\"a.zoo.test\": {\(pins)}", "\"a.zoo.test\": {\(pins), \"comment\": \"c\"}") == [])
        // The wider entry is new for everything else below it.
        #expect(
            try Self.differences("\"a.zoo.test\": {\(pins)}", "\"*.zoo.test\": {\(pins)}") == [
                "stronger gained pins *.zoo.test"
            ])
        #expect(
            try Self.differences(
                "\"**.zoo.test\": {\(pins)}", "\"a.zoo.test\": {\"pins\": \"excluded\"}, \"**.zoo.test\": {\(pins)}")
                == ["weaker changed pins a.zoo.test"])
    }

    @Test("seventeen hosts that lose their pins are one line")
    func many() throws {
        let names = (10..<27).map { "h\($0).zoo.test" }
        let old = names.map { "\"\($0)\": {\(Self.pins(Self.one, Self.two))}" }.joined(separator: ", ")
        let new = names.map { "\"\($0)\": {}" }.joined(separator: ", ")
        let all = try PolicyDifference.all(from: Self.read(old).document, to: Self.read(new).document)
        #expect(all.count == 1)
        #expect(all.first?.statement.english.hasPrefix("17 hosts lose their pins: h10.zoo.test, ") == true)
        #expect(all.first?.statement.chinese.hasPrefix("17 个主机失去 pins：h10.zoo.test, ") == true)
        #expect(all.first?.strength == .weaker)
    }

    @Test(
        "the direction of a change",
        arguments: [
            ("\"minimumTLS\": \"1.3\"", "\"minimumTLS\": \"1.2\"", "weaker"),
            ("\"minimumTLS\": \"1.2\"", "\"minimumTLS\": \"1.3\"", "stronger"),
            ("\"revocation\": \"soft\"", "\"revocation\": \"hard\"", "stronger"),
            ("\"revocation\": \"hard\"", "\"revocation\": \"off\"", "weaker"),
            ("\"anchors\": {\"files\": [\"a.pem\"]}", "\"anchors\": {\"files\": [\"a.pem\", \"b.pem\"]}", "weaker"),
            ("\"anchors\": {\"system\": true, \"files\": [\"a.pem\"]}", "\"anchors\": {\"system\": true}", "stronger"),
            ("\"anchors\": {\"files\": [\"a.pem\"]}", "\"anchors\": {\"files\": [\"b.pem\"]}", "neither"),
            ("\"anchorConstraints\": [{\"maximumLifetimeDays\": 90}]", "\"anchorConstraints\": []", "weaker"),
            ("\"appTransportSecurity\": \"on\"", "\"appTransportSecurity\": {\"forwardSecrecy\": false}", "weaker"),
            ("\"appTransportSecurity\": \"off\"", "\"appTransportSecurity\": \"on\"", "stronger"),
            ("\"supportedGroups\": [\"x25519\", \"secp256r1\"]", "\"supportedGroups\": [\"x25519\"]", "stronger"),
            ("\"connectTo\": \"127.0.0.1:1\"", "\"connectTo\": \"127.0.0.1:2\"", "neither"),
            ("\"pins\": \"excluded\"", pins(one, two), "stronger"),
            (pins(one, two), pins(one, two, three), "weaker"),
            (pins(one, two, three), pins(one, two), "stronger"),
            (pins(one, two), pins(one, three), "neither"),
            (
                pins(one, two), "\"pins\": {\"anywhere\": [\"\(one)\", \"\(two)\"], \"enforcement\": \"reportOnly\"}",
                "weaker"
            ),
            (
                pins(one, two),
                "\"pins\": {\"anywhere\": [\"\(one)\", \"\(two)\"], \"leaf\": [\"\(one)\", \"\(two)\"]}", "stronger"
            ),
        ])
    func directions(_ old: String, _ new: String, _ strength: String) throws {
        let found = try Self.differences("\"a.zoo.test\": {\(old)}", "\"a.zoo.test\": {\(new)}")
        #expect(found.count == 1 && found.first?.hasPrefix("\(strength) changed ") == true, "\(found)")
    }

    private static func pinsEnding(_ end: String, _ mode: String) -> String {
        "\"pins\": {\"anywhere\": [\"\(one)\", \"\(two)\"], "
            + "\"expires\": \"\(end)\", \"afterExpiry\": \"\(mode)\"}"
    }

    private static func singlePin(_ group: String) -> String {
        "\"pins\": {\"\(group)\": [\"\(one)\"], \"backup\": \"waived\"}"
    }

    @Test("a group that is left without its backup (RFC 7469 §4.3) is never called stronger")
    func droppedBackup() throws {
        let changes = [
            (Self.pins(Self.one, Self.two), Self.singlePin("anywhere")),
            (Self.pins(Self.one, Self.two, Self.three), Self.singlePin("anywhere")),
        ]
        for (old, new) in changes {
            #expect(
                try Self.differences("\"a.test\": {\(old)}", "\"a.test\": {\(new)}") == ["neither changed pins a.test"])
        }
        // A key more passes, whatever it is for.
        #expect(
            try Self.differences(
                "\"a.test\": {\(Self.singlePin("anywhere"))}", "\"a.test\": {\(Self.pins(Self.one, Self.two))}")
                == ["weaker changed pins a.test"])
    }

    @Test(
        "pins that refuse after their end ask for more than pins that do not",
        arguments: [
            (pinsEnding("2028-01-01T00:00:00Z", "closed"), pinsEnding("2028-01-01T00:00:00Z", "open"), "weaker"),
            (pinsEnding("2028-01-01T00:00:00Z", "closed"), pinsEnding("2029-01-01T00:00:00Z", "warn"), "weaker"),
            (pinsEnding("2028-01-01T00:00:00Z", "open"), pinsEnding("2028-01-01T00:00:00Z", "closed"), "stronger"),
            (pinsEnding("2028-01-01T00:00:00Z", "closed"), pinsEnding("2029-01-01T00:00:00Z", "closed"), "weaker"),
            (pinsEnding("2028-01-01T00:00:00Z", "open"), pinsEnding("2029-01-01T00:00:00Z", "open"), "stronger"),
            (pinsEnding("2028-01-01T00:00:00Z", "closed"), pins(one, two), "weaker"),
            (pins(one, two), pinsEnding("2028-01-01T00:00:00Z", "open"), "weaker"),
        ])
    func ends(_ old: String, _ new: String, _ strength: String) throws {
        #expect(
            try Self.differences("\"a.test\": {\(old)}", "\"a.test\": {\(new)}") == ["\(strength) changed pins a.test"])
    }

    @Test("pins that change are named, each with its group and label, and hosts with other changes apart")
    func namedPins() throws {
        func leaf(_ label: String, _ pin: String) -> String {
            "\"pins\": {\"leaf\": [\"\(Self.one)\", {\"pin\": \"\(pin)\", \"label\": \"\(label)\"}]}"
        }
        let old = leaf("since May", Self.two)
        let new = leaf("since June", Self.three)
        let all = try PolicyDifference.all(
            from: Self.read("\"a.test\": {\(old)}, \"b.test\": {\(old)}, \"c.test\": {\(new)}").document,
            to: Self.read("\"a.test\": {\(new)}, \"b.test\": {\(new)}, \"c.test\": {\(old)}").document)
        let told = all.map { difference in
            let pins = difference.pins.map { "\($0.kind) \($0.group) \($0.pin) \($0.label?.text ?? "")" }
            return [difference.patterns.map { "\($0)" }.joined(separator: " ")] + pins
        }
        #expect(
            told == [
                ["a.test b.test", "removed leaf \(Self.two) since May", "added leaf \(Self.three) since June"],
                ["c.test", "removed leaf \(Self.three) since June", "added leaf \(Self.two) since May"],
            ], "\(told)")
    }

    @Test("an entry that says nothing is told where it comes or goes: its host is judged all the same")
    func emptyEntries() throws {
        #expect(
            try Self.differences(
                "\"a.test\": {}, \"same.test\": {}", "\"b.test\": {}, \"c.test\": {}, \"same.test\": {}")
                == ["neither lost hosts a.test", "neither gained hosts b.test c.test"])
        let removed = try PolicyDifference.all(from: Self.read("\"a.test\": {}").document, to: Self.read("").document)
        #expect(removed.map(\.statement.english) == ["host removed, which said nothing: a.test"])
    }

    @Test("a change of profile is called neither weaker nor stronger, as policy-file.md says")
    func profiles() throws {
        for old in StandardProfile.allCases {
            for new in StandardProfile.allCases where new != old {
                let found = try Self.differences(
                    "\"a.test\": {\"profile\": \"\(old.rawValue)\"}", "\"a.test\": {\"profile\": \"\(new.rawValue)\"}")
                #expect(found == ["neither changed profile a.test"], "\(old) \(new)")
            }
        }
    }

    @Test("a debug override that comes is weaker, one that goes stronger")
    func debug() throws {
        let debug = "\"dangerousDebug\": {\"acceptAny\": true, \"until\": \"2027-01-16T00:00:00Z\"}"
        #expect(
            try Self.differences("\"a.test\": {}", "\"a.test\": {\(debug)}") == ["weaker gained dangerousDebug a.test"])
        #expect(
            try Self.differences("\"a.test\": {\(debug)}", "\"a.test\": {}") == ["stronger lost dangerousDebug a.test"])
    }

    @Test("entries that do nothing, or less than they seem to, each with its place")
    func review() throws {
        let file = try Self.read(
            """
            "**.zoo.test": {"profile": "webpki", \(Self.pins(Self.one, Self.two))},
             "empty.zoo.test": {},
             "same.zoo.test": {"profile": "webpki"},
             "own.zoo.test": {"profile": "apple", "pins": "excluded"},
             "off.example": {"transparency": "off", "reportURIs": ["https://r.example/"]},
             "over.example": {"dangerousDebug": {"acceptAny": true, "until": "2027-01-15T07:00:00Z"}}
            """)
        let found = PolicyReview(file, at: Self.now).findings.map {
            "\($0.position.line) \($0.rule.rawValue) \($0.pattern)"
        }
        #expect(
            found == [
                "1 shadowed **.zoo.test", "1 shadowed **.zoo.test", "2 emptyEntry empty.zoo.test",
                "3 repeatsWider same.zoo.test", "5 takesNothingBack off.example", "5 reportsWithoutPins off.example",
                "6 endedOverride over.example",
            ], "\(found)")
        #expect(PolicyReview(file, at: Self.now).hasProblems)
        #expect(!PolicyReview(try Self.read("\"a.test\": {\"profile\": \"apple\"}"), at: Self.now).hasProblems)
    }

    @Test("a pattern that matches none of the hosts that the file names is told, where it names any")
    func matchesNoHost() throws {
        let pins = Self.pins(Self.one, Self.two)
        let file = try Self.read(
            """
            "a.zoo.test": {"profile": "apple"},
            "**.zoo.test": {"minimumTLS": "1.3"},
            "**.zooo.test": {\(pins)}, "*.test": {"revocation": "hard"}
            """)
        let review = PolicyReview(file, at: Self.now)
        let found = review.findings.filter { $0.rule == .matchesNoHost }
        #expect(found.map { "\($0.position) \($0.pattern)" } == ["3:1 **.zooo.test", "3:153 *.test"])
        // A pattern may well be for hosts that the file does not name.
        #expect(!review.hasProblems)
        let alone = PolicyReview(try Self.read("\"**.zooo.test\": {\(pins)}"), at: Self.now)
        #expect(alone.findings.isEmpty)
    }

    @Test("the whole file as it counts: each entry with what wider ones add, and the hosts that it matches")
    func understood() throws {
        let file = try Self.read(
            """
            "b.zoo.test": {"profile": "apple"},
            "**.zoo.test": {"profile": "webpki", "minimumTLS": "1.3"}, "a.zoo.test": {}, "*.other.test": {}
            """)
        let shown = file.understood.map { entry in
            let settings = entry.settings.map { "\($0.member) \($0.value.english) by \($0.pattern)" }
            return "\(entry.pattern) [\(entry.hosts.map { "\($0)" }.joined(separator: " "))] "
                + settings.joined(separator: ", ")
        }
        #expect(
            shown == [
                "b.zoo.test [] profile apple by b.zoo.test, minimumTLS 1.3 by **.zoo.test",
                "**.zoo.test [a.zoo.test b.zoo.test] profile webpki by **.zoo.test, minimumTLS 1.3 by **.zoo.test",
                "a.zoo.test [] profile webpki by **.zoo.test, minimumTLS 1.3 by **.zoo.test", "*.other.test [] ",
            ], "\(shown)")
    }

    @Test("what is in force for a host, with the line that says it")
    func settings() throws {
        let file = try Self.read(
            """
            "**.zoo.test": {
              "profile": "webpki",
              \(Self.pins(Self.one, Self.two))
            },
            "good.zoo.test": {"anchors": {"system": true, "files": ["ca.pem"]}}
            """)
        let shown = file.settings(for: try ServerName("good.zoo.test")).map { setting in
            "\(setting.position.line) \(setting.member) by \(setting.pattern): \(setting.value.english)"
        }
        #expect(
            shown == [
                "3 pins by **.zoo.test: 2 anywhere in the chain",
                "5 anchors by good.zoo.test: the system's, ca.pem", "2 profile by **.zoo.test: webpki",
            ])
    }

    @Test("pins at a name that is a letter from one of the file without are told, digits are not")
    func oneLetterApart() throws {
        func found(_ hosts: String) throws -> [String] {
            try PolicyReview(Self.read(hosts), at: Self.now).findings.filter { $0.rule == .oneLetterApart }.map {
                "\($0.severity.rawValue) \($0.pattern): \($0.statement.english)"
            }
        }
        let pins = Self.pins(Self.one, Self.two)
        let place = "\"connectTo\": \"127.0.0.1:1\""
        let said = ["note god.zoo.test: it is a letter from good.zoo.test, which has no pins"]
        #expect(try found("\"god.zoo.test\": {\(pins)}, \"good.zoo.test\": {\(place)}") == said)
        #expect(
            try found("\"goood.zoo.test\": {\(pins)}, \"good.zoo.test\": {\(place)}").first?.hasPrefix("note goood.")
                == true)
        for hosts in [
            // Both are pinned, or neither; of the one the pins are taken back.
            "\"god.zoo.test\": {\(pins)}, \"good.zoo.test\": {\(pins)}",
            "\"god.zoo.test\": {\(place)}, \"good.zoo.test\": {\(place)}",
            "\"god.zoo.test\": {\(pins)}, \"good.zoo.test\": {\"pins\": \"excluded\"}",
            "\"god.zoo.test\": {\(pins)}, \"good.zoo.test\": {\(place)}, \"*.zoo.test\": {\(pins)}",
            // Other servers, and other names.
            "\"web1.zoo.test\": {\(pins)}, \"web2.zoo.test\": {\(place)}, \"web10.zoo.test\": {\(place)}",
            "\"a.zoo.test\": {\(pins)}, \"b.zoo.test\": {\(place)}",
            "\"api.zoo.test\": {\(pins)}, \"app.zoo.test\": {\(place)}",
            "\"god.zoo.test\": {\(pins)}, \"bad.zoo.test\": {\(place)}",
        ] {
            #expect(try found(hosts) == [], "\(hosts)")
        }
    }
}
