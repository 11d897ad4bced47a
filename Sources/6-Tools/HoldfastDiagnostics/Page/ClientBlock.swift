import HoldfastTracing
import HoldfastStatements
import HoldfastTrust

/// The clients that the server was asked as, on the page.
struct ClientBlock {
    let report: VerdictReport

    var html: HTML {
        guard let clients = report.clients else { return .nothing }
        let note =
            clients.lacksGroups ? HTML.element("p", class: "why", .words(ClientsReport.lackedNote)) : .nothing
        return .block(
            .word(.clients),
            .element("ol", class: "statuses", clients.rows.map { row($0, of: clients) }), note)
    }

    private func row(_ row: ClientsReport.Row, of clients: ClientsReport) -> HTML {
        let facts =
            row.negotiated.map { HTML.data($0) }
            + [clients.certificate(of: row).map { HTML.words($0) }].compactMap(\.self)
        return .element(
            "li", .element("p", Self.mark(of: row.outcome), .words(row.name), .text(" · "), .words(row.outcome.words)),
            Self.why(row.reason?.words), Self.why(clients.expiry(of: row).map { $0.statements.message.words }),
            facts.isEmpty ? .nothing : .element("p", class: "why", .joined(facts, by: " · ")))
    }

    private static func why(_ words: LocalizedText?) -> HTML {
        words.map { .element("p", class: "why", .element("bdi", .words($0))) } ?? .nothing
    }

    private static func mark(of outcome: ClientsReport.Outcome) -> HTML {
        switch outcome {
        case .connects: PageMark.good
        case .fails: PageMark.bad
        case .unknown, .notRecorded: PageMark.warning
        }
    }
}
