import Foundation
import HoldfastPins
import HoldfastPolicy
import HoldfastTrust
import HoldfastX509
import Testing

/// TrustKit's dictionary, as its getting-started guide and TSKTrustKitConfig.h have it.
@Suite("Pins of TrustKit")
struct TrustKitPinsTests {
    private typealias Fixture = ExchangeFixture

    private static func plist(_ inner: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict>\(inner)</dict></plist>
        """
    }

    private static let guide = plist(
        """
        <key>CFBundleName</key><string>x</string>
        <key>TSKConfiguration</key><dict>
        <key>TSKSwizzleNetworkDelegates</key><false/>
        <key>TSKIgnorePinningForUserDefinedTrustAnchors</key><false/>
        <key>TSKPinnedDomains</key><dict>
          <key>Example.com</key><dict>
            <key>TSKIncludeSubdomains</key><true/>
            <key>TSKPublicKeyHashes</key><array>
              <string>\(ExchangeFixture.hashes[0])</string><string>\(ExchangeFixture.hashes[1])</string></array>
            <key>TSKExpirationDate</key><string>2027-12-01</string>
            <key>TSKReportUris</key><array><string>https://reports.example.net/tsk</string></array>
            <key>TSKDisableDefaultReportUri</key><true/>
          </dict>
          <key>open.example.com</key><dict><key>TSKExcludeSubdomainFromParentPolicy</key><true/></dict>
          <key>api.example.org</key><dict>
            <key>TSKEnforcePinning</key><false/><key>TSKDisableDefaultReportUri</key><true/>
            <key>TSKPublicKeyHashes</key><array>
              <string>\(ExchangeFixture.hashes[2])</string><string>\(ExchangeFixture.hashes[3])</string></array>
          </dict>
        </dict></dict>
        """)

    @Test("everything that its guide shows, XML and binary, found out")
    func guide() throws {
        let data = Data(Self.guide.utf8)
        let value = try unsafe PropertyListSerialization.propertyList(from: data, format: nil)
        let binary = try PropertyListSerialization.data(fromPropertyList: value, format: .binary, options: 0)
        for bytes in [Array(data), Array(binary)] {
            let file = try #require(try PinFile.read(bytes).first)
            #expect(file.format == .trustKit)
            let (pins, notes) = try file.pins(publicSuffixes: nil)
            let end = PinExpiry(try Fixture.day("2027-12-01"), then: .open)
            #expect(
                Fixture.rules(of: pins) == [
                    "**.example.com": .pinned(try Fixture.set([0, 1], until: end)), "open.example.com": .excluded,
                    "api.example.org": .pinned(try Fixture.set([2, 3], .reportOnly)),
                ])
            let pattern = try HostPattern("**.example.com", publicSuffixes: nil)
            #expect(pins.reportURIs == [pattern: ["https://reports.example.net/tsk"]])
            #expect(notes.isEmpty)
        }
    }

    @Test(
        """
        what it does by default and we do not is said: reports to its own server, anchors of the user's, old \
        algorithms
        """
    )
    func defaults() throws {
        let file = try Fixture.read(
            Self.plist(
                """
                <key>kTSKPinnedDomains</key><dict><key>a.example</key><dict>
                <key>kTSKPublicKeyHashes</key><array><string>\(Fixture.hashes[0])</string></array>
                <key>kTSKPublicKeyAlgorithms</key><array><string>TSKAlgorithmRsa2048</string></array>
                <key>TSKAdditionalTrustAnchors</key><array><string>x</string></array><key>TSKOther</key><true/>
                </dict></dict>
                """))
        let kinds = file.notes.map { "\($0.kind.rawValue) \($0.place)" }
        #expect(
            kinds == [
                "notRead TSKIgnorePinningForUserDefinedTrustAnchors", "notRead TSKPinnedDomains > a.example > TSKOther",
                "cannotExpress TSKPinnedDomains > a.example > TSKAdditionalTrustAnchors",
                "adapted TSKPinnedDomains > a.example > TSKPublicKeyAlgorithms",
                "cannotExpress TSKPinnedDomains > a.example > TSKDisableDefaultReportUri",
            ])
    }

    static let wrong: [(inner: String, reason: String)] = [
        ("<key>TSKPinnedDomains</key><array/>", "it is no dictionary"),
        ("<key>TSKPinnedDomains</key><dict><key>a.example</key><dict/></dict>", "there is no hash in it"),
        ("<key>TSKConfiguration</key><dict/>", "the key TSKPinnedDomains is missing"),
        (
            "<key>TSKPinnedDomains</key><dict><key>a.example</key><dict><key>TSKIncludeSubdomains</key>"
                + "<string>YES</string></dict></dict>", "it is no Boolean"
        ),
        (
            "<key>TSKPinnedDomains</key><dict><key>a.example</key><dict><key>TSKExpirationDate</key>"
                + "<string>2027-02-30</string><key>TSKPublicKeyHashes</key><array><string>x</string></array>"
                + "</dict></dict>",
            "'2027-02-30' is no day: yyyy-MM-dd"
        ),
        (
            "<key>TSKPinnedDomains</key><dict><key>a.example</key><dict><key>TSKPublicKeyHashes</key>"
                + "<array><integer>1</integer></array></dict></dict>", "it is no string"
        ),
        (
            "<key>TSKPinnedDomains</key><dict><key>com</key><dict><key>TSKIncludeSubdomains</key><true/>"
                + "<key>TSKPublicKeyHashes</key><array><string>\(ExchangeFixture.hashes[0])</string>"
                + "</array></dict></dict>",
            "'**.com' would stand for names of different owners: its domain is a public suffix"
        ),
    ]

    @Test("what is of another type, or no day, or no pattern, is an error that says where", arguments: wrong)
    func errors(_ row: (inner: String, reason: String)) {
        let error = Fixture.failure(Self.plist(row.inner), as: .trustKit)
        #expect(error?.reason == row.reason)
    }

    @Test("the same pins after writing and reading, XML and binary")
    func roundTrip() throws {
        let (pins, _) = try Fixture.read(Self.guide).pins(publicSuffixes: nil)
        var options = ExchangedPins.WritingOptions()
        for isBinary in [false, true] {
            options.isBinary = isBinary
            let (bytes, notes) = try pins.written(as: .trustKit, options)
            #expect(notes.isEmpty)
            #expect(bytes.starts(with: Array("bplist".utf8)) == isBinary)
            let file = try #require(try PinFile.read(bytes).first)
            let (again, said) = try file.pins(publicSuffixes: nil)
            #expect(again == pins && said.isEmpty)
        }
    }

    @Test(
        "what it cannot say is said: one label, an address, an end that refuses, several groups, certificates, one pin")
    func limits() throws {
        let end = try #require(Instant(rfc3339: "2027-12-01T10:00:00Z"))
        let certificate = try Pin("certificate-sha256/\(Fixture.hashes[3])")
        let hosts = try Fixture.hosts([
            "*.a.example.com": .pinned(try Fixture.set([0, 1])), "192.0.2.1": .pinned(try Fixture.set([0, 1])),
            "b.example.com": .pinned(try Fixture.set([0], until: PinExpiry(end, then: .closed))),
            "c.example.com": .pinned(
                try PinSet(
                    leaf: [Fixture.pin(0), Fixture.pin(1), certificate], authorities: [Fixture.pin(2)], backup: .waived)
            ),
            "d.example.com": .pinned(try PinSet(anywhere: [certificate], backup: .waived)),
            "**.e.example.com": .excluded,
        ])
        let (text, notes) = try Fixture.written(ExchangedPins(hosts), as: .trustKit)
        let said = Dictionary(grouping: notes, by: \.place).mapValues(\.count)
        #expect(
            said == [
                "*.a.example.com": 1, "192.0.2.1": 1, "b.example.com": 3, "c.example.com": 3, "d.example.com": 2,
                "**.e.example.com": 1,
            ])
        let losses = Dictionary(grouping: notes.filter(\.isLoss), by: \.place).mapValues { $0.map(\.kind) }
        #expect(
            losses == [
                "*.a.example.com": [.unpinned], "192.0.2.1": [.unpinned], "b.example.com": [.fatal],
                "d.example.com": [.unpinned],
            ])
        let end2 = PinExpiry(try Fixture.day("2027-12-01"), then: .open)
        #expect(
            try Fixture.rules(text) == [
                "b.example.com": .pinned(try Fixture.set([0], until: end2)),
                "c.example.com": .pinned(try Fixture.set([0, 1])), "e.example.com": .excluded,
            ])
    }

    /// TrustKit's parse_configuration.m raises an exception for each: "TrustKit was initialized with no pinned
    /// domains", "… an invalid domain" (`GetRegistryLength` of 0), "… less than 2 pins" where they are enforced, 1
    /// where not.
    @Test("what ends the program that starts with it is said as that")
    func fatal() throws {
        let enforced = PinnedHosts.Rule.pinned(try Fixture.set([0, 1]))
        let rows: [(hosts: [String: PinnedHosts.Rule], places: [String])] = [
            ([:], ["TSKPinnedDomains"]),
            (["a.example.com": enforced], []),
            (["a.example.com": .pinned(try Fixture.set([0]))], ["a.example.com"]),
            (["a.example.com": .pinned(try Fixture.set([0], .reportOnly))], []),
            (["printer.internal": enforced], ["printer.internal"]),
            (["localhost": .excluded, "a.example.com": enforced], ["localhost"]),
            (["intranet.corporate": enforced], []),
        ]
        for (rules, places) in rows {
            let notes = try Fixture.written(ExchangedPins(try Fixture.hosts(rules)), as: .trustKit).notes
            #expect(notes.filter { $0.kind == .fatal }.map(\.place) == places)
        }
        // With a list of suffixes a name is also told that nobody reserved and nobody can register.
        var options = ExchangedPins.WritingOptions()
        options.publicSuffixes = PublicSuffixes(identity: "com alone") { $0 == "com" ? .icann : nil }
        let pins = ExchangedPins(try Fixture.hosts(["intranet.corporate": enforced, "a.example.com": enforced]))
        let notes = try Fixture.written(pins, as: .trustKit, options).notes
        #expect(notes.map(\.place) == ["intranet.corporate"] && notes.map(\.kind) == [.fatal])
    }
}
