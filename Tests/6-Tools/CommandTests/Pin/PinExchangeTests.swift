import Foundation
import TestSupport
import Testing

/// `holdfast pin import`, `export` and `lint`, as a user runs them.
@Suite(.ownThread)
struct PinExchangeTests {
    /// SHA-256 of "a" and of "abc" (FIPS 180-2, appendix B).
    private static let hashes = [
        "ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
    ]

    private static let android = """
        <network-security-config><domain-config><domain includeSubdomains="true">example.com</domain>
        <pin-set expiration="2030-01-01"><pin digest="SHA-256">\(hashes[0])</pin><pin \
        digest="SHA-256">\(hashes[1])</pin></pin-set>
        </domain-config></network-security-config>
        """

    @Test("a policy file on standard output, what it says otherwise on standard error, and both as JSON")
    func reading() throws {
        let folder = try Folder()
        try folder.write("config.xml", Self.android)
        for format in ["android", "auto"] {
            let run = try CommandRun("holdfast", ["pin", "import", format, "config.xml"], in: folder)
            #expect(
                run.exitCode == 0 && run.errors.hasPrefix("config.xml:2:1: pin-set: said otherwise: "), "\(run.errors)")
            let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
            let hosts = object?["hosts"] as? [String: [String: [String: Any]]]
            let pins = try #require(hosts?["**.example.com"]?["pins"])
            #expect(Set(pins["anywhere"] as? [String] ?? []) == Set(Self.hashes.map { "sha256/\($0)" }))
            #expect(pins["expires"] as? String == "2030-01-01T00:00:00Z" && pins["afterExpiry"] as? String == "open")
        }
        struct Line: Decodable {
            struct Note: Decodable { let kind, what, place: String }
            let schema, format, file: String
            let notes: [Note]
        }
        let json = try CommandRun("holdfast", ["pin", "import", "--json", "android", "config.xml"], in: folder)
        let line = try JSONDecoder().decode(Line.self, from: Data(json.output.utf8))
        #expect(line.schema == "holdfast.pinExchange/1" && line.notes.map(\.kind) == ["adapted"] && json.errors.isEmpty)
    }

    @Test("through every format and back to the same policy file")
    func roundTrips() throws {
        let folder = try Folder()
        try CreateTests.shell(
            """
            cat > config.xml <<'X'
            \(Self.android)
            X
            "$holdfast" pin import android config.xml > policy.json 2>/dev/null
            for format in trustkit android policy; do
              "$holdfast" pin export $format policy.json > there 2>/dev/null
              "$holdfast" pin import $format there 2>/dev/null | cmp - policy.json
            done
            "$holdfast" pin export trustkit --binary policy.json > there 2>/dev/null
            "$holdfast" pin import auto there 2>/dev/null | cmp - policy.json
            "$holdfast" pin export okhttp policy.json 2>notes | "$holdfast" pin import okhttp - > okhttp.json
            grep -q 'cannot be expressed: \\*\\*.example.com: an end' notes
            grep -v -e expires -e afterExpiry -e sha256 policy.json | tr -d ',\\n ' > a
            grep -v -e sha256 okhttp.json | tr -d ',\\n ' > b
            cmp a b
            "$holdfast" pin export curl policy.json --host www.example.com 2>/dev/null > pins
            "$holdfast" pin import curl pins --host www.example.com | grep -c sha256/ | grep -qx 2
            """, in: folder)
    }

    @Test(
        "a host that would lose all its pins, or another program that would end: nothing is written, 33; --lossy writes"
    )
    func losses() throws {
        let folder = try Folder()
        let pins = "{\"pins\":{\"anywhere\":[\"sha256/\(Self.hashes[0])\"],\"backup\":\"waived\"}}"
        for (host, format, words) in [
            ("a.example.com", "trustkit", "ends the other program: a.example.com: a single pin"),
            ("192.0.2.1", "trustkit", "is not pinned there: 192.0.2.1: an address"),
            ("*.a.example.com", "android", "is not pinned there: *.a.example.com: one label"),
            ("a.example.com", "nspinned", "is not pinned there: a.example.com: pins that may stand anywhere"),
        ] {
            try folder.write("policy.json", "{\"schema\":\"holdfast.policy/1\",\"hosts\":{\"\(host)\":\(pins)}}")
            let refused = try CommandRun("holdfast", ["pin", "export", format, "policy.json"], in: folder)
            #expect(refused.exitCode == 33 && refused.output.isEmpty && refused.errors.hasPrefix(words))
            #expect(refused.errors.contains("holdfast: nothing is written: "))
            let lossy = try CommandRun("holdfast", ["pin", "export", format, "policy.json", "--lossy"], in: folder)
            #expect(lossy.exitCode == 0 && !lossy.output.isEmpty && lossy.errors.hasPrefix(words))
            let json = try CommandRun("holdfast", ["pin", "export", format, "policy.json", "--json"], in: folder)
            #expect(json.exitCode == 33 && json.output.contains("\"file\":null"))
        }
        try folder.write(
            "policy.json",
            """
            {"schema":"holdfast.policy/1","hosts":{"x.a.example":{"pins":"excluded"},"**.a.example":{"pins":{"anywhere":
            ["sha256/\(Self.hashes[0])","sha256/\(Self.hashes[1])"]}}}}
            """)
        let excluded = try CommandRun("holdfast", ["pin", "export", "okhttp", "policy.json"], in: folder)
        #expect(excluded.exitCode == 33 && excluded.output.isEmpty, "\(excluded)")
        #expect(
            excluded.errors.contains(
                "is pinned there: x.a.example: it is excluded, and the pins of **.a.example hold for it there\n"),
            "\(excluded.errors)")
        let android = try CommandRun("holdfast", ["pin", "export", "android", "policy.json"], in: folder)
        #expect(android.exitCode == 0, "\(android)")
        try folder.write(
            "a.kt", "b.add(name(), \"sha256/\(Self.hashes[0])\")\nb.add(\"a.b\", \"sha256/\(Self.hashes[1])\")")
        let imported = try CommandRun("holdfast", ["pin", "import", "okhttp", "a.kt"], in: folder)
        #expect(imported.exitCode == 33 && imported.output.isEmpty)
        let computed = try CommandRun(
            "holdfast", ["pin", "compute", "--format", "trustkit", "--host", "a.example.com", "leaf.pem"], in: folder)
        #expect(computed.exitCode == 33 && computed.output.isEmpty)
    }

    @Test("what cannot be meant is an error, and nothing is printed")
    func errors() throws {
        try Script(
            """
            $ holdfast pin import gopher leaf.pem
            ! holdfast: 'gopher' is no format of pins
            ! hint: formats are policy, trustkit, nspinned, android, okhttp, curl
            = 2
            $ holdfast pin import auto leaf.pem
            ! holdfast: 'leaf.pem': it holds no pins in a known format: policy, trustkit, nspinned, android, okhttp, \
            curl
            ! hint: holdfast pin lint says what else is wrong with it
            = 2
            $ holdfast pin import android
            ! holdfast: pin import needs FORMAT FILE
            ! hint: holdfast pin import --help shows examples
            = 2
            $ holdfast pin import android empty
            ! holdfast: 'empty': it is empty
            ! hint: holdfast pin lint says what else is wrong with it
            = 2
            $ holdfast pin export okhttp --binary leaf.pem
            ! holdfast: --binary goes with trustkit and nspinned
            ! hint: only those are property lists
            = 2
            $ holdfast pin sign policy.json
            ! …
            ! hint: …
            = 2
            """
        ).run(in: Folder())
        let folder = try Folder()
        try folder.write("curl", "sha256//\(Self.hashes[0])")
        let run = try CommandRun("holdfast", ["pin", "import", "curl", "curl"], in: folder)
        #expect(run.exitCode == 2 && run.output.isEmpty && run.errors.contains("curl's pins need --host PATTERN"))
    }

    @Test("lint: 33 with errors and warnings, 0 with notes; text and JSON")
    func lint() throws {
        let folder = try Folder()
        try folder.write("config.xml", Self.android)
        let good = try CommandRun(
            "holdfast", ["pin", "lint", "--at", "2026-06-01T00:00:00Z", "config.xml"], in: folder)
        #expect(good.exitCode == 0 && good.output.isEmpty && good.errors == "config.xml: nothing found\n")
        let old = try CommandRun("holdfast", ["pin", "lint", "--at", "2030-01-01T00:00:00Z", "config.xml"], in: folder)
        #expect(old.exitCode == 33 && old.output.hasPrefix("config.xml:1:41: domain: error: "))
        try folder.write(
            "policy.json",
            """
            {"schema":"holdfast.policy/1","hosts":{"a.example":{"pins":{"leaf":
             ["sha256/47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]}}}}
            """)
        struct Line: Decodable { let schema, file, id, severity, message, advice, source, pattern, place: String }
        let json = try CommandRun("holdfast", ["pin", "lint", "--json", "policy.json", "text.txt"], in: folder)
        let lines = try json.output.split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8))
        }
        #expect(lines.map(\.id) == ["pin.emptyInput", "set.noBackup", "file.unreadable"] && json.exitCode == 33)
        #expect(lines[0].place == "2:3" && lines[0].pattern == "a.example" && lines.map(\.file).last == "text.txt")
        let quiet = try CommandRun("holdfast", ["pin", "lint", "--quiet", "policy.json"], in: folder)
        #expect(quiet.exitCode == 33 && quiet.output.isEmpty)
        try folder.write(
            "report.json",
            """
            {"schema":"holdfast.policy/1","hosts":{"a.example":{"pins":{"leaf":["sha256/\(Self.hashes[0])",
             "sha256/\(Self.hashes[1])"],"enforcement":"reportOnly"}}}}
            """)
        let notes = try CommandRun("holdfast", ["pin", "lint", "report.json"], in: folder)
        #expect(notes.exitCode == 0 && notes.output.contains("note: "))
    }
}
