import HoldfastDiagnostics
import HoldfastWords
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
            }
        }
    }

    struct Exhibit: Encodable {
        let title: Text?
        let rows: [Row]?
        let verdict: VerdictReport?

        init(_ exhibit: LessonExhibit) {
            switch exhibit {
            case .rows(let title, let rows): (self.title, self.rows, verdict) = (Text(title), rows.map(Row.init), nil)
            case .verdict(let report): (title, rows, verdict) = (nil, nil, report)
            }
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
