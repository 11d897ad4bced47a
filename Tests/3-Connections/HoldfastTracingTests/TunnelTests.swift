import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastTracing

/// What is said to a proxy before its tunnel stands.
@Suite struct TunnelTests {
    private static func text(_ step: TunnelConversation.Step) -> String? {
        if case .send(let bytes) = step { String(decoding: bytes, as: UTF8.self) } else { nil }
    }

    private static func isRefused(_ step: TunnelConversation.Step) -> Bool {
        if case .refused = step { true } else { false }
    }

    private static func conversation(
        _ kind: TraceProxy.Kind, to host: String = "a.test", user: String? = nil, password: String? = nil,
        authenticates: Bool = false
    ) -> TunnelConversation {
        TunnelConversation(
            TraceProxy(kind, host: "proxy.test", port: 3128, user: user, password: password), to: host, port: 443,
            authenticates: authenticates)
    }

    /// RFC 9110 §9.3.6: "CONNECT server.example.com:80 HTTP/1.1 / Host: server.example.com"; RFC 7617 §2: Aladdin's.
    @Test("a request of CONNECT names host and port, and user and password only where they were asked for")
    func connect() {
        #expect(
            Self.text(Self.conversation(.http).begin()) == "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\n\r\n")
        #expect(
            Self.text(Self.conversation(.http, to: "2001:db8::1").begin())?.hasPrefix("CONNECT [2001:db8::1]:443 ")
                == true)
        let named = { (authenticates: Bool) in
            Self.text(
                Self.conversation(.http, user: "Aladdin", password: "open sesame", authenticates: authenticates).begin()
            )
        }
        #expect(named(false)?.contains("Authorization") == false)
        #expect(named(true)?.contains("\r\nProxy-Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\r\n") == true)
    }

    /// RFC 9110 §9.3.6: "Any 2xx (Successful) response indicates that the sender (and all inbound proxies) will switch
    /// to tunnel mode immediately after the response header section", and "A server MUST NOT send any Transfer-Encoding
    /// or Content-Length header fields in a 2xx"; §15.2 for 1xx.
    @Test("any 2xx opens the tunnel, what follows is the server's, and bytes may come one by one")
    func opened() {
        for answer in [
            "HTTP/1.1 200 Connection established\r\n\r\n", "HTTP/1.0 200\r\n\r\n",
            "HTTP/1.1 204 x\r\nContent-Length: 4\r\n\r\n",
            "HTTP/1.1 102 wait\r\n\r\nHTTP/1.1 200 OK\r\nVia: 1.1 x\r\n\r\n",
        ] {
            var whole = Self.conversation(.http)
            #expect(whole.receive(Array((answer + "220 x\r\n").utf8)) == .open(Array("220 x\r\n".utf8)), "\(answer)")
            var slow = Self.conversation(.http)
            let steps = answer.utf8.map { slow.receive([$0]) }
            #expect(steps.last == .open([]) && steps.dropLast().allSatisfy { $0 == .read }, "\(answer)")
        }
    }

    @Test(
        "what is no tunnel is refused: other answers, no HTTP, too much",
        arguments: [
            "HTTP/1.1 403 Forbidden\r\n\r\n", "HTTP/1.1 502 x\r\n\r\n", "HTTP/1.1 302 x\r\nLocation: /\r\n\r\n",
            "HTTP/2 200\r\n\r\n", "HTTP/1.1 20\r\n\r\n", "HTTP/1.1 2000 x\r\n\r\n", "220 mail.test ready\r\n",
            "\u{5}\u{0}",
            "HTTP/1.1 200 x\r\nX: " + String(repeating: "x", count: 70_000),
            "HTTP/1.1 407 x\r\nProxy-Authenticate: Basic realm=\"x\"\r\n\r\n",
        ])
    func refused(_ answer: String) {
        var conversation = Self.conversation(.http)
        #expect(Self.isRefused(conversation.receive(Array(answer.utf8))))
    }

    /// RFC 9110 §15.5.8 and §11.7.1.
    @Test("a 407 that takes Basic is answered once")
    func asked() {
        let basic = Array(
            "HTTP/1.1 407 x\r\nproxy-authenticate: Negotiate\r\nPROXY-AUTHENTICATE: basic r=x\r\n\r\n".utf8)
        var first = Self.conversation(.http, user: "alice", password: "secret")
        #expect(first.receive(basic) == .again)
        var second = Self.conversation(.http, user: "alice", password: "secret", authenticates: true)
        #expect(Self.isRefused(second.receive(basic)))
        var digest = Self.conversation(.http, user: "alice", password: "secret")
        #expect(
            Self.isRefused(digest.receive(Array("HTTP/1.1 407 x\r\nProxy-Authenticate: Digest r=x\r\n\r\n".utf8))))
        // RFC 7617 §2: "a user-id containing a colon character is invalid".
        var colon = Self.conversation(.http, user: "a:b", password: "secret")
        #expect(Self.isRefused(colon.receive(basic)))
    }

    /// RFC 9112 §9.3.
    @Test("a 407 that keeps its connection is answered over it, and over another one where the proxy closes it")
    func askedAndKept() {
        let answers = ["HTTP/1.1 407 x\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 3\r\n\r\n", "no\n"]
        let named = "\r\nProxy-Authorization: Basic YWxpY2U6c2VjcmV0\r\n\r\n"
        var kept = Self.conversation(.http, user: "alice", password: "secret")
        #expect(kept.receive(Array(answers[0].utf8)) == .read)
        #expect(Self.text(kept.receive(Array(answers[1].utf8)))?.hasSuffix(named) == true)
        var whole = Self.conversation(.http, user: "alice", password: "secret")
        #expect(Self.text(whole.receive(Array(answers.joined().utf8)))?.hasSuffix(named) == true)
        let closed = { (answer: String) in
            var conversation = Self.conversation(.http, user: "alice", password: "secret")
            _ = conversation.receive(Array(answer.utf8))
            return conversation.receiveEnd()
        }
        #expect(closed(answers[0]) == .again)
        #expect(closed(answers.joined()) == .again)
        #expect(Self.isRefused(closed("")))
        // Nothing that the proxy then says makes it hear the password a third time.
        #expect(Self.isRefused(whole.receive(Array(answers.joined().utf8))))
        #expect(kept.receive(Array("HTTP/1.1 200 OK\r\n\r\nx".utf8)) == .open([0x78]))
        #expect(Self.isRefused(closed(answers.joined() + "HTTP/1.1 4")))
    }

    /// RFC 1928 §3, §4, §6.
    @Test("SOCKS 5: the method, the request by name and by address, the reply")
    func socks() {
        var named = Self.conversation(.socks5)
        #expect(named.begin() == .send([5, 1, 0]))
        #expect(named.receive([5]) == .read)
        #expect(named.receive([0]) == .send([5, 1, 0, 3, 6] + Array("a.test".utf8) + [0x01, 0xBB]))
        #expect(named.receive([5, 0, 0, 3, 2, 0x61]) == .read)
        #expect(named.receive([0x62, 0, 80, 0x32]) == .open([0x32]))
        for (host, place) in [
            ("192.0.2.1", [1, 192, 0, 2, 1] as [UInt8]),
            ("2001:db8::1", [4, 0x20, 1, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]),
        ] {
            var conversation = Self.conversation(.socks5, to: host)
            #expect(conversation.receive([5, 0]) == .send([5, 1, 0] + place + [0x01, 0xBB]))
            #expect(conversation.receive([5, 0, 0] + place + [0, 0]) == .open([]))
        }
    }

    /// RFC 1929 §2.
    @Test("SOCKS 5 with user and password, which nobody is told without being asked")
    func password() {
        var asked = Self.conversation(.socks5, user: "al", password: "pw")
        #expect(asked.begin() == .send([5, 2, 0, 2]))
        #expect(asked.receive([5, 2]) == .send([1, 2, 0x61, 0x6C, 2, 0x70, 0x77]))
        #expect(Self.text(asked.receive([1, 0]))?.contains("a.test") == true)
        var unasked = Self.conversation(.socks5, user: "al", password: "pw")
        #expect(Self.text(unasked.receive([5, 0]))?.contains("a.test") == true)
        var wrong = Self.conversation(.socks5, user: "al", password: "pw")
        _ = wrong.receive([5, 2])
        #expect(Self.isRefused(wrong.receive([1, 1])))
        for password in ["", String(repeating: "x", count: 256)] {
            let opening = Self.conversation(.socks5, user: password, password: password).begin()
            #expect(Self.isRefused(opening))
        }
    }

    @Test(
        "SOCKS 5: what is no tunnel is refused",
        arguments: [
            [4, 0], [5, 0xFF], [5, 2], [5, 1], [0x48, 0x54, 0x54, 0x50], [5, 0, 5, 1, 0, 1, 0, 0, 0, 0, 0, 0],
            [5, 0, 5, 9, 0, 1, 0, 0], [5, 0, 5, 0, 0, 2, 0, 0], [5, 0, 4, 0, 0, 1, 0, 0],
        ] as [[UInt8]])
    func socksRefused(_ bytes: [UInt8]) {
        var conversation = Self.conversation(.socks5)
        var step = conversation.receive(Array(bytes.prefix(2)))
        if bytes.count > 2, !Self.isRefused(step) { step = conversation.receive(Array(bytes.dropFirst(2))) }
        #expect(Self.isRefused(step))
    }

    @Test("a proxy's description shows neither user nor password")
    func description() {
        let proxy = TraceProxy(.http, host: "proxy.test", port: 3128, user: "alice", password: "secret")
        var dumped = ""
        dump(proxy, to: &dumped)
        for text in ["\(proxy)", dumped, String(reflecting: proxy)] {
            #expect(!text.contains("alice") && !text.contains("secret"), "\(text)")
        }
    }
}
