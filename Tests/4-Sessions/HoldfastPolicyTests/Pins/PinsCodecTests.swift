import HoldfastJSON
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPins

@Suite("The JSON form of pins")
struct PinsCodecTests {
    /// SHA-256 of nothing, of "a" and of "abc" (FIPS 180-2, appendix B, the last).
    private let pins = [
        "sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "sha256/ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=",
        "certificate-sha256/ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
    ]

    private func read(_ text: String) -> (rule: PinnedHosts.Rule?, problems: [DocumentProblem]) {
        var reader = DocumentReader()
        guard let root = reader.root(of: Array(text.utf8)) else { return (nil, reader.problems) }
        var notation = PinNotation()
        return (PinsCodec.rule(of: root, &reader, &notation), reader.problems)
    }

    private func problems(_ text: String) -> [String] {
        let (rule, problems) = read(text)
        #expect((rule == nil) == !problems.isEmpty, "\(text)")
        return problems.map { "\($0.position): \($0.path)" }
    }

    @Test("every member is read")
    func whole() throws {
        let (rule, problems) = read(
            """
            {"anywhere":["\(pins[0])","\(pins[1])"],"leaf":["\(pins[2])"],"authorities":["\(pins[1])"],
             "enforcement":"reportOnly","expires":"2027-01-31T01:00:00+01:00","afterExpiry":"closed","backup":"waived"}
            """)
        #expect(problems == [])
        let end = try #require(Instant(year: 2027, month: 1, day: 31))
        #expect(
            rule
                == .pinned(
                    try PinSet(
                        anywhere: [Pin(pins[0]), Pin(pins[1])], leaf: [Pin(pins[2])], authorities: [Pin(pins[1])],
                        enforcement: .reportOnly, expiry: PinExpiry(end, then: .closed), backup: .waived)))
        #expect(read("\"excluded\"").rule == .excluded)
    }

    @Test("without them: enforced, for ever, and a backup has to be there")
    func defaults() throws {
        let two = "[\"\(pins[0])\",\"\(pins[1])\"]"
        #expect(read("{\"leaf\":\(two)}").rule == .pinned(try PinSet(leaf: [Pin(pins[0]), Pin(pins[1])])))
        #expect(problems("{\"leaf\":\(two),\n\"anywhere\": [\"\(pins[0])\"]}") == ["2:13: anywhere"])
        #expect(problems("{\"leaf\":[\"\(pins[0])\"],\"backup\":\"required\"}") == ["1:9: leaf"])
        #expect(problems("{\"leaf\":[\"\(pins[0])\"],\"backup\":\"waived\"}") == [])
        // One key in two spellings is no backup.
        let curl = pins[0].replacing("sha256/", with: "sha256//")
        #expect(problems("{\"leaf\":[\"\(pins[0])\",\"\(curl)\"]}") == ["1:\(pins[0].count + 13): leaf[1]"])
    }

    @Test("all problems are said, each where it is")
    func everything() throws {
        let text = """
            {
              "leef": ["\(pins[0])"],
              "anywhere": ["\(pins[0])", "sha1/AAAA", 3, "sha256/AAAA"],
              "authorities": [],
              "enforcement": "enforced",
              "expires": "2027-02-30T00:00:00Z",
              "backup": false,
              "backup": "waived"
            }
            """
        #expect(
            problems(text) == [
                "2:3: leef", "8:3: backup", "3:71: anywhere[1]", "3:84: anywhere[2]", "3:87: anywhere[3]",
                "4:18: authorities", "5:18: enforcement", "6:14: expires", "6:14: expires", "7:13: backup",
            ])
        let hints = read(text).problems.map(\.hint)
        #expect(hints[0] == "did you mean leaf?")
        #expect(hints[6] == "did you mean enforce?")
    }

    @Test(
        "what is no set of pins",
        arguments: [
            ("{}", "1:1: "), ("[]", "1:1: "), ("3", "1:1: "), ("null", "1:1: "), ("\"Excluded\"", "1:1: "),
            ("{\"leaf\":{}}", "1:9: leaf"), ("{\"expires\":\"2027-01-31T00:00:00Z\"}", "1:12: expires"),
            ("{\"afterExpiry\":\"open\"}", "1:16: afterExpiry"), ("{\"x y\":1}", "1:2: \"x y\""),
            ("{\"expires\":\"9999-12-31T23:59:59-01:00\",\"afterExpiry\":\"open\"}", "1:12: expires"),
        ])
    func refused(text: String, first: String) { #expect(problems(text).first == first) }

    @Test("more pins than a group may have")
    func tooMany() {
        let list = Array(repeating: "\"\(pins[0])\"", count: PinSet.maximumPins + 1).joined(separator: ",")
        #expect(problems("{\"leaf\":[\(list)]}") == ["1:9: leaf"])
    }

    @Test("of very many problems a hundred are kept, and all are counted")
    func bounded() {
        let list = Array(repeating: "3", count: PinSet.maximumPins).joined(separator: ",")
        var reader = DocumentReader()
        let root = reader.root(of: Array("{\"leaf\":[\(list)]}".utf8))
        var notation = PinNotation()
        #expect(root.map { PinsCodec.rule(of: $0, &reader, &notation) } == .some(nil))
        #expect(reader.problems.count == DocumentReader.maximumProblems)
        #expect(reader.count == PinSet.maximumPins)
    }

    @Test("what is written is read as it was, and equal sets are the same text")
    func roundTrip() throws {
        let end = try #require(Instant(year: 2027, month: 1, day: 31, hour: 12))
        let all = try pins.map { text throws in try Pin(text) }
        let expiries: [PinExpiry?] =
            [nil] + PinExpiry.Mode.allCases.map { PinExpiry(end.advanced(bySeconds: 1), then: $0) }
        for choice in 1..<512 {
            func group(_ shift: Int) -> Set<Pin> {
                Set((0..<3).filter { choice >> (shift + $0) & 1 == 1 }.map { all[$0] })
            }
            for (index, expiry) in expiries.enumerated() {
                let set = try PinSet(
                    anywhere: group(0), leaf: group(3), authorities: group(6),
                    enforcement: index % 2 == 0 ? .enforce : .reportOnly, expiry: expiry, backup: .waived)
                let text = PinsCodec.draft(of: set).pretty
                #expect(read(text).rule == .pinned(set), "\(text)")
                #expect(PinsCodec.draft(of: set.with(expiry: expiry)).pretty == text)
            }
        }
        #expect(read(PinsCodec.draft(of: .excluded).pretty).rule == .excluded)
    }
}
