import HoldfastPins
import HoldfastTrust
import Testing

@testable import HoldfastCommand

/// Kotlin and Java source code that fills OkHttp's `CertificatePinner`, as the documentation of that class has it.
@Suite("Pins of OkHttp in source code")
struct OkHttpSourceTests {
    /// SHA-256 of "a", of "abc", of the 448-bit message and of a million "a" (FIPS 180-2, appendix B; RFC 6234 §8.5).
    private static let hashes = [
        "ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
        "JI1qYdIGOLjlwCaTDD5gOaM85FlkR/FnOyvc+UOb1Go=", "zcdub5klOLQMwbSBFA9RRlY2Bm1nVCOIVUDQ5khK9JY=",
    ]

    private static func pin(_ index: Int) -> String { "sha256/\(hashes[index])" }

    private static func set(_ indices: [Int]) throws -> PinSet {
        try PinSet(anywhere: Set(indices.map { try Pin(pin($0)) }), backup: .waived)
    }

    private static func files(_ text: String, as format: PinFormat? = nil) throws(PinFileError) -> [PinFile] {
        try PinFile.read(
            Array(text.utf8), as: format, okHttpSource: OkHttpSource.calls(in:_:), policyProblems: { _ in [] })
    }

    private static func read(_ text: String) throws -> PinFile {
        let files = try files(text)
        #expect(files.count == 1)
        return try #require(files.first)
    }

    /// What a file says, by pattern.
    private static func rules(_ text: String) throws -> [String: PinnedHosts.Rule] {
        let hosts = try read(text).pins(publicSuffixes: nil).pins.hosts
        return Dictionary(uniqueKeysWithValues: hosts.rules.map { ("\($0.key)", $0.value) })
    }

    @Test("source code in Kotlin and Java: literals, named arguments, names of texts; remarks do not count")
    func sources() throws {
        let kotlin = """
            private const val BACKUP: String = "\(Self.pin(1))"
            val host = "example.com" // was "example.net"
            val pinner = CertificatePinner.Builder()
                // .add("gone.example.com", "\(Self.pin(3))")
                .add(host, "\(Self.pin(0))", BACKUP)
                .add(pattern = "**.example.org", "\(Self.pin(2))",)
                .build()
            list.add("something else"); names.add("a", "b")
            """
        #expect(
            try Self.rules(kotlin) == [
                "example.com": .pinned(try Self.set([0, 1])), "**.example.org": .pinned(try Self.set([2])),
            ])
        let java = """
            static final String HOST = "example.com"; /* add("x.example", "\(Self.pin(3))") */
            new CertificatePinner.Builder().add(HOST, "\(Self.pin(0))")
                .add(HOST, "\(Self.pin(1))").build();
            """
        #expect(try Self.rules(java) == ["example.com": .pinned(try Self.set([0, 1]))])
    }

    @Test("what is computed is left out, and said with its line")
    func computed() throws {
        let text = """
            val a = "x" + suffix
            b.add("$host.example", "\(Self.pin(0))")
            b.add("ok.example", "\(Self.pin(0))", pins[1], "sha256/" + hash)
            b.add(a, "\(Self.pin(0))")
            """
        let file = try Self.read(text)
        #expect(file.entries.map(\.pattern) == ["ok.example"] && file.entries[0].pins.count == 1)
        #expect(file.notes.map(\.place) == ["2", "3", "4"])
        #expect(file.notes.map(\.kind) == [.unpinned, .cannotExpress, .unpinned])
    }

    @Test("the same pins after writing and reading, with a note for older readers alone")
    func roundTrip() throws {
        let text = "**.example.com \(Self.pin(0))\n*.example.com \(Self.pin(1))\nx.example.org \(Self.pin(2))\n"
        let (pins, _) = try Self.read(text).pins(publicSuffixes: nil)
        let (bytes, notes) = try pins.written(as: .okHttp)
        let source = String(decoding: bytes, as: UTF8.self)
        // OkHttp reads ** since 4.3.0 (its change log, 2019-12-31).
        #expect(notes.map(\.kind) == [.newerReader])
        #expect(source.hasPrefix("CertificatePinner.Builder()\n    .add(\"*.example.com\", \"sha256/"))
        #expect(try Self.read(source).pins(publicSuffixes: nil).pins == pins)
    }

    @Test("source code of any shape is read in time, and nothing of it ends the process")
    func hostile() {
        let pieces = [
            "add(", "\"", "\"\"\"", "/*", "//", "\\", "\n", "(", ")", ",", "=", "sha256/", "add", "\"sha256/a\"", "$",
        ]
        var seed: UInt64 = 7
        for _ in 0..<3000 {
            var text = "(\""
            for _ in 0..<24 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(seed >> 33) % pieces.count]
            }
            _ = try? Self.files(text, as: .okHttp)
        }
        let open = String(repeating: "add(", count: 250_000)
        #expect(throws: PinFileError.self) { try Self.files(open + "\"", as: .okHttp) }
    }

    @Test("cut anywhere, it is read or refused")
    func damage() throws {
        let text = ["**.a.example", "x.a.example"].map { "\($0) \(Self.pin(0)) \(Self.pin(1))\n" }.joined()
        let (bytes, _) = try Self.read(text).pins(publicSuffixes: nil).pins.written(as: .okHttp)
        for length in 0..<bytes.count {
            let start = String(decoding: bytes.prefix(length), as: UTF8.self)
            guard let files = try? Self.files(start, as: .okHttp) else { continue }
            for file in files { _ = try? file.pins(publicSuffixes: nil) }
        }
    }
}
