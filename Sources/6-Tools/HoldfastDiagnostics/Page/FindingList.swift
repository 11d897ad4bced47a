import HoldfastTrust
import HoldfastWords
import HoldfastX509

/// Every finding with its evidence, the cause first.
struct FindingList {
    let report: VerdictReport

    var html: HTML {
        guard report.result != .invalid else { return .nothing }
        let title = HTML.element(
            "h3", .word(.findings), .text(" "), .element("span", class: "faint", .text("\(report.findings.count)")))
        guard !report.findings.isEmpty else {
            return .element("section", class: "block", title, .element("p", class: "faint", .word(.noFindings)))
        }
        return .element("section", class: "block", [title] + report.findings.map(block))
    }

    private func block(_ finding: FindingReport) -> HTML {
        let words = report.words(of: finding)
        let (mark, severity): (HTML, PageWord) =
            switch finding.severity {
            case .error: (PageMark.bad, .error)
            case .warning: (PageMark.warning, .warning)
            case .note: (PageMark.note, .note)
            }
        var rows: [(PageWord, HTML)] = [
            (.certificate, who(finding)), (.seen, .sentence(finding.statements.seen)),
            (.expectedBy, .sentence(finding.statements.expected)), (.rule, .data(finding.rule)),
        ]
        if finding.osStatus != 0 { rows.append((.appleStatus, status(finding.osStatus))) }
        // The cause's message and advice stand at the top of the section.
        let isTold = report.failure == nil && finding == report.cause
        return .element(
            "article", class: "finding " + finding.severity.rawValue,
            .element(
                "h4", mark, .element("b", .word(severity)), .text(" · "),
                words.map { .words($0.headline) } ?? .sentence(finding.statements.message), .text(" "),
                .element("code", .data(finding.code))),
            words == nil || isTold ? .nothing : VerdictBlock.original(finding.statements.message),
            Self.overridden(finding), FactList(rows: rows).html,
            isTold ? .nothing : VerdictBlock.advice(of: words, finding.statements.advice))
    }

    private static func overridden(_ finding: FindingReport) -> HTML {
        guard let override = finding.overriddenBy else { return .nothing }
        return .element("p", class: "overridden", .word(.overridden), .text(" "), .element("code", .data(override)))
    }

    private func status(_ number: Int32) -> HTML {
        let name = StatusName.of(number).map { HTML.text(" ") + .element("code", .text($0)) } ?? .nothing
        return .text(String(number)) + name
    }

    /// The certificate that a finding means, by its place and name.
    private func who(_ finding: FindingReport) -> HTML {
        guard let depth = finding.certificate else { return .word(.wholeChain) }
        if depth < 0 {
            let index = finding.presentedIndex ?? 0
            let place = HTML.words(VerdictReport.presentedPlace(index))
            guard report.presented.indices.contains(index) else { return place }
            return place + .text(" · ") + .data(CertificateCard.title(report.presented[index]))
        }
        let place = HTML.words(ChainDrawing.role(depth, of: report))
        guard report.chain.indices.contains(depth) else { return place }
        return place + .text(" · ") + .data(CertificateCard.title(report.chain[depth]))
    }
}

/// Other paths that were tried, and why they do not do.
struct NearMissList {
    let report: VerdictReport

    var html: HTML {
        guard !report.nearMisses.isEmpty else { return .nothing }
        return .block(
            .word(.nearMisses),
            .element("p", class: "faint", .word(.nearMissesMeaning)),
            .element("ol", class: "misses", report.nearMisses.map(item)))
    }

    private func item(_ miss: NearMiss) -> HTML {
        let path = miss.chain.map { HTML.element("span", class: "hop", .data(name(HexString.encode($0)))) }
        let codes = miss.findings.map { code in
            HTML.element("code", .data(code.rawValue))
                + (FindingWords.of(code).map { .text(" ") + .words($0.headline) } ?? .nothing)
        }
        return .element(
            "li", .element("p", .joined(path, by: " ← ")),
            .element("p", class: "why", PageMark.bad, .joined(codes, by: " · ")))
    }

    /// The subject where the certificate is known here, else the beginning of its fingerprint.
    private func name(_ fingerprint: String) -> String {
        let known = (report.chain + report.presented).first { $0.fingerprintSHA256 == fingerprint }
        return known.map(CertificateCard.title) ?? String(fingerprint.prefix(16)) + "…"
    }
}
