import HoldfastTransport
import HoldfastTrust
import HoldfastAuthority
import HoldfastStatements
import TestSupport
import Testing

@testable import HoldfastDiagnostics
@testable import HoldfastTracing

/// The packet table and its phases, from recorded messages.
@Suite(.ownThread) struct TraceTableTests {
    private func lines(_ report: TraceReport, width: Int? = nil, details: Bool = false) -> [String] {
        report.text(.plain, width: width, details: details).split(separator: "\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    @Test("RFC 2246 §7.3, figure 1, and the six phases of the articles, in their order")
    func phasesOfRSA() throws {
        let table = TraceTable(try TraceSamples().rsa().trace)
        let runs = table.runs.filter { $0.phase != nil }
        #expect(runs.map(\.number) == [1, 2, 3, 4, 5, 6] && runs.allSatisfy { $0.isFirst && $0.isLast })
        #expect(
            runs.map { $0.rows.map(\.info.title.english) } == [
                ["ClientHello"], ["ServerHello", "Certificate", "ServerHelloDone"], ["trusted"],
                ["ClientKeyExchange", "ChangeCipherSpec", "Finished"], ["ChangeCipherSpec", "Finished"],
                ["Alert", "FIN"],
            ])
        let before = try #require(table.runs.first)
        #expect(before.phase == nil && before.rows.map(\.info.title.english) == ["addresses given", "SYN", "SYN, ACK"])
    }

    @Test("RFC 2246 §7.4.7.1: the pre-master secret goes encrypted to the server; RSA has no forward secrecy")
    func keyExchangeOfRSA() throws {
        let text = try TraceSamples().rsa().text()
        #expect(text.contains("known to all: the encrypted pre-master secret"))
        #expect(text.contains("known to both ends: the pre-master secret, the master secret"))
        #expect(text.contains("key exchange: RSA: the client chose the pre-master secret"))
        #expect(text.contains("no forward secrecy"))
        #expect(text.contains("known to all: random_C") && text.contains("known to all: random_S"))
    }

    @Test("Columns: No., Time, Source, Protocol, Length, Info; each line has them")
    func columns() throws {
        let lines = try lines(TraceSamples().rsa())
        let head = try #require(lines.first { $0.contains("No.") })
        #expect(
            head.split(separator: " ").map(String.init) == ["No.", "Time", "Source", "Protocol", "Length", "Info"])
        let hello = try #require(lines.first { $0.contains("ClientHello:") && !$0.contains("──") })
        let words = hello.split(separator: " ").map(String.init)
        // The fourth event, three milliseconds in; 5 bytes of header, 4 of the message's, and RFC 2246 §7.4.1.2's.
        let body = 2 + 32 + 1 + 2 + 2 + 1 + 1 + 2 + (4 + 2 + 1 + 2 + "www.example.com".utf8.count)
        #expect(words.prefix(6) == ["4", "3.000", "client", "TLS", "1.0", "\(5 + 4 + body)"])
        #expect(hello.contains("SNI www.example.com") && hello.contains("1 suite"))
    }

    @Test("RFC 8448 §3: four messages in one record are four lines with one number and one length")
    func coalesced() throws {
        let table = TraceTable(try TraceSamples().tls13().trace)
        let flight = table.rows.filter { $0.event.number == 6 }
        #expect(
            flight.map(\.info.title.english) == ["EncryptedExtensions", "Certificate", "CertificateVerify", "Finished"])
        // "complete record (679 octets)".
        #expect(flight.map(\.length) == [679, nil, nil, nil])
        #expect(flight.map(\.isFirstOfEvent) == [true, false, false, false])
        let text = try TraceSamples().tls13().text()
        #expect(text.contains("encrypted") && text.contains("rsa_pss_rsae_sha256"))
        #expect(
            text.contains("key exchange: ECDHE x25519") && text.contains("forward secrecy: a recording stays closed"))
        // A verdict names the group alone, whoever made the connection.
        #expect(ConnectionReport(try TraceSamples().tls13().trace).tls?.keyExchange == "x25519")
    }

    @Test("TLS 1.3: after ServerHello both ends know the shared secret, and an observer only the shares")
    func knowledge() throws {
        let text = try TraceSamples().tls13().text()
        #expect(text.contains("known to all: random_C, the client's key share (x25519)"))
        #expect(
            text.contains(
                "known to both ends: the shared secret (x25519), the keys for the rest of the handshake"))
        #expect(text.contains("known to both ends: the server's certificate"))
    }

    @Test("The verdict stands in its place, short, and whole after the table")
    func refusal() throws {
        let report = try TraceSamples().rsa(isTrusted: false)
        let lines = lines(report)
        let row = try #require(lines.firstIndex { $0.contains("trust ") && $0.contains("not trusted") })
        let done = try #require(lines.firstIndex { $0.contains("ServerHelloDone") && !$0.contains("──") })
        let exchange = try #require(lines.firstIndex { $0.contains("ClientKeyExchange") && !$0.contains("──") })
        #expect(done < row && row < exchange && lines[row].contains("issuerNotFound"))
        #expect(report.exitCode == FindingCode.issuerNotFound.exitCode)
        let last = try #require(lines.lastIndex { $0.contains(": refused: ") })
        #expect(last > exchange && lines[last...].contains { $0.contains("issuerNotFound") && $0.contains("rule") })
    }

    /// A note asks for nothing (`Severity.note`): the row has the codes of warnings alone, the verdict below has all.
    @Test("The verdict's row has no codes of notes")
    func notes() throws {
        let samples = try TraceSamples()
        let superfluous = try samples.samples.leaf().chain + [samples.samples.leaf().chain[0]]
        let verdict = try samples.verdict(superfluous, isTrusted: true)
        guard case .trusted(let evaluation) = verdict.decision else {
            Issue.record("refused")
            return
        }
        let note = try #require(evaluation.findings.first { $0.severity == .note }).code.rawValue
        let lines = lines(try samples.ended(.completed, judged: verdict))
        let row = try #require(lines.first { $0.contains("up to the anchor") })
        #expect(!row.contains(note) && lines.contains { $0.contains(note) }, "\(lines)")
    }

    @Test("--details has every field: versions, randoms, suites, extensions by name")
    func details() throws {
        let text = try TraceSamples().tls13().text(details: true)
        for field in [
            "random: cb34ecb1e78163ba1c38c6dacb196a6dffa21a8d9912ec18a2ef6283024dece7",
            "0x1301: TLS_AES_128_GCM_SHA256", "server_name: server", "supported_groups: x25519, secp256r1",
            "x25519: 99381de560e4bd43d23d8e435a7dbafeb3c06e51c13cae4d5413691e529aaf2c",
            "psk_key_exchange_modes: psk_dhe_ke (1)", "record_size_limit: 16385 bytes", "ticket_lifetime: 30 s",
            "verify_data: 9b9b141d906337fbd2cbdce71df4deda4ab42c309572cb7fffee5454b78f0718",
        ] { #expect(text.contains(field), "\(field)") }
        #expect(try !TraceSamples().tls13().text().contains("legacy_session_id"))
    }

    @Test("No line is wider than the terminal", arguments: [40, 60, 74, 80, 120])
    func narrow(width: Int) throws {
        for report in [try TraceSamples().rsa(), try TraceSamples().tls13()] {
            for language in PageLanguage.allCases {
                let text = TraceText(
                    report: report, style: .plain, width: width, language: language, showsDetails: true)
                for line in text.lines { #expect(WrappedText.columnCount(of: line) <= width, "\(width): \(line)") }
            }
        }
    }

    @Test("In Chinese the columns stand where they do in English, and the words are those of the page")
    func chinese() throws {
        let report = try TraceSamples().rsa()
        let text = report.text(language: .chinese)
        for word in [TraceWord.number, .length, .client, .server, .keyExchange, .noForwardSecrecy, .knownToAll] {
            #expect(text.contains(word.words.chinese), "\(word)")
        }
        func column(_ text: String) -> Int? {
            let line = text.split(separator: "\n").first { $0.contains("ClientHello") && !$0.contains("──") }
            return line?.firstRange(of: "ClientHello").map {
                WrappedText.columnCount(of: String(line?[..<$0.lowerBound] ?? ""))
            }
        }
        #expect(column(text) == 43 && column(report.text()) == 43)
    }

    @Test("TCP : TLS : trust as bars to one scale, and the articles' ratio")
    func bars() throws {
        let lines = try lines(TraceSamples().rsa())
        func bar(_ name: String) throws -> Int {
            try #require(lines.first { $0.hasPrefix(name) && $0.contains("█") }).count { $0 == "█" }
        }
        let (tcp, tls) = (try bar("TCP"), try bar("TLS"))
        #expect(abs(Double(tls) / Double(tcp) - 64.0 / 22) < 0.2)
        // 64 : 22 is 2.909….
        #expect(lines.contains { $0.hasPrefix("TLS : TCP = 2.91 : 1") })
        #expect(!lines.contains { $0.contains("is on this machine") })
        let near = try self.lines(TraceSamples().rsa(address: "127.0.0.1"))
        #expect(near.contains { $0.contains("is on this machine") })
        let nearToo = try self.lines(TraceSamples().rsa(address: "::1"))
        #expect(nearToo.contains { $0.contains("is on this machine") })
    }

    @Test("What a stranger wrote moves no cursor", arguments: Attack.all)
    func hostile(_ attack: Attack) throws {
        let samples = try TraceSamples()
        var recording = try Recording(to: "192.0.2.7")
        recording.add(.plaintext(Array("220 \(attack.text)\r\n".utf8)), by: .server)
        recording.add(.note(Statement(verbatim: attack.text)))
        let report = try recording.report(
            samples.samples, timing: [],
            outcome: .failed(
                TraceError(
                    .tls, .name(TransportError.Code(rawValue: attack.text)), Verbatim(attack.text),
                    advice: Verbatim(attack.text))))
        for text in [report.text(details: true), try samples.rsa(serverName: attack.text).text(details: true)] {
            let isClean = text.unicodeScalars.allSatisfy { scalar in
                scalar == "\n" || ![.control, .format].contains(scalar.properties.generalCategory)
            }
            #expect(isClean)
        }
    }

    @Test("Exit codes: 3 connect, 4 TLS before a verdict, 5 after it, 7 time, the verdict's for a refusal")
    func exitCodes() throws {
        let samples = try TraceSamples()
        let chain = try samples.samples.leaf().chain
        let good = try samples.verdict(chain, isTrusted: true)
        let bad = try samples.verdict(chain, isTrusted: false)
        func code(_ outcome: TraceOutcome, _ verdict: TraceVerdict? = nil) throws -> Int32 {
            try samples.ended(outcome, judged: verdict).exitCode
        }
        func failed(_ phase: TraceError.Phase, _ code: TraceError.Code = .connectionFailed) -> TraceOutcome {
            .failed(TraceError(phase, code, Verbatim("x")))
        }
        #expect(try code(failed(.name)) == 3 && code(failed(.connect)) == 3)
        #expect(try code(failed(.startTLS)) == 4 && code(failed(.tls)) == 4)
        #expect(try code(failed(.tls), good) == 5)
        #expect(try code(failed(.connect, .timedOut)) == 7 && code(failed(.tls, .timedOut), good) == 7)
        #expect(try code(.refusedByServer(AlertDescription(40), duringHandshake: true)) == 4)
        #expect(try code(.refusedByServer(AlertDescription(116), duringHandshake: false), good) == 5)
        #expect(try code(.completed, good) == 0 && code(.completed, bad) == 20)
        #expect(try code(.refusedByUs(AlertDescription(48)), bad) == 20)
        #expect(try code(failed(.tls), bad) == 20)
        #expect(try code(.completed, TraceVerdict(.notJudged(Statement(verbatim: "none")), duration: .zero)) == 4)
    }

    /// RFC 8446 §6.2: "internal_error: An internal error unrelated to the peer or the correctness of the protocol".
    @Test(
        "What an alert means is said as everywhere",
        arguments: [(80, "alert.internalError"), (50, "alert.decodeError")])
    func alert(_ number: UInt8, _ identifier: String) throws {
        let samples = try TraceSamples()
        let judged = try samples.verdict(try samples.samples.leaf().chain, isTrusted: true)
        let ended = TraceOutcome.refusedByServer(AlertDescription(number), duringHandshake: false)
        let trace = try samples.ended(ended, judged: judged).trace
        let advice = try #require(FailureReport(trace)?.adviceStatement)
        guard case .list(let all)? = advice.arguments["all"], case .statement(let meaning)? = all.first else {
            Issue.record("\(advice)")
            return
        }
        #expect(meaning.identifier == identifier && all.count == 2)
    }
}
