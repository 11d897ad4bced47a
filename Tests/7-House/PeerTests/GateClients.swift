import Foundation
import PeerPrograms
import TestSupport

/// Ordinary clients of HTTPS, to be run behind a gate by one script: each prints the status and the content that a URL
/// gives, and knows of the gate what the variables say.
struct GateClients {
    /// A client's answer to one URL.
    struct Answer: Sendable {
        let client: String
        /// The program's own status: 0 where there was an answer of HTTP, whatever it said.
        let exitCode: Int
        /// The status of HTTP, and the content.
        let output: String
        let errors: String
    }

    /// The clients' names, in the order in which they are run.
    let names: [String]
    private let folder: TemporaryFolder
    private let script: String

    /// Writes and compiles the clients.
    init() throws {
        folder = try TemporaryFolder()
        var lines: [(name: String, command: String)] = []
        lines.append(("curl, HTTP/2", "curl -q -sS --http2 -w '\\n%{http_code}' \"$1\""))
        lines.append(("curl, HTTP/1.1", "curl -q -sS --http1.1 -w '\\n%{http_code}' \"$1\""))
        lines.append(("Python", "python3 '\(try folder.write(Self.python, to: "client.py"))' \"$1\""))
        lines.append(("Node", "node '\(try folder.write(Self.node, to: "client.js"))' \"$1\""))
        if Self.nodeReadsProxies {
            lines.append(("Node's fetch", "node '\(try folder.write(Self.nodeFetch, to: "fetch.js"))' \"$1\""))
        }
        let go = try folder.write(Self.go, to: "client.go")
        try Self.compile("env", ["GOCACHE=\(folder.path)/cache", "go", "build", "-o", folder.path("client"), go])
        lines.append(("Go", "'\(folder.path("client"))' \"$1\""))
        try Self.compile("javac", ["-d", folder.path, try folder.write(Self.java, to: "Client.java")])
        lines.append(("Java", "java -XX:TieredStopAtLevel=1 -cp '\(folder.path)' Client \"$1\""))
        names = lines.map(\.name)
        let runs = lines.map { line in
            "name='\(line.name.replacing("'", with: "'\\''"))'\n"
                + "timeout 60 \(line.command) >\"$here/output\" 2>\"$here/errors\" </dev/null\nstatus=$?\n"
                + #"printf '%s\t%s\t%s\t%s\n' "$name" "$status" "$(base64 -w0 "$here/output")" "#
                + "\"$(base64 -w0 \"$here/errors\")\"\n"
        }
        script = try folder.write(
            "here=$(mktemp -d)\ntrap 'rm -rf \"$here\"' EXIT\n" + runs.joined(), to: "clients.sh")
    }

    /// Runs every client behind `holdfast gate` with these options.
    ///
    /// - Returns: The answers in the order of ``names``, and what the gate itself said.
    func run(_ url: String, _ options: [String]) throws -> (answers: [Answer], gate: String) {
        let run = try Peer.run(
            try CommandPage.holdfast().path, ["gate"] + options + ["--", "bash", script, url])
        let answers = run.output.split(separator: "\n").compactMap { line -> Answer? in
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 4, let code = Int(parts[1]) else { return nil }
            func decoded(_ text: String) -> String {
                String(decoding: Data(base64Encoded: text) ?? Data(), as: UTF8.self)
            }
            return Answer(client: parts[0], exitCode: code, output: decoded(parts[2]), errors: decoded(parts[3]))
        }
        return (answers, run.errors)
    }

    private static func compile(_ program: String, _ arguments: [String]) throws {
        let run = try Peer.run(program, arguments)
        guard run.status == 0 else { throw Chromium.Failure(description: "\(program): \(run.all)") }
    }

    /// Whether Node reads the variables of a proxy: from 24 on, and 22 from 22.21 on.
    static let nodeReadsProxies: Bool = {
        let version = (try? Peer.run("node", ["--version"]))?.output.dropFirst().split(separator: ".") ?? []
        guard version.count > 1, let major = Int(version[0]), let minor = Int(version[1]) else { return false }
        return major >= 24 || (major == 22 && minor >= 21)
    }()

    private static let python = """
        import sys, urllib.error, urllib.request
        try:
            answer = urllib.request.urlopen(sys.argv[1])
        except urllib.error.HTTPError as error:
            answer = error
        print(answer.read().decode(), answer.status, sep="\\n", end="")
        """

    /// Versions before 24 read no proxy from variables: what an agent does there.
    private static let node = """
        const http = require('http'), https = require('https'), tls = require('tls');
        const proxy = new URL(process.env.HTTPS_PROXY), url = new URL(process.argv[2]);
        const user = Buffer.from(proxy.username + ':' + proxy.password).toString('base64');
        http.request({
          host: proxy.hostname, port: proxy.port, method: 'CONNECT', path: url.host,
          headers: { Host: url.host, 'Proxy-Authorization': 'Basic ' + user },
        }).on('connect', (response, socket) => {
          if (response.statusCode !== 200) process.exit(3);
          const name = url.hostname.replace(/^\\[|\\]$/g, '');
          const servername = require('net').isIP(name) ? '' : name;
          https.get(url, { createConnection: () => tls.connect({ socket, servername, host: name }) }, r => {
            let text = '';
            r.on('data', piece => text += piece).on('end', () => process.stdout.write(text + '\\n' + r.statusCode));
          });
        }).end();
        """

    private static let nodeFetch = """
        fetch(process.argv[2]).then(async r => process.stdout.write(await r.text() + '\\n' + r.status));
        """

    private static let go = """
        package main

        import (
            "fmt"
            "io"
            "net/http"
            "os"
        )

        func main() {
            response, err := http.Get(os.Args[1])
            if err != nil {
                fmt.Fprintln(os.Stderr, err)
                os.Exit(1)
            }
            content, err := io.ReadAll(response.Body)
            if err != nil {
                fmt.Fprintln(os.Stderr, err)
                os.Exit(1)
            }
            fmt.Printf("%s\\n%d", content, response.StatusCode)
        }
        """

    private static let java = """
        import java.net.HttpURLConnection;
        import java.net.URI;

        public class Client {
            public static void main(String[] arguments) throws Exception {
                var connection = (HttpURLConnection) URI.create(arguments[0]).toURL().openConnection();
                int status = connection.getResponseCode();
                var stream = status < 400 ? connection.getInputStream() : connection.getErrorStream();
                System.out.print(new String(stream.readAllBytes()) + "\\n" + status);
            }
        }
        """
}
