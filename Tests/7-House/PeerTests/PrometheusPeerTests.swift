import Foundation
import HoldfastCrypto
import PeerPrograms
import TestSupport
import Testing

/// The metrics of a scan, read by Prometheus' own tools: promtool, node_exporter and Prometheus with the rules of the
/// documentation.
@Suite(
    "The metrics of a scan in Prometheus", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct PrometheusPeerTests {
    /// The block of rules in Docs/every-night.md.
    private func rules() throws -> String {
        let page = try String(contentsOf: ProjectFolder.top.appending(path: "Docs/every-night.md"), encoding: .utf8)
        let block = try #require(page.firstMatch(of: /```yaml\n(groups:[\s\S]*?)```/))
        return String(block.1)
    }

    @Test("promtool finds nothing wrong with the file")
    func file() throws {
        let bed = try ScanBed(at: SystemClock.now())
        let run = try bed.scan(["--metrics", bed.folder.path("scan.prom"), "--quiet"])
        #expect(run.status == 33, "\(run.all)")
        let text = try bed.folder.text("scan.prom")
        let checked = try Peer.run("promtool", ["check", "metrics"], input: text)
        #expect(checked.status == 0 && checked.all.isEmpty, "\(checked.all)")
        #expect(text.contains("owner=\"team \\\"expired.test\\\"\""), "\(text)")
    }

    @Test("promtool finds nothing wrong with the rules of the documentation")
    func rulesOfDocumentation() throws {
        let folder = try TemporaryFolder()
        let checked = try Peer.run("promtool", ["check", "rules", try folder.write(rules(), to: "rules.yml")])
        #expect(checked.status == 0 && checked.all.contains("3 rules found"), "\(checked.all)")
    }

    @Test("Prometheus has the numbers by node_exporter, and the rules fire for the server that they are about")
    func alerts() async throws {
        let bed = try ScanBed(at: SystemClock.now())
        _ = try bed.scan(["--metrics", bed.folder.path("text/scan.prom"), "--quiet"], of: [])
        try FileManager.default.createDirectory(
            atPath: bed.folder.path("text"), withIntermediateDirectories: true)
        #expect(try bed.scan(["--metrics", bed.folder.path("text/scan.prom"), "--quiet"]).status == 33)
        let exporter = try PeerServer()
        let exporterPort = try LoopbackPort.free()
        try await exporter.start(
            [
                "prometheus-node-exporter", "--collector.disable-defaults", "--collector.textfile",
                "--collector.textfile.directory=\(bed.folder.path("text"))",
                "--web.listen-address=127.0.0.1:\(exporterPort)",
            ], listeningAt: exporterPort, output: .nullDevice)
        let prometheus = try PeerServer()
        let port = try LoopbackPort.free()
        try prometheus.write(try rules(), to: "rules.yml")
        try prometheus.write(
            """
            global:
              scrape_interval: 1s
              evaluation_interval: 1s
            rule_files: [rules.yml]
            scrape_configs:
              - job_name: node
                static_configs:
                  - targets: ["127.0.0.1:\(exporterPort)"]

            """, to: "prometheus.yml")
        try await prometheus.start(
            [
                "prometheus", "--config.file=\(prometheus.place("prometheus.yml").path)",
                "--storage.tsdb.path=\(prometheus.place("data").path)", "--web.listen-address=127.0.0.1:\(port)",
            ], listeningAt: port, output: .nullDevice)
        func ask(_ path: String) throws -> String {
            try Peer.curl(["http://127.0.0.1:\(port)/api/v1/\(path)"]).output
        }
        try await eventually("the number of errors in Prometheus") {
            try ask("query?query=holdfast_scan_results%7Blevel%3D%22error%22%7D").contains(",\"1\"]")
        }
        try await eventually("two alerts") {
            let alerts = try ask("alerts")
            return alerts.contains("\"CertificateTargetFails\"") && alerts.contains("\"CertificateEndsSoon\"")
        }
        let answer = try JSONSerialization.jsonObject(with: Data(try ask("alerts").utf8)) as? [String: Any]
        let alerts = try #require((answer?["data"] as? [String: Any])?["alerts"] as? [[String: Any]])
        let told = alerts.compactMap { alert -> String? in
            let labels = alert["labels"] as? [String: String]
            return labels.map { "\($0["alertname"] ?? "") \($0["target"]?.prefix { $0 != ":" } ?? "")" }
        }
        #expect(Set(told) == ["CertificateTargetFails expired.test", "CertificateEndsSoon soon.test"], "\(alerts)")
    }
}
