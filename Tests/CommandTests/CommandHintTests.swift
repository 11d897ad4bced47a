import HoldfastStatements
import HoldfastTransport
import HoldfastWords
import TestSupport
import Testing

@testable import HoldfastCommand

/// What the library advises programs, a user of the command is told in options.
@Suite("Hints in the command's words", .ownThread)
struct CommandHintTests {
    @Test(
        "what a program sets is an option",
        arguments: [
            (ClientCertificateAdvice.giveIdentity.statement, "--cert FILE"),
            (ClientCertificateAdvice.giveBeforehand.statement, "--cert FILE"),
            (
                Statement(
                    Clauses([
                        ClientCertificateAdvice.giveIdentity.statement,
                        ClientCertificateAdvice.accepts(authorities: "CN=A").statement,
                    ])), "CN=A"
            ),
            (HandshakeSettingAdvice.connectByName.statement, "--connect-to"),
            (HandshakeSettingAdvice.sendName.statement, "--no-sni"),
            (
                Statement(
                    Clauses([
                        HandshakeAdvice.nothingInCommon.statement, HandshakeSettingAdvice.connectByName.statement,
                    ])), "--connect-to"
            ),
            (ConnectionAdvice.checkDiallableAddresses.statement, "--resolver"),
            (ProxyAdvice.checkResolvers.statement, "--resolve"),
            (ConnectionAdvice.checkSpellingAndNetwork.statement, "(--resolve)"),
            (
                Statement(verbatim: "check that nothing in between holds packets back, or allow more time"),
                "(--timeout)"
            ),
            (ConnectionAdvice.sayWhich.statement, "--connect-to"),
            (HandshakeAdvice.librariesSaid.statement, "--json"), (TransferAdvice.seeCurl.statement, "--json"),
        ])
    func options(_ advice: Statement, _ option: String) {
        let hint = CommandHint.statement(of: advice)
        let text = hint.english
        #expect(text.contains(option), "\(text)")
        for word in ["session", "handler", "stands beside", "by a rule"] { #expect(!text.contains(word), "\(text)") }
        #expect(CommandHint.text(of: text) == text)
        let chinese = FindingSentence.words(hint).chinese
        #expect(chinese.contains(option.filter { !"()".contains($0) }), "\(text): \(chinese)")
        #expect(chinese != text)
    }

    @Test("the rest is told as it is")
    func others() {
        let hint = "check the port: plain HTTP is at 80, HTTPS at 443"
        #expect(CommandHint.text(of: hint) == hint)
    }
}
