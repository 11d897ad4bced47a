import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLesson
import HoldfastLibC
import HoldfastWords

extension Command {
    static let lesson = Command(
        name: "lesson", operands: "[CHAPTER]", operandCount: 0...1,
        summary: "learn how HTTPS proves who a server is, by doing it with real keys",
        text: """
            Makes keys, certificates, chains and handshakes afresh, shows their bytes, and checks every outcome: from a
            first key to the five causes of a refusal. CHAPTER is a number from 1 to \(Lesson.chapterCount); without it
            all are shown. On a terminal the lesson waits for Enter after each chapter, and q ends it.

            The commands in the lesson do the same with openssl and holdfast. The files that they name are written by
            --files, a folder for each chapter; FOLDER must not be there yet.

            FILE of --page is replaced as a whole, and nothing else is printed; - is standard output. Exit code 1 says
            that a step came out otherwise than it teaches.
            """,
        options: [.lessonLanguage, .allChapters, .lessonPage, .lessonFiles, .json, .help],
        examples: [
            "holdfast lesson", "holdfast lesson 3 --files lesson", "holdfast lesson --language zh --page lesson.html",
        ]
    ) { invocation throws(CommandError) in
        try LessonCommand(invocation).run()
    }
}

extension CommandOption {
    static let lessonLanguage = CommandOption(
        "--language", "LANGUAGE", help: "en or zh (default: the locale's, else en)")
    static let allChapters = CommandOption("--all", help: "do not wait between the chapters")
    static let lessonPage = CommandOption("--page", "FILE", help: "write the lesson to this file, as an HTML page")
    static let lessonFiles = CommandOption(
        "--files", "FOLDER", help: "also write the files that the commands name, into this new folder")
}

/// `holdfast lesson`: nothing in, something learnt out.
struct LessonCommand {
    private enum Page {
        case file(ReplacedFile)
        case standardOutput
    }

    private let chapter: Int?
    private let language: PageLanguage
    private let page: Page?
    private let folder: String?
    private let isJSON: Bool
    private let waits: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        chapter = try invocation.operands.first.map { text throws(CommandError) in try Self.chapter(text) }
        language = try Self.language(invocation.value(.lessonLanguage))
        isJSON = invocation.has(.json)
        folder = invocation.value(.lessonFiles)
        waits =
            !invocation.has(.allChapters) && Descriptor.isTerminal(STDIN_FILENO) && Descriptor.isTerminal(STDOUT_FILENO)
        page = try invocation.value(.lessonPage).map { path throws(CommandError) in
            guard path == "-" else { return .file(try ReplacedFile(path)) }
            guard !invocation.has(.json) else {
                throw .usage("--page -: standard output has the JSON", hint: "leave --json out, or name a file")
            }
            return .standardOutput
        }
    }

    func run() throws(CommandError) -> ExitCode {
        let lesson = try made()
        if let folder { try LessonFolder.write(lesson.chapters, to: folder) }
        switch page {
        case .file(let file): try file.write(Array(lesson.html(language).utf8))
        case .standardOutput: Console.result(lesson.html(language))
        case nil: break
        }
        if isJSON {
            try printJSON(lesson)
        } else if page == nil {
            tell(lesson)
        }
        guard !lesson.isAsTaught else { return .success }
        let steps = lesson.chapters.flatMap(\.wrongSteps).joined(separator: ", ")
        throw CommandError(
            .internalError, code: "notAsTaught", "step \(steps) came out otherwise than it teaches",
            hint: "something in this build or in its libcrypto is broken")
    }

    private func made() throws(CommandError) -> Lesson {
        do throws(LessonError) {
            return try Lesson.run(LessonMaterials(at: SystemClock.now()), only: chapter)
        } catch {
            throw CommandError(.internalError, code: "lesson", "\(error)")
        }
    }

    private func tell(_ lesson: Lesson) {
        let style = Console.resultStyle
        if lesson.chapters.count > 1 { Console.result(lesson.opening(language, style) + "\n") }
        for (index, chapter) in lesson.chapters.enumerated() {
            Console.result(chapter.text(language, style) + "\n")
            let isLast = index == lesson.chapters.count - 1
            if waits, !isLast, !Self.goesOn(LessonWord.pause.words.text(in: language)) { return }
        }
        Console.result(lesson.closing(language, style))
    }

    private func printJSON(_ lesson: Lesson) throws(CommandError) {
        for chapter in lesson.chapters {
            do {
                for line in try chapter.jsonLines() { Console.result(bytes: line + [UInt8(ascii: "\n")]) }
            } catch {
                throw CommandError(.internalError, "cannot write JSON: \(error)")
            }
        }
    }

    /// Waits for a line from the terminal; false where it says `q`, or the terminal is closed.
    private static func goesOn(_ prompt: String) -> Bool {
        Console.progress(prompt + " ")
        var line: [UInt8] = []
        while line.last != UInt8(ascii: "\n") {
            var byte: UInt8 = 0
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return false }
            line.append(byte)
        }
        return line.first != UInt8(ascii: "q") && line.first != UInt8(ascii: "Q")
    }

    private static func chapter(_ text: String) throws(CommandError) -> Int {
        guard let number = Int(text), (1...Lesson.chapterCount).contains(number) else {
            throw .usage(
                "there is no chapter \(Wording.quoted(text))", hint: "chapters are 1 to \(Lesson.chapterCount)")
        }
        return number
    }

    private static func language(_ text: String?) throws(CommandError) -> PageLanguage {
        switch text {
        case nil: return ReportFiles.language
        case "en": return .english
        case "zh": return .chinese
        case let other?:
            throw .usage("\(Wording.quoted(other)) is no language of the lesson", hint: "languages are en, zh")
        }
    }
}

/// Writes the files of a lesson: into a new folder, one folder for each chapter, private ones for the user alone.
enum LessonFolder {
    /// Writes the files of the chapters into a new folder.
    ///
    /// - Throws: ``CommandError`` where the folder is there already: nothing is ever overwritten.
    static func write(_ chapters: [LessonChapter], to folder: String) throws(CommandError) {
        try make(folder, hint: "name a new folder; nothing is overwritten")
        for chapter in chapters {
            let place = "\(folder)/\(chapter.folder)"
            try make(place, hint: nil)
            for file in chapter.files { try write(file, to: "\(place)/\(file.name)") }
        }
    }

    private static func make(_ folder: String, hint: String?) throws(CommandError) {
        guard unsafe mkdir(folder, 0o777) == 0 else {
            throw CommandError(
                .internalError,
                "cannot make the folder \(Wording.quoted(folder)): \(SystemText.clause(errno))",
                hint: hint)
        }
    }

    private static func write(_ file: LessonFile, to path: String) throws(CommandError) {
        do throws(SystemError) {
            try FileWriting.put(file.contents, at: path, .new, mode: file.isPrivate ? 0o600 : 0o666)
        } catch {
            throw OutputFile.unwritable(path, error.number)
        }
    }
}
