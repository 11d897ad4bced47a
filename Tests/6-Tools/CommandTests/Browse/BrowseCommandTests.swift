import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// `holdfast browse` with programs in the place of the browser and of certutil; real ones are among the peers.
@Suite("holdfast browse", .ownThread)
struct BrowseCommandTests {
    private let bench: Loopback
    private let folder: Folder
    private let programs: String

    init() throws {
        bench = try Loopback()
        folder = try Folder()
        programs = folder.url.appending(path: "programs").path
        try FileManager.default.createDirectory(atPath: programs, withIntermediateDirectories: true)
        try install("certutil", #"printf '%s ' "$@" >>"$HOLDFAST_SEEN"; echo >>"$HOLDFAST_SEEN""#)
    }

    private func install(_ name: String, _ script: String) throws {
        let path = folder.url.appending(path: "programs/\(name)").path
        try ProgramFile.write("#!/bin/sh\n\(script)\n", to: path)
    }

    private var environment: [String: String] {
        ["PATH": "\(programs):/usr/bin:/bin", "HOLDFAST_SEEN": seen, "TMPDIR": folder.url.path]
    }

    private var seen: String { folder.url.appending(path: "seen").path }

    /// Loads the page as a program behind the gate does.
    private static let loading = #"""
        for word; do
          case $word in --proxy-server=*) proxy=${word#--proxy-server=} ;; https://*) url=$word ;; esac
        done
        printf '%s\n' "$HOME" "${HTTPS_PROXY-unset}" "$@" >>"$HOLDFAST_SEEN"
        curl -q -sS -f --proxy "$proxy" --cacert "$HOME/authority.pem" "$url"
        """#

    private func options(_ server: TLSServer) -> [String] {
        ["--anchors-only", bench.rootFile, "--connect-to", Loopback.connectTo(server.port)]
    }

    private func url(_ server: TLSServer) -> String { "https://\(Loopback.host):\(server.port)/x" }

    /// The folders that runs have left.
    private var left: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter {
                $0.hasPrefix("holdfast-browse-")
            }
        }
    }

    @Test("the browser has a home of its own, and its page comes through the gate; nothing is left")
    func page() throws {
        try install("chromium", Self.loading)
        let server = try bench.server()
        let run = try CommandRun(
            "holdfast",
            ["browse", "--junit", "junit.xml"] + options(server) + [url(server) + "#top", "--", "--lang=de"],
            in: folder,
            environment: environment.merging(["HTTPS_PROXY": "http://127.0.0.1:1"]) { $1 })
        #expect(run.exitCode == 0 && run.output == "GET /x", "\(run.errors)")
        let lines = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n").map(String.init)
        try #require(lines.count > 4, "\(lines)")
        let home = lines[2]
        let database = "sql:\(home)/.pki/nssdb "
        #expect(lines[0] == "-N --empty-password -d \(database)")
        #expect(lines[1] == "-A -t C,, -n holdfast gate -i \(home)/authority.pem -d \(database)")
        #expect(lines[3] == "unset")
        #expect(lines.contains("--user-data-dir=\(home)/profile") && lines.contains("--proxy-bypass-list=<-loopback>"))
        #expect(lines.suffix(2) == ["--lang=de", url(server) + "#top"])
        #expect(!FileManager.default.fileExists(atPath: home))
        #expect(try left == [])
        let report = try String(contentsOf: folder.url.appending(path: "junit.xml"), encoding: .utf8)
        #expect(report.contains("tests=\"1\" failures=\"0\"") && report.contains(Loopback.host), "\(report)")
    }

    @Test("no option that it gives Chromium switches a check off")
    func checks() throws {
        try install("chromium", #"printf '%s\n' "$@""#)
        let run = try CommandRun("holdfast", ["browse", "https://a.test/"], in: folder, environment: environment)
        let options = run.output.split(separator: "\n").filter { $0.hasPrefix("--") }
        #expect(run.exitCode == 0 && options.count > 5, "\(run.errors)")
        for forbidden in ["ignore-cert", "insecure", "no-sandbox", "web-security", "disable-features", "test-type"] {
            #expect(!options.contains { $0.contains(forbidden) }, "\(options)")
        }
    }

    @Test("a certificate of the user's is shown to the page's own host, and to no other")
    func certificate() throws {
        try install(
            "chromium",
            Self.loading + "\necho\ncurl -q -sS --proxy \"$proxy\" --cacert \"$HOME/authority.pem\" \"$OTHER\"")
        let client = try bench.intermediate.issue(.client(name: "Alice", at: bench.now))
        try folder.write("alice.pem", client.chainPEM + client.key.pem)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o600], ofItemAtPath: folder.url.appending(path: "alice.pem").path)
        func server(_ name: String) throws -> TLSServer {
            let identity = try bench.intermediate.issue(.server(names: [name], at: bench.now))
            var settings = TLSServerConfiguration(identity)
            settings.requestsClientCertificate = true
            return try TLSServer(settings) { request in
                ServerResponse(text: request.connection.clientCertificate == nil ? "nobody" : "somebody")
            }
        }
        let (own, other) = (try server(Loopback.host), try server("tracker.test"))
        let options = options(own) + ["--connect-to", Loopback.connectTo(other.port, host: "tracker.test")]
        for (more, seen) in [([], "somebody\nnobody"), (["--cert-for", "tracker.test"], "nobody\nsomebody")] {
            let run = try CommandRun(
                "holdfast", ["browse", "--cert", "alice.pem"] + more + options + [url(own)], in: folder,
                environment: environment.merging(["OTHER": "https://tracker.test:\(other.port)/pixel.gif"]) { $1 })
            #expect(run.exitCode == 0 && run.output == seen, "\(run.errors)")
        }
    }

    @Test("a refused server gets no byte, and the report says why")
    func refused() throws {
        try install("chromium", Self.loading)
        let server = try Loopback().server()
        let run = try CommandRun(
            "holdfast", ["browse", "--report", "page.html"] + options(server) + [url(server)], in: folder,
            environment: environment)
        #expect(run.exitCode == 22 && run.errors.contains("refused \(Loopback.host):\(server.port)"), "\(run.errors)")
        #expect(server.counters.applicationBytesReceived == 0)
        let report = try String(contentsOf: folder.url.appending(path: "page.html"), encoding: .utf8)
        #expect(report.contains("noAnchor") || report.contains("issuerNotFound"))
    }

    @Test("Firefox reads its settings and its trust from its profile")
    func firefox() throws {
        try install(
            "firefox-esr",
            #"""
            while [ "$1" != --profile ]; do shift; done
            cat "$2/user.js"
            printf '%s\n' "$2" >>"$HOLDFAST_SEEN"
            """#)
        let run = try CommandRun(
            "holdfast", ["browse", "--browser", "firefox", "https://a.test/"], in: folder, environment: environment)
        #expect(run.exitCode == 0, "\(run.errors)")
        let port = run.output.firstMatch(of: /"network.proxy.ssl_port", (\d+)/)?.1
        #expect(port != nil && run.output.contains(#"user_pref("network.proxy.ssl", "127.0.0.1");"#))
        #expect(run.output.contains(#"user_pref("network.proxy.allow_hijacking_localhost", true);"#))
        let lines = try String(contentsOfFile: seen, encoding: .utf8).split(separator: "\n")
        #expect(lines.first.map { $0.hasSuffix("-d sql:\(lines.last ?? "") ") } == true, "\(lines)")
    }

    @Test("it exits as the browser does", arguments: [("exit 7", 7), ("kill -TERM $$", 143)])
    func exitCode(_ script: String, _ code: Int32) throws {
        try install("chromium", script)
        let run = try CommandRun("holdfast", ["browse", "https://a.test/"], in: folder, environment: environment)
        #expect(run.exitCode == code, "\(run.errors)")
        #expect(try left == [])
    }

    @Test(
        "a kill leaves neither the home nor a process of the browser's",
        arguments: [SIGKILL, SIGTERM, SIGHUP])
    func killed(_ signal: Int32) async throws {
        // One that has its home on no command line, and one in a session of its own.
        try install("chromium", "setsid sleep 601 & sleep 602 & echo $! >>\"$HOLDFAST_SEEN\"; wait")
        let process = ChildProcess()
        process.executableURL = try CommandRun.executable("holdfast")
        process.arguments = ["browse", "https://a.test/"]
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        try await eventually("the browser runs") {
            (try? String(contentsOfFile: seen, encoding: .utf8))?.split(separator: "\n").count == 3
        }
        let home = try #require(try left.first)
        // A process that is left would keep the run of the tests waiting.
        defer { for process in OtherProcesses.mentioning(home) { kill(process, SIGKILL) } }
        // One that reads a file there, and one that only names it: neither is the browser's.
        let path = folder.url.appending(path: home).path
        let reader = ChildProcess()
        reader.executableURL = URL(filePath: "/usr/bin/tail")
        reader.arguments = ["-f", path + "/authority.pem"]
        reader.standardOutput = FileHandle.nullDevice
        let namer = ChildProcess()
        namer.executableURL = URL(filePath: "/bin/sleep")
        namer.arguments = ["603"]
        namer.environment = ["NOTE": path, "XHOME": path]
        for process in [reader, namer] { try process.run() }
        defer { for process in [reader, namer] { kill(process.processIdentifier, SIGKILL) } }
        try await eventually("all of them run") { OtherProcesses.mentioning(home).count >= 6 }
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        let others = [reader.processIdentifier, namer.processIdentifier]
        try await eventually("nothing is left") {
            try left.isEmpty && OtherProcesses.mentioning(home).allSatisfy(others.contains)
        }
        #expect(reader.isRunning && namer.isRunning)
    }

    @Test("a kill that comes before the browser runs ends it as it starts", arguments: [SIGTERM, SIGHUP])
    func killedEarly(_ signal: Int32) throws {
        // It comes while certutil runs, which is deaf to it.
        try install("certutil", "trap '' \(signal); [ \"$1\" = -A ] && kill -\(signal) $PPID; exit 0")
        try install("chromium", "exec sleep 20")
        let run = try CommandRun("holdfast", ["browse", "https://a.test/"], in: folder, environment: environment)
        #expect(run.exitCode == 128 + signal, "\(run.errors)")
        #expect(try left == [])
    }

    @Test("a browser or a certutil that is not there, one that is not known, and a URL that is none")
    func usage() throws {
        let none = environment.merging(["PATH": programs]) { $1 }
        let missing = try CommandRun("holdfast", ["browse", "https://a.test/"], in: folder, environment: none)
        #expect(missing.exitCode == 1 && missing.errors.contains("apt-get install chromium"), "\(missing.errors)")
        try install("chromium", "true")
        try FileManager.default.removeItem(atPath: "\(programs)/certutil")
        let untrusted = try CommandRun("holdfast", ["browse", "https://a.test/"], in: folder, environment: none)
        #expect(untrusted.exitCode == 1 && untrusted.errors.contains("libnss3-tools"), "\(untrusted.errors)")
        #expect(try left == [])
        for arguments in [["--browser", "lynx", "https://a.test/"], ["http://a.test/"], ["--go-on-for", "x"], []] {
            let run = try CommandRun("holdfast", ["browse"] + arguments, in: folder, environment: environment)
            #expect(run.exitCode == 2, "\(arguments): \(run.errors)")
        }
    }
}
