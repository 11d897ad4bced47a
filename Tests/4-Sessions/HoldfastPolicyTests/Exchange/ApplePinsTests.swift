import Foundation
import HoldfastPolicy
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPins

/// `NSPinnedDomains`, as Apple's pages of the keys and its own tests (NSPinnedDomains_ca.plist) have it.
@Suite("Pins of an Info.plist")
struct ApplePinsTests {
    private typealias Fixture = ExchangeFixture

    private static func plist(_ inner: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>NSAppTransportSecurity</key><dict>\(inner)</dict></dict></plist>
        """
    }

    private static func identities(_ key: String, _ indices: [Int]) -> String {
        let items = indices.map {
            "<dict><key>SPKI-SHA256-BASE64</key><string>\(ExchangeFixture.hashes[$0])</string></dict>"
        }
        return "<key>\(key)</key><array>\(items.joined())</array>"
    }

    private static func domain(_ name: String, _ inner: String) -> String {
        "<key>NSPinnedDomains</key><dict><key>\(name)</key><dict>\(inner)</dict></dict>"
    }

    private static let subdomains = "<key>NSIncludesSubdomains</key><true/>"

    @Test("leaf and authorities both have to match; subdomains are those of one label more")
    func both() throws {
        let text = Self.plist(
            Self.domain(
                "example.org",
                Self.subdomains + Self.identities("NSPinnedCAIdentities", [0, 1])
                    + Self.identities("NSPinnedLeafIdentities", [2, 3])))
        let rule = PinnedHosts.Rule.pinned(
            try PinSet(leaf: [Fixture.pin(2), Fixture.pin(3)], authorities: [Fixture.pin(0), Fixture.pin(1)]))
        #expect(try Fixture.rules(text) == ["example.org": rule, "*.example.org": rule])
        let (pins, _) = try Fixture.read(text).pins(publicSuffixes: nil)
        // Apple's example of the key: math.example.com and not advanced.math.example.com.
        #expect(pins.hosts.duty(for: try ServerName("math.example.org")) != nil)
        #expect(pins.hosts.duty(for: try ServerName("advanced.math.example.org")) == nil)
    }

    @Test("without either, empty, or with another type: an error that names the key")
    func errors() {
        let place = "NSAppTransportSecurity > NSPinnedDomains > a.example"
        let empty = Fixture.failure(Self.plist(Self.domain("a.example", "")))
        #expect(empty == PinFileError(.neither("NSPinnedLeafIdentities", "NSPinnedCAIdentities"), at: place))
        let none = Fixture.failure(Self.plist(Self.domain("a.example", Self.identities("NSPinnedLeafIdentities", []))))
        #expect(none == PinFileError(.empty, at: "\(place) > NSPinnedLeafIdentities"))
        let other = Self.domain("a.example", "<key>NSPinnedCAIdentities</key><array><dict/></array>")
        #expect(
            Fixture.failure(Self.plist(other))
                == PinFileError(.missingKey("SPKI-SHA256-BASE64"), at: "\(place) > NSPinnedCAIdentities[0]"))
        #expect(Fixture.failure(Self.plist("<key>NSPinnedDomains</key><true/>"))?.reason == "it is no dictionary")
    }

    @Test("what else App Transport Security says: the least version of TLS is kept, the rest is named")
    func transportSecurity() throws {
        let text = Self.plist(
            """
            <key>NSAllowsLocalNetworking</key><true/><key>NSExceptionDomains</key><dict>
            <key>new.example</key><dict><key>NSExceptionMinimumTLSVersion</key><string>TLSv1.3</string>\
            \(Self.subdomains)</dict>
            <key>old.example</key><dict><key>NSExceptionMinimumTLSVersion</key><string>TLSv1.0</string>
            <key>NSExceptionAllowsInsecureHTTPLoads</key><true/>\
            <key>NSExceptionRequiresForwardSecrecy</key><false/></dict>
            </dict>
            """)
        let (pins, notes) = try Fixture.read(text).pins(publicSuffixes: nil)
        let versions = Dictionary(uniqueKeysWithValues: pins.minimumTLS.map { ("\($0.key)", $0.value) })
        #expect(versions == ["new.example": "1.3", "*.new.example": "1.3"])
        #expect(pins.hosts == .none)
        let places = notes.compactMap { $0.place.split(separator: " ").last.map(String.init) }
        #expect(places == ["NSAllowsLocalNetworking"] + Array(repeating: "old.example", count: 3))
    }

    @Test("an Info.plist with TrustKit's pins too is both")
    func twoFormats() throws {
        let text = Self.plist(Self.domain("a.example", Self.identities("NSPinnedLeafIdentities", [0])))
            .replacing("<dict><key>NSApp", with: "<dict><key>TSKConfiguration</key><dict/><key>NSApp")
        #expect(throws: PinFileError.self) { try PinFile.read(Array(text.utf8)) }
        let file = try #require(try PinFile.read(Array(text.utf8), as: .pinnedDomains).first)
        #expect(file.entries.count == 1)
    }

    @Test("the same pins after writing and reading")
    func roundTrip() throws {
        let text = Self.plist(
            Self.domain("a.example", Self.subdomains + Self.identities("NSPinnedCAIdentities", [0, 1]))
                + "<key>NSExceptionDomains</key><dict><key>b.example</key><dict><key>NSExceptionMinimumTLSVersion</key>"
                + "<string>TLSv1.3</string></dict></dict>")
        let (pins, _) = try Fixture.read(text).pins(publicSuffixes: nil)
        var options = ExchangedPins.WritingOptions()
        for isBinary in [false, true] {
            options.isBinary = isBinary
            let (bytes, notes) = try pins.written(as: .pinnedDomains, options)
            #expect(notes.isEmpty)
            #expect(try PinFile.read(bytes).first?.pins(publicSuffixes: nil).pins == pins)
        }
    }

    @Test("pins anywhere are left out, or become those of the group that is named; both are said")
    func anywhere() throws {
        let pins = ExchangedPins(try Fixture.hosts(["a.example": .pinned(try Fixture.set([0, 1]))]))
        let (text, notes) = try Fixture.written(pins, as: .pinnedDomains)
        #expect(try Fixture.rules(text).isEmpty && notes.map(\.place) == ["a.example"])
        #expect(notes.map(\.kind) == [.unpinned])
        var options = ExchangedPins.WritingOptions()
        options.anywhereAs = .authorities
        let (named, said) = try Fixture.written(pins, as: .pinnedDomains, options)
        #expect(said.count == 1)
        #expect(
            try Fixture.rules(named)
                == ["a.example": .pinned(try PinSet(authorities: [Fixture.pin(0), Fixture.pin(1)]))])
    }

    @Test(
        "what it cannot say is said: deeper names, exclusions, addresses, ends, reports; report-only is never enforced")
    func limits() throws {
        let leaf = try PinSet(leaf: [Fixture.pin(0), Fixture.pin(1)])
        let end = PinExpiry(try Fixture.day("2027-01-01"), then: .open)
        let hosts = try Fixture.hosts([
            "**.a.example": .pinned(leaf), "b.example": .excluded, "192.0.2.1": .pinned(leaf),
            "c.example": .pinned(leaf.with(enforcement: .reportOnly)), "d.example": .pinned(leaf.with(expiry: end)),
            "*.e.example": .pinned(leaf),
        ])
        let pattern = try HostPattern("d.example", publicSuffixes: nil)
        let pins = ExchangedPins(hosts, reportURIs: [pattern: ["https://r.example"]])
        let (text, notes) = try Fixture.written(pins, as: .pinnedDomains)
        let said = Dictionary(grouping: notes, by: \.place).mapValues(\.count)
        #expect(
            said == [
                "**.a.example": 1, "b.example": 1, "192.0.2.1": 1, "c.example": 1, "d.example": 2, "*.e.example": 1,
            ])
        #expect(
            notes.first { $0.place == "**.a.example" }?.what
                == "pins for names more than one label below the domain: left out")
        let losses = notes.filter(\.isLoss)
        #expect(Set(losses.map(\.place)) == ["192.0.2.1", "c.example", "*.e.example"])
        #expect(losses.allSatisfy { $0.kind == .unpinned })
        #expect(
            try Fixture.rules(text)
                == ["a.example": .pinned(leaf), "*.a.example": .pinned(leaf), "d.example": .pinned(leaf)])
    }
}
