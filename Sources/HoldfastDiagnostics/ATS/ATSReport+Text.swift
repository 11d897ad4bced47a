package import HoldfastWords
import HoldfastX509

extension ATSReport {
    /// The judgement in words: the sentence first, then the sixteen rows, each with its reason, the smallest exception
    /// and the advice. Ends with a line end; empty where no row could be judged: see ``failure``.
    public func text(_ style: TextStyle = .plain) -> String {
        guard wasJudged else { return "" }
        let answer = accepted ? style.good(Self.line(sentence)) : style.bad(Self.line(sentence))
        var lines = ["\(style.strong(Self.line(target))): \(answer)"]
        if let address = verdict.connection?.address { lines.append(field("address", address, style)) }
        let second = Instant(secondsSince1970: verdict.at.secondsSince1970)
        lines.append(field("judged as", "profile \(verdict.profile), at \(second)", style))
        lines += ["", "  " + style.strong(ATSWord.rows.words.english)]
        let width = results.map(\.row.name.count).max() ?? 0
        for result in results {
            let counts = isJudged(result)
            let mark = result.passed ? style.good("PASS") : counts ? style.bad("FAIL") : style.faint("----")
            let reason = counts ? result.reason : "\(ATSWord.notJudged.words.english): \(result.reason)"
            let name = result.row.name + String(repeating: " ", count: width - result.row.name.count)
            lines.append("    \(mark)  \(name)  \(style.faint(Self.line(reason)))")
        }
        lines += [""] + exceptionLines(style)
        if let advice { lines.append(field("advice", advice.english, style)) }
        return lines.joined(separator: "\n") + "\n"
    }

    private func exceptionLines(_ style: TextStyle) -> [String] {
        guard let exception = smallestException else {
            return [field("exception", noException.words.english, style)]
        }
        let head = field("exception", "NSExceptionDomains > \(exception.domain)", style)
        let rest = leavesExceptionOpen ? [ATSWord.perhapsSmaller.words.english] : []
        return [head] + (exception.lines + rest).map { String(repeating: " ", count: 17) + Self.line($0) }
    }

    /// The words where there is no exception to tell.
    package var noException: ATSWord {
        accepted ? .noneNeeded : leavesExceptionOpen ? .noneKnown : .noneWouldDo
    }

    private func field(_ title: String, _ text: String, _ style: TextStyle) -> String {
        "  " + style.faint(title + String(repeating: " ", count: max(1, 13 - title.count))) + Self.line(text)
    }

    private static func line(_ text: String) -> String { SafeText.line(text) }

    /// The advice, in whole sentences; nil for a server that is accepted, and where nothing could be judged.
    package var advice: LocalizedText? {
        guard !accepted, wasJudged else { return nil }
        // No key of an Info.plist changes the default evaluation of a server's trust.
        if let cause = verdict.cause { return verdict.words(of: cause)?.advice ?? .same(cause.advice) }
        if verdict.clientCertificate != nil, verdict.failure != nil { return ATSWord.showCertificate.words }
        if smallestException != nil { return ATSWord.mendInstead.words }
        let isOnlyWithoutATS = !leavesExceptionOpen && results.contains { $0.passed && $0.row.arbitraryLoads }
        return (isOnlyWithoutATS ? ATSWord.onlyWithoutATS : .mend).words
    }
}
