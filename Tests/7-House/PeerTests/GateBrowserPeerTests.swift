import Foundation
import HoldfastAuthority
import HoldfastCrypto
import HoldfastGate
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastResolving
import HoldfastServing
import HoldfastTestBed
import HoldfastTransport
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import LoopbackSupport
import PeerPrograms
import Synchronization
import TestSupport
import Testing

/// A Chromium whose only way out is a gate, and which trusts its run's authority in a profile of its own.
@Suite(
    "Chromium behind the gate", .ownThread, .serialized,
    .enabled(if: ProcessInfo.processInfo.environment["HOLDFAST_PEERS"] != nil, "set HOLDFAST_PEERS (make test-peers)"))
struct GateBrowserPeerTests {
    private typealias FrontGate = HoldfastGate.Gate

    /// A running gate with a browser in front and servers behind.
    private final class Site {
        let gate: FrontGate
        let page: LivePage
        let chromium: Chromium
        private let tasks: [Task<Void, Never>]

        /// - Parameter dial: the ways to the servers, as `--connect-to` has them.
        init(_ policy: @escaping @Sendable (ServerName) -> TrustPolicy, _ dial: [String]) throws {
            var configuration = FrontGate.Configuration()
            configuration.session.trust.policy = policy
            configuration.session.addresses.dial = try dial.map { try DialRule(connectTo: $0) }
            let gate = try FrontGate(configuration)
            let page = try LivePage(of: gate)
            (self.gate, self.page) = (gate, page)
            tasks = [Task { await gate.run() }, Task { await page.run() }]
            chromium = try Chromium(proxy: "\(gate.endpoint)", trusting: gate.authorityPEM)
        }

        deinit {
            gate.stop()
            for task in tasks { task.cancel() }
        }
    }

    @Test("every bad server of the catalogue shows its warning, and every good one its page")
    func catalogue() throws {
        let authority = try TestAuthority(at: SystemClock.now())
        let anchors = authority.root.certificate
        // Others need options of their own, which are the command's: another anchor, another profile, a proxy.
        let entries = TestBed.available.filter { $0.arguments.isEmpty && $0.judgedAfter == nil }
        var servers: [LabServer] = []
        for entry in entries {
            let server = try TestBed.start(entry, authority: authority)
            guard server.anchors == [anchors], server.arguments.isEmpty else { continue }
            servers.append(server)
        }
        defer { for server in servers { server.stop() } }
        #expect(servers.count >= 70)
        let anchor = try Certificate(der: anchors)
        let site = try Site({ Self.trusting(anchor, $0) }, servers.map(\.connectTo))
        for server in servers {
            let words = try site.chromium.load(server.url)
            if ["client-certificate", "client-certificate-tls12"].contains(server.name) {
                #expect(words.contains("certificate_required") || words.contains("handshake_failure"), "\(words)")
            } else if server.name == "no-protocol" {
                #expect(words.contains("no_application_protocol") && !words.contains(server.story), "\(words)")
                #expect(server.applicationBytesReceived == 0)
            } else if server.entry.expectedExit == 0 {
                #expect(words.hasPrefix(server.name) && words.contains(server.story), "\(server.name): \(words)")
            } else {
                #expect(!words.contains(server.story), "\(server.name): \(words)")
                #expect(
                    server.entry.expectedFindings.allSatisfy { words.contains($0) }, "\(server.name): \(words)")
                #expect(words.contains("server") || words.contains("connection"), "\(server.name): \(words)")
                #expect(server.applicationBytesReceived == 0, "\(server.name)")
            }
        }
    }

    @Test("the user goes on from the warning; a part of another page from a refused server is an error, and no warning")
    func goingOn() throws {
        let (good, bad) = (try Loopback(), try Loopback())
        let expired = try good.identity("expired.test") { template, now in
            (template.notBefore, template.notAfter) = (now.advanced(byDays: -9), now.advanced(byDays: -1))
        }
        let servers = [
            try good.server(), try good.server(as: expired), try bad.server(as: try bad.identity("bad.test")),
        ]
        defer { for server in servers { server.stop() } }
        let names = [Loopback.host, "expired.test", "bad.test"]
        let site = try Site(
            good.trusting, zip(names, servers).map { Loopback.connectTo($1.port, host: $0) })
        let url = "https://expired.test:\(servers[1].port)/secret"
        #expect(try site.chromium.load(url).contains("expired"))
        #expect(servers[1].counters.applicationBytesReceived == 0)
        // As a user does it: with a gesture, which Sec-Fetch-User tells of.
        try site.chromium.press("form button")
        try site.chromium.wait(for: "document.body.innerText === 'GET /secret'")

        // A script, a frame and an image of a page that is good.
        #expect(try site.chromium.load("https://\(Loopback.host):\(servers[0].port)/x") == "GET /x")
        let part = "https://bad.test:\(servers[2].port)/part"
        _ = try site.chromium.value(
            """
            (() => {
              const image = new Image(); image.onerror = () => window.failed = true; image.src = '\(part)';
              const frame = document.createElement('iframe'); frame.src = '\(part)'; document.body.append(frame);
              fetch('\(part)', { mode: 'no-cors' }).then(r => window.fetched = r.type, e => window.fetched = 'error');
            })()
            """)
        try site.chromium.wait(for: "window.failed && window.fetched !== undefined")
        #expect(servers[2].counters.applicationBytesReceived == 0)
        let forms = try site.chromium.value("document.querySelectorAll('form').length") as? Int
        #expect(forms == 0)
    }

    @Test("a page of another origin cannot say that the user goes on")
    func foreignForm() throws {
        let bench = try Loopback()
        let expired = try bench.identity("expired.test") { template, now in
            (template.notBefore, template.notAfter) = (now.advanced(byDays: -9), now.advanced(byDays: -1))
        }
        let victim = try bench.server(as: expired)
        let place = "https://expired.test:\(victim.port)"
        let attacker = try bench.answering { _ in
            let form = """
                <form method="post" action="\(place)/.well-known/holdfast-gate/go-on">
                <input name="nonce" value="0123456789abcdef0123456789abcdef"></form>
                """
            return ServerResponse(fields: [HTTPField("Content-Type", "text/html")], body: Array(form.utf8))
        }
        defer { for server in [victim, attacker] { server.stop() } }
        let site = try Site(
            bench.trusting, [Loopback.connectTo(victim.port, host: "expired.test"), Loopback.connectTo(attacker.port)])
        _ = try site.chromium.load("https://\(Loopback.host):\(attacker.port)/")
        try site.chromium.call(
            "Runtime.evaluate", ["expression": "document.forms[0].submit()", "userGesture": true])
        try site.chromium.wait(for: "document.body?.innerText.includes('only the warning itself')")
        #expect(try site.chromium.load("\(place)/").contains("expired"))
        #expect(victim.counters.applicationBytesReceived == 0)
    }

    @Test("a WebSocket and a stream of events go through as they come")
    func streams() throws {
        let bench = try Loopback()
        let server = try bench.conversing { connection throws(ServingError) in
            let head = try connection.readHead().head
            if head.hasPrefix("GET /socket") {
                try Self.echo(connection, head)
            } else {
                try Self.answer(connection, head)
            }
        }
        defer { server.stop() }
        let site = try Site(bench.trusting, [Loopback.connectTo(server.port)])
        _ = try site.chromium.load("https://\(Loopback.host):\(server.port)/")
        _ = try site.chromium.value(
            """
            (() => {
              const socket = new WebSocket('wss://\(Loopback.host):\(server.port)/socket');
              socket.onopen = () => socket.send('held fast'); socket.onmessage = e => window.echoed = e.data;
              window.events = '';
              const source = new EventSource('/events');
              source.onmessage = e => { window.events += e.data; if (e.data === '2') source.close(); };
            })()
            """)
        try site.chromium.wait(for: "window.echoed === 'held fast'")
        try site.chromium.wait(for: "window.events === '12'")
    }

    @Test(
        "the warning and the live page fit a phone and a desk, light and dark", arguments: [390, 1280],
        ["light", "dark"])
    func fits(_ width: Int, _ scheme: String) throws {
        let bench = try Loopback()
        let expired = try bench.identity("expired.test") { template, now in
            (template.notBefore, template.notAfter) = (now.advanced(byDays: -9), now.advanced(byDays: -1))
        }
        let servers = [try bench.server(), try bench.server(as: expired)]
        defer { for server in servers { server.stop() } }
        let site = try Site(
            bench.trusting,
            [Loopback.connectTo(servers[0].port), Loopback.connectTo(servers[1].port, host: "expired.test")])
        let page = try CommandPage(site.chromium, width: width, scheme: scheme)
        _ = try site.chromium.load("https://\(Loopback.host):\(servers[0].port)/x")
        _ = try site.chromium.load("https://expired.test:\(servers[1].port)/x")
        try page.expectFitting {
            let words = try site.chromium.words
            #expect(words.contains("expired") && words.contains("expired.test"))
        }
        try page.expectContrast(ofAtLeast: 10)
        // The live page is on loopback, which no proxy is asked for.
        _ = try site.chromium.load(site.page.url)
        try site.chromium.wait(for: "document.body.innerText.includes('expired.test')")
        #expect(try site.chromium.words.contains(Loopback.host))
        let seen = try site.chromium.value("document.documentElement.scrollWidth") as? Int
        #expect(seen.map { $0 <= width } == true)
        try page.expectContrast(ofAtLeast: 10)
    }

    // MARK: Servers

    private static func trusting(_ anchor: Certificate, _ name: ServerName) -> TrustPolicy {
        var policy = TrustPolicy.ssl(name)
        policy.anchors = .only([anchor])
        policy.publicSuffixes = .system
        return policy
    }

    /// Answers one frame of a WebSocket with its own content (RFC 6455 §4.2.2, §5.2).
    private static func echo(_ connection: TLSConversation, _ head: String) throws(ServingError) {
        let key =
            head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("sec-websocket-key:") }?
            .split(separator: ":", maxSplits: 1).last?.drop { $0 == " " } ?? ""
        let accept = Base64.encode(Digest.sha1(Array("\(key)258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8)))
        try connection.write(
            "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(accept)\r\n\r\n")
        var frame: [UInt8] = []
        while frame.count < 6 || frame.count < 6 + Int(frame[1] & 0x7F) { frame += try connection.read() }
        let content = frame[6...].enumerated().map { $1 ^ frame[2 + $0 % 4] }
        try connection.write([0x81, UInt8(content.count)] + content)
        _ = try connection.read()
    }

    private static func answer(_ connection: TLSConversation, _ first: String) throws(ServingError) {
        var head = first
        while !head.isEmpty {
            if head.hasPrefix("GET /events") {
                try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
                try connection.write("data: 2\n\n")
                return
            }
            try connection.write("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 4\r\n\r\npage")
            head = try connection.readHead().head
        }
    }
}
