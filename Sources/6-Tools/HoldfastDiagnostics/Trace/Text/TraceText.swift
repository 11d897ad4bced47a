import HoldfastTracing
public import HoldfastStatements

extension TraceReport {
    /// The packet table with its phases, the key exchange, the times, and the verdict as `check` prints it; ends with a
    /// line end.
    ///
    /// - Parameters:
    ///   - width: the terminal's columns; nil where lines may be of any length, as in a pipe.
    ///   - details: whether every message is unfolded, field by field.
    public func text(
        _ style: TextStyle = .plain, width: Int? = nil, language: PageLanguage = .english, details: Bool = false
    ) -> String {
        let text = TraceText(report: self, style: style, width: width, language: language, showsDetails: details)
        let verdict = verdict.text(style, width: width, language: language, details: details)
        return text.lines.joined(separator: "\n") + "\n" + (verdict.isEmpty ? "" : "\n" + verdict)
    }
}

/// A trace as lines for a terminal.
struct TraceText {
    let report: TraceReport
    let style: TextStyle
    let width: Int?
    let language: PageLanguage
    let showsDetails: Bool

    private var trace: HandshakeTrace { report.trace }
    private var layout: TraceTableLayout { TraceTableLayout(width: width, style: style, language: language) }

    var lines: [String] {
        var lines = head + [""] + [layout.heading].compactMap { $0 }
        for run in TraceTable(trace).runs {
            if let phase = run.phase { lines += heading(run, phase) }
            for row in run.rows {
                lines += layout.lines(of: row)
                if showsDetails { lines += layout.lines(of: row.fields, indent: 4) }
            }
            if let phase = run.phase, run.isLast { lines += known(phase) }
        }
        lines += [""] + keyExchange
        return lines
            + TraceBars(trace.timing, style: style, isLoopback: report.isLoopback)
            .lines(width: width, language: language)
    }

    /// The server, and what was agreed on.
    private var head: [String] {
        let negotiated = trace.negotiated
        var parts = [negotiated.version?.name, negotiated.cipherSuite?.name, negotiated.keyExchange?.description]
            .compactMap { $0 }
        if negotiated.isResumed { parts.append(told(TraceSeries.resumed)) }
        if let name = negotiated.applicationProtocol { parts.append("ALPN " + name) }
        let place = trace.address.map { told(LocalizedText(" at \($0)", "，位于 \($0)")) } ?? ""
        let start = style.strong(SafeText.line(report.target)) + place
        let agreed =
            parts.isEmpty
            ? told(LocalizedText("no TLS was agreed on", "未能协商 TLS"))
            : SafeText.line(parts.joined(separator: told(.comma)))
        let delay = report.delay.map { wrapped(told($0.words), indent: 2) } ?? []
        return [start] + delay + wrapped(agreed, indent: 2)
            + wrapped(told(trace.outcomeWords), indent: 2)
    }

    private func heading(_ run: TraceTableRun, _ phase: TracePhase) -> [String] {
        let words = PhaseWords(phase.phase, version: trace.negotiated.version)
        let title = "── \(run.number). \(told(words.title))"
        let word = TraceWord.continued.words
        let continued = LocalizedText(" (\(word.english))", "（\(word.chinese)）")
        guard run.isFirst else { return [style.strong(title + told(continued))] }
        let whole = title + colon + told(words.meaning)
        let lines = WrappedText.lines(whole, width: (width ?? .max) - 3)
        return lines.enumerated().map { index, line in style.strong(index == 0 ? line : "   " + line) }
    }

    /// Lists the secrets and facts that each side knows after the phase.
    private func known(_ phase: TracePhase) -> [String] {
        KnowledgeGroup.all(of: phase.knowledge).flatMap { group in
            let items = group.items.map { told(KnowledgeWords.of($0.item)) }.joined(
                separator: told(LocalizedText(", ", "、")))
            return wrapped(told(group.title) + colon + items, indent: 7).enumerated().map {
                index, line in
                style.faint(index == 0 ? "     → " + line.dropFirst(7) : line)
            }
        }
    }

    private var keyExchange: [String] {
        let negotiated = trace.negotiated
        guard let exchange = negotiated.keyExchange, let explanation = negotiated.keyExchangeExplanation else {
            return []
        }
        let secrecy: TraceWord = exchange.hasForwardSecrecy ? .forwardSecrecy : .noForwardSecrecy
        let more = negotiated.isKeyExchangeDone ? told(LocalizedText("; ", "；")) + told(secrecy.words) : ""
        return wrapped(
            told(TraceWord.keyExchange.words) + colon + "\(exchange)" + colon + told(explanation) + more, indent: 0) + [
                ""
            ]
    }

    private func told(_ words: LocalizedText) -> String { SafeText.line(words.text(in: language)) }

    private var colon: String { TextLines.colon(language) }

    private func wrapped(_ text: String, indent: Int) -> [String] {
        let space = String(repeating: " ", count: indent)
        return WrappedText.lines(text, width: max(20, (width ?? .max) - indent)).map { space + $0 }
    }
}

/// Secrets and facts that became known in a phase to the same holders.
struct KnowledgeGroup {
    let title: LocalizedText
    let items: [Knowledge]

    static func all(of knowledge: [Knowledge]) -> [KnowledgeGroup] {
        let everyone = Set(Knowledge.Holder.allCases)
        let kinds: [(TraceWord, Set<Knowledge.Holder>)] = [
            (.knownToAll, everyone), (.knownToEnds, [.client, .server]), (.knownToClient, [.client]),
            (.knownToServer, [.server]),
        ]
        return kinds.compactMap { word, holders in
            let items = knowledge.filter { $0.holders == holders }
            return items.isEmpty ? nil : KnowledgeGroup(title: word.words, items: items)
        }
    }
}
