import HoldfastPolicy

/// The verdict in words that need no knowledge of certificates: what, why, and what to do.
struct VerdictBlock {
    let report: VerdictReport
    /// The verdict itself, where nothing above says it.
    let headline: HTML?

    var html: HTML {
        .element(
            "div", ["class": "verdict"], (headline.map { [.element("p", ["class": "headline"], $0)] } ?? []) + content)
    }

    private var content: [HTML] {
        if let failure = report.failure { return Self.content(of: failure) }
        if let cause = report.cause { return content(of: cause) }
        guard report.trusted else { return [] }
        if let soon = report.expiry { return content(of: soon) }
        let meaning: PageWord = report.host == nil ? .meaningWithoutName : .meaningForName
        return [.element("p", [:], .word(report.explicitTrust == nil ? meaning : .meaningProceed))]
    }

    private static func content(of failure: FailureReport) -> [HTML] {
        var parts: [HTML] = [.element("p", [:], .words(failure.meaning)), original(failure.message)]
        if let hint = failure.hint { parts.append(advice(of: nil, hint)) }
        if !failure.librarySays.isEmpty {
            parts.append(
                .element(
                    "ul", ["class": "libraries"], failure.librarySays.map { .element("li", ["lang": "en"], .data($0)) })
            )
        }
        return parts
    }

    private func content(of cause: FindingReport) -> [HTML] {
        let words = report.words(of: cause)
        var parts: [HTML] = []
        if let words { parts.append(.element("p", [:], .words(words.meaning))) }
        return parts + [Self.original(cause.message), Self.advice(of: words, cause.advice)]
    }

    /// What was said about this one; in the program's own language where it has no other words for it.
    static func original(_ message: String) -> HTML {
        guard FindingSentence.chinese(of: message) != nil else {
            return .element("p", ["class": "original", "lang": "en"], .data(message))
        }
        return .element("p", ["class": "original"], .sentence(message))
    }

    /// The rule's own advice, which knows the case best and speaks English; in other languages that of its kind.
    static func advice(of words: FindingWords?, _ specific: String) -> HTML {
        let text = Words(sentence(specific), words?.advice.chinese ?? FindingSentence.chinese(of: specific) ?? specific)
        return .element(
            "div", ["class": "advice"], .element("h3", [:], .word(.whatToDo)), .element("p", [:], .words(text)))
    }

    /// What rules say in half a sentence, as a whole one.
    private static func sentence(_ text: String) -> String {
        let whole = text.prefix(1).uppercased() + text.dropFirst()
        return whole.isEmpty || whole.hasSuffix(".") ? whole : whole + "."
    }
}
