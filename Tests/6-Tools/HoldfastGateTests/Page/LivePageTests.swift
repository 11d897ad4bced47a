import HoldfastHTTP
import HoldfastStatements
import Testing

@testable import HoldfastGate

@Suite("The live page")
struct LivePageTests {
    private let gate: HoldfastGate.Gate
    private let page: LivePage

    init() throws {
        gate = try HoldfastGate.Gate(HoldfastGate.Gate.Configuration())
        page = try LivePage(of: gate)
    }

    /// The place and the path of the page's URL.
    private var parts: (host: String, path: String) {
        let rest = page.url.dropFirst("http://".count)
        let slash = rest.firstIndex(of: "/") ?? rest.endIndex
        return (String(rest[..<slash]), String(rest[slash...]))
    }

    private func ask(_ path: String, host: String, _ fields: [HTTPField] = []) throws -> PlainAnswer? {
        try page.answer(
            to: RequestHead(method: "GET", target: path, fields: [HTTPField("Host", host)] + fields))
    }

    @Test("whoever has its URL sees it; it fetches nothing from elsewhere, and nobody frames it")
    func shown() throws {
        let answer = try #require(try ask(parts.path, host: parts.host))
        let policy = try #require(answer.fields.one("content-security-policy"))
        #expect(answer.status == 200 && policy.hasPrefix("default-src 'none'"))
        #expect(policy.contains("frame-ancestors 'none'") && answer.fields.one("x-frame-options") == "DENY")
        #expect(!policy.contains("unsafe-inline"))
        #expect(try ask(parts.path + "events", host: parts.host) == nil)
    }

    @Test("a name that leads here is somebody else's page: DNS rebinding")
    func rebinding() throws {
        let port = parts.host.split(separator: ":").last.map(String.init) ?? ""
        for host in ["evil.test:\(port)", "localhost:\(port)", "127.0.0.1", "127.0.0.1.evil.test:\(port)", ""] {
            #expect(throws: MessageError.self, "\(host)") { try ask(parts.path, host: host) }
        }
    }

    @Test("without the token there is nothing, and a page of another origin gets nothing with it")
    func token() throws {
        for path in ["/", "/events", "/0123456789abcdef0123456789abcdef/", "//", parts.path + "../", "/x" + parts.path]
        {
            #expect(throws: MessageError.self, "\(path)") { try ask(path, host: parts.host) }
        }
        for site in ["cross-site", "same-site"] {
            #expect(throws: MessageError.self) {
                try ask(parts.path, host: parts.host, [HTTPField("Sec-Fetch-Site", site)])
            }
        }
    }

    @Test("an event of a request has no query, which may hold a token, and is no longer than a clause")
    func events() throws {
        let target = try GateTarget(authority: "a.test:443")
        func message(_ path: String) -> String {
            GateEvent(.request, 1, at: gate.now, server: target, method: "GET", path).message
        }
        #expect(message("/reset?token=SECRET&code=SECRET") == "GET /reset?…" && message("/x") == "GET /x")
        #expect(message("/" + String(repeating: "x", count: 70_000) + "?y").count <= GateEvent.mostMessage)
        // The acute accent combines: 70,000 of them behind a letter are one character of Swift's.
        for mark in ["x", "\u{301}"] {
            let text = "x" + String(repeating: mark, count: 70_000)
            gate.journal.note(GateEvent(.refused, 1, at: gate.now, server: target, Statement(verbatim: text)))
            let message = try #require(gate.journal.listen().past.last?.message)
            #expect(message.utf8.count <= GateEvent.mostMessage + 32 && message.utf8.starts(with: "x\(mark)".utf8))
        }
    }

    @Test("what strangers wrote goes into the page as text alone")
    func script() {
        #expect(!LivePageText.script.contains("innerHTML") && LivePageText.script.contains("textContent"))
    }
}
