import Foundation
import HoldfastAuthority
import HoldfastServing
import HoldfastTestBed
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import TestSupport
import Testing

/// A real web view, WebKitGTK's, whose pages are judged before they are shown: `Samples/WebView` under Xvfb.
@Suite(
    "A web view", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct WebViewPeerTests {
    private static let ways = ["direct", "gate"]

    /// Names that lead to this machine without a resolver.
    private static let host = "localhost"

    private let bench: Loopback
    private let folder: TemporaryFolder
    private let display: VirtualDisplay

    init() throws {
        bench = try Loopback(host: Self.host)
        folder = try TemporaryFolder()
        display = try VirtualDisplay()
    }

    private func program(
        _ way: String, _ options: [String] = [], viewTrusts: [String] = []
    ) throws -> WebViewProgram {
        let trust = way == "gate" ? [] : try ["--view-anchors", file(viewTrusts)]
        return try WebViewProgram(
            on: display, (way == "direct" ? [] : ["--\(way)"]) + ["--anchors", bench.rootFile] + trust + options)
    }

    /// A file with certificates: PEM.
    private func file(_ certificates: [String]) throws -> String {
        try folder.write(certificates.joined(), to: "trust-\(UUID().uuidString).pem")
    }

    private func url(_ port: UInt16, _ path: String = "/x") -> String { "https://\(Self.host):\(port)\(path)" }

    private func expired(_ days: Int64 = 1) throws -> Identity {
        try bench.identity { template, now in
            (template.notBefore, template.notAfter) = (now.advanced(byDays: -9), now.advanced(byDays: -days))
        }
    }

    @Test(
        "each server of the catalogue: good ones show their page; bad ones the warning, and get no byte of a request",
        arguments: ways)
    func catalogue(_ way: String) throws {
        let place = try TemporaryFolder()
        let lab = try Lab(directory: place.path)
        // Those that are judged by options of their own are Chromium's: BrowsePeerTests.
        let servers = try TestBed.available.filter { $0.judgedAfter == nil && $0.arguments.isEmpty }
            .map { try lab.start($0.name) }.filter { $0.arguments.isEmpty }
        defer { for server in servers { server.stop() } }
        #expect(servers.count >= 70)
        let routes = servers.map { ("\($0.host.contains(":") ? "[\($0.host)]" : $0.host):\($0.port)", $0.port) }
        let proxy = try ProxyServer(ProxyConfiguration(.http, routes: Dictionary(routes) { $1 }))
        for (anchors, servers) in BrowsePeerTests.groups(servers) {
            let ways =
                way == "gate"
                ? servers.flatMap { ["--connect-to", $0.connectTo] } : ["--proxy", "http://127.0.0.1:\(proxy.port)"]
            let view = try WebViewProgram(
                on: display, (way == "gate" ? ["--gate"] : []) + ["--anchors", anchors] + ways)
            for server in servers { try Self.judge(server, view, way) }
            try view.quit()
        }
    }

    private static func judge(_ server: LabServer, _ view: WebViewProgram, _ way: String) throws {
        let end = try view.load(server.url)
        let words = end.event == "finished" ? try view.value("document.body.innerText") : "\(end)"
        let said = Comment(rawValue: "\(server.name): \(end); \(words)")
        if ["client-certificate", "client-certificate-tls12", "no-protocol"].contains(server.name) {
            #expect(!words.contains(server.entry.story), said)
        } else if way == "direct", server.name == "sans-10000" {
            // GnuTLS takes no certificate of that size.
            #expect(end.event == "failed", said)
        } else if server.entry.expectedExit == 0 {
            #expect(end.event == "finished" && words.contains(server.entry.story), said)
        } else {
            #expect(!words.contains(server.entry.story), said)
            #expect(server.entry.expectedFindings.allSatisfy { words.contains($0) }, said)
            #expect(server.applicationBytesReceived == 0, said)
        }
    }

    @Test("parts of a page come from good servers alone; directly by the view's own rules, behind the gate by these")
    func parts() throws {
        // The second authority is one that the view trusts, and the judge does not.
        let other = try Loopback(host: Self.host)
        let good = try PartsPage(places: []).server(bench)
        let foreign = try PartsPage(places: []).server(other)
        let page = PartsPage(places: [url(good.port, ""), url(foreign.port, "")])
        let server = try page.server(bench)
        defer { for server in [good, foreign, server] { server.stop() } }
        let roots = [bench.root.identity.chainPEM, other.root.identity.chainPEM]
        for way in Self.ways {
            let view = try program(way, viewTrusts: roots)
            #expect(try view.load(url(server.port, "/")).event == "finished")
            try view.wait(for: page.isComplete)
            for kind in PartsPage.kinds {
                #expect(try view.value("window.parts['\(kind)-0']") == "loaded", "\(way) \(kind)")
                // What a view never asks about: the gap that the gate closes. A frame is a navigation, and held.
                let isOpen = way == "direct" && kind != "frame"
                #expect(
                    try view.value("window.parts['\(kind)-1']") == (isOpen ? "loaded" : "failed"), "\(way) \(kind)")
            }
            if way == "direct" { #expect(view.events.contains { $0.event == "partRefused" }) }
            try view.quit()
        }
    }

    @Test("a certificate that changes between judgement and use is caught, whether or not the view trusts it")
    func changed() throws {
        let (judged, good, bad) = (try bench.server(), try bench.server(), try Loopback(host: Self.host).server())
        defer { for server in [judged, good, bad] { server.stop() } }
        for other in [good, bad] {
            // WebKit may open a connection in advance, while its server is being judged: one of the two is the view's.
            let relay = try SwitchingRelay(to: judged.port, other.port)
            let view = try program("direct", viewTrusts: [bench.root.identity.chainPEM])
            let end = try view.load(url(relay.port))
            #expect(end.event == "refused", "\(end)")
            if other === good { #expect(end.reason?.contains("another certificate") == true, "\(end)") }
            #expect(!view.events.contains { $0.event == "shown" })
            #expect(bad.counters.requestsReceived == 0)
        }
    }

    @Test("the articles' older way loads after the server was accepted, and shows what another certificate brings")
    func older() throws {
        let (judged, other) = (try bench.server(), try bench.server())
        let refused = try Loopback(host: Self.host).server()
        defer { for server in [judged, other, refused] { server.stop() } }
        let trusted = [bench.root.identity.chainPEM]
        let view = try program("older", viewTrusts: trusted)
        #expect(try view.load(url(refused.port)).event == "refused")
        #expect(refused.counters.applicationBytesReceived == 0)
        // The gap: nobody looks at the connection that is used.
        let relay = try SwitchingRelay(to: judged.port, other.port)
        #expect(try view.load(url(relay.port)).event == "finished")
        #expect(try view.value("document.body.innerText") == "GET /x")
        #expect(other.counters.requestsReceived >= 1)
    }

    @Test("a decision that is dropped refuses: the page that was given up is never asked for")
    func dropped() throws {
        let server = try bench.server()
        defer { server.stop() }
        // Takes connections into its queue, and says nothing.
        let (silent, port) = try PlainSocket.listening(at: "127.0.0.1")
        let view = try program("direct")
        try view.tell("load \(url(port))")
        let end = try view.load(url(server.port))
        #expect(end.event == "finished" && end.url == url(server.port), "\(end)")
        #expect(!view.events.contains { $0.url == url(port) && ["shown", "resumed"].contains($0.event) })
        withExtendedLifetime(silent) {}
    }

    @Test("going on works for that certificate alone, and ends")
    func goingOn() throws {
        let servers = [try bench.server(as: try expired(1)), try bench.server(as: try expired(2))]
        defer { for server in servers { server.stop() } }
        let relay = try SwitchingRelay(to: servers[0].port)
        let view = try program("direct", ["--go-on-for", "4"])
        #expect(try view.load(url(relay.port)).codes == ["expired"])
        try view.tell("go-on")
        #expect(try view.next("finished", "refused").event == "finished")
        #expect(try view.value("document.body.innerText") == "GET /x")
        relay.lead(to: servers[1].port)
        relay.cut()
        #expect(try view.load(url(relay.port)).codes == ["expired"])
        #expect(servers[1].counters.applicationBytesReceived == 0)
        relay.lead(to: servers[0].port)
        Thread.sleep(forTimeInterval: 4.5)
        #expect(try view.load(url(relay.port)).codes == ["expired"])

        // What nobody may overlook has no way on.
        let revoked = try program("direct")
        let other = try Loopback(host: Self.host).identity("other.test")
        let wrong = try bench.server(as: other)
        defer { wrong.stop() }
        _ = try revoked.load(url(wrong.port))
        try revoked.tell("go-on")
        #expect(["noWayOn", "finished", "refused"].contains(try revoked.next("noWayOn", "finished", "refused").event))
    }

    @Test(
        "the warning in both languages; pictures are kept where HOLDFAST_PICTURES names a folder",
        arguments: ["en", "zh"])
    func pictures(_ language: String) throws {
        let server = try bench.server(as: try expired())
        defer { server.stop() }
        let view = try program("direct", ["--language", language])
        #expect(try view.load(url(server.port)).event == "refused")
        let folder = try TemporaryFolder()
        let place = ProcessInfo.processInfo.environment["HOLDFAST_PICTURES"] ?? folder.path
        let path = "\(place)/webview-\(language).png"
        try view.tell("picture \(path)")
        #expect(try view.next("picture", "noPicture").event == "picture")
        #expect(try Data(contentsOf: URL(filePath: path)).count > 5_000)
    }

    @Test("no process and no file is left, whether it ends or is killed", arguments: ways, [true, false])
    func nothingLeft(_ way: String, isKilled: Bool) throws {
        let server = try bench.server()
        defer { server.stop() }
        let before = try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())
        let view = try program(way)
        #expect(try view.load(url(server.port)).event == "finished")
        let children = OtherProcesses.children(of: view.processIdentifier)
        #expect(children.count >= 2, "\(children)")
        if isKilled { kill(view.processIdentifier, SIGKILL) } else { try view.quit() }
        #expect(waited { !children.contains(where: OtherProcesses.runs) })
        let left = Set(try FileManager.default.contentsOfDirectory(atPath: NSTemporaryDirectory())).subtracting(before)
        #expect(!left.contains { $0.lowercased().contains("webview") || $0.lowercased().contains("webkit") }, "\(left)")
    }
}
