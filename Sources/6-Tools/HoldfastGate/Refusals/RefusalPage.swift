import HoldfastDiagnostics
import HoldfastPolicy
import HoldfastStatements
import HoldfastTrust

/// The warning about a server as a page: the reason, the evidence, the advice, and whether one may go on.
///
/// It holds English and Chinese, has no script, and fetches nothing. All that strangers wrote stands in it as data.
struct RefusalPage {
    private let refusal: Refusal
    private let language: PageLanguage
    /// The word that the form to go on is good by; nil for no form.
    private let nonce: String?

    init(_ refusal: Refusal, language: PageLanguage, nonce: String?) {
        (self.refusal, self.language, self.nonce) = (refusal, language, nonce)
    }

    var html: String {
        PageDocument(
            language: language, title: title, outcome: LocalizedText("\(refusal.target)", "\(refusal.target)"),
            sections: [.element("main", class: "warning", [reason, evidence, advice, goOn])],
            sheet: PageStyle.sheet + "\n" + Self.sheet, sendsForms: nonce != nil
        ).html
    }

    private var title: LocalizedText {
        guard let warning = refusal.warning else {
            return LocalizedText("There is no way to this server", "无法连接到该服务器")
        }
        return LocalizedText(warning.title(in: .english), warning.title(in: .chinese))
    }

    private var reason: HTML {
        let words = refusal.warning.map { LocalizedText($0.reason(in: .english), $0.reason(in: .chinese)) }
        return .element(
            "section", class: "block", .element("p", class: "headline", .element("b", .data("\(refusal.target)"))),
            words.map { .element("p", .words($0)) } ?? .element("p", .sentence(refusal.statement)))
    }

    private var evidence: HTML {
        guard let warning = refusal.warning else { return .nothing }
        return .element(
            "section", class: "block",
            [.element("h3", .word(.findings))]
                + warning.evidence.map { one in
                    var rows: [(PageWord, HTML)] = [
                        (.seen, .sentence(one.statements.seen)), (.expectedBy, .sentence(one.statements.expected)),
                        (.rule, .data(one.rule)),
                    ]
                    if let certificate = one.certificate { rows.insert((.certificate, .data(certificate)), at: 0) }
                    return .element(
                        "article", class: "finding error",
                        .element("h4", PageMark.bad, .element("code", .data(one.code.rawValue))),
                        FactList(rows: rows).html)
                }
                + (refusal.policyFile.map { [FactList(rows: [(.policyFile, .sentence($0))]).html] } ?? []))
    }

    private var advice: HTML {
        guard let warning = refusal.warning else {
            return refusal.advice.map { .element("p", class: "advice", .sentence($0)) } ?? .nothing
        }
        return .element(
            "section", class: "block", .element("h3", .word(.whatToDo)),
            .element("p", .words(LocalizedText(warning.advice(in: .english), warning.advice(in: .chinese)))))
    }

    private var goOn: HTML {
        guard let warning = refusal.warning else { return .nothing }
        let words = LocalizedText(warning.consequence(in: .english), warning.consequence(in: .chinese))
        let form: HTML
        if let nonce {
            form = .element(
                "form", attributes: ["method": "post", "action": RefusalDesk.path],
                .void("input", ["type": "hidden", "name": RefusalDesk.fieldName, "value": nonce]),
                .element(
                    "button", attributes: ["type": "submit"],
                    .words(LocalizedText("Go on at my own risk", "我了解风险，继续访问"))))
        } else {
            form = .nothing
        }
        return .element("section", class: "block", .element("p", .words(words)), form)
    }

    private static let sheet = """
        .warning { max-width: 46rem; margin-top: 1.5rem; } .warning > * + * { margin-top: 1.5rem; }
        .warning h3 { margin-bottom: .5rem; font-weight: 620; }
        .warning button { margin-top: .9rem; padding: .5rem 1.1rem; border: 1px solid var(--edge); border-radius: .4rem;
          background: none; color: var(--bad); font: inherit; cursor: pointer; }
        """
}
