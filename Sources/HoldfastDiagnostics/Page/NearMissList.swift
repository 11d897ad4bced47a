import HoldfastPolicy

/// Other paths that were tried, and why they do not do.
struct NearMissList {
    let report: VerdictReport

    var html: HTML {
        guard !report.nearMisses.isEmpty else { return .nothing }
        return .element(
            "section", ["class": "block"], .element("h3", [:], .word(.nearMisses)),
            .element("p", ["class": "faint"], .word(.nearMissesMeaning)),
            .element("ol", ["class": "misses"], report.nearMisses.map(item)))
    }

    private func item(_ miss: NearMissReport) -> HTML {
        let path = miss.chain.map { fingerprint in HTML.element("span", ["class": "hop"], .data(name(fingerprint))) }
        let codes = miss.findings.map { code in
            HTML.element("code", [:], .data(code))
                + (FindingWords.of(code: code).map { .text(" ") + .words($0.headline) } ?? .nothing)
        }
        return .element(
            "li", [:], .element("p", [:], .joined(path, by: " ← ")),
            .element("p", ["class": "why"], PageMark.bad, .joined(codes, by: " · ")))
    }

    /// The subject where the certificate is known here, else the beginning of its fingerprint.
    private func name(_ fingerprint: String) -> String {
        let known = (report.chain + report.presented).first { $0.fingerprintSHA256 == fingerprint }
        return known.map(CertificateCard.title) ?? String(fingerprint.prefix(16)) + "…"
    }
}
