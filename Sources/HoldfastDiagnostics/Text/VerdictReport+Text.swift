import HoldfastTrust
public import HoldfastWords

extension VerdictReport {
    /// The verdict in words: the answer first, with the time that is left; then the cause's evidence and advice, how
    /// the server was reached and judged, other errors, the chain, warnings and notes.
    ///
    /// Ends with a line end. A target that got no verdict has no text: see ``failure``.
    ///
    /// - Parameters:
    ///   - width: the terminal's columns; nil where lines may be of any length, as in a pipe.
    ///   - details: whether the result is told in Apple's words as well, and each finding's `OSStatus`.
    public func text(
        _ style: TextStyle = .plain, width: Int? = nil, language: PageLanguage = .english, details: Bool = false
    ) -> String {
        guard failure == nil || result != .invalid else { return "" }
        return VerdictText(report: self, style: style, width: width, language: language, showsDetails: details)
            .lines.joined(separator: "\n") + "\n"
    }

    /// The verdict in one line.
    public func headline(_ style: TextStyle = .plain, language: PageLanguage = .english) -> String {
        VerdictText(report: self, style: style, width: nil, language: language, showsDetails: false)
            .headline.joined(separator: "\n")
    }
}

/// A verdict as lines for a terminal.
struct VerdictText {
    let report: VerdictReport
    let style: TextStyle
    let width: Int?
    let language: PageLanguage
    let showsDetails: Bool

    /// Columns of the titles before what they are of.
    private static let titleColumns = 13

    var lines: [String] {
        var lines = headline
        if let cause = report.cause { lines += evidence(of: cause, withCode: true, indent: 2) }
        for row in report.circumstances { lines += self.row(row.title, told(row.words), indent: 2) }
        if showsDetails {
            lines += row(LocalizedText("policy", "策略"), report.policy, indent: 2)
            lines += row(
                LocalizedText("result", "结果"), "\(report.result.rawValue) (\(report.result.number))", indent: 2)
        }
        lines += blocks(LocalizedText("also", "另有错误"), report.findings.filter(\.isError).dropFirst())
        lines += blocks(LocalizedText("overridden", "已放行"), report.findings.filter { $0.overriddenBy != nil })
        let tree = ChainTree(text: self).lines
        if !tree.isEmpty { lines += heading(LocalizedText("chain", PageWord.chain.words.chinese)) + tree }
        let others = report.findings.filter { !$0.isError && $0.overriddenBy == nil }
        for (severity, title) in [
            (Severity.warning, LocalizedText("warnings", PageWord.warning.words.chinese)),
            (.note, LocalizedText("notes", PageWord.note.words.chinese)),
        ] {
            lines += blocks(title, others.filter { $0.severity == severity })
        }
        return lines
    }

    /// The target and the answer: in one line where they fit, else the answer below.
    var headline: [String] {
        let answer = report.answer
        let word = answer.state.words.text(in: language)
        let paint = answer.isDoubtful ? style.warning : answer.state == .trusted ? style.good : style.bad
        func painted(_ line: some StringProtocol) -> String { paint(word) + line.dropFirst(word.count) }
        let title = SafeText.line(report.title)
        let text = word + told(answer.rest)
        let whole = style.strong(title) + Self.colon(language) + painted(text)
        guard let width, WrappedText.columnCount(of: title + Self.colon(language) + text) > width else {
            return [whole]
        }
        return [style.strong(title) + LocalizedText(":", "：").text(in: language)]
            + folded(text, indent: 2).enumerated().map { index, line in
                index == 0 ? "  " + painted(line.dropFirst(2)) : line
            }
    }

    /// The mark between a name and what is said of it.
    static func colon(_ language: PageLanguage) -> String { LocalizedText(": ", "：").text(in: language) }

    // MARK: Findings

    private func blocks(_ title: LocalizedText, _ findings: some Sequence<FindingReport>) -> [String] {
        let blocks = findings.flatMap(block)
        return blocks.isEmpty ? [] : heading(title) + blocks
    }

    private func block(_ finding: FindingReport) -> [String] {
        let paint = finding.isError ? style.bad : style.warning
        let text = finding.code + Self.colon(language) + told(FindingSentence.words(finding.message))
        let lines = folded(text, indent: 4, hanging: 6)
        let head = lines.enumerated().map { index, line in
            index == 0 ? "    " + paint(finding.code) + line.dropFirst(4 + finding.code.count) : line
        }
        return head + evidence(of: finding, withCode: false, indent: 6)
    }

    private func evidence(of finding: FindingReport, withCode: Bool, indent: Int) -> [String] {
        let rule = withCode ? "\(finding.rule)  (\(finding.code))" : finding.rule
        var lines =
            row(.certificate, told(report.whose(finding)), indent: indent)
            + row(.seen, told(FindingSentence.words(finding.seen)), indent: indent)
            + row(.expectedBy, told(FindingSentence.words(finding.expected)), indent: indent)
            + row(.rule, rule, indent: indent)
            + row(
                LocalizedText("advice", PageWord.whatToDo.words.chinese), told(report.advice(about: finding)),
                indent: indent)
        if showsDetails, finding.osStatus != 0 {
            let name = StatusName.of(finding.osStatus).map { " (\($0))" } ?? ""
            lines += row(LocalizedText("OSStatus", "OSStatus"), "\(finding.osStatus)\(name)", indent: indent)
        }
        return lines
    }

    // MARK: Lines

    func told(_ words: LocalizedText) -> String { SafeText.line(words.text(in: language)) }

    private func heading(_ words: LocalizedText) -> [String] { ["", "  " + style.strong(told(words))] }

    private func row(_ word: PageWord, _ text: String, indent: Int) -> [String] {
        row(LocalizedText(word.words.english.lowercased(), word.words.chinese), text, indent: indent)
    }

    /// A title and its text, folded beside it.
    private func row(_ title: LocalizedText, _ text: String, indent: Int) -> [String] {
        let title = told(title)
        let filler = String(repeating: " ", count: max(1, Self.titleColumns - WrappedText.columnCount(of: title)))
        let space = String(repeating: " ", count: indent)
        let start = title.isEmpty ? Self.blank : style.faint(title + filler)
        let text = SafeText.line(text)
        // Blanks at the beginning are an indentation of its own.
        let own = String(text.prefix { $0 == " " })
        let room = (width ?? .max) - indent - Self.titleColumns - own.count
        let lines = width == nil ? [String(text.dropFirst(own.count))] : WrappedText.lines(text, width: max(20, room))
        return lines.enumerated().map { index, line in space + (index == 0 ? start : Self.blank) + own + line }
    }

    private static let blank = String(repeating: " ", count: titleColumns)

    /// The text's lines, indented.
    ///
    /// - Parameter hanging: the columns before the second and later lines; nil for as many as before the first.
    func folded(_ text: String, indent: Int, hanging: Int? = nil) -> [String] {
        let space = String(repeating: " ", count: indent)
        guard let width else { return [space + text] }
        let lines = WrappedText.lines(text, width: max(20, width - max(indent, hanging ?? 0)))
        let later = String(repeating: " ", count: hanging ?? indent)
        return lines.enumerated().map { index, line in (index == 0 ? space : later) + line }
    }
}

/// A chain as a small tree: the leaf at the top, each issuer below the certificate it signed.
private struct ChainTree {
    let text: VerdictText

    private var report: VerdictReport { text.report }
    private var style: TextStyle { text.style }

    /// Lines below the heading; none for an empty chain.
    var lines: [String] { report.chain.indices.flatMap(lines) }

    private func lines(at depth: Int) -> [String] {
        let branch = "    " + (depth == 0 ? "" : String(repeating: "   ", count: depth - 1) + "└─ ")
        let certificate = report.chain[depth]
        guard let fields = certificate.fields else {
            return [branch + style.bad(text.told(LocalizedText("unreadable", PageWord.unreadable.words.chinese)))]
        }
        let name = fields.subject.isEmpty ? text.told(PageWord.noSubject.words) : SafeText.line(fields.subject)
        let notes = notes(on: fields, at: depth).map(text.told).joined(separator: text.told(LocalizedText(", ", "，")))
        let errors = report.findings.filter { $0.certificate == depth && $0.isError }.map(\.code)
        let mark = errors.isEmpty ? "" : "✗ " + errors.joined(separator: ", ")
        let whole = [name, notes, mark].filter { !$0.isEmpty }.joined(separator: "  ")
        let column = WrappedText.columnCount(of: branch)
        guard let width = text.width, column + WrappedText.columnCount(of: whole) > width else {
            let end = mark.isEmpty ? "" : "  " + style.bad(mark)
            return [style.faint(branch) + name + "  " + style.faint(notes) + end]
        }
        return [style.faint(branch) + name]
            + text.folded(notes, indent: column + 3).map(style.faint)
            + (mark.isEmpty ? [] : text.folded(mark, indent: column + 3).map(style.bad))
    }

    private func notes(on fields: CertificateSummary.Fields, at depth: Int) -> [LocalizedText] {
        let day = fields.notAfter.prefix(10)
        var notes = [.same(fields.key.words), LocalizedText("until \(day)", "有效期至 \(day)")]
        if let anchor = report.anchor, anchor.depth == depth {
            notes.append(LocalizedText("anchor", PageWord.anchor.words.chinese))
            if let source = anchor.source { notes.append(LocalizedText("from \(source)", "来自 \(source)")) }
        }
        if report.isFromElsewhere(depth) {
            notes.append(
                report.connection == nil
                    ? LocalizedText("not given", "未提供") : LocalizedText("not sent", PageWord.notSent.words.chinese))
        }
        return notes
    }
}

extension CertificateSummary.Key {
    /// `EC P-256`, `RSA 2048`.
    var words: String {
        if let curve { return "\(type) \(curve)" }
        if type.hasPrefix("RSA"), let bits { return "\(type) \(bits)" }
        return type
    }
}
