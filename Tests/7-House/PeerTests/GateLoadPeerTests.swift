import Foundation
import HoldfastAuthority
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// A gate with many clients, and with much content, before a real nginx.
@Suite(
    "The gate under load", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct GateLoadPeerTests {
    /// Kilobytes above what an idle gate has.
    private static let mostMemory = 64 << 10
    /// Kilobytes of a connection that stays: TLS on both sides, libcurl's part, and the tasks that wait.
    private static let mostOfConnection = 160

    /// Starts nginx and a gate in front of it.
    private func site(lines: [String] = []) async throws -> (bench: Loopback, nginx: Nginx, gate: RunningGate) {
        let bench = try Loopback()
        let nginx = try await Nginx(
            try bench.identity(), clients: .off, authorities: bench.root.identity.chainPEM, version: "TLSv1.3",
            http2: true,
            lines: lines)
        let gate = try RunningGate(["--anchors-only", bench.rootFile, "--connect-to", Loopback.connectTo(nginx.port)])
        return (bench, nginx, gate)
    }

    private func url(_ nginx: Nginx, _ path: String = "page.txt") -> String {
        "https://\(Loopback.host):\(nginx.port)/\(path)"
    }

    @Test("500 MB in each direction are whole, by both versions of HTTP, in a memory that does not grow")
    func content() async throws {
        let folder = try TemporaryFolder()
        let size = 500_000_000
        let site = try await site(lines: ["dav_methods PUT; client_max_body_size 0;"])
        let (pattern, file) = (folder.path("pattern"), folder.path("file"))
        // Of a pattern that no part of repeats at the size of a buffer.
        let made = try Peer.run(
            "sh",
            [
                "-c", "openssl enc -aes-128-ctr -K 00 -iv 00 -in /dev/zero 2>/dev/null | head -c \(size) >\"$1\"", "sh",
                pattern,
            ])
        #expect(made.status == 0)
        let idle = try site.gate.memory("VmRSS")
        for version in ["--http1.1", "--http2"] {
            let put = try site.gate.curl([version, "-T", pattern, "-H", "Expect:", url(site.nginx, "put\(version)")])
            #expect(put.status == 0, "\(version): \(put.all)")
            let got = try site.gate.curl([version, "-o", file, url(site.nginx, "put\(version)")])
            #expect(got.status == 0, "\(version): \(got.all)")
            #expect(try Peer.run("cmp", [pattern, file]).status == 0, "\(version)")
        }
        let grown = try site.gate.memory("VmHWM") - idle
        #expect(grown <= Self.mostMemory)
        print("the gate, 500 MB in each direction by each version: at most \(grown) KB above \(idle)")
    }

    @Test("a thousand connections each have their answer, and cost what a connection costs")
    func connections() async throws {
        let site = try await site(lines: ["keepalive_timeout 120s;"])
        try site.nginx.put(String(repeating: "a", count: 100), at: "small")
        let idle = try site.gate.memory("VmRSS")
        let program = ProjectFolder.top.appending(path: "Benchmarks/Peers/connections.py").path
        let run = try Peer.run(
            "env",
            [
                "https_proxy=\(site.gate.proxy)", "python3", program, "1000", url(site.nginx, "small"),
                site.gate.authority, "\(site.gate.processIdentifier)",
            ])
        #expect(run.status == 0, "\(run.all)")
        let grown = try site.gate.memory("VmHWM") - idle
        #expect(grown <= 1_000 * Self.mostOfConnection)
        print("the gate, a thousand connections: at most \(grown) KB above \(idle)")
    }

    @Test("ten thousand half-open connections keep nobody out")
    func halfOpen() async throws {
        let site = try await site()
        let idle = try site.gate.memory("VmRSS")
        let (gate, page) = (site.gate, url(site.nginx))
        for _ in 0..<2 { #expect(try gate.curl([page]).output == "page") }
        let run = try Peer.run(
            "python3", ["-c", Self.halfOpen, site.gate.endpoint, site.gate.proxy, site.gate.authority, page])
        #expect(run.output == "page", "\(run.all)")
        #expect(try gate.memory("VmHWM") - idle <= Self.mostMemory)
    }

    /// Opens ten thousand connections that say half a line, and keeps them while another program asks for a page.
    private static let halfOpen = """
        import resource, socket, subprocess, sys
        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
        host, port = sys.argv[1].rsplit(":", 1)
        kept = []
        for _ in range(10000):
            one = socket.create_connection((host, int(port)))
            try:
                one.send(b"CONNECT a.te")
            except OSError:
                pass
            kept.append(one)
        print(subprocess.run(
            ["curl", "-q", "-sS", "--max-time", "60", "--proxy", sys.argv[2], "--cacert", sys.argv[3], sys.argv[4]],
            capture_output=True, text=True).stdout, end="")
        """
}
