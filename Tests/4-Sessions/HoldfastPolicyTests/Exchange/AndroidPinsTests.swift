import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPins

/// Android's network security configuration, as developer.android.com and XmlConfigSource.java have it.
@Suite("Pins of Android")
struct AndroidPinsTests {
    private typealias Fixture = ExchangeFixture

    private static func config(_ inner: String) -> String {
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<network-security-config>\(inner)</network-security-config>"
    }

    private static func pins(_ indices: [Int], _ attributes: String = "") -> String {
        let pins = indices.map { "<pin digest=\"SHA-256\">\(ExchangeFixture.hashes[$0])</pin>" }
        return "<pin-set\(attributes)>\(pins.joined(separator: "<!-- backup pin -->"))</pin-set>"
    }

    @Test("the example of its documentation, with other pins")
    func example() throws {
        let text = Self.config(
            "<domain-config><domain includeSubdomains=\"true\"> Example.com </domain>"
                + Self.pins([0, 1], " expiration=\"2028-01-01\"") + "</domain-config>")
        let file = try Fixture.read(text)
        #expect(file.format == .android)
        let end = PinExpiry(try Fixture.day("2028-01-01"), then: .open)
        #expect(try Fixture.rules(text) == ["**.example.com": .pinned(try Fixture.set([0, 1], until: end))])
        #expect(file.notes.map(\.kind) == [.adapted])
    }

    @Test("a domain-config inside another takes over the pins, or has its own, or has none: then it is taken out")
    func nesting() throws {
        let text = Self.config(
            """
            <domain-config><domain includeSubdomains="true">example.com</domain>\(Self.pins([0, 1]))
              <domain-config><domain>taken.example.com</domain><domain>over.example.com</domain></domain-config>
              <domain-config><domain>own.example.com</domain>\(Self.pins([2]))</domain-config>
              <domain-config><domain includeSubdomains="true">none.example.com</domain><pin-set/></domain-config>
            </domain-config>
            <domain-config><domain>cdn.example.com</domain></domain-config>
            <domain-config><domain>example.org</domain></domain-config>
            """)
        let both = PinnedHosts.Rule.pinned(try Fixture.set([0, 1]))
        #expect(
            try Fixture.rules(text) == [
                "**.example.com": both, "taken.example.com": both, "over.example.com": both,
                "own.example.com": .pinned(try Fixture.set([2])), "**.none.example.com": .excluded,
                "cdn.example.com": .excluded,
            ])
    }

    @Test(
        """
        anchors, overridePins, debugging, plain HTTP and unknown elements are said; TrustKit-Android's reports are \
        read
        """
    )
    func others() throws {
        let text = Self.config(
            """
            <base-config cleartextTrafficPermitted="false"><trust-anchors><certificates src="system"/></trust-anchors>
            </base-config>
            <domain-config><domain>a.example</domain>\(Self.pins([0, 1]))
              <trust-anchors><certificates src="@raw/my_ca" overridePins="true"/></trust-anchors>
              <trustkit-config enforcePinning="true" disableDefaultReportUri="true">
                <report-uri> https://r.example/ </report-uri></trustkit-config>
              <certificateTransparency enabled="true"/>
            </domain-config>
            <debug-overrides><trust-anchors><certificates src="user"/></trust-anchors></debug-overrides>
            """)
        let file = try Fixture.read(text)
        #expect(
            file.notes.map(\.kind) == [
                .cannotExpress, .cannotExpress, .cannotExpress, .cannotExpress, .notRead, .cannotExpress,
            ])
        #expect(file.notes.contains { $0.what.contains("overridePins") && $0.what.contains("my_ca") == false })
        #expect(file.entries.map(\.reportURIs) == [["https://r.example/"]])
    }

    static let wrong: [(inner: String, reason: String)] = [
        ("<domain-config></domain-config>", "it has no domain"),
        ("<domain-config><domain>a.b</domain><pin-set/><pin-set/></domain-config>", "a second pin-set"),
        ("<base-config><pin-set/></base-config>", "it does not belong into base-config"),
        ("<domain-config><domain>a.b</domain><domain>A.b</domain></domain-config>", "'a.b' stands there twice"),
        (
            "<domain-config><domain>a.b</domain>\(pins([0], " expiration=\"1.1.2027\""))</domain-config>",
            "'1.1.2027' is no day: yyyy-MM-dd"
        ),
        (
            "<domain-config><domain includeSubdomains=\"yes\">a.b</domain></domain-config>",
            "includeSubdomains is neither true nor false"
        ),
        (
            "<domain-config><domain>a.b</domain><pin-set><pin digest=\"SHA-1\">AAAA</pin></pin-set></domain-config>",
            "'AAAA' is no pin: 'SHA-1' is no algorithm of pins"
        ),
        (
            "<domain-config><domain>a.b</domain><pin-set><pin digest=\"SHA-256\">AAAA</pin></pin-set></domain-config>",
            "'AAAA' is no pin: it has 3 bytes, and a sha256 has 32"
        ),
    ]

    @Test("what Android refuses is an error, and so is what cannot be meant", arguments: wrong)
    func errors(_ row: (inner: String, reason: String)) {
        #expect(Fixture.failure(Self.config(row.inner))?.reason == row.reason)
    }

    @Test("white space within a hash is passed over, as Android's Base64 does")
    func space() throws {
        let hash = Fixture.hashes[0]
        let text = "<pin-set><pin digest=\"sha-256\">\n  \(hash.prefix(20))\n  \(hash.dropFirst(20))\n</pin></pin-set>"
        let rules = try Fixture.rules(Self.config("<domain-config><domain>a.b</domain>\(text)</domain-config>"))
        #expect(rules == ["a.b": .pinned(try Fixture.set([0]))])
    }

    @Test("the same pins after writing and reading")
    func roundTrip() throws {
        let end = PinExpiry(try Fixture.day("2028-01-01"), then: .open)
        let hosts = try Fixture.hosts([
            "**.example.com": .pinned(try Fixture.set([0, 1], until: end)), "**.x.example.com": .excluded,
            "y.example.com": .excluded, "192.0.2.1": .pinned(try Fixture.set([2, 3])),
        ])
        let pattern = try HostPattern("**.example.com", publicSuffixes: nil)
        let pins = ExchangedPins(hosts, reportURIs: [pattern: ["https://r.example/?a=1&b=<2>"]])
        let (text, notes) = try Fixture.written(pins, as: .android)
        #expect(notes.map(\.kind) == [.adapted])
        #expect(try Fixture.read(text).pins(publicSuffixes: nil).pins == pins)
    }

    @Test("what it cannot say is said; pins that only report are never written where they would refuse")
    func limits() throws {
        let end = PinExpiry(try #require(Instant(rfc3339: "2028-01-01T12:00:00Z")), then: .warn)
        let hosts = try Fixture.hosts([
            "*.a.example": .pinned(try Fixture.set([0, 1])), "b.example": .pinned(try Fixture.set([0], .reportOnly)),
            "c.example": .pinned(try Fixture.set([0], until: end)), "d.example": .pinned(try Fixture.set([0])),
            "**.d.example": .pinned(try Fixture.set([1])),
        ])
        let pins = ExchangedPins(hosts, minimumTLS: [try HostPattern("e.example", publicSuffixes: nil): "1.3"])
        let (text, notes) = try Fixture.written(pins, as: .android)
        let said = Dictionary(grouping: notes, by: \.place).mapValues(\.count)
        #expect(said == ["*.a.example": 1, "b.example": 1, "c.example": 2, "**.d.example": 1, "e.example": 1])
        let losses = notes.filter(\.isLoss)
        #expect(Set(losses.map(\.place)) == ["*.a.example", "b.example", "**.d.example"])
        #expect(losses.allSatisfy { $0.kind == .unpinned })
        #expect(try Set(Fixture.rules(text).keys) == ["c.example", "d.example"])
    }
}
