import HoldfastTrust
import HoldfastWords
import HoldfastX509

extension VerdictReport {
    /// The verdict in words: the cause first, its evidence and advice, other errors, the chain, then warnings and
    /// notes.
    ///
    /// Ends with a line end. A target that got no verdict has no text: see ``failure``.
    public func text(_ style: TextStyle = .plain) -> String {
        guard failure == nil || result != .invalid else { return "" }
        var lines = [headline(style)]
        let errors = findings.filter(\.isError)
        let overridden = findings.filter { $0.overriddenBy != nil }
        let others = findings.filter { !$0.isError && $0.overriddenBy == nil }
        if let cause = errors.first { lines += evidence(cause, style) }
        if let sentTooLittle { lines.append(row(connection == nil ? "given" : "sent", sentTooLittle, style)) }
        if let sni { lines.append(row("SNI", sni.message, style)) }
        lines += summary(style)
        if errors.count > 1 {
            lines += ["", "  " + style.strong("also")]
            for error in errors.dropFirst() { lines += block(error, style) }
        }
        if !overridden.isEmpty {
            lines += ["", "  " + style.strong("overridden")]
            for finding in overridden { lines += block(finding, style) }
        }
        let tree = ChainTree(style: style).lines(of: self)
        if !tree.isEmpty { lines += ["", "  " + style.strong("chain")] + Self.indented(tree, by: 4) }
        for (severity, title) in [(Severity.warning, "warnings"), (.note, "notes")] {
            let found = others.filter { $0.severity == severity }
            guard !found.isEmpty else { continue }
            lines += ["", "  " + style.strong(title)]
            for finding in found { lines += block(finding, style) }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The verdict in one line.
    public func headline(_ style: TextStyle = .plain) -> String {
        let name = style.strong(SafeText.line(title))
        if let failure {
            return "\(name): \(style.bad("failed")): \(SafeText.line(failure.message))"
        }
        if let cause { return "\(name): \(style.bad("not trusted")): \(SafeText.line(cause.message))" }
        if trusted {
            if let explicitTrust {
                return "\(name): \(style.warning("trusted")) \(explicitTrust.words)"
            }
            return "\(name): \(style.good("trusted"))" + (host == nil ? ", judged without a name" : "")
        }
        return "\(name): \(style.bad("not trusted"))"
    }

    private func evidence(_ finding: FindingReport, _ style: TextStyle) -> [String] {
        [
            row("certificate", who(finding), style),
            row("seen", finding.seen, style),
            row("expected", finding.expected, style),
            row("rule", "\(finding.rule)  (\(finding.code))", style),
            row("advice", finding.advice, style),
        ]
    }

    private func block(_ finding: FindingReport, _ style: TextStyle) -> [String] {
        let mark = finding.isError ? style.bad(finding.code) : style.warning(finding.code)
        return ["    \(mark): \(SafeText.line(finding.message))"]
            + Self.indented(
                [
                    row("certificate", who(finding), style),
                    row("seen", finding.seen, style),
                    row("expected", finding.expected, style),
                    row("rule", finding.rule, style),
                    row("advice", finding.advice, style),
                ], by: 4)
    }

    /// The lines about every target: how it was reached, and for which time it was judged.
    private func summary(_ style: TextStyle) -> [String] {
        var lines: [String] = []
        if let connection {
            var parts: [String] = []
            if let tls = connection.tls {
                parts += [tls.version.map { "TLS \($0)" }, tls.cipherSuite, tls.keyExchange, tls.alpn].compactMap { $0 }
            }
            if let address = connection.address { parts.append("at \(address)") }
            if !parts.isEmpty { lines.append(row("connection", parts.joined(separator: ", "), style)) }
        }
        if let message = dial?.message { lines.append(row("address", message, style)) }
        if let clientCertificate { lines.append(row("client", clientCertificate.message, style)) }
        let name = host.map { " for \($0)" } ?? ", no name compared"
        let second = Instant(secondsSince1970: at.secondsSince1970)
        lines.append(row("judged as", "\(policy)\(name), profile \(profile), at \(second)", style))
        if let pins { lines.append(row("pins", pins.words, style)) }
        if let revocation {
            lines.append(row("revocation", revocation.words.english, style))
            for entry in revocation.certificates {
                lines.append(row("", "\(place(of: entry.certificate)): \(entry.words.english)", style))
                for fetch in entry.fetches ?? [] { lines.append(row("", "  \(fetch.line)", style)) }
            }
        }
        for fetch in issuerFetches { lines.append(row("issuer", fetch.line, style)) }
        if let transparency {
            lines.append(row("transparency", transparency.words, style))
            for line in transparency.lines { lines.append(row("", line, style)) }
        }
        return lines + [row("result", result.rawValue, style)]
    }

    private func row(_ title: String, _ text: String, _ style: TextStyle) -> String {
        "  " + style.faint(title + String(repeating: " ", count: max(1, 13 - title.count))) + SafeText.line(text)
    }

    /// The certificate that a finding means, by its place and name.
    func who(_ finding: FindingReport) -> String {
        guard let depth = finding.certificate else { return "the chain as a whole" }
        if depth < 0 {
            let index = finding.presentedIndex ?? 0
            let subject = presented.indices.contains(index) ? presented[index].fields?.subject : nil
            return "number \(index + 1) of the presented list" + (subject.map { ", \($0)" } ?? ", unreadable")
        }
        let place = place(of: depth)
        guard chain.indices.contains(depth), let fields = chain[depth].fields else { return place }
        return "\(place), \(fields.subject.isEmpty ? "(no subject)" : fields.subject)"
    }

    private func place(of depth: Int) -> String {
        depth == 0 ? "the leaf" : depth == chain.count - 1 ? "the top of the chain" : "intermediate \(depth)"
    }

    private static func indented(_ lines: [String], by count: Int = 2) -> [String] {
        lines.map { String(repeating: " ", count: count) + $0 }
    }
}

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
