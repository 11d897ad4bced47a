import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// `holdfast browse` with a real Chromium, driven in a tab of its own, and with Firefox.
@Suite(
    "holdfast browse, with real browsers", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct BrowsePeerTests {
    private let bench: Loopback
    private let folder: TemporaryFolder

    init() throws {
        bench = try Loopback()
        folder = try TemporaryFolder()
    }

    private func options(_ servers: [(name: String, port: UInt16)]) -> [String] {
        ["--anchors-only", bench.rootFile]
            + servers.flatMap { ["--connect-to", Loopback.connectTo($0.port, host: $0.name)] }
    }

    private func place(_ server: TLSServer, _ host: String = Loopback.host) -> String {
        "https://\(host):\(server.port)"
    }

    /// The homes of browsers that are there.
    private static var homes: [String] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())) ?? []
        return all.filter { $0.hasPrefix("holdfast-browse-") }
    }

    @Test("each server of the catalogue: good ones show their page; bad ones the warning, and get no byte of a request")
    func catalogue() throws {
        let place = try TemporaryFolder()
        let lab = try Lab(directory: place.path)
        let servers = try TestBed.available.filter { $0.judgedAfter == nil }.map { try lab.start($0.name) }
        defer { for server in servers { server.stop() } }
        #expect(servers.count >= 100)
        // Those that are judged alike share a browser.
        for (anchors, servers) in Self.groups(servers) {
            let ways = servers.flatMap { ["--connect-to", $0.connectTo] } + servers[0].arguments
            let chromium = try Chromium(browsing: "https://nowhere.invalid/", ["--anchors-only", anchors] + ways)
            for server in servers { try Self.judge(server, try chromium.load(server.url)) }
            #expect(try chromium.close() == 0)
        }
    }

    /// Servers that are judged alike, with a file of their anchors.
    static func groups(_ servers: [LabServer]) -> [(anchors: String, servers: [LabServer])] {
        let groups = Dictionary(grouping: servers) { server in
            [(try? String(contentsOfFile: server.anchorsFile ?? "", encoding: .utf8)) ?? ""] + server.arguments
        }
        return groups.values.map { ($0[0].anchorsFile ?? "", $0) }
    }

    private static func judge(_ server: LabServer, _ words: String) throws {
        let said = Comment(rawValue: "\(server.name): \(words)")
        if ["client-certificate", "client-certificate-tls12"].contains(server.name) {
            #expect(words.contains("certificate_required") || words.contains("handshake_failure"), said)
        } else if server.name == "no-protocol" {
            #expect(words.contains("no_application_protocol") && !words.contains(server.entry.story), said)
        } else if server.entry.expectedExit == 0 {
            #expect(words.hasPrefix(server.name) && words.contains(server.entry.story), said)
        } else {
            #expect(!words.contains(server.entry.story), said)
            #expect(server.entry.expectedFindings.allSatisfy { words.contains($0) }, said)
            #expect(words.contains("server") || words.contains("connection"), said)
            #expect(server.applicationBytesReceived == 0, said)
        }
    }

    @Test("all parts of a page come from good servers, and none from a bad one; the report has every server")
    func parts() throws {
        let names = [Loopback.host, "parts.holdfast.test", "bad.holdfast.test"]
        let other = try Loopback()
        let servers = [
            try PartsPage(places: []).server(bench, as: try bench.identity(names[1])),
            try PartsPage(places: []).server(other, as: try other.identity(names[2])),
        ]
        let places = [place(servers[0], names[1]), place(servers[1], names[2])]
        let page = try PartsPage(places: places).server(bench)
        defer { for server in servers + [page] { server.stop() } }
        let report = folder.path("report.html")
        let ways = zip(names, [page] + servers).map { (name: $0, port: $1.port) }
        let chromium = try Chromium(browsing: place(page), ["--report", report] + options(ways))
        _ = try chromium.load(place(page) + "/")
        try chromium.wait(for: PartsPage(places: places).isComplete)
        for kind in PartsPage.kinds {
            #expect(try chromium.value("window.parts['\(kind)-0']") as? String == "loaded", "\(kind)")
            #expect(try chromium.value("window.parts['\(kind)-1']") as? String == "failed", "\(kind)")
        }
        #expect(servers[1].counters.connections > 0 && servers[1].counters.applicationBytesReceived == 0)
        #expect(try chromium.close() == 0)
        let text = try String(contentsOfFile: report, encoding: .utf8)
        for name in names { #expect(text.contains(name), "\(name)") }
        #expect(text.contains("issuerNotFound") || text.contains("noAnchor"))
    }

    @Test("going on works for that certificate alone, and ends")
    func goingOn() throws {
        func expired(_ days: Int64) throws -> Identity {
            try bench.identity { template, now in
                (template.notBefore, template.notAfter) = (now.advanced(byDays: -9), now.advanced(byDays: -days))
            }
        }
        let servers = [try bench.server(as: try expired(1)), try bench.server(as: try expired(2))]
        let relay = try SwitchingRelay(to: servers[0].port)
        defer { for server in servers { server.stop() } }
        let url = "https://\(Loopback.host):\(relay.port)/x"
        let way = options([(Loopback.host, relay.port)])
        let chromium = try Chromium(browsing: url, ["--go-on-for", "1h"] + way)
        #expect(try chromium.load(url).contains("expired"))
        try chromium.press("form button")
        try chromium.wait(for: "document.body.innerText === 'GET /x'")
        #expect(try chromium.load(url) == "GET /x")
        // Another certificate with the same defect.
        relay.lead(to: servers[1].port)
        relay.cut()
        // A request that is on its way when its connection ends gets an error, and is not sent again.
        Thread.sleep(forTimeInterval: 0.5)
        let words = try chromium.load(url)
        #expect(words.contains("expired"), "\(words)")
        #expect(servers[1].counters.applicationBytesReceived == 0)
        relay.lead(to: servers[0].port)

        let brief = try Chromium(browsing: url, ["--go-on-for", "1m"] + way)
        #expect(try brief.load(url).contains("expired"))
        try brief.press("form button")
        try brief.wait(for: "document.body.innerText === 'GET /x'")
        Thread.sleep(forTimeInterval: 61)
        #expect(try brief.load(url).contains("expired"))
    }

    @Test("pins hold in the browser, and so does the name where the connection goes to an address")
    func pins() throws {
        let (pinned, other) = (try bench.identity(), try bench.identity("other.holdfast.test"))
        let server = try bench.server(as: pinned)
        defer { server.stop() }
        let way = options([(Loopback.host, server.port)])
        let right = try Self.pin(pinned, in: folder), wrong = try Self.pin(other, in: folder)
        #expect(right != wrong)
        for (pin, isGood) in [(right, true), (wrong, false)] {
            let chromium = try Chromium(browsing: "https://nowhere.invalid/", ["--pin", pin] + way)
            let words = try chromium.load(place(server) + "/x")
            #expect(isGood ? words == "GET /x" : words.contains("pinMismatch") && !words.contains("GET"), "\(words)")
        }
        #expect(server.counters.requestsReceived >= 1)
        // Another name at the same address is another server's: the certificate is not for it.
        let chromium = try Chromium(
            browsing: "https://nowhere.invalid/", options([("other.holdfast.test", server.port)]))
        #expect(try chromium.load(place(server, "other.holdfast.test") + "/x").contains("hostMismatch"))
        #expect(server.counters.serverNames.compactMap(\.self).contains("other.holdfast.test"))
    }

    /// A pin of a certificate's key, by the command itself.
    private static func pin(_ identity: Identity, in folder: TemporaryFolder) throws -> String {
        let file = try folder.write(identity.chainPEM, to: "pinned.pem")
        let run = try Peer.run(try CommandPage.holdfast().path, ["pin", "compute", file])
        let pin = run.output.split(whereSeparator: \.isWhitespace).first { $0.hasPrefix("sha256/") }
        return String(try #require(pin, "\(run.all)"))
    }

    @Test("the warning comes in the language of the locale", arguments: [("en_GB.UTF-8", "en"), ("zh_CN.UTF-8", "zh")])
    func language(_ locale: String, _ language: String) throws {
        let expired = try bench.identity { template, now in template.notAfter = now.advanced(byDays: -1) }
        let server = try bench.server(as: expired)
        defer { server.stop() }
        let chromium = try Chromium(
            browsing: "https://nowhere.invalid/", options([(Loopback.host, server.port)]), setting: ["LC_ALL": locale])
        let words = try chromium.load(place(server) + "/")
        #expect(words.contains(language == "en" ? "not private" : "不安全"), "\(words)")
        #expect(try Self.picture(chromium).count > 10_000)
    }

    /// A picture of the page, PNG; kept where HOLDFAST_PICTURES names a folder.
    private static func picture(_ chromium: Chromium, _ name: String = #function) throws -> Data {
        let answer = try chromium.call("Page.captureScreenshot", ["format": "png"])
        let data = try #require(Data(base64Encoded: answer["data"] as? String ?? ""))
        if let folder = ProcessInfo.processInfo.environment["HOLDFAST_PICTURES"] {
            try data.write(to: URL(filePath: folder).appending(path: "browse-\(UUID().uuidString).png"))
        }
        return data
    }

    @Test("neither home nor process nor authority is left, whether it ends or is killed", arguments: [true, false])
    func nothingLeft(isKilled: Bool) throws {
        let server = try bench.server()
        defer { server.stop() }
        let before = Set(Self.homes)
        let chromium = try Chromium(browsing: place(server), options([(Loopback.host, server.port)]))
        #expect(try chromium.load(place(server) + "/x") == "GET /x")
        let home = try #require(Set(Self.homes).subtracting(before).first)
        #expect(OtherProcesses.mentioning(home).count > 3)
        if isKilled { kill(chromium.processIdentifier, SIGKILL) } else { #expect(try chromium.close() == 0) }
        #expect(waited { !Self.homes.contains(home) && OtherProcesses.mentioning(home).isEmpty })
    }

    @Test("Firefox loads a good page with its parts, and of a bad server nothing")
    func firefox() throws {
        let (bad, names) = (try Loopback(), [Loopback.host, "bad.holdfast.test"])
        let refused = try PartsPage(places: []).server(bad, as: try bad.identity(names[1]))
        let picture = folder.path("picture.png")
        let parts = try PartsPage(places: []).server(bench)
        let page = try PartsPage(places: [place(parts), place(refused, names[1])]).server(bench)
        defer { for server in [refused, parts, page] { server.stop() } }
        let run = try Peer.run(
            try CommandPage.holdfast().path,
            ["browse", "--browser", "firefox"]
                + options([(names[0], page.port), (names[0], parts.port), (names[1], refused.port)])
                + [place(page) + "/", "--", "--headless", "--screenshot", picture])
        #expect(run.status == 0, "\(run.all)")
        #expect(FileManager.default.fileExists(atPath: picture), "\(run.all)")
        #expect(parts.counters.requestsReceived >= 4)
        #expect(refused.counters.connections > 0 && refused.counters.applicationBytesReceived == 0)
    }
}
