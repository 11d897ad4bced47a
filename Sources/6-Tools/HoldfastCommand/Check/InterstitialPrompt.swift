import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastLibC
import HoldfastPolicy
import HoldfastTrust
import HoldfastStatements
import HoldfastX509

extension CommandOption {
    static let ask = CommandOption(
        "--ask",
        help: "on a terminal, show why a server is not trusted and ask whether to go on",
        chinese: "在终端上说明服务器为何不可信，并询问是否继续")
}

/// The warning on a terminal: what is wrong, and the question whether to go on.
struct InterstitialPrompt {
    /// The user's decision.
    enum Decision: Hashable {
        case stop
        /// For this run alone.
        case once
        /// Kept with the user's exceptions, for as long as the warning allows.
        case kept
    }

    let warning: Interstitial
    let language: PageLanguage

    /// Whether there is somebody to ask: who reads standard error, and types into standard input.
    static var hasTerminal: Bool { Descriptor.isTerminal(STDIN_FILENO) && Descriptor.isTerminal(STDERR_FILENO) }

    /// The lines that are shown before the question; text of strangers made fit for a terminal.
    var lines: [String] {
        var lines = [warning.title(in: language), "", warning.reason(in: language), ""]
        for evidence in warning.evidence {
            lines.append("  \(evidence.code)" + (evidence.certificate.map { "  \($0)" } ?? ""))
            lines.append(
                "    " + word("seen", "实际") + evidence.statements.seen.text(in: language))
            lines.append(
                "    " + word("expected", "应为") + evidence.statements.expected.text(in: language)
            )
        }
        lines += ["", warning.advice(in: language), "", warning.consequence(in: language)]
        return lines.map(SafeText.line)
    }

    /// Shows the warning and asks; without anything to decide it only shows.
    func ask(reading line: () -> String? = Self.typedLine) -> Decision {
        for line in lines { Console.note(line) }
        guard warning.mayProceed else { return .stop }
        Console.progress(
            LocalizedText(
                "Type 'once' to go on now, 'keep' to go on and not be asked again for that time; anything else stops: ",
                "输入 once 仅此一次继续，输入 keep 在上述期限内不再询问；输入其他内容则停止："
            ).text(in: language))
        return switch line()?.lowercased() {
        case "once": .once
        case "keep": .kept
        default: .stop
        }
    }

    /// Asks the user about a refusal; nil where the answer is to stop, or where there is nobody to ask.
    ///
    /// - Throws: where the decision cannot be kept although it is to be.
    static func decision(
        about failure: TrustFailure, in language: PageLanguage
    ) throws(CommandError) -> TrustException? {
        guard hasTerminal else {
            Console.note(CheckSentence.noTerminal)
            return nil
        }
        let warning = Interstitial(failure)
        let decision = InterstitialPrompt(warning: warning, language: language).ask()
        let now = SystemClock.now()
        guard decision != .stop,
            let exception = warning.exception(until: now.advanced(byDays: TrustException.maximumDays), at: now)
        else { return nil }
        if decision == .kept {
            let store = try ExceptionStore().store
            do throws(TrustExceptionStoreError) {
                _ = try store.add(exception, at: now)
            } catch {
                throw CommandError(error)
            }
        }
        return exception
    }

    private func word(_ english: String, _ chinese: String) -> String {
        LocalizedText("\(english): ", "\(chinese)：").text(in: language)
    }

    /// A line of standard input, without its end; nil at its end. A longer one than 200 bytes is none.
    static func typedLine() -> String? {
        var line: [UInt8] = []
        while line.count <= 200 {
            var byte: UInt8 = 0
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            line.append(byte)
        }
        return nil
    }
}
