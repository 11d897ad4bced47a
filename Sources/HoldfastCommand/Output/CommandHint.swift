import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastStatements
import HoldfastTransport

/// Advice of the library in the command's words: what a program sets, its user says by an option. Each has its Chinese
/// among the sentences.
enum CommandHint {
    /// The advice for a user.
    ///
    /// - Parameters:
    ///   - hint: clauses, with semicolons between them; those that are for users too stay as they are.
    ///   - options: those of the command; what it has no option for is said as the library says it.
    static func text(of hint: String, having options: [CommandOption] = CommandOption.connecting) -> String {
        if let own = words(for: hint, having: options) { return own }
        return hint.split(separator: "; ", omittingEmptySubsequences: false)
            .map { clause(String($0), having: options) }.joined(separator: "; ")
    }

    /// The advice for a user as a statement; clauses that are for users too stay what they are.
    static func statement(
        of advice: Statement, having options: [CommandOption] = CommandOption.connecting
    ) -> Statement {
        if let own = words(for: advice.english, having: options) { return Statement(verbatim: own) }
        let clauses = advice.clauses.map { clause -> Statement in
            let text = text(of: clause.english, having: options)
            return text == clause.english ? clause : Statement(verbatim: text)
        }
        return .joined(clauses) ?? advice
    }

    private static func clause(_ clause: String, having options: [CommandOption]) -> String {
        if let own = words(for: clause, having: options) { return own }
        for (ending, option) in endings where clause.hasSuffix(ending) { return "\(clause) (\(option))" }
        let (beginning, ending) = ("what ", " said stands beside this")
        guard clause.hasPrefix(beginning), clause.hasSuffix(ending) else { return clause }
        let who = clause.dropFirst(beginning.count).dropLast(ending.count)
        return "--json of check and request shows what \(who == "it" ? "curl" : who) said"
    }

    private static func words(for hint: String, having options: [CommandOption]) -> String? {
        rows.first { $0.hint == hint && options.contains($0.option) }?.words
    }

    /// Hints about a program's settings, and the option that does as each says.
    private static let rows: [(hint: String, option: CommandOption, words: String)] = [
        (
            ClientCertificateAdvice.giveIdentity.english, .clientCertificate,
            "show one with --cert FILE, and --key FILE where its key is in another file"
        ),
        (
            ClientCertificateAdvice.giveBeforehand.english, .clientCertificate,
            "show one with --cert FILE, or let the server ask in the handshake"
        ),
        (
            HandshakeSettingAdvice.connectByName.english, .connectTo,
            "no server name is sent to an address, and some servers answer nobody who names none: name the server by "
                + "its name, and lead it to the address with --connect-to"
        ),
        (
            HandshakeSettingAdvice.sendName.english, .noSNI,
            "no server name was sent, and some servers answer nobody who names none: leave --no-sni out"
        ),
        (
            "check the resolvers of the session, or say by a rule which address the proxy has", .resolve,
            "check --resolver, or say with --resolve which address the proxy has"
        ),
        (
            "check the resolvers of the session, and which addresses it may dial", .resolve,
            "check --resolver, and whether -4, -6 or --resolve leave an address"
        ),
        (
            "say which of them to connect to", .connectTo,
            "say with --connect-to or --resolve which of them to connect to"
        ),
        (
            ClientCertificateAdvice.askInHandshake.english, .http11,
            "let the server ask in the handshake, or use --http1.1"
        ),
        (
            HandshakeSettingAdvice.switchOnGroups.english, .groups,
            "let the server's owner switch TLS 1.3 on with one of these groups, or name others with --groups"
        ),
        (
            HandshakeSettingAdvice.askForOtherGroups.english, .groups,
            "name a group that it has in the policy file or with --groups, or update OpenSSL: ML-KEM is in 3.5 and "
                + "later"
        ),
        (TransferAdvice.offerHTTP11.english, .http11, "try --http1.1; librarySays of --json has what curl said"),
        (
            TransferAdvice.earlyAnswer.english, .http11,
            "over HTTP/2 an answer that comes before all of the content was sent may be lost: try --http1.1"
        ),
        (
            AuthenticationAdvice.seeHandler.english, .authentication,
            "name the user in the URL, https://USER:PASSWORD@HOST/, or choose another scheme with --auth"
        ),
        (
            ProxyAdvice.nameUser.english, .proxy,
            "it wants to know who asks: write --proxy with USER:PASSWORD@ before the proxy's host"
        ),
    ]

    /// Endings of clauses, and the option that does as they say.
    private static let endings: [(ending: String, option: String)] = [
        ("say which address the name stands for", "--resolve"), ("allow more time", "--timeout"),
    ]
}

extension VerdictReport {
    /// A copy of the report whose failure advises in the command's words.
    ///
    /// - Parameter options: those of the command.
    func inCommandWords(having options: [CommandOption] = CommandOption.connecting) -> VerdictReport {
        guard let failure, let advice = failure.adviceStatement else { return self }
        var report = self
        report.failure = failure.with(advice: CommandHint.statement(of: advice, having: options))
        return report
    }
}
