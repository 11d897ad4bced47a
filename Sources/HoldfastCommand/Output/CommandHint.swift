import HoldfastDiagnostics
import HoldfastTransport

/// Advice of the library in the command's words: what a program sets, its user says by an option. Each has its Chinese
/// among the sentences.
enum CommandHint {
    /// The advice for a user.
    ///
    /// - Parameter hint: clauses, with semicolons between them; those that are for users too stay as they are.
    static func text(of hint: String) -> String {
        var clauses: [String] = []
        var rest = hint[...]
        while let end = rest.firstRange(of: "; ") {
            clauses.append(String(rest[..<end.lowerBound]))
            rest = rest[end.upperBound...]
        }
        return (clauses + [String(rest)]).map(clause).joined(separator: "; ")
    }

    private static func clause(_ clause: String) -> String {
        if let own = rows[clause] { return own }
        for (ending, option) in options where clause.hasSuffix(ending) { return "\(clause) (\(option))" }
        let (beginning, ending) = ("what ", " said stands beside this")
        guard clause.hasPrefix(beginning), clause.hasSuffix(ending) else { return clause }
        let who = clause.dropFirst(beginning.count).dropLast(ending.count)
        return "--json of check and request shows what \(who == "it" ? "curl" : who) said"
    }

    /// Clauses that are about what a program sets.
    private static let rows = [
        ClientCertificateErrors.identityHint:
            "show one with --cert FILE, and --key FILE where its key is in another file",
        ClientCertificateErrors.lateHint: "show one with --cert FILE, or let the server ask in the handshake",
        NamelessHint.ofAddress:
            "no server name is sent to an address, and some servers answer nobody who names none: name the server by "
            + "its name, and lead it to the address with --connect-to",
        NamelessHint.ofOmission:
            "no server name was sent, and some servers answer nobody who names none: leave --no-sni out",
        "check the resolvers of the session, or say by a rule which address the proxy has":
            "check --resolver, or say with --resolve which address the proxy has",
        "check the resolvers of the session, and which addresses it may dial":
            "check --resolver, and whether -4, -6 or --resolve leave an address",
        "say which of them to connect to": "say with --connect-to or --resolve which of them to connect to",
    ]

    /// Endings of clauses, and the option that does as they say.
    private static let options: [(ending: String, option: String)] = [
        ("say which address the name stands for", "--resolve"), ("allow more time", "--timeout"),
    ]
}

extension VerdictReport {
    /// A copy of the report whose failure advises in the command's words.
    var inCommandWords: VerdictReport {
        guard let failure, let hint = failure.hint else { return self }
        var report = self
        report.failure = failure.with(hint: CommandHint.text(of: hint))
        return report
    }
}
