import HoldfastPins
import HoldfastTrust
import HoldfastX509
import Testing

/// Servers that a policy takes out of a wider pattern, in files that have no word for it.
struct ExcludedPinsTests {
    private typealias Fixture = ExchangeFixture

    /// OkHttp: "If multiple patterns match a hostname, any match is sufficient"; Apple's page of
    /// `NSIncludesSubdomains`: "all subdomains of the domain that have one additional path component"; TrustKit's
    /// `kTSKExcludeSubdomainFromParentPolicy` is about "this specific domain"; Android has domains with all names below
    /// them or none. Columns: the wide pattern, the excluded one, the formats that pin the excluded one all the same.
    static let rows: [(wide: String, excluded: String, pinning: Set<PinFormat>)] = [
        ("**.a.example", "x.a.example", [.okHttp, .pinnedDomains]),
        ("*.a.example", "x.a.example", [.okHttp]),
        ("**.a.example", "y.x.a.example", [.okHttp]),
        ("**.a.example", "*.x.a.example", [.okHttp, .android, .trustKit]),
        ("**.a.example", "**.x.a.example", [.okHttp, .pinnedDomains, .trustKit]),
        ("*.a.example", "**.x.a.example", [.okHttp]),
        ("*.a.example", "**.a.example", []),
        ("**.x.a.example", "*.a.example", []),
        ("x.a.example", "**.a.example", []),
        ("**.a.example", "x.b.example", []),
    ]

    @Test("a file that pins an excluded server is told as a loss; one that does not reach it is none", arguments: rows)
    func stillPinned(_ row: (wide: String, excluded: String, pinning: Set<PinFormat>)) throws {
        let set = try PinSet(leaf: [Fixture.pin(0), Fixture.pin(1)])
        let hosts = try Fixture.hosts([row.wide: .pinned(set), row.excluded: .excluded])
        for format in [PinFormat.policy, .okHttp, .pinnedDomains, .android, .trustKit] {
            let notes = try Fixture.written(ExchangedPins(hosts), as: format).notes
            let still = notes.filter { $0.kind == .stillPinned }
            #expect(still.map(\.place) == (row.pinning.contains(format) ? [row.excluded] : []), "\(format): \(notes)")
            #expect(still.allSatisfy { $0.isLoss })
        }
    }

    @Test("pins that only report refuse nobody, so that an excluded server is not lost by them")
    func reportOnly() throws {
        let hosts = try Fixture.hosts([
            "**.a.example": .pinned(try Fixture.set([0, 1], .reportOnly)), "*.x.a.example": .excluded,
        ])
        for format in [PinFormat.okHttp, .android, .trustKit] {
            let notes = try Fixture.written(ExchangedPins(hosts), as: format).notes
            #expect(!notes.contains { $0.kind == .stillPinned }, "\(format): \(notes)")
        }
    }

    @Test("curl's pins of an excluded server: the pattern that excludes it is named")
    func curl() throws {
        let hosts = try Fixture.hosts(["**.a.example": .pinned(try Fixture.set([0, 1])), "*.x.a.example": .excluded])
        var options = ExchangedPins.WritingOptions()
        options.host = try ServerName("y.x.a.example")
        let error = #expect(throws: PinFileError.self) { try Fixture.written(ExchangedPins(hosts), as: .curl, options) }
        #expect(error?.reason == "*.x.a.example excludes it from pins")
    }
}
