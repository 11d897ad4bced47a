import HoldfastStatements

/// The blocks of a scan's page about what servers speak: nothing where none was asked.
struct ScanSpeakers {
    let protocols: ScanProtocols

    /// The charts of versions, groups and remarks.
    var charts: HTML {
        guard protocols.servers > 0 else { return .nothing }
        let versions = protocols.versionRows.map { row in
            ScanBars.Row(.same(row.word), row.count, tone: ScanProtocols.isOld(row.word) ? .warning : .plain)
        }
        let groups = protocols.groups.rows.prefix(ScanPage.chartRows).map { row in
            ScanBars.Row(.same(row.word), row.count, tone: .plain)
        }
        let remarks = protocols.remarks.map { remark in
            ScanBars.Row(
                remark.words, remark.row.count, tone: remark.isWarning ? .warning : .plain,
                examples: remark.row.examples)
        }
        return .joined([
            .element(
                "div", class: "pair", ScanBars(.spokenVersions, lead: .spokenLead, versions).html,
                ScanBars(.takenGroups, lead: .takenLead, Array(groups)).html),
            ScanBars(.protocolRemarks, remarks).html,
        ])
    }

    /// The servers by their names, those with warnings first.
    var table: HTML {
        let rows = protocols.named.rows
        guard !rows.isEmpty else { return .nothing }
        let head = [ScanWord.server, .spokenVersions, .takenGroups, .remarks].map {
            HTML.element("th", attributes: ["scope": "col"], .words($0.words))
        }
        let others = protocols.named.others
        return .element(
            "section", class: "block", .element("h3", .words(ScanWord.speakers.words)),
            .element(
                "table", class: "knowledge speakers", .element("thead", .element("tr", head)),
                .element("tbody", rows.map(Self.row))),
            others > 0
                ? .element("p", class: "caption", .words(ScanWord.others.words), .text(" \(others)")) : .nothing)
    }

    private static func row(_ server: ScanProtocols.Server) -> HTML {
        .element(
            "tr", .element("th", attributes: ["scope": "row"], .data(server.title)),
            .element("td", .text(server.versions.joined(separator: ", "))),
            .element("td", .text(server.groups.joined(separator: ", "))),
            .element("td", .words(remarks(of: server))))
    }

    private static func remarks(of server: ScanProtocols.Server) -> LocalizedText {
        var parts: [LocalizedText] = []
        if server.warnings > 0 {
            parts.append(
                LocalizedText(Counted.english(server.warnings, "warning"), "\(server.warnings) 个警告"))
        }
        if server.notes > 0 {
            parts.append(LocalizedText(Counted.english(server.notes, "note"), "\(server.notes) 个提示"))
        }
        return parts.isEmpty ? .same("") : .joined(parts)
    }
}
