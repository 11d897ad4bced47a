import Foundation
import Glibc
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastTrust
import HoldfastX509
import PeerPrograms
import TestSupport

/// The servers of the table's rows on this machine, and a folder that says where they are.
final class OpinionBed {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Where the folder is seen in a tree.
    static let place = "/opinions"

    let folder = TemporaryFolder.toBeMade()
    let tree: OtherDebian
    /// The anchors of all rows, DER.
    private(set) var anchors: [[UInt8]] = []
    /// In the order of the table.
    private(set) var targets: [(name: String, host: String, port: UInt16)] = []
    private var servers: [TLSServer] = []
    private let others = ChildProcess()
    private let othersInput = Pipe()

    /// Starts them: HoldfastServing, and, where a row needs a newer library than this system may have, the `openssl` of
    /// the tree, which has made the chain too.
    init(_ names: [String], in tree: OtherDebian) async throws {
        self.tree = tree
        let moment = SystemClock.now()
        try folder.makeFolder("")
        let made = try tree.run([Self.script, "make", Self.place], places: places)
        guard made.status == 0 else { throw Failure(description: made.all) }
        var served = ""
        for name in names {
            if let row = LiveRow.named(name) {
                do {
                    try serve(row, at: moment)
                } catch {
                    throw Failure(description: "\(name): \(error)")
                }
            } else {
                let text = try folder.text("\(name)/roots.pem")
                anchors += try PEM.blocks(in: Array(text.utf8)[...]).map(\.contents)
                let port = try LoopbackPort.free()
                served += "\(name)\t\(Self.host)\t\(port)\n"
                targets.append((name, Self.host, port))
            }
        }
        try folder.write(served, to: "served")
        try folder.write(targets.map { "\($0.name)\t\($0.host)\t\($0.port)\n" }.joined(), to: "rows")
        others.executableURL = URL(filePath: "/usr/bin/env")
        others.arguments = tree.words([Self.script, "serve", Self.place])
        others.environment = tree.environment(places)
        others.standardInput = othersInput
        try others.run()
        for (name, _, port) in targets where LiveRow.named(name) == nil {
            guard try await LoopbackPort.waitUntilOpen(port) else { throw Failure(description: "\(name): no server") }
        }
    }

    private func serve(_ row: LiveRow, at moment: Instant) throws {
        let chain = try row.chain(at: moment)
        try write(chain.anchors, for: row.name)
        var configuration = TLSServerConfiguration(chain.identity)
        // Weak keys and digests are served too: whether they are taken is what is asked.
        configuration.securityLevel = 0
        row.configure(&configuration)
        let server = try TLSServer(configuration) { _ in ServerResponse(text: row.name) }
        servers.append(server)
        targets.append((row.name, chain.host, server.port))
    }

    deinit {
        try? othersInput.fileHandleForWriting.close()
        if others.processIdentifier != 0 { others.waitUntilExit() }
    }

    private static let host = "www.holdfast.test"
    static let script = "scripts/peer-opinions"
    var places: [String: String] { [Self.place: folder.path] }

    private func write(_ anchors: [[UInt8]], for name: String) throws {
        self.anchors += anchors
        try folder.write(
            anchors.map { PEMBlock(.certificate, contents: $0).encoded }.joined(), to: "\(name)/roots.pem")
    }

    /// The words of a program about each row, by name.
    func ask(_ peer: String) throws -> [String: String] {
        let command = peer == "holdfast" ? [try CommandPage.holdfast().path] : []
        let run = try tree.run([Self.script, "ask", peer, Self.place] + command, places: places)
        guard run.status == 0 else { throw Failure(description: "\(peer): \(run.all)") }
        var words: [String: String] = [:]
        for line in run.output.split(separator: "\n") {
            let parts = line.split(separator: "\t", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else { throw Failure(description: "\(peer): \(line)") }
            words[parts[0]] = parts[1].isEmpty ? "nothing said" : parts[1].replacing("|", with: "/")
        }
        guard peer == "holdfast" else { return words }
        return try words.reduce(into: [:]) { $0[$1.key] = try verdict($1.key, $1.value) }
    }

    /// Our codes of errors, or the exit code of a connection that failed.
    private func verdict(_ name: String, _ word: String) throws -> String {
        guard word != "ok" else { return word }
        let document = try JSONSerialization.jsonObject(with: Data(try folder.bytes("\(name)/verdict.json")))
        let findings = (document as? [String: Any])?["findings"] as? [[String: Any]] ?? []
        let codes = findings.filter { $0["severity"] as? String == "error" }.compactMap { $0["code"] as? String }
        return codes.isEmpty ? word : Set(codes).sorted().joined(separator: " ")
    }

    /// The words of one Chromium about each row, by name, and its version.
    func askChromium() throws -> (words: [String: String], version: String) {
        let policies = TemporaryFolder.toBeMade()
        defer { withExtendedLifetime(policies) {} }
        let list = anchors.map { Data($0).base64EncodedString() }
        let policy = try JSONSerialization.data(withJSONObject: ["CACertificates": list])
        try policies.write(policy, to: "opinions.json")
        let chromium = try Chromium(
            in: tree, places: ["/etc/chromium/policies/managed": policies.path],
            options: ["--host-resolver-rules=MAP * 127.0.0.1"])
        var words: [String: String] = [:]
        for (name, host, port) in targets {
            let authority = host.contains(":") ? "[\(host)]" : host
            let answer = try chromium.call("Page.navigate", ["url": "https://\(authority):\(port)/"])
            words[name] = (answer["errorText"] as? String)?.replacing("net::", with: "") ?? "ok"
        }
        let product = try chromium.call("Browser.getVersion")["product"] as? String ?? ""
        _ = try chromium.close()
        return (words, product.split(separator: "/").last.map(String.init) ?? "unknown")
    }
}
