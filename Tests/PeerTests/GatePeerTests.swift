import Foundation
import HoldfastGate
import HoldfastHTTPS
import HoldfastServing
import HoldfastTransport
import HoldfastTrust
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// Ordinary clients behind the gate, with nothing but the variables that it sets.
@Suite(
    "Clients behind the gate", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct GatePeerTests {
    /// A program, and how it fetches a URL: what it prints is the answer's content, or that there is none.
    struct Client: Sendable, CustomTestStringConvertible {
        let name: String
        let program: String
        let arguments: @Sendable (_ url: String, _ folder: TemporaryFolder) throws -> [String]

        var testDescription: String { name }

        /// Whether the program is there; Go and Java compile nothing where they are not.
        var isInstalled: Bool {
            (try? Peer.run("sh", ["-c", "command -v \(program)"]))?.status == 0
                && (program != "node" || Client.nodeKnowsProxies)
        }

        /// Node reads the variables of a proxy from 24 on, and in 22 from 22.21.
        static var nodeKnowsProxies: Bool {
            guard let version = try? Peer.run("node", ["--version"]).output.dropFirst().split(separator: "."),
                let major = version.first.flatMap({ Int($0) })
            else { return false }
            return major >= 24
        }
    }

    static let clients = [
        Client(name: "curl, HTTP/2", program: "curl") { url, _ in ["-q", "-sS", "-f", "--http2", url] },
        Client(name: "curl, HTTP/1.1", program: "curl") { url, _ in ["-q", "-sS", "-f", "--http1.1", url] },
        Client(name: "Python's urllib", program: "python3") { url, _ in
            ["-c", "import urllib.request, sys; sys.stdout.write(urllib.request.urlopen('\(url)').read().decode())"]
        },
        Client(name: "Node's fetch", program: "node") { url, _ in
            [
                "-e",
                """
                fetch('\(url)').then(r => r.ok ? r.text() : process.exit(1)).then(t => process.stdout.write(t))
                """,
            ]
        },
        Client(name: "Go", program: "go") { url, folder in
            let source = """
                package main
                import ("fmt"; "io"; "net/http"; "os")
                func main() {
                    response, err := http.Get("\(url)")
                    if err != nil || response.StatusCode != 200 { fmt.Fprintln(os.Stderr, err); os.Exit(1) }
                    body, _ := io.ReadAll(response.Body)
                    fmt.Print(string(body))
                }
                """
            return ["run", try folder.write(source, to: "main.go")]
        },
        Client(name: "Java", program: "java") { url, folder in
            let source = """
                public class Main {
                    public static void main(String[] arguments) throws Exception {
                        var stream = java.net.URI.create("\(url)").toURL().openStream();
                        System.out.print(new String(stream.readAllBytes()));
                    }
                }
                """
            return [try folder.write(source, to: "Main.java")]
        },
    ]

    /// Runs a program as `holdfast gate --` would.
    private func run(
        _ client: Client, _ url: String, behind gate: HoldfastGate.Gate, in folder: TemporaryFolder
    ) throws -> Peer {
        let environment = ClientEnvironment(of: gate, in: folder.path, systemAnchors: [], javaOptions: nil)
        for file in environment.files { try Data(file.bytes).write(to: folder.url.appending(path: file.name)) }
        let variables = environment.variables.map { "\($0.key)=\($0.value)" }
        return try Peer.run(
            "env",
            variables + ["-u", "NO_PROXY", "-u", "no_proxy", client.program] + (try client.arguments(url, folder)))
    }

    @Test("good servers answer, and bad ones get no byte", arguments: clients)
    func catalogue(_ client: Client) async throws {
        guard client.isInstalled else {
            print("skipped: \(client.name): \(client.program) is not installed, or too old")
            return
        }
        let folder = try TemporaryFolder()
        let (good, bad) = (try Loopback(), try Loopback())
        let servers = [try good.server(), try bad.server()]
        defer { for server in servers { server.stop() } }
        var configuration = HoldfastGate.Gate.Configuration()
        configuration.session.trust.policy = good.trusting
        configuration.session.addresses.dial = try servers.map { try DialRule(connectTo: Loopback.connectTo($0.port)) }
        let gate = try HoldfastGate.Gate(configuration)
        let running = Task { await gate.run() }
        let answer = try run(client, "https://\(Loopback.host):\(servers[0].port)/x", behind: gate, in: folder)
        #expect(answer.status == 0 && answer.output == "GET /x", "\(answer.all)")
        let refusal = try run(client, "https://\(Loopback.host):\(servers[1].port)/x", behind: gate, in: folder)
        #expect(refusal.status != 0 && !refusal.output.contains("GET /x"))
        #expect(servers[1].counters.applicationBytesReceived == 0)
        gate.stop()
        await running.value
    }
}
