import HoldfastPolicy
import HoldfastTrust
import HoldfastX509
import Testing

@testable import HoldfastPins

@Suite("Labels, comments and backups on their way from one format into another")
struct LabelledPinsTests {
    private typealias Fixture = ExchangeFixture

    /// Two pins of a server, its own last by the texts, with labels that other formats have to be careful with.
    private static func policy(_ label: String = "in use -- since \\\"May\\\"", more: String = "") -> String {
        """
        {"schema": "holdfast.policy/1",\(more)
         "hosts": {"www.example.com": {
          "pins": {"leaf": [{"pin": "sha256/\(Fixture.hashes[0])", "label": "\(label)"},
                            {"pin": "sha256/\(Fixture.hashes[1])", "backup": true, "label": "in the safe"}]}}}}
        """
    }

    private func pins(_ text: String) throws -> ExchangedPins { try Fixture.read(text).pins(publicSuffixes: nil).pins }

    private func position(_ part: String, in text: String) throws -> String.Index {
        try #require(text.firstRange(of: part), "\(text)").lowerBound
    }

    @Test(
        "each text format has the labels beside the pins, in the order of the file",
        arguments: [PinFormat.policy, .trustKit, .pinnedDomains, .android, .okHttp])
    func labels(_ format: PinFormat) throws {
        let (text, notes) = try Fixture.written(try pins(Self.policy()), as: format)
        #expect(!notes.contains { $0.what.contains("label") })
        let mark = format == .policy ? "in the safe" : "backup: in the safe"
        let (own, backup) = try (position(Fixture.hashes[0], in: text), position(Fixture.hashes[1], in: text))
        #expect(own < backup, "\(text)")
        let label = try position(mark, in: text)
        // Source code has the comment behind the pin, and the others have it before.
        #expect(format == .okHttp || format == .policy ? backup < label : own < label && label < backup, "\(text)")
        // Source code is read by a reader that is the caller's.
        guard format != .okHttp else { return }
        let again = try pins(text)
        #expect(again.hosts.rules.count == 1 && again.hosts.rules.values.first?.set?.all.count == 2)
        guard format == .policy || format == .android else { return }
        let labels = try #require(again.notations.values.first?.labels)
        #expect(labels[try Fixture.pin(1)] == PinLabel("in the safe", isBackup: true))
        let own0 = format == .policy ? "in use -- since \"May\"" : "in use - - since \"May\""
        #expect(labels[try Fixture.pin(0)] == PinLabel(own0))
    }

    @Test("formats without room for labels say so, and keep the order")
    func withoutLabels() throws {
        var options = ExchangedPins.WritingOptions()
        let (curl, notes) = try Fixture.written(try pins(Self.policy()), as: .curl, options)
        #expect(curl == "sha256//\(Fixture.hashes[0]);sha256//\(Fixture.hashes[1])\n")
        #expect(notes.map(\.what) == ["the labels of the pins: left out"])
        options.isBinary = true
        let (bytes, binaryNotes) = try pins(Self.policy()).written(as: .trustKit, options)
        #expect(binaryNotes.contains { $0.what == "the labels of the pins: left out" })
        let read = try PinFile.read(bytes)
        #expect(read.first?.entries.first?.pins.map(\.text) == [Fixture.hashes[0], Fixture.hashes[1]])
    }

    @Test("an order that means something to its reader is kept", arguments: [[0, 1], [1, 0]])
    func order(_ indices: [Int]) throws {
        let hashes = indices.map { "<string>\(Fixture.hashes[$0])</string>" }.joined()
        let plist = """
            <plist version="1.0"><dict><key>TSKPinnedDomains</key><dict><key>www.example.com</key><dict>
            <key>TSKPublicKeyHashes</key><array>\(hashes)</array></dict></dict></dict></plist>
            """
        for format in [PinFormat.policy, .trustKit, .android, .okHttp] {
            let (text, _) = try Fixture.written(try pins(plist), as: format)
            let places = try indices.map { try position(Fixture.hashes[$0], in: text) }
            #expect(places[0] < places[1], "\(text)")
        }
    }

    /// The form of developer.android.com/privacy-and-security/security-config: the comment stands before the pin.
    @Test("Android's comments are labels: before the pin, or behind it at the end of its line")
    func androidComments() throws {
        func labels(_ inside: String) throws -> [Pin: PinLabel] {
            let text = """
                <network-security-config><domain-config><domain>a.example</domain><pin-set>
                \(inside)
                </pin-set></domain-config></network-security-config>
                """
            return try pins(text).notations.values.first?.labels ?? [:]
        }
        func pin(_ index: Int) -> String { "<pin digest=\"SHA-256\">\(Fixture.hashes[index])</pin>" }
        let backup = [try Fixture.pin(1): try #require(PinLabel("backup pin", isBackup: true))]
        #expect(try labels("\(pin(0))\n<!-- backup pin -->\n\(pin(1))") == backup)
        #expect(try labels("\(pin(0))\n\(pin(1)) <!-- backup pin --> \n") == backup)
        #expect(try labels("\(pin(0)) <!-- backup pin -->\(pin(1))") == backup)
        #expect(try labels("\(pin(0))\n\(pin(1))\n<!-- of nobody -->").isEmpty)
    }

    @Test("comments go from policy file to policy file, and are said to be lost elsewhere")
    func comments() throws {
        let text = """
            {"schema": "holdfast.policy/1", "comment": "ours", "hosts": {"www.example.com": {"comment": "shop",
             "pins": {"comment": "#4711", "leaf": ["sha256/\(Fixture.hashes[1])", "sha256/\(Fixture.hashes[0])"]}},
             "a.example": {"comment": "nothing yet"}}}
            """
        let file = try Fixture.read(text)
        #expect(file.notes.isEmpty && file.problems.isEmpty)
        let pins = try file.pins(publicSuffixes: nil).pins
        let (written, notes) = try Fixture.written(pins, as: .policy)
        #expect(notes.isEmpty)
        let document = try PolicyDocument(Array(written.utf8), publicSuffixes: nil)
        #expect(document.comments == ["": "ours"])
        let shop = document.hosts[try HostPattern("www.example.com", publicSuffixes: nil)]
        #expect(shop?.comments == ["": "shop", "pins": "#4711"])
        for format in [PinFormat.trustKit, .android, .okHttp, .pinnedDomains, .curl] {
            let (_, notes) = try Fixture.written(pins, as: format)
            let lost = notes.filter { $0.what == "a comment: left out" }.map(\.place)
            #expect(lost == ["the file", "a.example", "www.example.com"], "\(format)")
        }
    }

    @Test("a waived backup is never written silently: one note for each group of a single pin")
    func waived() throws {
        let (one, two) = (try Fixture.set([0]), try Fixture.set([0, 1]))
        let mixed = try PinSet(
            leaf: [Fixture.pin(0)], authorities: [Fixture.pin(1)], enforcement: .enforce, backup: .waived)
        let hosts = try Fixture.hosts([
            "a.example": .pinned(one), "b.example": .pinned(two), "c.example": .pinned(mixed),
        ])
        let (text, notes) = try Fixture.written(ExchangedPins(hosts), as: .policy)
        #expect(notes.map(\.kind) == [.noBackup, .noBackup, .noBackup])
        #expect(notes.map(\.place) == ["a.example", "c.example", "c.example"])
        #expect(notes.allSatisfy { !$0.isLoss })
        #expect(text.ranges(of: "\"waived\"").count == 2)
    }

    /// XML 1.0 §2.5: "the string "--" (double-hyphen) MUST NOT occur within comments"; JLS §3.3 for the backslash.
    @Test(
        "no label ends the comment that it is written in",
        arguments: ["--> <pin>", "a---", "-", "\\\\u000a injected()", "*/ injected()"])
    func hostile(_ label: String) throws {
        let pins = try pins(Self.policy(label))
        for format in [PinFormat.android, .trustKit, .pinnedDomains] {
            let (text, _) = try Fixture.written(pins, as: format)
            #expect(try self.pins(text).hosts.rules.values.first?.set?.all.count == 2)
            let tree = try XMLTree(Array(text.utf8), allowsDocumentType: true)
            #expect(tree.name == (format == .android ? "network-security-config" : "plist"))
            for line in text.split(separator: "\n") where line.contains("<!--") {
                let inside = line.drop { $0 == " " }.dropFirst(4).dropLast(3)
                #expect(!inside.contains("--") && !inside.hasSuffix("-"), "\(line)")
            }
        }
        let (source, _) = try Fixture.written(pins, as: .okHttp)
        let lines = source.split(separator: "\n").filter { $0.contains("injected") || $0.contains("<pin>") }
        #expect(lines.allSatisfy { $0.contains(" // ") && !$0.contains("\\") }, "\(source)")
    }
}
