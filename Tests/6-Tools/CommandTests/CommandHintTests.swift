import HoldfastStatements
import HoldfastTracing
import HoldfastTransport
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
            (TraceAdvice.allowMoreTime.statement, "(--timeout)"),
            (ConnectionAdvice.allowAnswerMoreTime.statement, "(--timeout)"),
            (ConnectionAdvice.sayWhich.statement, "--connect-to"),
            (HandshakeAdvice.librariesSaid.statement, "--json"),
        ])
    func options(_ advice: Statement, _ option: String) {
        let hint = CommandHint.statement(of: advice)
        let text = hint.english
        #expect(text.contains(option), "\(text)")
        for word in ["session", "handler", "stands beside", "by a rule"] { #expect(!text.contains(word), "\(text)") }
        #expect(CommandHint.statement(of: hint) == hint)
        let chinese = hint.chinese
        #expect(chinese.contains(option.filter { !"()".contains($0) }), "\(text): \(chinese)")
        #expect(chinese != text)
    }

    @Test("the rest is told as it is")
    func others() {
        let advice = HandshakeAdvice.checkPort.statement
        #expect(CommandHint.statement(of: advice) == advice)
    }

    @Test("the sentence decides, not its words: a text that reads the same has no option's advice")
    func byValue() {
        let advice = ClientCertificateAdvice.giveIdentity.statement
        let hint = CommandHint.statement(of: advice)
        #expect(hint.identifier == "commandOptionAdvice.showCertificate")
        #expect(hint.english == "show one with --cert FILE, and --key FILE where its key is in another file")
        #expect(hint.chinese == "请以 --cert FILE 出示证书，密钥在另一文件中时加 --key FILE")
        let text = Statement(verbatim: advice.english)
        #expect(CommandHint.statement(of: text) == text)
    }

    @Test("what a command has no option for is said as the library says it")
    func without() {
        let advice = ClientCertificateAdvice.giveIdentity.statement
        #expect(CommandHint.statement(of: advice, having: []) == advice)
    }
}
