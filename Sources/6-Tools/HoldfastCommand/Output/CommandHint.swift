import HoldfastDiagnostics
import HoldfastHTTPS
import HoldfastStatements
import HoldfastTracing
import HoldfastTransport

/// Advice of the library in the command's words: what a program sets, its user says by an option.
enum CommandHint {
    /// The advice for a user; clauses that are for users too stay what they are.
    ///
    /// - Parameter options: those of the command; what it has no option for is said as the library says it.
    static func statement(
        of advice: Statement, having options: [CommandOption] = CommandOption.connecting
    ) -> Statement {
        let clauses = advice.clauses.map { clause -> Statement in
            guard let row = rows[clause], row.option.map(options.contains) ?? true else { return clause }
            return Statement(row.advice)
        }
        return .joined(clauses) ?? advice
    }

    /// Advice about a program's settings, the option that does as it says, and the advice in the command's words; no
    /// option where every command that says it can be asked so.
    private static let rows: [Statement: (option: CommandOption?, advice: OptionAdvice)] = [
        ClientCertificateAdvice.giveIdentity.statement: (.clientCertificate, .showCertificate),
        ClientCertificateAdvice.giveBeforehand.statement: (.clientCertificate, .showCertificateBeforehand),
        ClientCertificateAdvice.askInHandshake.statement: (.http11, .askInHandshake),
        HandshakeSettingAdvice.connectByName.statement: (.connectTo, .connectByName),
        HandshakeSettingAdvice.sendName.statement: (.noSNI, .sendName),
        HandshakeSettingAdvice.switchOnGroups.statement: (.groups, .switchOnGroups),
        HandshakeSettingAdvice.askForOtherGroups.statement: (.groups, .askForOtherGroups),
        ProxyAdvice.checkResolvers.statement: (.resolve, .resolveProxy),
        ProxyAdvice.nameUser.statement: (.proxy, .nameProxyUser),
        ConnectionAdvice.checkDiallableAddresses.statement: (.resolve, .checkAddresses),
        ConnectionAdvice.sayWhich.statement: (.connectTo, .sayWhich),
        ConnectionAdvice.checkSpellingAndNetwork.statement: (nil, .checkSpellingAndNetwork),
        ConnectionAdvice.checkSpellingAndResolvers.statement: (nil, .checkSpellingAndResolvers),
        ConnectionAdvice.checkNetworkAndResolver.statement: (nil, .checkNetworkAndResolver),
        ConnectionAdvice.checkResolver.statement: (nil, .checkResolver),
        ConnectionAdvice.allowMoreTime.statement: (nil, .allowConnectingMoreTime),
        ConnectionAdvice.allowAnswerMoreTime.statement: (nil, .allowAnswerMoreTime),
        TraceAdvice.allowMoreTime.statement: (nil, .allowHandshakeMoreTime),
        HandshakeEndAdvice.allowMoreTime.statement: (nil, .allowMoreTime),
        TransferAdvice.offerHTTP11.statement: (.http11, .offerHTTP11),
        TransferAdvice.earlyAnswer.statement: (.http11, .earlyAnswer),
        AuthenticationAdvice.seeHandler.statement: (.authentication, .nameUser),
        HandshakeAdvice.librariesSaidOnly.statement: (nil, .seeLibraries),
        HandshakeAdvice.librariesSaid.statement: (nil, .seeLibrariesAndLog),
        TraceAdvice.seeLibrary.statement: (nil, .seeOpenSSLAndLog),
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
