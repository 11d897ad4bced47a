extension ImportReport {
    /// The findings in words, errors and notes as they stand in the files, then how many there are; ends with a line end.
    public func text(_ style: TextStyle = .plain) -> String {
        var lines: [String] = []
        for finding in findings {
            let place = style.strong("\(SafeText.line(finding.file)):\(finding.line)")
            let severity = finding.severity == .error ? style.bad("error") : style.warning("note")
            lines.append("\(place): \(severity): \(finding.message)  (\(finding.code.rawValue))")
            lines.append("  seen    \(SafeText.line(finding.seen))")
            lines.append("  advice  \(finding.advice)")
        }
        for link in links { lines.append("\(SafeText.line(link)): a link, which is not followed") }
        lines.append(headline(style))
        return lines.joined(separator: "\n") + "\n"
    }

    /// How many files there were, and what was found, in one line.
    public func headline(_ style: TextStyle = .plain) -> String {
        let errors = findings.count { $0.severity == .error }
        let notes = findings.count - errors
        let files = "\(fileCount) \(fileCount == 1 ? "file" : "files")"
        let told = errors == 0 ? style.good("nothing is silently unjudged") : style.bad("\(errors) silently unjudged")
        return "\(files): \(told)" + (notes == 0 ? "" : ", \(notes) to look at")
    }

    /// The last line of JSON: what was looked at.
    public struct Summary: Sendable, Encodable {
        let schema = ImportReport.schema
        let kind = "summary"
        let files: Int
        let errors: Int
        let notes: Int
        let links: [String]
        let problems: [Problem]
    }

    /// What was looked at, and what could not be.
    public var summary: Summary {
        let errors = findings.count { $0.severity == .error }
        return Summary(
            files: fileCount, errors: errors, notes: findings.count - errors, links: links, problems: problems)
    }
}
