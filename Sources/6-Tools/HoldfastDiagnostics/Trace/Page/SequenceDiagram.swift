import HoldfastStatements
import HoldfastTracing

/// The connection as a sequence diagram: two lifelines, an arrow for each message, the time at the side, phases as
/// bands. Every message unfolds to its fields.
struct SequenceDiagram {
    let report: TraceReport

    private var trace: HandshakeTrace { report.trace }

    var html: HTML {
        let runs = TraceTable(trace).runs
        guard !runs.isEmpty else { return .nothing }
        return .element(
            "section", class: "block sequence-block", .element("h3", .word(.sequence)),
            .element("p", class: "caption", .word(.sequenceLead)),
            .element(
                "div", class: "sequence",
                [
                    .element(
                        "div", class: "ends", attributes: ["aria-hidden": "true"], .element("b", .word(.client)),
                        .element("b", .word(.server)))
                ] + runs.map(band)))
    }

    private func band(_ run: TraceTableRun) -> HTML {
        let messages = HTML.element("ol", class: "messages", run.rows.map { .element("li", message($0)) })
        guard let phase = run.phase else {
            return .element("section", class: "band outside", .element("h4", .word(.before)), messages)
        }
        let words = PhaseWords(phase.phase, version: trace.negotiated.version)
        let title = HTML.element(
            "h4", .element("span", class: "number", .text("\(run.number)")), .text(" "), .words(words.title),
            run.isFirst ? .nothing : .text(" · ") + .word(.continued))
        let meaning = run.isFirst ? HTML.element("p", class: "faint", .words(words.meaning)) : .nothing
        return .element(
            "section", class: "band \(phase.phase.rawValue)", title, meaning, messages,
            run.isLast ? known(phase) : .nothing)
    }

    private func known(_ phase: TracePhase) -> HTML {
        let groups = KnowledgeGroup.all(of: phase.knowledge)
        guard !groups.isEmpty else { return .nothing }
        return .element(
            "ul", class: "known",
            groups.map { group in
                .element(
                    "li", .element("b", .words(group.title)), .text(" "),
                    .mixed(.joined(group.items.map { KnowledgeWords.of($0.item) })))
            })
    }

    /// A message with its arrow; without fields it does not unfold.
    private func message(_ row: TraceRow) -> HTML {
        let side: String
        switch row.event.sender {
        case .client?: side = "from-client"
        case .server?: side = "from-server"
        case nil: side = "of-nobody"
        }
        let tone =
            switch row.info.tone {
            case .plain: ""
            case .good: " good"
            case .bad: " bad"
            }
        let line = [
            HTML.element("span", class: "when", row.isFirstOfEvent ? .text(TraceTime.text(row.event.time)) : .nothing),
            .element("span", class: "what", [title(row), facts(row), arrow(row)]),
        ]
        let name = "message \(side)\(tone)"
        guard !row.fields.isEmpty else { return .element("div", class: name, line) }
        return .element(
            "details", class: name, .element("summary", line), .element("div", class: "fields", fields(row.fields)))
    }

    private func title(_ row: TraceRow) -> HTML {
        let sender: HTML =
            switch row.event.sender {
            case .client?: .element("span", class: "spoken", .word(.client), .text(": "))
            case .server?: .element("span", class: "spoken", .word(.server), .text(": "))
            case nil: .nothing
            }
        let length = row.length.map { HTML.text(" · ") + .words(MessageInfo.bytes($0)) } ?? .nothing
        return .element(
            "span", class: "name", sender, .element("b", .mixed(row.info.title)),
            .element("span", class: "faint", row.protocolName == "–" ? .nothing : .text(" \(row.protocolName)"), length)
        )
    }

    private func facts(_ row: TraceRow) -> HTML {
        guard !row.info.facts.isEmpty else { return .nothing }
        return .element("span", class: "facts-of-it", .mixed(.joined(row.info.facts)))
    }

    /// The arrow, which the sheet draws from one lifeline to the other.
    private func arrow(_ row: TraceRow) -> HTML {
        row.event.sender == nil ? .nothing : .element("span", class: "arrow", attributes: ["aria-hidden": "true"])
    }

    private func fields(_ fields: [TraceField]) -> HTML {
        .element(
            "ul",
            fields.map { field in
                .element(
                    "li", .element("code", class: "field", .data(field.name)),
                    field.value.isEmpty ? .nothing : .text(" ") + .element("span", class: "value", value(field)),
                    field.remark.map { .element("p", class: "remark", .words($0.cited)) } ?? .nothing,
                    field.fields.isEmpty ? .nothing : self.fields(field.fields))
            })
    }

    private func value(_ field: TraceField) -> HTML {
        field.words == .same(field.value) ? .data(field.value) : .element("bdi", .words(field.words))
    }
}
