import HoldfastAuthority
import HoldfastTransport
import HoldfastTrust
import HoldfastStatements
import HoldfastX509
import TestSupport
import Testing

@testable import HoldfastDiagnostics

/// The words of an operator: the time that is left, the names, what nobody looked at; and nothing of Apple's unasked.
@Suite(.ownThread)
struct VerdictWordsTests {
    private struct Row: Sendable {
        let days: Int64
        let english: String
        let chinese: String
    }

    @Test(
        "The answer tells the time until the first certificate ends, rounded down",
        arguments: [
            Row(days: 8, english: "expires in 8 days", chinese: "8 天后到期"),
            Row(days: 1, english: "expires in 24 hours", chinese: "24 小时后到期"),
            Row(days: 1_000, english: "expires in 2 years", chinese: "2 年后到期"),
        ])
    private func timeLeft(_ row: Row) throws {
        let samples = try Samples()
        let leaf = try samples.leaf { $0.notAfter = samples.at.advanced(byDays: row.days) }
        let report = try samples.verdict(leaf.chain)
        #expect(report.headline() == "sample.pem: trusted, \(row.english)")
        #expect(report.headline(language: .chinese) == "sample.pem：可信，\(row.chinese)")
    }

    @Test("Where another certificate ends before the leaf, it is named; an anchor's end counts where it refuses")
    func otherEnds() throws {
        let at = try Samples().at
        for (rootDays, intermediateDays, answer) in [
            (Int64(9), Int64(5), "an intermediate expires in 5 days"), (5, 9, "its anchor expires in 5 days"),
        ] {
            var template = CertificateTemplate.root(name: "Sample Root", at: at)
            template.notAfter = at.advanced(byDays: rootDays)
            let root = CertificateAuthority(try Identity.selfSigned(template))
            template = .intermediate(name: "Sample Intermediate", at: at)
            template.notAfter = at.advanced(byDays: intermediateDays)
            let intermediate = CertificateAuthority(try root.issue(template))
            let leaf = try intermediate.issue(.server(names: ["www.example.com"], at: at))
            var policy = TrustPolicy.ssl(try ServerName("www.example.com"))
            policy.anchors = .only([try Certificate(der: root.certificate)])
            let trust = try ServerTrust(derChain: leaf.chain)
            let report = VerdictReport(try TrustEngine().evaluate(trust, with: policy, at: at), target: "x")
            #expect(report.headline() == "x: trusted, \(answer)")
            policy.profile = try policy.profile.dangerouslyLowering("validity.anchorNotAfter", to: .warning)
            let lax = VerdictReport(try TrustEngine().evaluate(trust, with: policy, at: at), target: "x")
            #expect(lax.headline() == "x: trusted, an intermediate expires in \(intermediateDays) days")
        }
    }

    @Test("Names and what was not looked at are told; Apple's words only with details")
    func facts() throws {
        let samples = try Samples()
        let leaf = try samples.leaf { $0.names = ["www.example.com", "example.com"] }
        let text = try samples.verdict(leaf.chain).text()
        #expect(text.contains("\n  names        www.example.com, example.com\n"), "\(text)")
        #expect(text.contains("\n  not checked  revocation, transparency, pins\n"), "\(text)")
        #expect(text.contains("\n  judged as    TLS server www.example.com, profile default, at "), "\(text)")
        for word in ["unspecified", "OSStatus", "policy"] { #expect(!text.contains(word), "\(word)") }
        let details = try samples.verdict(leaf.chain).text(details: true)
        #expect(details.contains("\n  result       unspecified (4)\n") && details.contains("\n  policy       ssl\n"))
        let expired = try samples.verdict(
            samples.leaf {
                ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
            }.chain)
        #expect(!expired.text().contains("recoverableTrustFailure") && !expired.text().contains("-67818"))
        let told = expired.text(details: true)
        // SecBase.h: errSecCertificateExpired = -67818; SecTrust.h: kSecTrustResultRecoverableTrustFailure = 5.
        #expect(told.contains("-67818 (errSecCertificateExpired)"), "\(told)")
        #expect(told.contains("\n  result       recoverableTrustFailure (5)\n"), "\(told)")
    }

    @Test("Folded to a terminal no line is wider than it, a single word aside", arguments: [40, 60, 80, 132])
    func folded(width: Int) throws {
        let samples = try Samples()
        let leaf = try samples.leaf {
            $0.names = ["other.example"]
            ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
            $0.extendedKeyUsage = nil
        }
        let report = try samples.verdict(leaf.chain, target: "https://a-rather-long-name.example:8443/and/path")
        for language in PageLanguage.allCases {
            let text = report.text(width: width, language: language)
            for line in text.split(separator: "\n") {
                let columns = WrappedText.columnCount(of: String(line))
                let words = line.split(separator: " ")
                #expect(columns <= width || words.count == 1 || columns <= 35 + 13, "\(columns): \(line)")
            }
            // Nothing is lost: the words are those of the text that is not folded.
            func words(_ text: String) -> String { text.filter { !$0.isWhitespace } }
            #expect(words(text) == words(report.text(language: language)))
            #expect(words(report.text(.coloured, width: width, language: language)).contains("[1;31m"))
        }
    }

    @Test("The verdict in Chinese: titles, message, seen and expected, and the rule's own advice")
    func chinese() throws {
        let samples = try Samples()
        let report = try samples.verdict(
            samples.leaf {
                ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
            }.chain)
        let lines = report.text(language: .chinese).split(separator: "\n").map(String.init)
        #expect(lines.first == "sample.pem：不可信：证书已于 2 天前过期")
        let advice = try #require(lines.first { $0.contains("处理建议") })
        #expect(advice == "  处理建议     请更新证书；若它本应仍然有效，请检查本机的时钟")
        for start in [
            "  证书         叶证书，CN=www.example.com", "  实际         ", "  要求         ", "  依据         RFC 5280", "  证书链",
        ] {
            #expect(lines.contains { $0.hasPrefix(start) }, "\(start)\n\(lines)")
        }
        // The page has the same advice.
        let page = CheckReport([report], language: .chinese, at: samples.at).html
        #expect(page.contains("请更新证书；若它本应仍然有效，请检查本机的时钟"))
    }

    @Test("A table has a line for each target and a summary; on a terminal lines are cut")
    func table() throws {
        let samples = try Samples()
        let good = try samples.verdict(samples.leaf().chain, target: "good.example")
        let soon = try samples.verdict(
            samples.leaf { $0.notAfter = samples.at.advanced(byDays: 3) }.chain, target: "soon.example")
        let expired = try samples.verdict(
            samples.leaf {
                ($0.notBefore, $0.notAfter) = (samples.at.advanced(byDays: -30), samples.at.advanced(byDays: -2))
            }.chain, target: "old")
        let failed = VerdictReport(
            FailureReport(
                phase: .connect, .init(.connectionRefused),
                ConnectionSentence.nothingListens(host: "192.0.2.1", port: 443).statement, advice: nil, exitCode: 3),
            target: "192.0.2.1", policy: .basicX509, at: samples.at)
        let reports = [good, soon, expired, failed]
        var table = VerdictTable(names: reports.map(\.target))
        #expect(
            reports.map { table.line(of: $0) } == [
                "good.example  trusted  expires in 40 days", "soon.example  trusted  expires in 3 days",
                "old           refused  the certificate expired 2 days ago",
                "192.0.2.1     failed   nothing listens at 192.0.2.1, port 443",
            ])
        #expect(
            table.summary == "4 in all: 2 trusted, 1 refused, 1 failed; next to expire: soon.example, in 3 days")
        var chinese = VerdictTable(names: reports.map(\.target), width: 40, language: .chinese)
        #expect(
            reports.map { chinese.line(of: $0) } == [
                "good.example  可信    40 天后到期", "soon.example  可信    3 天后到期",
                "old           不可信  证书已于 2 天前过…", "192.0.2.1     失败    192.0.2.1 的端口 …",
            ])
        #expect(
            chinese.summary.filter { $0 != "\n" } == "共 4 个：可信 2，不可信 1，失败 1；最先到期：soon.example，3 天后")
        var policy = try TrustPolicy.ssl(ServerName("www.example.com"))
        policy.expiryNotice = .seconds(4 * 86_400)
        let marked = try samples.verdict(
            samples.leaf { $0.notAfter = samples.at.advanced(byDays: 3) }.chain, policy: policy, target: "soon.example")
        #expect(table.line(of: marked) == "soon.example  trusted  expires in 3 days, too soon")
        #expect(chinese.line(of: marked) == "soon.example  可信    3 天后到期，过早")
        var each = VerdictTable(names: ["good.example"])
        var addressed = [good, good]
        (addressed[0].addressOfTarget, addressed[1].addressOfTarget) = ("192.0.2.1", "192.0.2.100")
        each.makeRoom(for: addressed)
        #expect(
            addressed.map { each.line(of: $0) } == [
                "good.example at 192.0.2.1    trusted  expires in 40 days",
                "good.example at 192.0.2.100  trusted  expires in 40 days",
            ])
        var empty = VerdictTable(names: [])
        #expect(empty.summary == "0 in all: 0 trusted, 0 refused, 0 failed")
        #expect(empty.line(of: good) == "good.example  trusted  expires in 40 days")
    }

    @Test("The origin of the address, and what was wrong with others, in words for operators")
    func addresses() throws {
        let samples = try Samples()
        let report = try samples.verdict(samples.leaf { $0.names = ["other.example"] }.chain)
        let cause = try #require(report.cause)
        func attempt(_ last: UInt8, _ source: String, _ outcome: DialAttempt.Outcome) throws -> DialAttempt {
            let endpoint = Endpoint(try #require(IPAddress("192.0.2.\(last)")), port: 443)
            return DialAttempt(endpoint, from: source, outcome, after: .milliseconds(1))
        }
        func words(_ attempts: [DialAttempt]) -> String? {
            guard let last = attempts.last, last.outcome == .connected else {
                return DialReport(attempts)?.words(besides: cause)?.english
            }
            let record = DialRecord(
                endpoint: last.endpoint, source: last.source, age: .zero, isStale: false, rank: 1, attempts: attempts,
                problems: [])
            return DialReport(record).words(besides: nil)?.english
        }
        // The connection's own line has the address.
        #expect(try words([attempt(1, "system", .connected)]) == nil)
        #expect(try words([attempt(1, "rule", .connected)]) == "as --connect-to or --resolve says")
        var report2 = try #require(DialReport([attempt(1, "rule", .stalled)]))
        report2.rules = .policyFile("p.json")
        #expect(
            report2.words(besides: nil)?.english
                == "tried 192.0.2.1:443 (as connectTo in p.json says): did not answer in time")
        report2.rules = .lab
        #expect(report2.words(besides: nil)?.chinese.contains("由 lab 指定") == true)
        #expect(try words([attempt(1, "dns:192.0.2.53", .connected)]) == "named by the resolver dns:192.0.2.53")
        let refusal = DialAttempt.Outcome.poisoned(
            try #require(FindingCode.named(cause.code)), cause.statements.message)
        #expect(try words([attempt(1, "system", refusal)]) == nil)
        #expect(try words([attempt(1, "rule", refusal)]) == "192.0.2.1:443, as --connect-to or --resolve says")
        #expect(
            try words([
                attempt(1, "rule", .stalled), attempt(2, "system", .refused(Statement(verbatim: "Connection refused"))),
            ])
                == "tried 192.0.2.1:443 (as --connect-to or --resolve says): did not answer in time; "
                + "192.0.2.2:443 (named by the system's resolver): could not be reached: Connection refused")
        #expect(
            try words([
                attempt(1, "a", .poisoned(.expired, Statement(verbatim: "it is old"))),
                attempt(2, "system", .connected),
            ])
                == "named by the system's resolver; before it 192.0.2.1:443 (named by the resolver a): "
                + "its certificate was refused: expired: it is old")
    }

    /// Greetings from the examples of RFC 5321 appendix D, RFC 9051 §8, RFC 1939 §10, RFC 959 §5.4; and those of
    /// Debian's vsftpd, INN, Dovecot, InspIRCd and MariaDB.
    @Test("A greeting in the clear is recognised, and nothing else is taken for one")
    func greetings() {
        let failure = FailureReport(phase: .tls, code: "notTLS", message: "no TLS", hint: "look", exitCode: 4)
        for (greeting, hint) in [
            (
                "220 foo.com Simple Mail Transfer Service Ready\r\n",
                "the server speaks SMTP, which changes to TLS when asked: try --starttls smtp"
            ),
            (
                "220-foo.com\r\n220 ESMTP\r\n",
                "the server speaks SMTP, which changes to TLS when asked: try --starttls smtp"
            ),
            (
                "* OK IMAP4rev2 Service Ready\r\n",
                "the server speaks IMAP, which changes to TLS when asked: try --starttls imap"
            ),
            (
                "+OK POP3 server ready\r\n",
                "the server speaks POP3, which changes to TLS when asked: try --starttls pop3"
            ),
            (
                "220 (vsFTPd 3.0.3)\r\n",
                "the server speaks FTP, which changes to TLS when asked: try --starttls ftp"
            ),
            (
                "200 news.example.test InterNetNews NNRP server INN 2.7.1 ready (posting ok)\r\n",
                "the server speaks NNTP, which changes to TLS when asked: try --starttls nntp"
            ),
            (
                "\"IMPLEMENTATION\" \"Dovecot (Debian) Pigeonhole\"\r\n",
                "the server speaks SIEVE, which changes to TLS when asked: try --starttls sieve"
            ),
            (
                ":irc.test NOTICE * :*** Looking up your hostname...\r\n",
                "the server speaks IRC, which changes to TLS when asked: try --starttls irc"
            ),
            (
                "d\u{0}\u{0}\u{0}\u{A}5.5.5-10.11.19-MariaDB-0+deb12u1\u{0}",
                "the server speaks MYSQL, which changes to TLS when asked: try --starttls mysql"
            ),
            ("2000 x\r\n", "look"), (":irc.test 001 NOTICE\r\n", "look"), ("2200 x", "look"),
            ("HTTP/1.1 400 Bad Request\r\n", "look"),
            ("SSH-2.0-x\r\n", "look"),
            ("", "look"), ("22", "look"),
        ] {
            #expect(failure.advisingStartTLS(greeting: Array(greeting.utf8), port: 2525).hint == hint, "\(greeting)")
        }
    }

    @Test("Silence, too, at a port of a protocol that begins in the clear; nothing once there was TLS")
    func silence() {
        for (code, port, kind) in [
            ("timedOut", UInt16(25), "smtp"), ("timedOut", 587, "smtp"), ("connectionClosed", 389, "ldap"),
            ("connectionReset", 5432, "postgres"), ("notTLS", 21, "ftp"), ("timedOut", 4190, "sieve"),
            ("connectionClosed", 3306, "mysql"), ("timedOut", 119, "nntp"), ("timedOut", 6667, "irc"),
            ("notTLS", 110, "pop3"), ("timedOut", 443, nil),
            ("handshakeFailed", 25, nil),
        ] {
            let failure = FailureReport(phase: .tls, code: code, message: "no TLS", hint: nil, exitCode: 4)
            let hint = failure.advisingStartTLS(greeting: nil, port: port).hint
            #expect(hint.map { String($0.split(separator: " ").last ?? "") } == kind, "\(code) \(port): \(hint ?? "")")
            let advice = failure.advisingStartTLS(greeting: nil, port: port).adviceStatement
            #expect(advice.map { $0.chinese != $0.english } ?? true)
        }
        let unreachable = FailureReport(phase: .connect, code: "timedOut", message: "nobody", hint: nil, exitCode: 7)
        #expect(unreachable.advisingStartTLS(greeting: nil, port: 25).hint == nil)
        // An FTP server that greets by its name alone is told by its port.
        let nameless = FailureReport(phase: .tls, code: "notTLS", message: "no TLS", hint: nil, exitCode: 4)
        let hint = nameless.advisingStartTLS(greeting: Array("220 files.test ready\r\n".utf8), port: 21).hint
        #expect(hint?.hasSuffix("--starttls ftp") == true, "\(hint ?? "")")
    }
}
