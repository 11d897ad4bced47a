import HoldfastTrust
public import HoldfastStatements

extension VerdictReport {
    /// The verdict in words: the answer first, with the time that is left; then the cause's evidence and advice, how
    /// the server was reached and judged, other errors, the chain, warnings and notes.
    ///
    /// Ends with a line end. A target that got no verdict has no text: see ``failure``.
    ///
    /// - Parameters:
    ///   - width: the terminal's columns; nil where lines may be of any length, as in a pipe.
    ///   - details: whether the result is told in Apple's words as well, each finding's `OSStatus`, and the days that
    ///     the chain will meet.
    public func text(
        _ style: TextStyle = .plain, width: Int? = nil, language: PageLanguage = .english, details: Bool = false
    ) -> String {
        guard failure == nil || result != .invalid else { return "" }
        let lines = TextLines(style: style, width: width, language: language)
        return VerdictText(report: self, lines: lines, showsDetails: details).all.joined(separator: "\n") + "\n"
    }

    /// The verdict in one line.
    public func headline(_ style: TextStyle = .plain, language: PageLanguage = .english) -> String {
        let lines = TextLines(style: style, width: nil, language: language)
        return VerdictText(report: self, lines: lines, showsDetails: false).headline.joined(separator: "\n")
    }
}

/// A verdict as lines for a terminal.
private struct VerdictText {
    let report: VerdictReport
    let lines: TextLines
    let showsDetails: Bool

    private var style: TextStyle { lines.style }

    var all: [String] {
        var all = headline
        if let cause = report.cause { all += evidence(of: cause, withCode: true, indent: 2) }
        for row in report.circumstances { all += lines.row(row.title, lines.told(row.words), indent: 2) }
        if showsDetails {
            all += lines.row(LocalizedText("policy", "策略"), report.policy, indent: 2)
            let result = "\(report.result.rawValue) (\(report.result.number))"
            all += lines.row(LocalizedText("result", "结果"), result, indent: 2)
            if let postQuantum = report.postQuantum {
                all += lines.row(.postQuantum, lines.told(postQuantum.words), indent: 2)
            }
        }
        // Old facts are told to everybody: what was judged by them may be known better elsewhere.
        if let facts = report.facts, showsDetails || facts.old {
            all += lines.row(.facts, lines.told(facts.words), indent: 2)
        }
        all += blocks(LocalizedText("also", "另有错误"), report.findings.filter(\.isError).dropFirst())
        all += blocks(LocalizedText("overridden", "已放行"), report.findings.filter { $0.overriddenBy != nil })
        let tree = ChainTree(report: report, lines: lines).all
        if !tree.isEmpty { all += lines.heading(LocalizedText("chain", PageWord.chain.words.chinese)) + tree }
        let others = report.findings.filter { !$0.isError && $0.overriddenBy == nil }
        for (severity, title) in [
            (Severity.warning, LocalizedText("warnings", PageWord.warning.words.chinese)),
            (.note, LocalizedText("notes", PageWord.note.words.chinese)),
        ] {
            all += blocks(title, others.filter { $0.severity == severity })
        }
        if let clients = report.clients { all += ClientTable(report: clients, lines: lines).all }
        if let protocols = report.protocols { all += ProtocolTable(report: protocols, lines: lines).all }
        if showsDetails, !report.deadlines.isEmpty {
            all += lines.heading(LocalizedText("deadlines", "日期"))
            let rows = report.deadlines.map { DeadlineReport.Row($0, report.chain, report.at, nil) }
            all += DeadlineReport.lines(of: rows, at: report.at, lines, indent: 4)
        }
        return all
    }

    /// The target and the answer, whose first word is painted.
    var headline: [String] {
        let answer = report.answer(in: lines.language)
        let paint = answer.isDoubtful ? style.warning : answer.state == .trusted ? style.good : style.bad
        return lines.headline(report.title, answer.word + SafeText.line(answer.rest)) { line, isFirst in
            isFirst ? paint(answer.word) + line.dropFirst(answer.word.count) : line
        }
    }

    private func blocks(_ title: LocalizedText, _ findings: some Sequence<FindingReport>) -> [String] {
        let blocks = findings.flatMap(block)
        return blocks.isEmpty ? [] : lines.heading(title) + blocks
    }

    private func block(_ finding: FindingReport) -> [String] {
        let paint = finding.isError ? style.bad : style.warning
        let text = finding.code + TextLines.colon(lines.language) + sentence(finding.statements.message)
        let head = lines.folded(text, indent: 4, hanging: 6).enumerated().map { index, line in
            index == 0 ? "    " + paint(finding.code) + line.dropFirst(4 + finding.code.count) : line
        }
        return head + evidence(of: finding, withCode: false, indent: 6)
    }

    private func evidence(of finding: FindingReport, withCode: Bool, indent: Int) -> [String] {
        let rule = withCode ? "\(finding.rule)  (\(finding.code))" : finding.rule
        let advice = report.advice(about: finding, in: lines.language)
        var evidence =
            lines.row(.certificate, lines.told(report.whose(finding)), indent: indent)
            + lines.row(.seen, sentence(finding.statements.seen), indent: indent)
            + lines.row(.expectedBy, sentence(finding.statements.expected), indent: indent)
            + lines.row(.rule, rule, indent: indent) + lines.row(TextLines.advice, advice, indent: indent)
        if showsDetails, finding.osStatus != 0 {
            let name = StatusName.of(finding.osStatus).map { " (\($0))" } ?? ""
            evidence += lines.row(.same("OSStatus"), "\(finding.osStatus)\(name)", indent: indent)
        }
        return evidence
    }

    /// A rule's sentence in the reader's language.
    private func sentence(_ statement: Statement) -> String {
        SafeText.line(statement.text(in: lines.language))
    }
}

/// A chain as a small tree: the leaf at the top, each issuer below the certificate it signed.
private struct ChainTree {
    let report: VerdictReport
    let lines: TextLines

    private var style: TextStyle { lines.style }

    /// Lines below the heading; none for an empty chain.
    var all: [String] { report.chain.indices.flatMap(link) }

    private func link(at depth: Int) -> [String] {
        // A server may send a hundred: no more than three eighths of a terminal are left empty.
        let level = min(depth, lines.width.map { max(1, $0 / 8) } ?? depth)
        let branch = "    " + (depth == 0 ? "" : String(repeating: "   ", count: level - 1) + "└─ ")
        let certificate = report.chain[depth]
        guard let fields = certificate.fields else {
            return [branch + style.bad(lines.told(LocalizedText("unreadable", PageWord.unreadable.words.chinese)))]
        }
        let name = fields.subject.isEmpty ? lines.told(PageWord.noSubject.words) : SafeText.line(fields.subject)
        let notes = lines.told(.joined(notes(on: fields, at: depth)))
        let errors = report.findings.filter { $0.certificate == depth && $0.isError }.map(\.code)
        let comma = lines.told(.comma)
        let mark = errors.isEmpty ? "" : "✗ " + errors.joined(separator: comma)
        let whole = [name, notes, mark].filter { !$0.isEmpty }.joined(separator: "  ")
        let column = WrappedText.columnCount(of: branch)
        guard let width = lines.width, column + WrappedText.columnCount(of: whole) > width else {
            let end = mark.isEmpty ? "" : "  " + style.bad(mark)
            return [style.faint(branch) + name + "  " + style.faint(notes) + end]
        }
        return [style.faint(branch) + name]
            + lines.folded(notes, indent: column + 3).map(style.faint)
            + (mark.isEmpty ? [] : lines.folded(mark, indent: column + 3).map(style.bad))
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
    package var words: String {
        if let curve { return "\(type) \(curve)" }
        if type.hasPrefix("RSA"), let bits { return "\(type) \(bits)" }
        return type
    }
}
