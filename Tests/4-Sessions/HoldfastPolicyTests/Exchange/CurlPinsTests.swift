import HoldfastCrypto
import HoldfastPolicy
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPins

/// curl's `--pinnedpubkey`, as its manual page and `CURLOPT_PINNEDPUBLICKEY(3)` have it.
@Suite("Pins of curl")
struct CurlPinsTests {
    private typealias Fixture = ExchangeFixture

    private static let option = ExchangeFixture.hashes[..<2].map { "sha256//\($0)" }.joined(separator: ";")

    @Test("the value, a command line and a line of curl's configuration: pins of the leaf")
    func values() throws {
        let set = try PinSet(leaf: [Fixture.pin(0), Fixture.pin(1)])
        let pattern = try HostPattern("www.example.com", publicSuffixes: nil)
        for text in [
            Self.option, Self.option + "\n", "'\(Self.option)'", "pinnedpubkey = \"\(Self.option)\"",
            "curl --pinnedpubkey '\(Self.option)' https://www.example.com",
        ] {
            let named = try Fixture.read(text, as: .curl, for: "www.example.com").pins(publicSuffixes: nil).pins
            #expect(named.hosts.rules == [pattern: .pinned(set)], "\(text)")
            let nameless = try Fixture.read(text, as: .curl).pins(publicSuffixes: nil).pins
            #expect(nameless.hosts == .everywhere(set))
        }
        #expect(try Fixture.read(Self.option).format == .curl)
    }

    @Test("a file with the public key, PEM and DER")
    func keys() throws {
        let key = try PrivateKey.generate(.p256).subjectPublicKeyInfo
        for bytes in [Array(key.bytes), Array(key.pem.utf8)] {
            let file = try #require(try PinFile.read(bytes, as: .curl).first)
            #expect(try file.pins(publicSuffixes: nil).pins.hosts.everywhere?.leaf == [Pin(key)])
        }
    }

    static let wrong = [
        "key.pem", "sha256//", "sha256/\(ExchangeFixture.hashes[0])", option + ";x", "sha256//AAAA", "sha1//AAAA",
        option.replacing(";", with: ";;"),
    ]

    @Test("what curl would not match with is an error", arguments: wrong)
    func errors(_ text: String) { #expect(Fixture.failure(text, as: .curl) != nil) }

    /// CURLOPT_PINNEDPUBLICKEY(3): "any number of base64 encoded sha256 hashes preceded by "sha256//" and separated by
    /// ";"". curl looks for `;sha256//`, and compares the rest letter by letter.
    static let lockingOut = [
        option + ";", option.replacing(";", with: "; "), option.replacing(";", with: " ;"), " " + option,
        option + " ", option.replacing(";", with: "\n"), option + ";;", option.replacing(";", with: ";;"),
        "'\(option) '", "pinnedpubkey = \"\(option);\"", "--pinnedpubkey \(option.replacing(";", with: "; "))",
        option + ";md5//AAAA",
    ]

    @Test(
        "a list by which curl lets its user reach nobody is an error of the lint, and is not imported",
        arguments: lockingOut)
    func lockedOut(_ text: String) throws {
        let file = try Fixture.read(text, as: .curl, for: "a.example")
        let lint = PinLint(file, certificates: [], at: Instant(secondsSince1970: 0), publicSuffixes: nil)
        #expect(lint.findings.contains { $0.rule == .malformed && $0.severity == .error }, "\(lint.findings)")
        #expect(Fixture.failure(text, as: .curl) != nil)
    }

    @Test("no pin of such a list is dropped: each one is there, or is an error")
    func noneDropped() throws {
        let file = try Fixture.read(Self.option.replacing(";", with: "; "), as: .curl)
        #expect(file.entries.map(\.pins.count) == [2])
        #expect(file.entries.flatMap(\.pins).compactMap(\.error?.meant) == [try Fixture.pin(0), try Fixture.pin(1)])
    }

    @Test("Diffie-Hellman parameters and a signature are no public key")
    func noKeys() throws {
        let parameters = PEMBlock(label: "DH PARAMETERS", contents: [0x30, 0x06, 0x02, 0x01, 0x17, 0x02, 0x01, 0x05])
        #expect(throws: PinFileError.self) { try PinFile.read(Array(parameters.encoded.utf8), as: .curl) }
        let signature =
            [0x30, 0x44] + [0x02, 0x20] + [UInt8](repeating: 0x25, count: 32) + [0x02, 0x20]
            + [UInt8](repeating: 0x27, count: 32)
        #expect(throws: PinFileError.self) { try PinFile.read(signature, as: .curl) }
    }

    @Test("the same pins after writing and reading")
    func roundTrip() throws {
        let pins = ExchangedPins(.everywhere(try PinSet(leaf: [Fixture.pin(0), Fixture.pin(1)])))
        let (text, notes) = try Fixture.written(pins, as: .curl)
        #expect(notes.isEmpty && text.hasSuffix("\n"))
        #expect(try Fixture.read(text).pins(publicSuffixes: nil).pins == pins)
    }

    @Test("of several servers one has to be named; pins of authorities alone and pins that report cannot be said")
    func limits() throws {
        let leaf = try PinSet(leaf: [Fixture.pin(0), Fixture.pin(1)])
        let hosts = try Fixture.hosts([
            "a.example": .pinned(leaf),
            "b.example": .pinned(try PinSet(authorities: [Fixture.pin(2)], backup: .waived)),
            "c.example": .pinned(leaf.with(enforcement: .reportOnly)), "d.example": .excluded,
            "e.example": .pinned(try Fixture.set([0, 3])),
        ])
        let pins = ExchangedPins(hosts)
        #expect(throws: PinFileError.self) { try Fixture.written(pins, as: .curl) }
        var options = ExchangedPins.WritingOptions()
        for name in ["b.example", "c.example", "d.example", "other.example"] {
            options.host = try ServerName(name)
            #expect(throws: PinFileError.self, "\(name)") { try Fixture.written(pins, as: .curl, options) }
        }
        options.host = try ServerName("a.example")
        #expect(
            try Set(Fixture.written(pins, as: .curl, options).text.dropLast().split(separator: ";").map(String.init))
                == Set(Self.option.split(separator: ";").map(String.init)))
        options.host = try ServerName("e.example")
        #expect(try Fixture.written(pins, as: .curl, options).notes.map(\.kind) == [.cannotExpress])
    }
}
