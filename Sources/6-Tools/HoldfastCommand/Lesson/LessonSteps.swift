import HoldfastDiagnostics
import HoldfastLesson
import HoldfastLibC
import HoldfastStatements

/// The lesson by steps, at a terminal: each step up to its question, the reader's answer, and then what came out.
struct LessonSteps {
    let lesson: Lesson
    let language: PageLanguage
    let style: TextStyle
    /// The folder of the files that the commands name.
    let folder: String

    /// Goes through all steps, or as far as the reader wants to.
    ///
    /// - Returns: whether the end was reached.
    func run() -> Bool {
        for chapter in lesson.chapters {
            Console.result(chapter.head(language, style) + "\n")
            if !chapter.files.isEmpty {
                let place = "\(folder)/\(chapter.folder)"
                Console.result(told(.filesHere) + Self.colon(language) + place + "\n\n")
            }
            for index in chapter.steps.indices {
                Console.result(chapter.setting(of: index, language, style) + "\n")
                guard let answer = Terminal.line(prompt: told(.answer) + Self.colon(language)) else { return false }
                guard !answer.isEnd else { return false }
                if let remark = remark(on: answer.text, chapter.steps[index]) { Console.result("\n  " + remark + "\n") }
                Console.result(chapter.outcome(of: index, language, style) + "\n")
            }
        }
        return true
    }

    /// The word about a reader's answer; nil where he has only asked to see.
    private func remark(on answer: String, _ step: LessonStep) -> String? {
        guard let number = Int(answer), step.choices.indices.contains(number - 1), let seen = step.answer else {
            return nil
        }
        guard step.choices[number - 1] == seen else {
            return style.bad(told(.guessedWrong)) + Self.colon(language)
                + SafeText.line(seen.words.text(in: language))
        }
        return style.good(told(.guessedRight))
    }

    private func told(_ word: LessonWord) -> String { word.words.text(in: language) }

    private static func colon(_ language: PageLanguage) -> String { language == .chinese ? "：" : ": " }
}

/// The terminal at standard input.
enum Terminal {
    /// A line that somebody has typed.
    struct Line {
        /// Without blanks around it.
        let text: String

        /// Whether it asks for the end.
        var isEnd: Bool { text.lowercased() == "q" }
    }

    /// Waits for a line; nil where the terminal is closed before its end.
    ///
    /// - Parameter prompt: goes to standard error, so that a copy of the output holds the lesson alone.
    static func line(prompt: String) -> Line? {
        Console.progress(prompt + " ")
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            var byte: UInt8 = 0
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return nil }
            // Nobody answers in more; what comes behind is read and dropped.
            if line.count < 256 || byte == UInt8(ascii: "\n") { line.append(byte) }
        }
        let text = String(decoding: line, as: UTF8.self)
        return Line(text: String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()))
    }

    /// Whether somebody can be asked: input and output are a terminal.
    static var isInteractive: Bool { Descriptor.isTerminal(STDIN_FILENO) && Descriptor.isTerminal(STDOUT_FILENO) }
}
