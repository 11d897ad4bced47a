public import HoldfastStatements
import HoldfastTrust
import HoldfastWords
import HoldfastX509

extension ATSReport {
    /// The judgement in words: the sentence first, then the rows, each with its reason, the smallest exception
    /// and the advice. Ends with a line end; empty where no row could be judged: see ``failure``.
    ///
    /// - Parameter width: the terminal's columns; nil where lines may be of any length.
    public func text(
        _ style: TextStyle = .plain, width: Int? = nil, language: PageLanguage = .english
    ) -> String {
        guard wasJudged else { return "" }
        let text = ATSText(
            report: self, lines: TextLines(style: style, width: width, language: language), style: style)
        return text.all.joined(separator: "\n") + "\n"
    }

    /// The words where there is no exception to tell.
    package var noException: ATSWord {
        accepted ? .noneNeeded : leavesExceptionOpen ? .noneKnown : .noneWouldDo
    }

    /// Refusals of what a company's devices accept, where its authority is installed on them: what they trust is asked
    /// about with its root.
    private static let ofUnknownAuthority = [
        FindingCode.issuerNotFound, .selfSignedNotAnchor, .noAnchor,
    ].map(\.rawValue)

    /// The advice, in whole sentences; nil for a server that is accepted, and where nothing could be judged.
    package var advice: LocalizedText? {
        guard !accepted, wasJudged else { return nil }
        // No key of an Info.plist changes the default evaluation of a server's trust.
        if let cause = verdict.cause {
            let advice = verdict.words(of: cause)?.advice ?? cause.statements.advice.words
            guard Self.ofUnknownAuthority.contains(cause.code) else { return advice }
            let own = ATSWord.ownAuthority.words
            return LocalizedText("\(advice.english) \(own.english)", advice.chinese + own.chinese)
        }
        if verdict.clientCertificate != nil, verdict.failure != nil { return ATSWord.showCertificate.words }
        if audience == .system { return ATSWord.mendForSystem.words }
        if smallestException != nil { return ATSWord.mendInstead.words }
        let isOnlyWithoutATS = !leavesExceptionOpen && results.contains { $0.passed && $0.row.arbitraryLoads }
        return (isOnlyWithoutATS ? ATSWord.onlyWithoutATS : .mend).words
    }
}

/// A judgement by App Transport Security as lines for a terminal.
private struct ATSText {
    let report: ATSReport
    let lines: TextLines
    let style: TextStyle

    var all: [String] {
        let paint = report.accepted ? style.good : style.bad
        var all = lines.headline(report.target, lines.told(report.sentenceWords)) { line, _ in paint(line) }
        if let address = report.verdict.connection?.address { all += lines.row(.address, address, indent: 2) }
        let second = Instant(secondsSince1970: report.verdict.at.secondsSince1970)
        let profile = LocalizedText(
            "profile \(report.verdict.profile)", "\(PageWord.profile.words.chinese) \(report.verdict.profile)")
        let moment = LocalizedText("at \(second)", "\(PageWord.judgedAt.words.chinese) \(second)")
        all += lines.row(TextLines.judgedAs, lines.told(.joined([profile, moment])), indent: 2)
        all += lines.heading(ATSWord.rows.words)
        let names = report.results.map(\.row.name.count).max() ?? 0
        for result in report.results { all += row(result, names: names) }
        var rest = report.audience == .apps ? exception : []
        if let hint = report.systemHint {
            rest += lines.row(LocalizedText("system", "系统进程"), lines.told(hint), indent: 2)
        }
        if let advice = report.advice { rest += lines.row(TextLines.advice, lines.told(advice), indent: 2) }
        return rest.isEmpty ? all : all + [""] + rest
    }

    private func row(_ result: ATSResult, names: Int) -> [String] {
        let counts = report.isJudged(result)
        let mark = result.passed ? style.good("PASS") : counts ? style.bad("FAIL") : style.faint("----")
        let why = lines.told(result.words)
        let reason = counts ? why : lines.told(ATSWord.notJudged.words) + TextLines.colon(lines.language) + why
        let name = result.row.name.padded(to: names)
        let start = 4 + 4 + 2 + names + 2
        guard let width = lines.width, start + WrappedText.columnCount(of: reason) > width else {
            return ["    \(mark)  \(name)  \(style.faint(reason))"]
        }
        return ["    \(mark)  \(result.row.name)"] + lines.folded(reason, indent: 12).map(style.faint)
    }

    private var exception: [String] {
        let title = LocalizedText("exception", "最小例外")
        guard let exception = report.smallestException else {
            return lines.row(title, lines.told(report.noException.words), indent: 2)
        }
        let rest = report.leavesExceptionOpen ? [lines.told(ATSWord.perhapsSmaller.words)] : []
        return lines.row(title, "NSExceptionDomains > \(exception.domain)", indent: 2)
            + (exception.lines + rest).flatMap { lines.folded(SafeText.line($0), indent: 17) }
    }
}
