import HoldfastStatements
import HoldfastTracing
import HoldfastX509

/// The table of what client, server and observer know after each phase.
struct KnowledgeTableBlock {
    let trace: HandshakeTrace

    private static let holders: [(Knowledge.Holder, TraceWord)] = [
        (.client, .client), (.server, .server), (.observer, .observer),
    ]

    var html: HTML {
        let phases = trace.phases.enumerated().filter { !$0.element.knowledge.isEmpty }
        guard !phases.isEmpty else { return .nothing }
        return .block(
            .word(.knowledge),
            .element("p", class: "caption", .word(.knowledgeLead)),
            .element(
                "table", class: "knowledge",
                .element(
                    "thead",
                    .element(
                        "tr",
                        [.element("th", attributes: ["scope": "col"], .word(.item))]
                            + Self.holders.map { .element("th", attributes: ["scope": "col"], .word($0.1)) })),
                .joined(phases.map { group($0.offset + 1, $0.element) })))
    }

    private func group(_ number: Int, _ phase: TracePhase) -> HTML {
        let words = PhaseWords(phase.phase, version: trace.negotiated.version)
        let title = HTML.element(
            "tr", class: "phase-row",
            .element(
                "th", attributes: ["colspan": "4", "scope": "rowgroup"],
                .element("span", class: "number", .text("\(number)")), .text(" "), .words(words.title)))
        return .element("tbody", [title] + phase.knowledge.map(row))
    }

    private func row(_ known: Knowledge) -> HTML {
        let value: HTML
        if let bytes = known.value, !bytes.isEmpty {
            value = .element("code", class: "bytes-of-it", .text(FieldText.hex(bytes, limit: 32).english))
        } else {
            value = .nothing
        }
        return .element(
            "tr",
            [.element("th", attributes: ["scope": "row"], .mixed(KnowledgeWords.of(known.item)), value)]
                + Self.holders.map { holder, _ in
                    known.holders.contains(holder)
                        ? .element(
                            "td", class: "yes", PageMark.good, .element("span", class: "spoken", .word(PageWord.yes)))
                        : .element("td", class: "no", .text("–"))
                })
    }
}
