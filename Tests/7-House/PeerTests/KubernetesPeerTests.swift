import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastX509
import PeerPrograms
import TestSupport
import Testing

/// Secrets that kubectl prints, of an API server that has nothing else.
@Suite(
    "Secrets of Kubernetes as kubectl prints them", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct KubernetesPeerTests {
    private let bed: ScanBed
    private let server: PeerServer
    private let port: UInt16

    /// Annotations that kubectl writes in every style that it has.
    private static let annotations = [
        "cert-manager.io/alt-names": "shop.test,*.shop.test", "cert-manager.io/certificate-name": "shop",
        "cert-manager.io/issuer-kind": "ClusterIssuer", "cert-manager.io/issuer-name": "yes",
        "cert-manager.io/ip-sans": "192.0.2.7",
        "kubectl.kubernetes.io/last-applied-configuration": "{\"apiVersion\":\"v1\",\"kind\":\"Secret\"}\n",
        "empty": "", "number": "010", "lines": "one\n  two\n\nthree", "led": "\n\nx\n\n", "space": " a ",
        "long": String(repeating: "words and more words: ", count: 20), "tab": "a\tb \"c\" 'd'", "sign": "&a *b !c",
        "colour": "\u{1b}[31m", "letters": "ü 中文 😀 \u{2028}",
    ]

    init() async throws {
        bed = try ScanBed(at: SystemClock.now())
        server = try PeerServer()
        port = try LoopbackPort.free()
        func secret(_ name: String, _ namespace: String, _ data: [String: String], _ type: String) -> [String: Any] {
            [
                "apiVersion": "v1", "kind": "Secret", "type": type,
                "data": data.mapValues { Base64.encode(Array($0.utf8)) },
                "metadata": [
                    "name": name, "namespace": namespace, "annotations": Self.annotations, "labels": [String: String](),
                    "creationTimestamp": "2026-01-02T03:04:05Z", "resourceVersion": "12", "uid": "u",
                    "managedFields": [["manager": "x", "fieldsV1": ["f:data": ["f:tls.crt": [String: String]()]]]],
                ],
            ]
        }
        let shop = try bed.root.issue(.server(names: ["shop.test"], at: SystemClock.now()))
        let other = try bed.root.issue(.server(names: ["other.test"], at: SystemClock.now()))
        let secrets = [
            secret(
                "shop", "web", ["tls.crt": shop.chainPEM, "tls.key": try shop.key.pem], "kubernetes.io/tls"),
            secret(
                "broken", "web", ["tls.crt": shop.chainPEM, "tls.key": try other.key.pem], "kubernetes.io/tls"),
            secret("password", "web", ["password": "hunter2"], "Opaque"),
        ]
        let list = try bed.folder.write(JSONSerialization.data(withJSONObject: secrets), to: "secrets.json")
        let script = ProjectFolder.top.appending(path: "scripts/peer-kubernetes.py").path
        try await server.start(["/usr/bin/python3", script, "\(port)", list], listeningAt: port)
    }

    private func kubectl(_ arguments: [String]) throws -> String {
        let run = try Peer.run(
            "kubectl",
            [
                "--server=http://127.0.0.1:\(port)", "--kubeconfig=/dev/null",
                "--cache-dir=\(bed.folder.path("cache"))",
                "get", "secret", "-n", "web",
            ] + arguments)
        try #require(run.status == 0, "\(run.all)")
        return run.output
    }

    @Test("a list and a single secret say the same in YAML and in JSON", arguments: [["shop"], []])
    func forms(_ names: [String]) throws {
        let holdfast = try CommandPage.holdfast().path
        let runs = try ["yaml", "json"].map { form in
            try Peer.run(holdfast, ["inspect", "--json", "-"], input: try kubectl(names + ["-o", form]))
        }
        #expect(runs[0].output == runs[1].output && !runs[0].output.isEmpty)
        #expect(runs.map(\.status) == (names.isEmpty ? [30, 30] : [0, 0]), "\(runs.map(\.all))")
        let output = runs[0].output
        #expect(output.contains(#""certificateName":"shop""#) && output.contains(#""issuerName":"yes""#), "\(output)")
        #expect(output.contains(#""dnsNames":["shop.test","*.shop.test"]"#), "\(output)")
        #expect(!output.contains("hunter2") && !output.contains("PRIVATE KEY"))
    }

    @Test(
        "scan judges each secret for TLS, and one that no server could start with is an error",
        arguments: ["yaml", "json"])
    func scan(_ form: String) throws {
        let run = try Peer.run(
            try CommandPage.holdfast().path,
            ["scan", "--anchors-only", bed.folder.path("root.pem"), "--json", "-"], input: try kubectl(["-o", form]))
        #expect(run.status == 33, "\(run.all)")
        let lines = try run.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(lines.map { $0["target"] as? String } == ["secret/web/shop", "secret/web/broken"])
        #expect(lines.map { $0["exitCode"] as? Int } == [0, 30])
    }
}
