/// The revocation of each certificate, with every place that was asked, where somebody looked.
struct RevocationBlock {
    let report: VerdictReport

    var html: HTML {
        guard let revocation = report.revocation else { return .nothing }
        return .block(
            .word(.revocationStatus),
            .element("p", Self.mark(of: revocation.status), .text(" "), .words(revocation.words)),
            .element("ol", class: "statuses", revocation.certificates.map(row)))
    }

    private func row(_ entry: RevocationReport.Entry) -> HTML {
        let depth = entry.certificate
        var name = HTML.words(ChainDrawing.role(depth, of: report))
        if report.chain.indices.contains(depth) {
            name = name + .text(" · ") + .data(CertificateCard.title(report.chain[depth]))
        }
        return .element(
            "li",
            [
                .element("p", Self.mark(of: entry.status), name),
                .element("p", class: "why", .element("bdi", .words(entry.words))),
            ] + (entry.fetches ?? []).map(FetchRow.html))
    }

    private static func mark(of status: String) -> HTML {
        switch status {
        case "good": PageMark.good
        case "revoked": PageMark.bad
        case "unknown": PageMark.warning
        default: PageMark.note
        }
    }
}

/// The places that were asked for issuers that the server left out.
struct IssuerFetchBlock {
    let report: VerdictReport

    var html: HTML {
        guard !report.issuerFetches.isEmpty else { return .nothing }
        return .block(
            .word(.fetchedIssuers),
            .element("div", class: "statuses", report.issuerFetches.map(FetchRow.html)))
    }
}

/// One place that was asked, and what came of it.
private enum FetchRow {
    static func html(_ fetch: FetchReport) -> HTML {
        .element(
            "p", class: "why", fetch.problem == nil ? PageMark.good : PageMark.bad, .element("code", .text(fetch.kind)),
            .text(" "), .data(fetch.url, limit: FetchReport.shownPlace + 20), .text(" · "),
            .element("bdi", .words(fetch.words)))
    }
}
