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
            (ClientCertificateErrors.identityHint, "--cert FILE"), (ClientCertificateErrors.lateHint, "--cert FILE"),
            (ClientCertificateErrors.identityHint + "; the server accepts certificates of CN=A", "CN=A"),
            (NamelessHint.ofAddress, "--connect-to"), (NamelessHint.ofOmission, "--no-sni"),
            (
                "the server found nothing in common: cipher suites, groups or signatures; " + NamelessHint.ofAddress,
                "--connect-to"
            ),
            ("check the resolvers of the session, and which addresses it may dial", "--resolver"),
            ("check the resolvers of the session, or say by a rule which address the proxy has", "--resolve"),
            ("check the spelling and the network, or say which address the name stands for", "(--resolve)"),
            ("check that nothing in between holds packets back, or allow more time", "(--timeout)"),
            ("say which of them to connect to", "--connect-to"),
            ("what OpenSSL and curl said stands beside this; the server's log may say more", "--json"),
            ("what curl said stands beside this", "--json"), ("what it said stands beside this", "--json"),
        ])
    func options(_ hint: String, _ option: String) {
        let text = CommandHint.text(of: hint)
        #expect(text.contains(option), "\(text)")
        for word in ["session", "handler", "stands beside", "by a rule"] { #expect(!text.contains(word), "\(text)") }
        #expect(CommandHint.text(of: text) == text)
        let chinese = FindingSentence.chinese(of: text)
        #expect(chinese?.contains(option.filter { !"()".contains($0) }) == true, "\(text): \(chinese ?? "none")")
    }

    @Test("the rest is told as it is")
    func others() {
        let hint = "check the port: plain HTTP is at 80, HTTPS at 443"
        #expect(CommandHint.text(of: hint) == hint)
    }
}
