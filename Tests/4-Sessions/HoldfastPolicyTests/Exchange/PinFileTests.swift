import HoldfastPolicy
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPins

@Suite("Files of pins")
struct PinFileTests {
    private typealias Fixture = ExchangeFixture

    @Test("a policy file: pins, exclusions, ends, reports and the least version of TLS, there and back")
    func policy() throws {
        let end = PinExpiry(try #require(Instant(rfc3339: "2028-01-01T12:30:00Z")), then: .closed)
        let certificate = try Pin("certificate-sha512/" + Base64.encode(Array(repeating: 7, count: 63) + [8]))
        let set = try PinSet(
            leaf: [Fixture.pin(0), certificate], authorities: [Fixture.pin(1)], enforcement: .reportOnly, expiry: end,
            backup: .waived)
        let pattern = try HostPattern("**.example.com", publicSuffixes: nil)
        let hosts = try Fixture.hosts(["**.example.com": .pinned(set), "x.example.com": .excluded])
        let pins = ExchangedPins(hosts, reportURIs: [pattern: ["https://r.example"]], minimumTLS: [pattern: "1.3"])
        let (text, notes) = try Fixture.written(pins, as: .policy)
        // The authorities have a single pin.
        #expect(notes.map(\.kind) == [.noBackup])
        let file = try Fixture.read(text)
        #expect(file.format == .policy && file.notes.isEmpty)
        // What is written, the strict reader takes.
        let document = try PolicyDocument(Array(text.utf8), publicSuffixes: nil)
        #expect(document.pinnedHosts == hosts)
        #expect(try file.pins(publicSuffixes: nil).pins == pins)
    }

    @Test("what only a policy file has is said, with its place")
    func policyMembers() throws {
        let text = """
            {"schema": "holdfast.policy/1",
             "hosts": {"a.example": {"pins": "excluded", "profile": "apple"}},
             "updates": {}}
            """
        let notes = try Fixture.read(text).notes
        #expect(notes.map(\.place) == ["3:2", "2:12: a.example"] && notes.allSatisfy { $0.kind == .cannotExpress })
    }

    @Test("a report URI that a policy file may not have is left out, and said")
    func reportURIs() throws {
        let pattern = try HostPattern("a.example", publicSuffixes: nil)
        let uris = ["http://r.example", "https://u:p@r.example", "https://r.example"]
        let pins = ExchangedPins(
            try Fixture.hosts(["a.example": .pinned(try Fixture.set([0]))]), reportURIs: [pattern: uris])
        let (text, notes) = try Fixture.written(pins, as: .policy)
        #expect(notes.map(\.place) == ["a.example", "a.example", "a.example"])
        #expect(notes.map(\.kind) == [.noBackup, .cannotExpress, .cannotExpress])
        let document = try PolicyDocument(Array(text.utf8), publicSuffixes: nil)
        #expect(document.hosts[pattern]?.reportURIs?.count == 1)
    }

    static let notRead = [
        "", " \n", "{}", "{\"schema\":\"holdfast.policy/2\"}", "nothing", "<html/>",
        "<plist version=\"1.0\"><dict/></plist>",
        "bplist00", "{\"schema\":\"holdfast.policy/1\",\"hosts\":[]}", "\u{0}", "<?xml version=\"1.0\"?><plist>",
        "{\"schema\":\"holdfast.policy/1\",\"hosts\":{\"a.example\":{\"pins\":{}}}}",
    ]

    @Test("what is in no known format, or damaged, is an error", arguments: notRead)
    func unknown(_ text: String) { #expect(Fixture.failure(text) != nil) }

    @Test("larger files are not read")
    func size() {
        let text = "a.example sha256/\(Fixture.hashes[0]) #" + String(repeating: "x", count: PinFile.sizeLimit)
        #expect(Fixture.failure(text)?.reason == "it is larger than 4194304 bytes")
    }

    @Test("one pattern with two sets is an error, and the same set twice is not")
    func repetition() throws {
        let android = { (hash: String) in
            """
            {"schema":"holdfast.policy/1","hosts":{"a.example":{"pins":{"leaf":["sha256/\(Fixture.hashes[0])"]}},
            "A.example":{"pins":{"leaf":["sha256/\(hash)"]}}}}
            """
        }
        #expect(
            Fixture.failure(android(Fixture.hashes[1]))?.reason == "'a.example' stands there twice, with other pins")
        #expect(Fixture.failure(android(Fixture.hashes[0])) == nil)
    }

    @Test("no format writes pins of every server, and each says so")
    func everywhere() throws {
        let pins = ExchangedPins(.everywhere(try Fixture.set([0, 1])))
        for format in PinFormat.allCases where format != .curl {
            let (_, notes) = try pins.written(as: format)
            // TrustKit ends a program whose file has no domain.
            #expect(notes.map(\.place) == ["every server"] + (format == .trustKit ? ["TSKPinnedDomains"] : []))
            #expect(notes.first?.kind == .unpinned)
        }
    }

    @Test("cut anywhere, files of every format are read or refused")
    func damage() throws {
        let hosts = try Fixture.hosts([
            "**.a.example": .pinned(try PinSet(leaf: [Fixture.pin(0), Fixture.pin(1)])), "x.a.example": .excluded,
        ])
        for format in PinFormat.allCases {
            var options = ExchangedPins.WritingOptions()
            options.host = try ServerName("b.a.example")
            let (bytes, _) = try ExchangedPins(hosts).written(as: format, options)
            for length in 0..<bytes.count {
                guard let files = try? PinFile.read(Array(bytes.prefix(length)), as: format) else { continue }
                for file in files { _ = try? file.pins(publicSuffixes: nil) }
            }
        }
    }
}
