import HoldfastTrust
import HoldfastStatements

/// The timestamps of certificate transparency logs, a row each, where they were asked for.
struct TransparencyBlock {
    let report: VerdictReport

    var html: HTML {
        guard let transparency = report.transparency else { return .nothing }
        var parts: [HTML] = [
            .element("h3", .word(.transparency)),
            .element(
                "p", Self.mark(of: transparency.result), .text(" "), .word(Self.word(for: transparency.result)),
                .text(" "), .element("code", .data(transparency.policy))),
        ]
        if !transparency.timestamps.isEmpty {
            parts.append(.element("ol", class: "timestamps", transparency.timestamps.map(Self.row)))
        } else if transparency.problems.isEmpty, transparency.result != .notRequired {
            parts.append(.element("p", class: "faint", .word(.noTimestamps)))
        }
        for problem in transparency.problems {
            parts.append(
                .element(
                    "p", class: "why", PageMark.bad, .word(.unreadableTimestamps), .text(" · "),
                    .word(Self.word(for: problem.source)), .text(" · "), .sentence(problem.statement)))
        }
        return .element("section", class: "block", parts)
    }

    private static func row(_ timestamp: TransparencyReport.Timestamp) -> HTML {
        let isKnown = timestamp.operator != nil
        let name: HTML =
            switch timestamp.log {
            case let log? where isKnown: .data(log, limit: TransparencyReport.shownName + 20)
            case let id?: HTML.word(.unknownLog) + .text(" ") + .element("code", .data(id))
            case nil: .word(.unknownVersion)
            }
        var facts: [HTML] = []
        if let name = timestamp.operator { facts.append(.data(name, limit: TransparencyReport.shownName + 20)) }
        facts.append(.word(word(for: timestamp.source)))
        if let at = timestamp.at { facts.append(PageTime.html(at)) }
        let outcome: HTML = timestamp.statement.map { .sentence($0) } ?? .word(.timestampCounts)
        return .element(
            "li", .element("p", mark(of: timestamp), name),
            .element("p", class: "why", .joined(facts + [outcome], by: " · ")))
    }

    private static func mark(of timestamp: TransparencyReport.Timestamp) -> HTML {
        if timestamp.problem == nil { return PageMark.good }
        return timestamp.verified == false ? PageMark.bad : PageMark.note
    }

    private static func mark(of result: TransparencyOutcome.Result) -> HTML {
        switch result {
        case .passed: PageMark.good
        case .failed: PageMark.bad
        case .notChecked: PageMark.warning
        case .notRequired: PageMark.note
        }
    }

    static func word(for result: TransparencyOutcome.Result) -> PageWord {
        switch result {
        case .passed: .transparencyPassed
        case .failed: .transparencyFailed
        case .notChecked: .transparencyNotChecked
        case .notRequired: .transparencyNotRequired
        }
    }

    static func word(for source: TransparencyOutcome.Source) -> PageWord {
        switch source {
        case .embedded: .inCertificate
        case .tls: .inHandshake
        case .ocsp: .inOCSPResponse
        }
    }
}

extension VerdictReport {
    /// The parts of a judgement that nobody looked at, in words; nil where there is none.
    var notLookedAt: LocalizedText? {
        var parts: [PageWord] = []
        if revocation == nil { parts.append(.revocation) }
        if transparency == nil || transparency?.result == .notChecked { parts.append(.transparencyLogs) }
        if pins == nil { parts.append(.pinsOfKeys) }
        guard !parts.isEmpty else { return nil }
        return .joined(parts.map(\.words), by: LocalizedText(", ", "、"))
    }
}
