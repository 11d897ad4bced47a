import HoldfastStatements
import HoldfastTLS
import HoldfastTracing

extension ProtocolReport {
    static let title = LocalizedText("protocols", "协议")

    /// A line of the report: what it is of, and what was found.
    typealias Row = (title: LocalizedText, text: LocalizedText)

    /// The facts of the report, version by version, and those of all of them.
    var rows: [Row] {
        survey.versions.flatMap(Self.rows) + common
    }

    /// The rows, the remarks, and why not all was asked, each as one line in English.
    var lines: [String] {
        var title = ""
        var lines = rows.map { row in
            if !row.title.english.isEmpty { title = row.title.english }
            return "\(title): \(row.text.english)"
        }
        lines += remarks.map { "\($0.isWarning ? "warning" : "note"): \($0.words.english)" }
        return lines + [stopped?.english].compactMap(\.self)
    }

    private static func rows(of version: ProtocolSurvey.Version) -> [Row] {
        let name = LocalizedText.same(version.version.name)
        switch version.isSpoken {
        case nil: return [(name, LocalizedText("not known: the connection failed", "无法判断：连接失败"))]
        case false?: return [(name, LocalizedText("not spoken", "不支持"))]
        case true?: break
        }
        let nothing = LocalizedText.same("")
        var rows: [Row] = []
        let suites = list(version.suites, \.name)
        rows.append((name, version.order.map { .joined([suites, $0.words], by: LocalizedText("; ", "；")) } ?? suites))
        if !version.groups.points.isEmpty {
            rows.append((nothing, headed(LocalizedText("groups", "密钥交换组"), list(version.groups, \.name))))
        }
        if !version.schemes.points.isEmpty {
            rows.append((nothing, headed(LocalizedText("signs by", "签名算法"), list(version.schemes, \.name))))
        }
        if let bits = version.primeBits {
            rows.append((nothing, LocalizedText("shortest prime: \(bits) bits", "最短素数：\(bits) 位")))
        }
        return rows
    }

    private var common: [Row] {
        var rows: [Row] = []
        if let protocols = survey.applicationProtocols, protocols.isComplete || !protocols.points.isEmpty {
            let names = protocols.points.joined(separator: ", ")
            rows.append((.same("ALPN"), names.isEmpty ? LocalizedText("none", "无") : .same(names)))
        }
        let facts: [(LocalizedText, Bool?)] = [
            (LocalizedText("staple", "OCSP 装订"), survey.isStapled),
            (LocalizedText("extended master secret", "扩展主密钥"), survey.extendedMasterSecret),
            (LocalizedText("renegotiation_info", "renegotiation_info"), survey.secureRenegotiation),
            (LocalizedText("encrypt_then_mac", "encrypt_then_mac"), survey.encryptThenMAC),
            (LocalizedText("session tickets", "会话票据"), survey.sessionTickets),
        ]
        let told = facts.compactMap { title, fact in
            fact.map { fact in
                LocalizedText(
                    "\(title.english): \(fact ? "yes" : "no")", "\(title.chinese)：\(fact ? "有" : "无")")
            }
        }
        if !told.isEmpty { rows.append((LocalizedText("besides", "其他"), .joined(told))) }
        rows.append(
            (
                LocalizedText("asked by", "询问方式"),
                LocalizedText(
                    "\(survey.connections) hellos, nothing else sent",
                    "\(survey.connections) 次 ClientHello，此外不发送任何内容")
            ))
        return rows
    }

    private static func headed(_ title: LocalizedText, _ text: LocalizedText) -> LocalizedText {
        LocalizedText("\(title.english): \(text.english)", "\(title.chinese)：\(text.chinese)")
    }

    private static func list<Point>(
        _ taken: ProtocolSurvey.Taken<Point>, _ name: (Point) -> String
    ) -> LocalizedText {
        let names = taken.points.map(name).joined(separator: ", ")
        guard !taken.isComplete else { return .same(names) }
        return LocalizedText(names + ", perhaps more", names + "，可能还有")
    }

    /// The reason why not all was asked; nil where it was.
    var stopped: LocalizedText? { survey.stop.map { SurveyStopSentence($0).words } }
}

extension ProtocolSurvey.Order {
    fileprivate var words: LocalizedText {
        switch self {
        case .server: LocalizedText("by its own order", "按服务器的次序")
        case .client: LocalizedText("by the client's order", "按客户端的次序")
        }
    }
}

/// The protocols of a server, as lines for a terminal.
struct ProtocolTable {
    let report: ProtocolReport
    let lines: TextLines

    var all: [String] {
        var all = lines.heading(ProtocolReport.title)
        for row in report.rows { all += lines.row(row.title, lines.told(row.text), indent: 4) }
        for remark in report.remarks {
            let told = lines.folded(lines.told(remark.words), indent: 4, hanging: 6)
            all += remark.isWarning ? told.map(lines.style.warning) : told
        }
        if let stopped = report.stopped {
            all += lines.folded(lines.told(stopped), indent: 4, hanging: 6).map(lines.style.warning)
        }
        return all
    }
}

/// The versions of TLS that the server speaks, on the page.
struct ProtocolBlock {
    let report: VerdictReport

    var html: HTML {
        guard let protocols = report.protocols else { return .nothing }
        let facts = protocols.rows.map { row in
            let title = row.title == .same("") ? HTML.nothing : .joined([.words(row.title), .text(" · ")])
            return HTML.element("li", .element("p", title, .element("bdi", .words(row.text))))
        }
        let remarks = protocols.remarks.map { remark in
            HTML.element(
                "li", .element("p", remark.isWarning ? PageMark.warning : PageMark.note, .words(remark.words)))
        }
        let stopped = protocols.stopped.map { HTML.element("p", class: "why", .words($0)) } ?? .nothing
        return .block(.word(.protocols), .element("ul", class: "statuses", facts + remarks), stopped)
    }
}
