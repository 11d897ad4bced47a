package import HoldfastStatements

/// An explanation with where its causes can be seen and learnt: as text, as JSON of the schema `holdfast.explain/1`.
package struct ExplanationReport: Sendable {
    /// A chapter of the lesson.
    package struct Chapter: Hashable, Sendable {
        package let number: Int
        package let title: LocalizedText

        package init(number: Int, title: LocalizedText) { (self.number, self.title) = (number, title) }
    }

    /// The places at which a cause can be seen and learnt.
    package struct Places: Sendable {
        /// Servers of the lab that show it, by name.
        package let servers: [String]
        package let chapter: Chapter?

        package init(servers: [String], chapter: Chapter?) { (self.servers, self.chapter) = (servers, chapter) }
    }

    private static let schema = "holdfast.explain/1"

    let asked: String
    let explanation: Explanation?
    let places: [Places]
    let language: PageLanguage

    /// Makes the report.
    ///
    /// - Parameters:
    ///   - asked: the argument, or `-`.
    ///   - explanation: nil where nobody knows it.
    ///   - places: says where a cause can be seen and learnt.
    package init(
        asked: String, _ explanation: Explanation?, language: PageLanguage = .english,
        places: (ErrorCause) -> Places
    ) {
        self.asked = asked
        self.explanation = explanation
        self.language = language
        self.places = explanation?.candidates.map { places($0.cause) } ?? []
    }
}

extension ExplanationReport: Encodable {
    private enum Key: String, CodingKey {
        case schema, asked, known, language, line, times, program, saidBy, readIn, host, candidates
        case name, number, versions, source
        case code, kind, exitCode, headline, meaning, advice, remedies, decides, lab, lesson
        case way, command, text, chapter, title
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.schema, forKey: .schema)
        try container.encode(asked, forKey: .asked)
        try container.encode(explanation != nil, forKey: .known)
        try container.encode(language.tag, forKey: .language)
        try container.encode(explanation?.line, forKey: .line)
        try container.encode(explanation?.times ?? 0, forKey: .times)
        try container.encode(explanation?.program, forKey: .program)
        try container.encode(explanation?.reader?.rawValue, forKey: .readIn)
        try container.encode(explanation?.host, forKey: .host)
        var tellers = container.nestedUnkeyedContainer(forKey: .saidBy)
        for teller in explanation?.tellers ?? [] {
            var one = tellers.nestedContainer(keyedBy: Key.self)
            try one.encode(teller.program, forKey: .program)
            try one.encode(teller.name, forKey: .name)
            try one.encode(teller.number, forKey: .number)
            try one.encode(teller.versions, forKey: .versions)
            try one.encode(teller.source, forKey: .source)
        }
        var candidates = container.nestedUnkeyedContainer(forKey: .candidates)
        guard let explanation else { return }
        for (candidate, places) in zip(explanation.candidates, places) {
            var one = candidates.nestedContainer(keyedBy: Key.self)
            try one.encode(candidate.cause.code, forKey: .code)
            try one.encode(candidate.cause.kind, forKey: .kind)
            try one.encode(candidate.cause.exitCode, forKey: .exitCode)
            try one.encode(candidate.reader?.rawValue, forKey: .readIn)
            try one.encode(candidate.headline.text(in: language), forKey: .headline)
            try one.encode(candidate.meaning?.text(in: language), forKey: .meaning)
            try one.encode(candidate.advice?.text(in: language), forKey: .advice)
            var remedies = one.nestedUnkeyedContainer(forKey: .remedies)
            for remedy in candidate.remedies {
                var way = remedies.nestedContainer(keyedBy: Key.self)
                try way.encode(remedy.program, forKey: .program)
                try way.encode(remedy.way, forKey: .way)
                try way.encode(remedy.words.text(in: language), forKey: .text)
                try way.encode(remedy.source, forKey: .source)
            }
            let decision = explanation.decision(about: candidate)
            var decides = one.nestedContainer(keyedBy: Key.self, forKey: .decides)
            try decides.encode(["holdfast"] + decision.arguments, forKey: .command)
            try decides.encode(decision.words.text(in: language), forKey: .text)
            try one.encode(places.servers, forKey: .lab)
            guard let chapter = places.chapter else {
                try one.encodeNil(forKey: .lesson)
                continue
            }
            var lesson = one.nestedContainer(keyedBy: Key.self, forKey: .lesson)
            try lesson.encode(chapter.number, forKey: .chapter)
            try lesson.encode(chapter.title.text(in: language), forKey: .title)
        }
    }
}

extension ErrorCause {
    /// The word of JSON for the kind of its code.
    var kind: String {
        switch self {
        case .finding: "finding"
        case .failure: "failure"
        }
    }
}
