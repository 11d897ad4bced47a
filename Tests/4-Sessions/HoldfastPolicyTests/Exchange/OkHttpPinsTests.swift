import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPins

/// OkHttp's lists of pins, as the documentation of CertificatePinner has them.
@Suite("Pins of OkHttp")
struct OkHttpPinsTests {
    private typealias Fixture = ExchangeFixture

    private static func pin(_ index: Int) -> String { "sha256/\(ExchangeFixture.hashes[index])" }

    @Test("lists of lines, with remarks")
    func lines() throws {
        let text = """
            # api
            *.example.com \(Self.pin(0))   \(Self.pin(1))
            Example.org \(Self.pin(2)) # own
            example.org \(Self.pin(3))

            """
        #expect(
            try Fixture.rules(text) == [
                "*.example.com": .pinned(try Fixture.set([0, 1])), "example.org": .pinned(try Fixture.set([2, 3])),
            ])
    }

    @Test("source code is no list: it is refused where nothing is at hand that reads it")
    func source() {
        let text = "CertificatePinner.Builder().add(\"a.example\", \"\(Self.pin(0))\").build()"
        #expect(Fixture.failure(text)?.reason == "it is source code, and lists alone are read here")
    }

    @Test("pins of all patterns that match are one set there: the most specific one gets them all, and that is said")
    func union() throws {
        let text = """
            **.example.com \(Self.pin(0))
            *.example.com \(Self.pin(1))
            api.example.com \(Self.pin(2))
            **.deep.example.com \(Self.pin(3))

            """
        let (pins, notes) = try Fixture.read(text).pins(publicSuffixes: nil)
        #expect(
            Fixture.rules(of: pins) == [
                "**.example.com": .pinned(try Fixture.set([0])), "*.example.com": .pinned(try Fixture.set([0, 1])),
                "api.example.com": .pinned(try Fixture.set([0, 1, 2])),
                "**.deep.example.com": .pinned(try Fixture.set([0, 3])),
                "deep.example.com": .pinned(try Fixture.set([0, 1, 3])),
            ])
        #expect(notes.allSatisfy { $0.kind == .adapted } && !notes.isEmpty)
        // What OkHttp's matchesHostname() says of each name, and which pins it joins.
        let expected: [String: [Int]] = [
            "example.com": [0], "www.example.com": [0, 1], "api.example.com": [0, 1, 2], "deep.example.com": [0, 1, 3],
            "a.deep.example.com": [0, 3], "a.b.example.com": [0], "a.b.deep.example.com": [0, 3],
        ]
        for (name, indices) in expected {
            let set = pins.hosts.duty(for: try ServerName(name))?.set
            #expect(set?.anywhere == Set(try indices.map(Fixture.pin)), "\(name)")
        }
        #expect(pins.hosts.duty(for: try ServerName("example.net")) == nil)
    }

    /// OkHttp's change log, 4.3.0 of 2019-12-31: `**` patterns are new there.
    @Test("** is not read by every version in use, and that is said where it is written")
    func olderReaders() throws {
        let pins = ExchangedPins(
            try Fixture.hosts([
                "**.example.com": .pinned(try Fixture.set([0, 1])), "a.example.net": .pinned(try Fixture.set([0, 1])),
                "*.example.org": .pinned(try Fixture.set([0, 1])),
            ]))
        let (text, notes) = try Fixture.written(pins, as: .okHttp)
        #expect(text.contains("\"**.example.com\""))
        #expect(notes.map(\.kind) == [.newerReader] && notes.first?.place == "**.example.com")
        #expect(notes.allSatisfy { $0.what.contains("4.3") && !$0.isLoss })
    }

    @Test("a SHA-1 is left out and said; alone, it is an error")
    func sha1() throws {
        let sha1 = "sha1/SXxoaOSEzPC6BgGmxAt/EAcsajw="
        let (pins, notes) = try Fixture.read("a.example \(Self.pin(0)) \(sha1)").pins(publicSuffixes: nil)
        #expect(Fixture.rules(of: pins) == ["a.example": .pinned(try Fixture.set([0]))])
        #expect(notes.map(\.kind) == [.cannotExpress] && notes[0].what.contains(sha1))
        #expect(Fixture.failure("a.example \(sha1)")?.reason == "no pin for the chain is left")
    }

    static let mistakes: [(pin: String, fault: String)] = [
        ("sha256//\(ExchangeFixture.hashes[0])", "two slashes are curl's spelling; one belongs there"),
        (
            "sha256/ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb",
            "it is in hexadecimal digits, and pins are in Base64"
        ),
        (
            "sha256/ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs=",
            "it is in Base64 for URLs or without padding, and pins are in the usual one (RFC 4648 §4)"
        ),
        (
            "sha256/ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs",
            "it is in Base64 for URLs or without padding, and pins are in the usual one (RFC 4648 §4)"
        ),
    ]

    @Test("hexadecimal, another Base64 and curl's spelling are errors that say what was meant", arguments: mistakes)
    func faults(_ row: (pin: String, fault: String)) {
        let reason = Fixture.failure("a.example \(row.pin)", as: .okHttp)?.reason
        #expect(reason == "'\(row.pin)' is no pin: \(row.fault); meant is perhaps \(Self.pin(0))")
    }

    @Test("what it cannot say is said")
    func limits() throws {
        let end = PinExpiry(try Fixture.day("2028-01-01"), then: .open)
        let hosts = try Fixture.hosts([
            "**.a.example": .pinned(try Fixture.set([0, 1])), "x.a.example": .pinned(try Fixture.set([2])),
            "y.a.example": .excluded, "b.example": .pinned(try Fixture.set([0], .reportOnly)),
            "c.example": .pinned(try Fixture.set([0], until: end)),
        ])
        let (text, notes) = try Fixture.written(ExchangedPins(hosts), as: .okHttp)
        let said = Dictionary(grouping: notes, by: \.place).mapValues(\.count)
        #expect(said == ["**.a.example": 1, "x.a.example": 1, "y.a.example": 1, "b.example": 1, "c.example": 1])
        #expect(notes.filter(\.isLoss).map(\.kind) == [.unpinned, .stillPinned])
        #expect(notes.filter(\.isLoss).map(\.place) == ["b.example", "y.a.example"])
        #expect(!text.contains("b.example"))
    }
}
