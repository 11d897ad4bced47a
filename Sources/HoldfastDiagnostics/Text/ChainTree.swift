/// A chain as a small tree: the leaf at the top, each issuer below the certificate it signed.
struct ChainTree {
    let style: TextStyle

    /// Lines without indentation; empty for an empty chain.
    func lines(of report: VerdictReport) -> [String] {
        report.chain.enumerated().map { depth, certificate in
            let branch = depth == 0 ? "" : String(repeating: "   ", count: depth - 1) + "└─ "
            return style.faint(branch) + line(certificate, depth: depth, in: report)
        }
    }

    private func line(_ certificate: CertificateSummary, depth: Int, in report: VerdictReport) -> String {
        guard let fields = certificate.fields else { return style.bad("unreadable") }
        var notes = [fields.key.words, "until " + fields.notAfter.prefix(10)]
        if let anchor = report.anchor, anchor.depth == depth {
            notes.append(anchor.source.map { "anchor, from " + SafeText.line($0) } ?? "anchor")
        }
        if report.isFromElsewhere(depth) { notes.append(report.connection == nil ? "not given" : "not sent") }
        let errors = report.findings.filter { $0.certificate == depth && $0.isError }.map(\.code)
        let marks = errors.isEmpty ? "" : "  " + style.bad("✗ " + errors.joined(separator: ", "))
        let name = fields.subject.isEmpty ? "(no subject)" : SafeText.line(fields.subject)
        return name + "  " + style.faint(notes.joined(separator: ", ")) + marks
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
