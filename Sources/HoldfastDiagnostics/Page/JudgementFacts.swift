import HoldfastPolicy
import HoldfastTrust
import HoldfastX509

/// What it was judged as, for when, and what came out in the terms of programs.
struct JudgementFacts {
    let report: VerdictReport

    var html: HTML {
        var rows: [(PageWord, HTML)] = [
            (.name, report.host.map { .data($0) } ?? .word(.noName)), (.purpose, purpose),
            (.profile, .data(report.profile)), (.judgedAt, PageTime.html(report.at)),
            (.result, .element("code", [:], .text(report.result.rawValue)) + .text(" (\(report.result.number))")),
            (
                .exitCode,
                .text("\(report.exitCode) · ") + (ExitWords.of(report.exitCode).map { .words($0) } ?? .nothing)
            ),
        ]
        if let pins = report.pins { rows.append((.pins, .data(pins.words))) }
        if report.result != .invalid {
            rows.append((.notLookedAt, .word(report.pins == nil ? .notLookedAtList : .notLookedAtButPins)))
        }
        return .element(
            "section", ["class": "block"], .element("h3", [:], .word(.judgement)), FactList(rows: rows).html)
    }

    private var purpose: HTML {
        let code = HTML.element("code", [:], .data(report.policy))
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
