package import HoldfastStatements
package import HoldfastTracing
import HoldfastTransport
import HoldfastX509

/// Protocols that begin in the clear, recognised where TLS was expected.
extension StartTLS {
    /// The protocol whose server greets with these bytes; nil for none.
    ///
    /// RFC 5321 §4.2: 220, 421 and 554 begin the greetings of SMTP, and 220 those of FTP as well (RFC 959 §5.4), whose
    /// servers mostly say so; RFC 9051 §7.1: `* OK`, `* PREAUTH` and `* BYE` those of IMAP; RFC 1939 §4: `+OK` that of
    /// POP3; RFC 3977 §5.1: 200 and 201 those of NNTP; RFC 5804 §1.7: `"IMPLEMENTATION"` that of ManageSieve; RFC 2812
    /// §2.3: a prefix and NOTICE those of IRC. MySQL's begins with its length, the number 0 and the version 10.
    package init?(greeting bytes: [UInt8]) {
        if bytes.count > 4, bytes[2] == 0, bytes[3] == 0, bytes[4] == 10 || bytes[4] == 0xFF {
            self = .mysql
            return
        }
        let line = String(decoding: bytes.prefix { $0 != 0x0A }.prefix(512), as: UTF8.self).asciiUppercased()
        let isReply = [" ", "-"].contains(line.dropFirst(3).first)
        if ["* OK", "* PREAUTH", "* BYE"].contains(where: line.hasPrefix) {
            self = .imap
        } else if line.hasPrefix("+OK") {
            self = .pop3
        } else if ["220", "421", "554"].contains(where: line.hasPrefix), isReply {
            self = line.contains("FTP") ? .ftp : .smtp
        } else if ["200 ", "201 "].contains(where: line.hasPrefix) {
            self = .nntp
        } else if line.hasPrefix("\"IMPLEMENTATION\"") {
            self = .sieve
        } else if line.hasPrefix(":"), line.split(separator: " ").dropFirst().first == "NOTICE" {
            self = .irc
        } else {
            return nil
        }
    }

    /// The protocol that is usually found at a port; nil for none. Submission of mail has one of its own (RFC 6409
    /// §3.1).
    package init?(usuallyAt port: UInt16) {
        let usual = Self.allCases.first { $0.defaultPort == port }
        guard let kind = port == 587 ? .smtp : usual else { return nil }
        self = kind
    }
}

extension HandshakeTrace {
    /// The bytes that the server sent where a record of TLS should be; nil where there were none.
    package var greeting: [UInt8]? {
        for event in events {
            if case .notTLS(let bytes, _) = event.kind, event.sender != .client { return bytes }
        }
        return nil
    }
}

extension FailureReport {
    /// Whether the handshake came to nothing before anything of TLS was seen, as it does with a server that greets in
    /// the clear, waits for its client's words, or hangs up.
    package var isWithoutTLS: Bool {
        phase == .tls
            && [Code(.notTLS), Code(.timedOut), Code(.connectionClosed), Code(trace: .connectionReset)].contains(kind)
    }

    /// Whether the server ended the connection in the handshake without a word, before a certificate was judged.
    package var isEndUnanswered: Bool {
        phase == .tls && exitCode == 4 && [Code(.connectionClosed), Code(trace: .connectionReset)].contains(kind)
    }

    /// The failure, with the reason that the server was seen to have, and the way out.
    package func namingStapleQuestion() -> FailureReport {
        with(advice: HandshakeEndAdvice.stapleQuestion.statement)
    }

    /// The failure with the advice to ask for TLS first; unchanged where nothing points to such a protocol.
    ///
    /// - Parameters:
    ///   - greeting: what the server sent in the place of TLS; nil where that is not known.
    ///   - port: the port that was connected to.
    package func advisingStartTLS(greeting: [UInt8]?, port: UInt16) -> FailureReport {
        guard isWithoutTLS else { return self }
        // What FTP's servers greet with is often no more than a name, as that of mail's is.
        if let kind = greeting.flatMap(StartTLS.init(greeting:)), !(kind == .smtp && port == 21) {
            return with(advice: HandshakeEndAdvice.greets(protocol: kind).statement)
        }
        guard let kind = StartTLS(usuallyAt: port) else { return self }
        return with(advice: HandshakeEndAdvice.usuallyAt(port: Int(port), protocol: kind).statement)
    }

    /// A copy of the failure with other advice.
    package func with(advice: Statement) -> FailureReport {
        FailureReport(phase: phase, kind, statement, advice: advice, exitCode: exitCode, librarySays: librarySays)
    }
}
