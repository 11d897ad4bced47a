import HoldfastStatements
import HoldfastAuthority
import HoldfastCrypto
import HoldfastServing
import HoldfastSystem
import LoopbackSupport
import TestSupport
import Testing

@testable import HoldfastTracing

/// What is said before TLS, and that nothing more may be said there.
@Suite(.ownThread) struct StartTLSTests {
    @Test("RFC 3207 §6's example, in two lines of capabilities")
    func smtp() {
        let good = StartTLSPlay(
            .smtp,
            [
                "220 mail.imc.org SMTP service ready\r\n",
                "250-mail.imc.org offers\r\n250-8BITMIME\r\n250 STARTTLS\r\n", "220 Go ahead\r\n",
            ])
        #expect(good.sent == ["EHLO localhost\r\n", "STARTTLS\r\n"] && good.last == .ready)
        #expect(StartTLSPlay(.smtp, ["220 x\r\n", "250 8BITMIME\r\n"]).last.isRefused)
        #expect(StartTLSPlay(.smtp, ["220 x\r\n", "250 STARTTLS\r\n", "454 TLS not available\r\n"]).last.isRefused)
        #expect(
            StartTLSPlay(.smtp, ["554 no\r\n"]).last.isRefused
                && StartTLSPlay(.smtp, ["HTTP/1.1 400\r\n"]).last.isRefused)
        // A greeting byte by byte is a greeting.
        #expect(StartTLSPlay(.smtp, "220-a\r\n220 b\r\n".map(String.init)).sent.count == 1)
    }

    /// RFC 2033 §4.1: "The HELO and EHLO commands of ESMTP are replaced by the LHLO command"; a server "MUST NOT return
    /// a postive completion reply to these commands. The 500 reply code is recommended."
    @Test("LMTP: a server that does not know EHLO is asked by LHLO, once")
    func lmtp() {
        let good = StartTLSPlay(
            .smtp,
            ["220 foo.edu LMTP server ready\r\n", "500 5.5.1 no\r\n", "250-foo\r\n250 STARTTLS\r\n", "220 Go\r\n"])
        #expect(good.sent == ["EHLO localhost\r\n", "LHLO localhost\r\n", "STARTTLS\r\n"] && good.last == .ready)
        let neither = StartTLSPlay(.smtp, ["220 x\r\n", "502 no\r\n", "500 no\r\n"])
        #expect(neither.sent.count == 2 && neither.last.refusal == "the server refuses EHLO and LHLO: '500 no'")
        // 4yz is transient (RFC 5321 §4.2.1), and says nothing about the command.
        #expect(StartTLSPlay(.smtp, ["220 x\r\n", "421 busy\r\n"]).sent.count == 1)
    }

    /// RFC 6120 §4.9.2: the error is followed by one condition "in the 'urn:ietf:params:xml:ns:xmpp-streams'
    /// namespace".
    @Test("XMPP's stream errors are told by their condition, whenever they come")
    func streamError() {
        let opening = "<?xml version='1.0'?><stream:stream id='1'>"
        let error =
            "<stream:error><host-unknown xmlns='urn:ietf:params:xml:ns:xmpp-streams'/></stream:error></stream:stream>"
        let features =
            "<stream:features><starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:features>"
        let words = "the server ends the stream with the error host-unknown (RFC 6120 §4.9.3)"
        #expect(StartTLSPlay(.xmpp, [opening + error]).last.refusal == words)
        #expect(StartTLSPlay(.xmpp, [opening, error]).last.refusal == words)
        #expect(StartTLSPlay(.xmppServer, [opening + features, error]).last.refusal == words)
        // The condition may be on its way.
        #expect(StartTLSPlay(.xmpp, [opening + "<stream:error>"]).last == .read)
        for empty in ["<stream:error/>", "<stream:error></stream:error>"] {
            #expect(
                StartTLSPlay(.xmpp, [opening + empty]).last.refusal == "the server ends the stream with an error",
                "\(empty)")
        }
        let hostile = StartTLSPlay(
            .xmpp, [opening + "<stream:error><\u{1B}[31m\(String(repeating: "x", count: 500))/>"])
        #expect((hostile.last.refusal?.count ?? 999) < 120, "\(hostile.last)")
    }

    @Test("CVE-2011-0411: bytes behind the answer that lets TLS begin are an error, not TLS")
    func injection() {
        for (kind, answers) in [
            (.smtp, ["220 x\r\n", "250 STARTTLS\r\n", "220 Go\r\n250 injected\r\n"]),
            (.imap, ["* OK x\r\n", "a1 OK go\r\n* CAPABILITY x\r\n"]), (.pop3, ["+OK x\r\n", "+OK go\r\n+"]),
            (.postgres, ["SX"]),
            (
                .xmpp,
                [
                    "<stream:stream><stream:features><starttls "
                        + "xmlns='urn:ietf:params:xml:ns:xmpp-tls'/></stream:features>",
                    "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/> ",
                ]
            ),
        ] as [(StartTLS, [String])] {
            guard case .refused(let why) = StartTLSPlay(kind, answers).last else {
                #expect(Bool(false), "\(kind) went on")
                continue
            }
            #expect(why.english.contains("CVE-2011-0411"), "\(kind): \(why)")
        }
    }

    @Test("RFC 9051 §6.2.1: untagged answers may come before the tagged one; PREAUTH rules STARTTLS out")
    func imap() {
        let good = StartTLSPlay(
            .imap, ["* OK [CAPABILITY IMAP4rev2] ready\r\n", "* 3 EXISTS\r\na1 OK Begin TLS negotiation now\r\n"])
        #expect(good.sent == ["a1 STARTTLS\r\n"] && good.last == .ready)
        #expect(StartTLSPlay(.imap, ["* PREAUTH x\r\n"]).last.isRefused)
        #expect(StartTLSPlay(.imap, ["* OK x\r\n", "a1 BAD no\r\n"]).last.isRefused)
    }

    @Test func pop3() {
        let good = StartTLSPlay(.pop3, ["+OK POP3 ready\r\n", "+OK Begin TLS negotiation\r\n"])
        #expect(good.sent == ["STLS\r\n"] && good.last == .ready)
        #expect(StartTLSPlay(.pop3, ["+OK x\r\n", "-ERR no\r\n"]).last.isRefused)
    }

    @Test("PostgreSQL's SSLRequest is 8 and 80877103; S is yes, N is no")
    func postgres() {
        var conversation = StartTLSConversation(.postgres, host: "h")
        #expect(conversation.begin() == .send([0, 0, 0, 8, 4, 210, 22, 47]))
        let code: [UInt32] = [4, 210, 22, 47]
        #expect(code.reduce(0) { $0 << 8 | $1 } == 80_877_103)
        #expect(conversation.receive([0x53]) == .ready)
        #expect(StartTLSPlay(.postgres, ["N"]).last.isRefused && StartTLSPlay(.postgres, ["Hello"]).last.isRefused)
    }

    @Test("RFC 4511 §4.14: the extended request and response")
    func ldap() {
        var conversation = StartTLSConversation(.ldap, host: "h")
        guard case .send(let request) = conversation.begin() else { return #expect(Bool(false)) }
        #expect(request.count == 31 && request[5] == 0x77 && request.last == UInt8(ascii: "7"))
        // SEQUENCE { 1, [APPLICATION 24] { success, "", "" } }, as one piece, in pieces, and with a long form of
        // length.
        let good: [UInt8] = [0x30, 0x0C, 2, 1, 1, 0x78, 7, 0x0A, 1, 0, 4, 0, 4, 0]
        #expect(conversation.receive(Array(good.prefix(5))) == .read)
        #expect(conversation.receive(Array(good.dropFirst(5))) == .ready)
        var long = StartTLSConversation(.ldap, host: "h")
        _ = long.begin()
        #expect(long.receive([0x30, 0x84, 0, 0, 0, 12] + good.dropFirst(2)) == .ready)
        for (bad, what) in [
            ([0x30, 0x0C, 2, 1, 1, 0x78, 7, 0x0A, 1, 52, 4, 0, 4, 0], "unavailable"),
            ([0x30, 0x0C, 2, 1, 0, 0x78, 7, 0x0A, 1, 0, 4, 0, 4, 0], "an unsolicited notice"),
            ([0x30, 0x84, 0x7F, 0xFF, 0xFF, 0xFF], "a length without end"), ([0x16, 3, 3], "no LDAP"),
            (good + [0], "a byte behind it"), ([0x30, 0x80, 2, 1], "the indefinite form"),
        ] as [([UInt8], String)] {
            var conversation = StartTLSConversation(.ldap, host: "h")
            _ = conversation.begin()
            #expect(conversation.receive(bad).isRefused, "\(what)")
        }
    }

    /// RFC 4511 §4.1.9: "protocolError (2)"; §4.14.1: "unavailable (52)".
    @Test(
        "LDAP's result codes are told by name",
        arguments: [(2, "2, protocolError"), (52, "52, unavailable"), (99, "99")])
    func results(_ code: UInt8, _ words: String) {
        var conversation = StartTLSConversation(.ldap, host: "h")
        _ = conversation.begin()
        let step = conversation.receive([0x30, 0x0C, 2, 1, 1, 0x78, 7, 0x0A, 1, code, 4, 0, 4, 0])
        #expect(step.refusal == "the server refuses STARTTLS with the result code \(words)")
    }

    @Test("RFC 6120 §5.4's exchange; clients' and servers' namespaces")
    func xmpp() {
        let features = """
            <?xml version='1.0'?><stream:stream from='im.example.com' id='t7' version='1.0' xmlns='jabber:client' \
            xmlns:stream='http://etherx.jabber.org/streams'><stream:features>
            <starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'><required/></starttls>
            <mechanisms xmlns='urn:ietf:params:xml:ns:xmpp-sasl'><mechanism>PLAIN</mechanism></mechanisms>
            </stream:features>
            """
        for end in [
            "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>",
            "<proceed xmlns='urn:ietf:params:xml:ns:xmpp-tls'></proceed>",
        ] {
            let good = StartTLSPlay(.xmpp, [features, end])
            #expect(good.last == .ready && good.sent.count == 2 && good.sent[0].contains("xmlns='jabber:client'"))
        }
        #expect(StartTLSPlay(.xmppServer, []).sent[0].contains("xmlns='jabber:server'"))
        for bad in [
            "<stream:stream><stream:features/>", "<stream:stream><stream:features></stream:features>",
            "<!DOCTYPE x><stream:stream>", "HTTP/1.1 400 Bad\r\n",
            "<stream:stream><stream:error></stream:error>",
        ] { #expect(StartTLSPlay(.xmpp, [bad]).last.isRefused, "\(bad)") }
        #expect(StartTLSPlay(.xmpp, [features, "<failure xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>"]).last.isRefused)
    }

    @Test("a line without end, and lines without end", arguments: [StartTLS.smtp, .imap, .pop3, .xmpp])
    func endless(kind: StartTLS) {
        var conversation = StartTLSConversation(kind, host: "h")
        _ = conversation.begin()
        var step = StartTLSConversation.Step.read
        var count = 0
        while step == .read, count < 1000 {
            step = conversation.receive([UInt8](repeating: kind == .xmpp ? 0x3C : 0x2A, count: 1000))
            count += 1
        }
        #expect(step.isRefused && count < 12)
        var many = StartTLSConversation(.smtp, host: "h")
        step = .read
        count = 0
        while step == .read, count < 100_000 {
            step = many.receive(Array("220-x\r\n".utf8))
            count += 1
        }
        #expect(step.isRefused && count < 20_000)
    }

    @Test("over a socket: the lines stand in the trace, then TLS begins")
    func live() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let identity = try world.identity()
        let flight = try RawTLS12Flight(presenting: identity.chain, signingBy: identity.key)
        let server = try RawServer { connection throws(ServingError) in
            for line in ["220 ready\r\n", "250 STARTTLS\r\n", "220 go\r\n"] {
                try connection.write(Array(line.utf8), until: .after(.seconds(600)))
                if line != "220 go\r\n" { _ = try connection.read(until: .after(.seconds(600))) }
            }
            try flight.serve(connection)
        }
        let trace = try await world.trace(server.port, startTLS: .smtp)
        let lines = trace.events.compactMap { event -> String? in
            guard case .plaintext(let bytes) = event.kind else { return nil }
            return (event.sender == .client ? "> " : "< ") + String(decoding: bytes, as: UTF8.self).dropLast()
        }
        #expect(lines == ["< 220 ready", "> EHLO localhost", "< 250 STARTTLS", "> STARTTLS", "< 220 go"])
        #expect(trace.verdict?.evaluation != nil && trace.timing.startTLS != nil, "\(trace.outcome)")
        #expect(trace.words.contains("< server_hello_done"))
    }

    /// The packets of ``DatabaseStartTLSTests``, in short.
    @Test("over a socket: MySQL's request and the ClientHello go out one behind the other")
    func liveMySQL() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let identity = try world.identity()
        let flight = try RawTLS12Flight(presenting: identity.chain, signingBy: identity.key)
        let server = try RawServer { connection throws(ServingError) in
            let greeting = HostileStartTLSTests.good(.mysql).flatMap(\.self)
            try connection.write(greeting, until: .after(.seconds(600)))
            var request: [UInt8] = []
            while request.count < 36 {
                let more = try connection.read(atMost: 36 - request.count, until: .after(.seconds(600)))
                guard !more.isEmpty else { return }
                request += more
            }
            try flight.serve(connection)
        }
        let trace = try await world.trace(server.port, startTLS: .mysql)
        #expect(trace.verdict?.evaluation != nil && trace.timing.startTLS != nil, "\(trace.outcome)")
        #expect(trace.words.contains("< server_hello_done"))
    }

    @Test("over a socket: bytes behind the go-ahead end it before a ClientHello")
    func liveInjection() async throws {
        let world = try Loopback(host: "example.test", hasIntermediate: false)
        let server = try RawServer { connection throws(ServingError) in
            try connection.write(Array("+OK ready\r\n".utf8), until: .after(.seconds(600)))
            _ = try connection.read(until: .after(.seconds(600)))
            try connection.write(Array("+OK go\r\n+OK 1 message\r\n".utf8), until: .after(.seconds(600)))
            try connection.readToEnd(until: .after(.seconds(600)))
        }
        let trace = try await world.trace(server.port, startTLS: .pop3)
        #expect(trace.error?.phase == .startTLS && trace.words == [], "\(trace.outcome)")
        #expect(trace.error?.message.contains("CVE-2011-0411") == true)
    }
}
