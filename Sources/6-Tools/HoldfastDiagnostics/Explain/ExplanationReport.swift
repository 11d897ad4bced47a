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

extension ExplanationReport: JSONReport {
    package var json: JSONObject {
        JSONObject([
            "schema": Self.schema, "asked": asked, "known": explanation != nil, "language": language.tag,
            "line": explanation?.line, "times": explanation?.times ?? 0, "program": explanation?.program,
            "readIn": explanation?.reader?.rawValue, "host": explanation?.host,
            "saidBy": (explanation?.tellers ?? []).map(\.json),
            "candidates": explanation.map { explanation in
                zip(explanation.candidates, places).map { json(of: $0, $1, in: explanation) }
            } ?? [],
        ])
    }

    private func json(of candidate: Explanation.Candidate, _ places: Places, in explanation: Explanation) -> JSONObject
    {
        let decision = explanation.decision(about: candidate)
        return JSONObject([
            "code": candidate.cause.code, "kind": candidate.cause.kind, "exitCode": candidate.cause.exitCode,
            "readIn": candidate.reader?.rawValue, "headline": candidate.headline.text(in: language),
            "meaning": candidate.meaning?.text(in: language), "advice": candidate.advice?.text(in: language),
            "remedies": candidate.remedies.map { remedy in
                JSONObject([
                    "program": remedy.program, "way": remedy.way, "text": remedy.words.text(in: language),
                    "source": remedy.source,
                ])
            },
            "decides": JSONObject([
                "command": ["holdfast"] + decision.arguments, "text": decision.words.text(in: language),
            ]),
            "lab": places.servers,
            "lesson": places.chapter.map { JSONObject(["chapter": $0.number, "title": $0.title.text(in: language)]) },
        ])
    }
}

extension Explanation.Teller {
    fileprivate var json: JSONObject {
        JSONObject(["program": program, "name": name, "number": number, "versions": versions, "source": source])
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
