package import HoldfastStatements
import HoldfastTrust
package import HoldfastWords
import HoldfastX509

/// The verdict in words that need no knowledge of certificates: what, why, and what to do.
package struct VerdictBlock {
    let report: VerdictReport
    /// The verdict itself, where nothing above says it.
    let headline: HTML?

    var html: HTML {
        .element("div", class: "verdict", (headline.map { [.element("p", class: "headline", $0)] } ?? []) + content)
    }

    private var content: [HTML] {
        if let failure = report.failure { return Self.content(of: failure) }
        if let cause = report.cause { return content(of: cause) }
        guard report.trusted else { return [] }
        if let soon = report.expiry { return content(of: soon) }
        let meaning: PageWord = report.host == nil ? .meaningWithoutName : .meaningForName
        return [.element("p", .word(report.explicitTrust == nil ? meaning : .meaningProceed))]
    }

    private static func content(of failure: FailureReport) -> [HTML] {
        var parts: [HTML] = [
            .element("p", .words(failure.meaning)), original(failure.statement),
        ]
        if let advice = failure.adviceStatement { parts.append(Self.advice(of: nil, advice)) }
        if !failure.librarySays.isEmpty {
            parts.append(
                .element(
                    "ul", class: "libraries",
                    failure.librarySays.map { .element("li", attributes: ["lang": "en"], .data($0)) })
            )
        }
        return parts
    }

    private func content(of cause: FindingReport) -> [HTML] {
        let words = report.words(of: cause)
        var parts: [HTML] = []
        if let words { parts.append(.element("p", .words(words.meaning))) }
        return parts + [Self.original(cause.statements.message), Self.advice(of: words, cause.statements.advice)]
    }

    /// The message of one finding; in the program's own language where there are no other words for it.
    static func original(_ message: Statement) -> HTML {
        guard isInEachLanguage(message) else {
            return .element("p", class: "original", attributes: ["lang": "en"], .data(message.english))
        }
        return .element("p", class: "original", .sentence(message))
    }

    /// The rule's own advice, which knows the case best; in Chinese that of its kind where there is none of the rule.
    package static func advice(of words: FindingWords?, _ specific: Statement) -> HTML {
        let text = LocalizedText(
            sentence(specific.english),
            isInEachLanguage(specific) ? specific.chinese : words?.advice.chinese ?? specific.english)
        return .element("div", class: "advice", .element("h3", .word(.whatToDo)), .element("p", .words(text)))
    }

    /// Whether it is said in each language: a sentence of the program's own, which a history may have kept without its
    /// identifier.
    private static func isInEachLanguage(_ statement: Statement) -> Bool {
        statement.identifier != nil || statement.english != statement.chinese
    }

    /// A rule's half sentence as a whole one.
    private static func sentence(_ text: String) -> String {
        let whole = text.prefix(1).uppercased() + text.dropFirst()
        return whole.isEmpty || whole.hasSuffix(".") ? whole : whole + "."
    }
}

/// The user's decision that a verdict rests on, with its bounds.
struct ExplicitTrustBlock {
    let report: VerdictReport

    var html: HTML {
        guard let trust = report.explicitTrust else { return .nothing }
        let kind: PageWord = trust.kind == "exception" ? .exception : .acceptAny
        var rows: [(PageWord, HTML)] = [
            (.explicitTrust, .word(kind) + .text(" ") + .element("code", .data(trust.kind))),
            (.from, .data(trust.from)), (.until, .data(trust.until)),
        ]
        if let codes = trust.codes {
            rows.append((.overrides, .joined(codes.map { .element("code", .data($0)) }, by: " ")))
        }
        if let note = trust.note { rows.append((.reason, .data(note))) }
        return .element("div", class: "callout warned", FactList(rows: rows).html)
    }
}

/// The block of what was judged, for which time, and the result in the terms of programs.
struct JudgementFacts {
    let report: VerdictReport

    var html: HTML {
        var rows: [(PageWord, HTML)] = [
            (.name, report.host.map { .data($0) } ?? .word(.noName)), (.purpose, purpose),
            (.profile, .data(report.profile)), (.judgedAt, PageTime.html(report.at)),
            (.result, .element("code", .text(report.result.rawValue)) + .text(" (\(report.result.number))")),
            (
                .exitCode,
                .text("\(report.exitCode) · ")
                    + (ExitCode(rawValue: report.exitCode).map { .words($0.meaning) } ?? .nothing)
            ),
        ]
        if let file = report.policyFile { rows.append((.policyFile, .sentence(file.statement))) }
        if let facts = report.facts { rows.append((.facts, .words(facts.words))) }
        if let pins = report.pins { rows.append((.pins, .words(pins.words))) }
        if let revocation = report.revocation {
            rows.append(
                (
                    .revocationStatus,
                    .joined([revocation.status, revocation.mode].map { .element("code", .text($0)) }, by: " ")
                ))
        }
        if let transparency = report.transparency {
            rows.append((.transparency, .element("code", .text(transparency.result.rawValue))))
        }
        if report.result != .invalid, let parts = report.notLookedAt { rows.append((.notLookedAt, .words(parts))) }
        return .block(.word(.judgement), FactList(rows: rows).html)
    }

    private var purpose: HTML {
        let code = HTML.element("code", .data(report.policy))
        let word: PageWord? =
            switch report.policy {
            case "ssl": .purposeServer
            case "ssl-client": .purposeClient
            case "basic-x509": .purposeBasic
            default: nil
            }
        return word.map { code + .text(" ") + .word($0) } ?? code
    }
}
