import HoldfastDiagnostics
import HoldfastStatements
import HoldfastX509

extension LessonChapter {
    /// The steps as lines of JSON, one object each, without line ends: the schema `holdfast.lesson/1`. Every text is
    /// there in both languages, every byte in hexadecimal.
    package func jsonLines() throws -> [[UInt8]] {
        try steps.enumerated().map { index, step in
            try JSONLine.bytes(
                of: JSONObject([
                    "schema": "holdfast.lesson/1", "chapter": number, "chapterTitle": LessonJSON.of(title),
                    "step": index + 1, "title": LessonJSON.of(step.title), "prose": step.prose.map(LessonJSON.of),
                    "question": LessonJSON.question(step), "exhibits": step.exhibits.map(LessonJSON.of),
                    "commands": step.commands.map { JSONObject(["line": $0.line, "exitCode": $0.exitCode]) },
                    "checks": step.checks.map(LessonJSON.of), "asTaught": step.isAsTaught,
                ]))
        }
    }
}

private enum LessonJSON {
    static func of(_ words: LocalizedText) -> [String: String] { ["en": words.english, "zh-Hans": words.chinese] }

    /// The question of a step, with the number of the check that answers it, from 1.
    static func question(_ step: LessonStep) -> JSONObject {
        JSONObject([
            "words": of(step.question.words), "check": step.question.check + 1,
            "choices": step.choices.map { JSONObject(["code": $0.code, "words": of($0.words)]) },
        ])
    }

    static func of(_ exhibit: LessonExhibit) -> JSONObject {
        switch exhibit {
        case .rows(let title, let rows): JSONObject(["title": of(title), "rows": rows.map(row)])
        case .verdict(let report): JSONObject(["verdict": report])
        case .drawing(let drawing):
            JSONObject(["title": of(drawing.title), "stations": drawing.stations.map(station)])
        }
    }

    private static func row(_ row: LessonRow) -> JSONObject {
        let (hex, text): (String?, String?) =
            switch row.value {
            case .bytes(let bytes): (HexString.encode(bytes), nil)
            case .text(let value): (nil, value)
            // Programs read one text, whatever the language of the reader.
            case .words(let words): (nil, words.english)
            }
        return JSONObject(["meaning": of(row.meaning)], unlessNone: ["hex": hex, "text": text, "offset": row.offset])
    }

    private static func station(_ station: LessonDrawing.Station) -> JSONObject {
        JSONObject([
            "words": of(station.words),
            "ways": station.ways.map { way in
                JSONObject(["label": of(way.label), "goal": of(way.goal), "end": way.end.rawValue])
            },
        ])
    }

    static func of(_ check: LessonCheck) -> JSONObject {
        JSONObject([
            "question": of(check.question), "expected": check.taught.code, "seen": check.seen.code,
            "asTaught": check.isAsTaught,
        ])
    }
}
