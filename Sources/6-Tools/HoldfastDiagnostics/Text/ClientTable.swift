import HoldfastTLS
import HoldfastTracing
package import HoldfastStatements
import HoldfastTrust

extension ClientsReport.Outcome {
    /// The outcome in a word.
    var words: LocalizedText {
        switch self {
        case .connects: LocalizedText("connects", "可连接")
        case .fails: LocalizedText("fails", "失败")
        case .unknown: LocalizedText("not known", "无法判断")
        case .notRecorded: LocalizedText("not recorded", "未录制")
        }
    }
}

extension ClientsReport {
    static let title = LocalizedText("clients", "客户端")

    /// The note on groups that are marked, where there are any.
    static let lackedNote = LocalizedText(
        "* chosen by the server, and not known to this machine's OpenSSL: the certificate is that which the same hello "
            + "is shown without it",
        "* 服务器选用了该密钥交换组，但本机的 OpenSSL 不支持：所示证书来自去掉该组的同一 ClientHello")

    var lacksGroups: Bool { rows.contains { $0.answer?.lackedGroup != nil } }

    /// The certificate that a client is shown: its key, the beginning of its fingerprint, how many came.
    func certificate(of row: Row) -> LocalizedText? {
        guard let place = row.shown, shown.indices.contains(place), let leaf = shown[place].presented.first else {
            return nil
        }
        let key = leaf.fields?.key.words ?? PageWord.unreadable.words.english
        let start = "\(key) \(leaf.fingerprintSHA256.prefix(8))"
        let count = shown[place].presented.count
        return LocalizedText("\(start), \(count) sent", "\(start)，共 \(count) 张")
    }
}

extension ClientsReport.Row {
    /// Name and version of the client.
    var name: LocalizedText {
        guard let language = client.language else { return .same("\(client.name) \(client.version)") }
        return LocalizedText(
            "\(client.name) \(client.version), module of \(language)",
            "\(client.name) \(client.version)，模块语言版本 \(language)")
    }

    /// The client with the reason why it does not get on, or why nobody knows.
    var complaint: LocalizedText {
        let said = reason?.words ?? outcome.words
        return name.explained(by: said)
    }

    /// The parameters that were agreed on: version, group, suite, signature scheme.
    var negotiated: [String] {
        guard let answer else { return [] }
        let group = answer.group.map { $0.name + (answer.lackedGroup == nil ? "" : "*") }
        return [answer.version?.name, group, answer.suite?.name, answer.scheme?.name].compactMap(\.self)
    }
}

extension VerdictReport {
    /// The tables of clients and of protocols alone, under the target; nil where nobody asked for either.
    package func tablesText(_ style: TextStyle = .plain, width: Int?, language: PageLanguage) -> String? {
        guard clients != nil || protocols != nil else { return nil }
        let lines = TextLines(style: style, width: width, language: language)
        let clientLines = clients.map { ClientTable(report: $0, lines: lines).all } ?? []
        let protocolLines = protocols.map { ProtocolTable(report: $0, lines: lines).all } ?? []
        let tables = (clientLines + protocolLines).dropFirst()
        return ([style.strong(SafeText.line(title))] + tables).joined(separator: "\n") + "\n"
    }
}

/// The table of clients, as lines for a terminal: two or three for each.
struct ClientTable {
    let report: ClientsReport
    let lines: TextLines

    private var style: TextStyle { lines.style }

    var all: [String] {
        var all = lines.heading(ClientsReport.title)
        let columns = report.rows.map { WrappedText.columnCount(of: lines.told($0.name)) }.max() ?? 0
        for row in report.rows {
            let name = lines.told(row.name).padded(to: columns)
            all.append("    " + name + "  " + paint(row.outcome)(lines.told(row.outcome.words)))
            if let reason = row.reason { all += lines.folded(lines.told(reason.words), indent: 6) }
            if let expiry = report.expiry(of: row) {
                all += lines.folded(lines.told(expiry.statements.message.words), indent: 6).map(
                    style.warning)
            }
            let facts = row.negotiated + [report.certificate(of: row).map(lines.told)].compactMap(\.self)
            if !facts.isEmpty {
                all += lines.folded(facts.joined(separator: lines.told(.comma)), indent: 6)
                    .map(style.faint)
            }
        }
        if report.lacksGroups { all += lines.folded(lines.told(ClientsReport.lackedNote), indent: 4) }
        return all
    }

    private func paint(_ outcome: ClientsReport.Outcome) -> (String) -> String {
        switch outcome {
        case .connects: style.good
        case .fails: style.bad
        case .unknown, .notRecorded: style.warning
        }
    }
}
