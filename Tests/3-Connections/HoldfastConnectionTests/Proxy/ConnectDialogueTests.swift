import HoldfastHTTP
import HoldfastX509
import Testing

@testable import HoldfastConnection

/// A tunnel by CONNECT over HTTP/1.1, from the proxy's octets.
///
/// Beside the RFCs stands what libcurl 7.88 makes of the same answer, where it is something else.
@Suite struct ConnectDialogueTests {
    private static func dialogue(
        to host: String = "a.test", _ fields: [HTTPField] = [], _ limits: ProxyLimits = ProxyLimits()
    ) -> any ProxyDialogue {
        ProxyProtocol.http(fields).dialogue(to: TunnelTarget(host: host, port: 443), limits)
    }

    /// The state after an answer that comes as one, or octet by octet.
    private static func state(after answer: String, inPieces: Bool = false) -> ProxyState {
        var dialogue = dialogue()
        _ = dialogue.takeOutput()
        let octets = Array(answer.utf8)
        if inPieces {
            for index in octets.indices { dialogue.receive(octets[index...index]) }
        } else {
            dialogue.receive(octets[...])
        }
        #expect(dialogue.takeOutput().isEmpty, "nothing goes out that was not asked for")
        return dialogue.state
    }

    private static func text(_ dialogue: inout any ProxyDialogue) -> String {
        String(decoding: dialogue.takeOutput(), as: UTF8.self)
    }

    private static func receive(_ text: String, by dialogue: inout any ProxyDialogue) {
        dialogue.receive(Array(text.utf8)[...])
    }

    private static func question(_ state: ProxyState) -> ProxyQuestion? {
        if case .asked(let question) = state { question } else { nil }
    }

    // MARK: The request

    /// RFC 9110 §9.3.6: "CONNECT server.example.com:80 HTTP/1.1 / Host: server.example.com"; RFC 9112 §3.2.3: "a client
    /// MUST send only the host and port of the tunnel destination as the request target"; RFC 3986 §3.2.2 for brackets.
    @Test("the request names host and port, an IPv6 address in brackets, and the proxy's fields behind Host")
    func request() {
        var dialogue = Self.dialogue(to: "server.example.com", ["Proxy-Authorization: Basic aGVsbG86d29ybGQ="])
        #expect(
            Self.text(&dialogue)
                == "CONNECT server.example.com:443 HTTP/1.1\r\nHost: server.example.com:443\r\n"
                + "Proxy-Authorization: Basic aGVsbG86d29ybGQ=\r\n\r\n")
        #expect(Self.text(&dialogue).isEmpty, "once")
        #expect(dialogue.state == .waits)
        var literal = Self.dialogue(to: "2001:db8::1")
        #expect(
            Self.text(&literal) == "CONNECT [2001:db8::1]:443 HTTP/1.1\r\nHost: [2001:db8::1]:443\r\n\r\n")
    }

    /// RFC 9113 §8.5: "The ":scheme" and ":path" pseudo-header fields MUST be omitted. The ":authority" pseudo-header
    /// field contains the host and port to connect to".
    @Test("over HTTP/2 the request has an authority and no path")
    func overHTTP2() {
        let request = ConnectAnswer.request(to: TunnelTarget(host: "::1", port: 8443), ["A: b"])
        #expect(request.asksForTunnel && request.authority == "[::1]:8443" && request.path.isEmpty)
        #expect(request.fields == ["A: b"] && request.content == .none)
        #expect([100, 102, 103, 199].allSatisfy { ConnectAnswer(status: $0) == .interim })
        #expect([200, 201, 204, 299].allSatisfy { ConnectAnswer(status: $0) == .opened })
        #expect(ConnectAnswer(status: 407) == .asked)
        #expect([0, 99, 101, 300, 401, 403, 502, 999].allSatisfy { ConnectAnswer(status: $0) == .refused })
    }

    // MARK: The tunnel

    /// RFC 9110 §9.3.6: "Any 2xx (Successful) response indicates that the sender (and all inbound proxies) will switch
    /// to tunnel mode immediately after the response header section"; "A client MUST ignore any Content-Length or
    /// Transfer-Encoding header fields received in a successful response to CONNECT." §15.2: "A client MUST be able to
    /// parse one or more 1xx responses received prior to a final response"; libcurl takes each 1xx for a refusal.
    @Test(
        "any 2xx opens the tunnel, and what follows is the server's",
        arguments: [
            "HTTP/1.1 200 Connection established\r\n\r\n", "HTTP/1.0 200\r\n\r\n", "HTTP/1.1 299 x\r\n\r\n",
            "HTTP/1.1 204 x\r\nContent-Length: 4\r\n\r\n", "HTTP/1.1 200 x\r\nTransfer-Encoding: chunked\r\n\r\n",
            "HTTP/1.1 200 x\r\nConnection: close\r\n\r\n", "HTTP/1.1 200 x\nA: b\n\n",
            "HTTP/1.1  200 OK\r\n\r\n",
            "HTTP/1.1 200 x\r\nA: b\r\n c\r\n\r\n",
            "HTTP/1.1 102 wait\r\n\r\nHTTP/1.1 200 OK\r\nVia: 1.1 x\r\n\r\n",
            "HTTP/1.1 100 x\r\nA: b\r\n\r\nHTTP/1.1 103 x\r\nContent-Length: 9\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
            // libcurl refuses an empty line; RFC 9112 §2.2 has servers pass it over, and nothing is read in two ways.
            "\r\nHTTP/1.1 200 OK\r\n\r\n",
        ])
    func opened(_ answer: String) {
        guard case .open(let head?, let rest) = Self.state(after: answer + "\u{16}\u{3}\u{1}x") else {
            Issue.record("no tunnel")
            return
        }
        #expect((200..<300).contains(head.status))
        #expect(rest == [0x16, 3, 1, 0x78])
        #expect(Self.state(after: answer, inPieces: true) == .open(head: head, rest: []))
    }

    @Test("interim answers are handed out once, whatever follows")
    func interim() {
        for last in ["", "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 502 x\r\n\r\n"] {
            var dialogue = Self.dialogue()
            Self.receive("HTTP/1.1 100 x\r\nA: b\r\n\r\nHTTP/1.1 103 x\r\n\r\n" + last, by: &dialogue)
            let heads = dialogue.takeInterim()
            #expect(heads.map(\.status) == [100, 103] && heads.first?.fields["A"] == "b")
            #expect(dialogue.takeInterim().isEmpty)
        }
    }

    // MARK: Refusals

    /// RFC 9110 §9.3.6: "Any response other than a successful response indicates that the tunnel has not yet been
    /// formed." 101 needs an Upgrade of the client's (§15.2.2).
    @Test(
        "another status is a refusal at once, whatever content follows",
        arguments: [101, 300, 302, 401, 403, 404, 500, 502, 503, 999])
    func refused(_ status: Int) {
        for rest in ["Content-Length: 4\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n", "\r\n"] {
            for inPieces in [false, true] {
                let state = Self.state(after: "HTTP/1.1 \(status) x\r\nRetry-After: 9\r\n" + rest, inPieces: inPieces)
                guard case .failed(.refused(let head)) = state else {
                    Issue.record("\(state)")
                    continue
                }
                #expect(head.status == status && head.fields["Retry-After"] == "9")
            }
        }
    }

    /// libcurl waits for the end of a line, or of the connection.
    @Test(
        "what doesn't begin as HTTP/1.1 isn't waited for",
        arguments: [
            "220 mail.test ready", "\u{5}\u{0}", "SSH-2.0-x", "HTTP/2 200\r\n\r\n", "http/1.1 200 OK", "ICY 200 OK",
            "HTTP/2.0", "\r\nhello", " HTTP/1.1 200 OK\r\n\r\n", "junk\r\nHTTP/1.1 200 OK\r\n\r\n",
        ])
    func otherProtocol(_ answer: String) {
        #expect(Self.state(after: answer) == .failed(.otherProtocol))
        #expect(Self.state(after: answer, inPieces: true) == .failed(.otherProtocol))
    }

    /// RFC 9112 §4: "status-line = HTTP-version SP status-code SP [ reason-phrase ]", "status-code = 3DIGIT"; §2.2 for
    /// a bare CR, RFC 9110 §5.5 for NUL. libcurl takes `HTTP/1.2` and a bare CR. A line that is no field ends its
    /// tunnel; here it is passed over, as in servers' answers.
    @Test(
        "a head that can't be read is a fault",
        arguments: [
            "HTTP/1.1 20\r\n\r\n", "HTTP/1.1 2000 x\r\n\r\n", "HTTP/1.1 000 x\r\n\r\n", "HTTP/1.2 200 OK\r\n\r\n",
            "HTTP/1.1 200 OK\r\nA: b\rc\r\n\r\n", "HTTP/1.1 200 OK\r\nA: b\0c\r\n\r\n",
            "HTTP/1.1 407 x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
            "HTTP/1.1 407 x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
        ])
    func malformed(_ answer: String) {
        for inPieces in [false, true] {
            let state = Self.state(after: answer, inPieces: inPieces)
            guard case .failed(.malformed) = state else {
                Issue.record("\(state)")
                continue
            }
        }
    }

    @Test("octets and fields have limits, those of interim answers too, and what follows the head counts for none")
    func limits() {
        let limits = ProxyLimits(headOctets: 100, fields: 3)
        func state(_ answer: String) -> [ProxyState] {
            let octets = Array(answer.utf8)
            return [octets.count, 1, 2, 3].map { size in
                var (dialogue, rest) = (Self.dialogue([], limits), octets[...])
                while !rest.isEmpty {
                    dialogue.receive(rest.prefix(size))
                    rest = rest.dropFirst(size)
                }
                return dialogue.state
            }
        }
        let long = [ProxyState](repeating: .failed(.longHead(limit: 100)), count: 4)
        #expect(state("HTTP/1.1 200 x\r\nX: " + String(repeating: "x", count: 200)) == long)
        #expect(state("HTTP/1.1 200 x\r\nX: " + String(repeating: "x", count: 78) + "\r\n\r\n") == long, "101")
        #expect(state(String(repeating: "HTTP/1.1 102 x\r\n\r\n", count: 6)) == long)
        // What is no HTTP is called so up to the first octet over the limit, and what comes behind that is not read.
        let interim = "HTTP/1.1 102 " + String(repeating: "x", count: 80) + "\r\n\r\n"
        let other = [ProxyState](repeating: .failed(.otherProtocol), count: 4)
        #expect(state(interim + "HTTX") == other && state(interim + "HTTPX") == long, "97, and 4")
        guard
            case .open(let head?, let rest) = state(
                "HTTP/1.1 200 x\r\nX: " + String(repeating: "x", count: 77) + "\r\n\r\n"
                    + String(repeating: "y", count: 1_000))[0]
        else {
            Issue.record("100 octets are refused")
            return
        }
        #expect(head.fields.count == 1 && rest.count == 1_000)
        for state in state("HTTP/1.1 200 x\r\n" + String(repeating: "A: b\r\n", count: 4) + "\r\n") {
            #expect(state == .failed(.malformed(MessageError(431, .tooManyFields(limit: 3)))))
        }
    }

    @Test("the end of the connection, before and within an answer")
    func closed() {
        for (answer, hasBegun) in [
            ("", false), ("H", true), ("HTTP/1.1 200 OK\r\nA", true), ("HTTP/1.1 102 x\r\n\r\n", true),
        ] {
            var dialogue = Self.dialogue()
            Self.receive(answer, by: &dialogue)
            dialogue.receiveEnd()
            #expect(dialogue.state == .failed(.closed(hasBegun: hasBegun)), "\(answer)")
        }
        var open = Self.dialogue()
        Self.receive("HTTP/1.1 200 OK\r\n\r\n", by: &open)
        let before = open.state
        open.receiveEnd()
        #expect(open.state == before)
    }

    // MARK: The question

    /// RFC 9110 §15.5.8: "The proxy MUST send a Proxy-Authenticate header field … The client MAY repeat the request
    /// with a new or replaced Proxy-Authorization header field". RFC 9112 §9.3 says when the connection goes on.
    @Test("a 407 asks; its challenges are fields, and its framing says whether the connection goes on")
    func asked() throws {
        let fields = "proxy-authenticate: Negotiate\r\nPROXY-AUTHENTICATE: basic realm=\"x\"\r\n"
        for (status, rest, keeps) in [
            ("HTTP/1.1", "Content-Length: 0\r\n", true), ("HTTP/1.1", "Content-Length: 5\r\n", true),
            ("HTTP/1.1", "Transfer-Encoding: chunked\r\n", true), ("HTTP/1.1", "", false),
            ("HTTP/1.1", "Content-Length: 5\r\nConnection: close\r\n", false),
            ("HTTP/1.1", "Content-Length: 5\r\nProxy-Connection: close\r\n", false),
            ("HTTP/1.1", "Content-Length: 999999\r\n", false),
            ("HTTP/1.0", "Content-Length: 5\r\n", false),
            ("HTTP/1.0", "Content-Length: 5\r\nProxy-Connection: Keep-Alive\r\n", true),
            ("HTTP/1.0", "Content-Length: 5\r\nConnection: keep-alive\r\n", true),
        ] {
            let state = Self.state(after: "\(status) 407 x\r\n\(fields)\(rest)\r\n", inPieces: true)
            let question = try #require(Self.question(state), "\(rest)")
            #expect(question.keepsConnection == keeps, "\(status) \(rest)")
            #expect(question.challenges.map(\.value) == ["Negotiate", "basic realm=\"x\""])
        }
    }

    @Test("the answer goes out once the content is over, on the same connection", arguments: [false, true])
    func answered(inPieces: Bool) {
        for content in [
            "Content-Length: 5\r\n\r\nwho? ", "Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nwho? \r\n0\r\nT: t\r\n\r\n",
        ] {
            var dialogue = Self.dialogue()
            _ = dialogue.takeOutput()
            let octets = Array("HTTP/1.1 407 x\r\nProxy-Authenticate: Basic realm=x\r\n\(content)".utf8)
            var sent = ""
            for piece in inPieces ? octets.indices.map({ octets[$0...$0] }) : [octets[...]] {
                #expect(sent.isEmpty)
                dialogue.receive(piece)
                if Self.question(dialogue.state) != nil { dialogue.answer(["Proxy-Authorization: Basic eDp5"]) }
                sent += Self.text(&dialogue)
            }
            #expect(
                sent == "CONNECT a.test:443 HTTP/1.1\r\nHost: a.test:443\r\nProxy-Authorization: Basic eDp5\r\n\r\n")
            #expect(dialogue.state == .waits)
            Self.receive("HTTP/1.1 200 OK\r\n\r\nx", by: &dialogue)
            #expect(dialogue.state == .open(head: ResponseHead(status: 200, reason: "OK", fields: []), rest: [0x78]))
        }
    }

    /// MS-NTHT §2.1 and RFC 4559 §6: the connection is what is authenticated, in several requests over it.
    @Test("several rounds over one connection, as NTLM and Negotiate take them, and not without end")
    func rounds() {
        var dialogue = Self.dialogue([], ProxyLimits(rounds: 3))
        _ = dialogue.takeOutput()
        for (challenge, answer) in [("NTLM", "NTLM 1"), ("NTLM TlRM", "NTLM 3"), ("Negotiate YII=", "Negotiate 2")] {
            Self.receive(
                "HTTP/1.1 407 x\r\nProxy-Authenticate: \(challenge)\r\nContent-Length: 2\r\n\r\nno", by: &dialogue)
            #expect(Self.question(dialogue.state)?.challenges.map(\.value) == [challenge])
            dialogue.answer([HTTPField("Proxy-Authorization", answer)])
            #expect(Self.text(&dialogue).hasSuffix("\r\nProxy-Authorization: \(answer)\r\n\r\n"))
        }
        Self.receive("HTTP/1.1 407 x\r\nContent-Length: 0\r\n\r\n", by: &dialogue)
        dialogue.answer([])
        #expect(dialogue.state == .failed(.asksWithoutEnd(limit: 3)))
        #expect(Self.text(&dialogue).isEmpty)
    }

    @Test("a connection that ends with its 407 takes no answer")
    func notKept() {
        var dialogue = Self.dialogue()
        _ = dialogue.takeOutput()
        Self.receive("HTTP/1.1 407 x\r\nConnection: close\r\n\r\ncontent", by: &dialogue)
        Self.receive(String(repeating: "x", count: 1_000_000), by: &dialogue)
        #expect(Self.question(dialogue.state)?.keepsConnection == false)
        dialogue.answer([])
        #expect(dialogue.state == .failed(.closed(hasBegun: false)) && Self.text(&dialogue).isEmpty)
        // Kept by its words, and then not.
        var ended = Self.dialogue()
        Self.receive("HTTP/1.1 407 x\r\nContent-Length: 5\r\n\r\nab", by: &ended)
        ended.receiveEnd()
        #expect(Self.question(ended.state)?.keepsConnection == false)
        var answered = Self.dialogue()
        Self.receive("HTTP/1.1 407 x\r\nContent-Length: 5\r\n\r\nab", by: &answered)
        answered.answer([])
        answered.receiveEnd()
        #expect(answered.state == .failed(.closed(hasBegun: false)))
    }

    @Test("content that nobody had measured has a limit")
    func longContent() {
        var dialogue = Self.dialogue([], ProxyLimits(contentOctets: 10))
        Self.receive("HTTP/1.1 407 x\r\nTransfer-Encoding: chunked\r\n\r\n10\r\n0123456789abcdef\r\n", by: &dialogue)
        dialogue.answer([])
        #expect(dialogue.state == .failed(.longContent(limit: 10)))
        var malformed = Self.dialogue()
        Self.receive("HTTP/1.1 407 x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", by: &malformed)
        malformed.answer([])
        guard case .failed(.malformed) = malformed.state else {
            Issue.record("\(malformed.state)")
            return
        }
    }

    @Test("an answer to nobody's question is none")
    func unasked() {
        var dialogue = Self.dialogue()
        _ = dialogue.takeOutput()
        dialogue.answer(["A: b"])
        #expect(dialogue.state == .waits && Self.text(&dialogue).isEmpty)
    }
}
