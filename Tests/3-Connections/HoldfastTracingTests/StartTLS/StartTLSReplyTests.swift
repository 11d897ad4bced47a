import Testing

@testable import HoldfastTracing

/// Protocols whose servers answer by codes of three digits: FTP, NNTP, IRC, and LMTP asked by its own name.
@Suite struct StartTLSReplyTests {
    /// RFC 4217 §4.1: "AUTH TLS", and 234 as its answer (§12.1). The first lines are vsftpd's.
    @Test("RFC 4217: AUTH TLS, and 234 lets TLS begin")
    func ftp() {
        let good = StartTLSPlay(.ftp, ["220 (vsFTPd 3.0.3)\r\n", "234 Proceed with negotiation.\r\n"])
        #expect(good.sent == ["AUTH TLS\r\n"] && good.last == .ready)
        // vsftpd without TLS.
        let bare = StartTLSPlay(.ftp, ["220 x\r\n", "530 Please login with USER and PASS.\r\n"])
        #expect(bare.last.refusal == "the server refuses AUTH TLS: '530 Please login with USER and PASS.'")
        // RFC 2228 §3: 334, "ADAT-REQUIRED"; 431, "necessary security services" are not there; 534 refuses by policy.
        for code in ["200", "334", "431", "500", "502", "504", "534", "23"] {
            #expect(StartTLSPlay(.ftp, ["220 x\r\n", "\(code) x\r\n"]).last.isRefused, "\(code)")
        }
        for greeting in ["421 busy\r\n", "230 x\r\n", "+OK\r\n", "220x\r\n", "\u{662}\u{662}\u{660} x\r\n"] {
            let play = StartTLSPlay(.ftp, [greeting])
            #expect(play.last.isRefused && play.sent.isEmpty, "\(greeting)")
        }
    }

    /// RFC 959 §4.2: the last line "will begin with the same code, followed immediately by Space <SP>, optionally some
    /// text"; intermediate lines may begin with anything. §5.4: 120 comes before 220.
    @Test("FTP's replies of several lines, whatever stands between, end with their own code")
    func lines() {
        let greeting = "220-Welcome\r\n 220 not yet\r\n234 nor here\r\n221 nor here\r\n220-nor here\r\n"
        #expect(StartTLSPlay(.ftp, [greeting]).last == .read)
        let play = StartTLSPlay(.ftp, [greeting + "220 now\r\n", "234-a\r\n234 b\r\n"])
        #expect(play.sent == ["AUTH TLS\r\n"] && play.last == .ready)
        #expect(StartTLSPlay(.ftp, ["120 in 3 minutes\r\n", "220 x\r\n"]).sent == ["AUTH TLS\r\n"])
        #expect(StartTLSPlay(.ftp, ["220 x\r\n", "234-a\r\n220 b\r\n"]).last == .read)
        #expect(StartTLSPlay(.ftp, "220-a\r\n220 b\r\n".map(String.init)).sent == ["AUTH TLS\r\n"])
    }

    /// RFC 4642 §2.2.2: "382 Continue with TLS negotiation"; 502 and 580 are the refusals. The first line is INN's.
    @Test("RFC 4642: STARTTLS behind the greeting, whether posting is allowed or not")
    func nntp() {
        for code in ["200", "201"] {
            let good = StartTLSPlay(
                .nntp,
                ["\(code) news.example.test InterNetNews NNRP server INN 2.7.1 ready\r\n", "382 Begin TLS now\r\n"])
            #expect(good.sent == ["STARTTLS\r\n"] && good.last == .ready)
        }
        let failed = StartTLSPlay(.nntp, ["200 x\r\n", "580 Error initializing TLS\r\n"])
        #expect(failed.last.refusal == "the server refuses STARTTLS: '580 Error initializing TLS'")
        // RFC 3977 §3.2.1: "500 Unknown command".
        #expect(
            StartTLSPlay(.nntp, ["200 x\r\n", "500 What?\r\n"]).last.refusal
                == "the server does not offer STARTTLS")
        for answer in ["502 no\r\n", "483 x\r\n", "200 x\r\n", "381 x\r\n", "382-x\r\n"] {
            #expect(StartTLSPlay(.nntp, ["200 x\r\n", answer]).last.isRefused, "\(answer)")
        }
        for greeting in ["400 full\r\n", "502 no\r\n", "220 x\r\n", "200-x\r\n", "x\r\n"] {
            let play = StartTLSPlay(.nntp, [greeting])
            #expect(play.last.isRefused && play.sent.isEmpty, "\(greeting)")
        }
    }

    /// IRCv3's tls: "670 RPL_STARTTLS" begins TLS, "691 ERR_STARTTLS" refuses. The lines are InspIRCd's.
    @Test("IRC: STARTTLS is said at once; notices may come before its answer, in one piece with it or not")
    func irc() {
        let looking = ":irc.test NOTICE * :*** Looking up your hostname...\r\n"
        let go = ":irc.test 670 * :STARTTLS successful, go ahead with TLS handshake\r\n"
        for answers in [[go], [looking + go], [looking, go], [looking, looking, go], ["NOTICE AUTH :*** x\r\n" + go]] {
            let good = StartTLSPlay(.irc, answers)
            #expect(good.sent == ["STARTTLS\r\n"] && good.last == .ready, "\(answers)")
        }
        #expect(
            StartTLSPlay(.irc, [":irc.test 691 * :STARTTLS failure\r\n"]).last.refusal
                == "the server refuses STARTTLS: ':irc.test 691 * :STARTTLS failure'")
        // RFC 2812 §5.2: 421 ERR_UNKNOWNCOMMAND, 451 ERR_NOTREGISTERED.
        for code in ["421 * STARTTLS :Unknown command", "451 * :You have not registered"] {
            #expect(
                StartTLSPlay(.irc, [":irc.test \(code)\r\n"]).last.refusal == "the server does not offer STARTTLS")
        }
        #expect(
            StartTLSPlay(.irc, ["ERROR :Closing link: full\r\n"]).last.refusal
                == "the server refuses: 'ERROR :Closing link: full'")
        // A number without the server's name before it is no reply of IRC's: mail's servers have them.
        for other in ["670 go\r\n", "220 mail.test ESMTP\r\n", "HTTP/1.1 400 Bad\r\n", "\r\n", ": 670\r\n"] {
            #expect(StartTLSPlay(.irc, [other]).last.refusal?.contains("does not speak IRC") == true, "\(other)")
        }
    }

    /// RFC 2033 §4.1: "The LHLO command has identical semantics to the EHLO command of ESMTP". The lines are Dovecot's.
    @Test("LMTP by its name is greeted by LHLO alone")
    func lmtp() {
        let good = StartTLSPlay(
            .lmtp,
            [
                "220 vm Dovecot (Debian) ready.\r\n", "250-vm\r\n250-8BITMIME\r\n250 STARTTLS\r\n",
                "220 2.0.0 Begin TLS negotiation now.\r\n",
            ])
        #expect(good.sent == ["LHLO localhost\r\n", "STARTTLS\r\n"] && good.last == .ready)
        let mail = StartTLSPlay(.lmtp, ["220 x\r\n", "502 5.5.2 no\r\n"])
        #expect(mail.sent.count == 1 && mail.last.refusal == "the server refuses LHLO: '502 5.5.2 no'")
        #expect(
            StartTLSPlay(.lmtp, ["220 x\r\n", "250 8BITMIME\r\n"]).last.refusal == "the server does not offer STARTTLS")
        #expect(StartTLSPlay(.lmtp, ["* OK x\r\n"]).last.refusal == "the server does not speak LMTP: '* OK x'")
    }
}
