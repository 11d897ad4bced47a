import HoldfastPolicy
import HoldfastTrust

/// A verdict in a lesson: what, why, and what to do, in the reader's language where it has words for it.
struct LessonVerdictText {
    let language: PageLanguage
    let style: TextStyle

    func lines(of report: VerdictReport) -> [String] {
        let state = told(TargetSection.state(of: report).words)
        let mark = report.trusted ? style.good("✓ \(state)") : style.bad("✗ \(state)")
        var lines = [
            "  " + style.strong(SafeText.line(report.title)) + "  " + mark + "  " + style.faint(report.result.rawValue)
        ]
        for finding in report.findings where finding.isError {
            let words = report.words(of: finding)
            lines.append(
                "    " + (words.map { told($0.headline) } ?? finding.message) + "  " + style.faint(finding.code))
            lines += row(.certificate, told(LessonVerdict.who(finding, in: report)))
            lines += row(.seen, finding.seen) + row(.expectedBy, finding.expected) + row(.rule, finding.rule)
            let advice = language == .chinese ? words?.advice.chinese : nil
            lines += row(.whatToDo, advice ?? finding.advice)
        }
        return lines + report.chain.indices.map { "    " + link($0, of: report) }
    }

    private func told(_ words: Words) -> String { SafeText.line(words.text(in: language)) }

    /// A certificate of the chain, below the one that it signed.
    private func link(_ depth: Int, of report: VerdictReport) -> String {
        let branch = depth == 0 ? "" : String(repeating: "   ", count: depth - 1) + "└─ "
        let certificate = report.chain[depth]
        var notes = [told(ChainDrawing.role(depth, of: report))]
        if let fields = certificate.fields {
            let day = fields.notAfter.prefix(10)
            notes.append(told(Words("until \(day)", "有效期至 \(day)")))
        }
        return style.faint(branch) + SafeText.line(CertificateCard.title(certificate)) + "  "
            + style.faint(notes.joined(separator: told(Words(", ", "，"))))
    }

    private func row(_ word: PageWord, _ text: String) -> [String] {
        let title = told(word.words)
        let filler = String(repeating: " ", count: max(1, 12 - WrappedText.columnCount(of: title)))
        let lines = WrappedText.lines(SafeText.line(text), width: 62)
        return lines.enumerated().map { index, line in
            "      " + (index == 0 ? style.faint(title) + filler : String(repeating: " ", count: 12)) + line
        }
    }
}

/// What text and page say about a verdict alike.
enum LessonVerdict {
    /// Which certificate a finding means, by its place and name.
    static func who(_ finding: FindingReport, in report: VerdictReport) -> Words {
        guard let depth = finding.certificate, report.chain.indices.contains(depth) else {
            return PageWord.wholeChain.words
        }
        let role = ChainDrawing.role(depth, of: report)
        let name = CertificateCard.title(report.chain[depth])
        return Words("\(role.english), \(name)", "\(role.chinese)，\(name)")
    }
}
