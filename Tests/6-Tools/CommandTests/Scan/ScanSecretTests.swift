import Foundation
import HoldfastAuthority
import HoldfastDiagnostics
import HoldfastX509
import LoopbackSupport
import TestSupport
import Testing

/// `holdfast scan` of what kubectl prints of secrets; every line of JSON is held against its schema.
@Suite("Scans of Kubernetes' secrets", .ownThread)
struct ScanSecretTests {
    private struct Result: Decodable {
        let index: Int
        let target: String
        let key: String
        let exitCode: Int32

        static func all(_ output: String) throws -> [Result] {
            try output.split(separator: "\n").map { try JSONDecoder().decode(Result.self, from: Data($0.utf8)) }
                .sorted { $0.index < $1.index }
        }
    }

    private let world: Loopback
    private let folder: Folder

    init() throws {
        world = try Loopback(host: "shop.test")
        folder = try Folder()
        try folder.write("anchor.pem", world.root.identity.chainPEM)
    }

    private func secret(_ name: String, _ chain: String, _ key: String) -> String {
        let data = ["tls.crt": chain, "tls.key": key].map { name, text in
            "\"\(name)\":\"\(Base64.encode(Array(text.utf8)))\""
        }
        return #"{"apiVersion":"v1","kind":"Secret","type":"kubernetes.io/tls","metadata":{"name":"\#(name)","#
            + #""namespace":"web"},"data":{\#(data.sorted().joined(separator: ","))}}"#
    }

    private func write(_ secrets: [String]) throws {
        let items = secrets.joined(separator: ",")
        try folder.write("secrets.json", #"{"apiVersion":"v1","kind":"List","items":[\#(items)]}"#)
    }

    /// Secrets of one certificate, `shop-0` and so on.
    private func writeGood(_ count: Int) throws {
        let identity = try world.identity()
        try write(try (0..<count).map { secret("shop-\($0)", identity.chainPEM, try identity.key.pem) })
    }

    private func scan(_ arguments: String...) throws -> CommandRun {
        try CommandRun(
            "holdfast", ["scan", "secrets.json", "--anchors-only", "anchor.pem"] + arguments, in: folder)
    }

    @Test("All parts together are the secrets, each once and in its place")
    func shards() throws {
        try writeGood(12)
        let whole = try Result.all(try scan("--json").output)
        #expect(whole.map(\.index) == Array(0..<12) && whole.allSatisfy { $0.exitCode == 0 })
        #expect(whole.map(\.key) == (0..<12).map { "secret/web/shop-\($0)" })
        let parts = try (1...2).map { try Result.all(try scan("--json", "--shard", "\($0)/2").output) }
        #expect(parts.allSatisfy { !$0.isEmpty && $0.count < 12 })
        #expect(parts.flatMap(\.self).sorted { $0.index < $1.index }.map(\.key) == whole.map(\.key))
        // By the key, whatever else is there: with another secret in front of all, each stays where it was.
        let identity = try world.identity()
        try write(
            [secret("first", identity.chainPEM, try identity.key.pem)]
                + (0..<12).map { secret("shop-\($0)", identity.chainPEM, try identity.key.pem) })
        let moved = try Result.all(try scan("--json", "--shard", "1/2").output).map(\.key)
        #expect(moved.filter { $0 != "secret/web/first" } == parts[0].map(\.key))
    }

    @Test("A secret that cannot be judged fails by itself")
    func failures() throws {
        let (shop, other) = (try world.identity(), try world.identity("other.test"))
        let wildcard = try world.identity("*.shop.test")
        try write([
            secret("good", shop.chainPEM, try shop.key.pem), secret("mixed", shop.chainPEM, try other.key.pem),
            secret("long", String(repeating: shop.chainPEM, count: 200), try shop.key.pem),
            secret("star", wildcard.chainPEM, try wildcard.key.pem),
            secret("last", shop.chainPEM, try shop.key.pem),
        ])
        let run = try scan("--json")
        #expect(run.exitCode == 33, "\(run.errors)")
        let results = try Result.all(run.output)
        #expect(results.map(\.target) == ["good", "mixed", "long", "star", "last"].map { "secret/web/\($0)" })
        #expect(results.map(\.exitCode) == [0, 30, ExitCode.workLimit.rawValue, 0, 0], "\(run.output)")
        // Who is to prove what is asked for is known of the others.
        let named = try scan("--json", "--ct-policy", "apple")
        #expect(try Result.all(named.output).map(\.exitCode)[3] == 2, "\(named.errors)")
        #expect(named.output.contains("neither cert-manager nor the certificate names a host"))
        #expect(try scan("--quiet", "--sarif", "out.sarif").exitCode == 33)
        let text = try String(contentsOf: folder.url.appending(path: "out.sarif"), encoding: .utf8)
        #expect(text.contains(#""uri":"secrets.json""#))
    }

    @Test("Secrets are kept like servers, and a run that was ended is gone on with")
    func history() throws {
        try writeGood(3)
        let first = try scan("--json", "--database", "scans.sqlite")
        #expect(first.exitCode == 0, "\(first.errors)")
        try beginRun(having: "secret/web/shop-1", at: 1)
        let second = try scan("--json", "--database", "scans.sqlite", "--resume")
        #expect(second.exitCode == 0 && second.errors.contains("run 2"), "\(second.errors)")
        #expect(try Result.all(second.output).map(\.key) == ["secret/web/shop-0", "secret/web/shop-2"])
        let history = ["--database", "scans.sqlite"]
        let shown = try CommandRun("holdfast", ["scan", "show", "2", "--json"] + history, in: folder)
        #expect(shown.output.split(separator: "\n").count == 3)
        let mute = try CommandRun(
            "holdfast", ["scan", "mute", "secret/web/shop-1", "--until", "30d"] + history, in: folder)
        #expect(mute.exitCode == 0, "\(mute.errors)")
    }

    /// Leaves a run that has one result, as a process that is killed does.
    private func beginRun(having key: String, at index: Int) throws {
        let history = try ScanHistory(folder.url.appending(path: "scans.sqlite").path, isMade: false)
        let list = folder.url.appending(path: "secrets.json").path
        let run = try history.begin(ScanSource(list: list), at: world.now)
        let record = ScanRecord(key: key, text: key, index: index, at: world.now, level: .none, exitCode: 0)
        try history.add([ScanEntry(record)], to: run)
    }
}
