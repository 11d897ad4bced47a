import HoldfastDiagnostics
import HoldfastStatements
import HoldfastX509

extension LessonChapter {
    /// The steps as lines of JSON, one object each, without line ends: the schema `holdfast.lesson/1`.
    package func jsonLines() throws -> [[UInt8]] {
        try steps.enumerated().map { index, step in
            try JSONLine.bytes(of: LessonStepJSON(chapter: self, number: index + 1, step: step))
        }
    }
}

/// A step as JSON has it: every text in both languages, every byte in hexadecimal.
private struct LessonStepJSON: Encodable {
    struct Text: Encodable {
        let en: String
        let zhHans: String

        private enum CodingKeys: String, CodingKey {
            case en
            case zhHans = "zh-Hans"
        }

        init(_ words: LocalizedText) {
            en = words.english
            zhHans = words.chinese
        }
    }

    struct Row: Encodable {
        let meaning: Text
        let hex: String?
        let text: String?
        let offset: Int?

        init(_ row: LessonRow) {
            meaning = Text(row.meaning)
            offset = row.offset
            switch row.value {
            case .bytes(let bytes): (hex, text) = (HexString.encode(bytes), nil)
            case .text(let value): (hex, text) = (nil, value)
            // Programs read one text, whatever the language of the reader.
            case .words(let words): (hex, text) = (nil, words.english)
            }
        }
    }

    struct Exhibit: Encodable {
        var title: Text?
        var rows: [Row]?
        var verdict: VerdictReport?
        var stations: [Station]?

        init(_ exhibit: LessonExhibit) {
            switch exhibit {
            case .rows(let title, let rows): (self.title, self.rows) = (Text(title), rows.map(Row.init))
            case .verdict(let report): verdict = report
            case .drawing(let drawing): (title, stations) = (Text(drawing.title), drawing.stations.map(Station.init))
            }
        }
    }

    struct Station: Encodable {
        struct Way: Encodable {
            let label: Text
            let goal: Text
            let end: String
        }

        let words: Text
        let ways: [Way]

        init(_ station: LessonDrawing.Station) {
            words = Text(station.words)
            ways = station.ways.map { Way(label: Text($0.label), goal: Text($0.goal), end: $0.end.rawValue) }
        }
    }

    struct Question: Encodable {
        struct Choice: Encodable {
            let code: String
            let words: Text
        }

        let words: Text
        let choices: [Choice]
        /// The number of the check that answers it, from 1.
        let check: Int

        init(_ step: LessonStep) {
            words = Text(step.question.words)
            choices = step.choices.map { Choice(code: $0.code, words: Text($0.words)) }
            check = step.question.check + 1
        }
    }

    struct Command: Encodable {
        let line: String
        let exitCode: Int32
    }

    struct Check: Encodable {
        let question: Text
        let expected: String
        let seen: String
        let asTaught: Bool
    }

    let schema = "holdfast.lesson/1"
    let chapter: Int
    let chapterTitle: Text
    let step: Int
    let title: Text
    let prose: [Text]
    let question: Question
    let exhibits: [Exhibit]
    let commands: [Command]
    let checks: [Check]
    let asTaught: Bool

    init(chapter: LessonChapter, number: Int, step: LessonStep) {
        self.chapter = chapter.number
        chapterTitle = Text(chapter.title)
        self.step = number
        title = Text(step.title)
        prose = step.prose.map(Text.init)
        question = Question(step)
        exhibits = step.exhibits.map(Exhibit.init)
        commands = step.commands.map { Command(line: $0.line, exitCode: $0.exitCode) }
        checks = step.checks.map { check in
            Check(
                question: Text(check.question), expected: check.taught.code, seen: check.seen.code,
                asTaught: check.isAsTaught)
        }
        asTaught = step.isAsTaught
    }
}
