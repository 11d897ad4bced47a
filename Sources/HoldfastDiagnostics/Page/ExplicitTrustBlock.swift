import HoldfastPolicy

/// The user's decision that a verdict rests on, with its bounds.
struct ExplicitTrustBlock {
    let report: VerdictReport

    var html: HTML {
        guard let trust = report.explicitTrust else { return .nothing }
        let kind: PageWord = trust.kind == "exception" ? .exception : .acceptAny
        var rows: [(PageWord, HTML)] = [
            (.explicitTrust, .word(kind) + .text(" ") + .element("code", [:], .data(trust.kind))),
            (.from, .data(trust.from)), (.until, .data(trust.until)),
        ]
        if let codes = trust.codes {
            rows.append((.overrides, .joined(codes.map { .element("code", [:], .data($0)) }, by: " ")))
        }
        if let note = trust.note { rows.append((.reason, .data(note))) }
        return .element("div", ["class": "callout warned"], FactList(rows: rows).html)
    }
}
