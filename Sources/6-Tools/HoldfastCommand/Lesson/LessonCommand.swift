import HoldfastCrypto
import HoldfastDiagnostics
import HoldfastLesson
import HoldfastStatements

extension Command {
    static let lesson = Command(
        name: "lesson", operands: "[CHAPTER]", operandCount: 0...1,
        summary: LocalizedText(
            "learn how HTTPS proves who a server is, with real keys", "以真实密钥动手学习 HTTPS 如何证明服务器的身份"),
        text: LocalizedText(
            """
            Makes keys, certificates, chains and handshakes afresh, shows their bytes, and checks every outcome: from a
            first key to what a handshake costs. Where something connects, it connects to servers of the lesson's own on
            loopback. CHAPTER is a number from 1 to \(Lesson.chapterCount); without it all are shown. On a terminal the
            lesson waits for Enter after each chapter, and q ends it.

            --list prints the chapters' titles and runs none. With --steps it waits at each step, too: the question
            comes first, with answers to choose from, and then what came out. Without a terminal --steps says so, and
            everything is shown at once, as with --all.

            The commands in the lesson do the same with openssl and holdfast. The files that they name are written by
            --files, a folder for each chapter; FOLDER must not be there yet. --steps writes them where it runs, into
            holdfast-lesson, or holdfast-lesson-2 and so on where that is there.

            FILE of --report is replaced as a whole, and nothing else is printed; - is standard output. Exit code 1 says
            that a step came out otherwise than it teaches.
            """,
            """
            现场生成密钥、证书、证书链和握手，显示其字节，并核对每个结果：从第一个密钥到一次握手的代价。需要连接时，只连接本机环回地址上课程自己的服务器。CHAPTER 为 1 至 \
            \(Lesson.chapterCount) 的数字；不给出时显示全部。在终端上，每章之后等待回车键，按 q 结束。

            --list 输出各章标题，不运行任何一章。给出 --steps 时，每一步也等待：先提问并给出选项，然后显示结果。没有终端时 --steps 会说明，并像 --all 那样一次显示全部。

            课程中的命令用 openssl 和 holdfast 做同样的事。它们提到的文件由 --files 写出，每章一个文件夹；FOLDER 不能已经存在。--steps 在运行之处把文件写入 \
            holdfast-lesson，已存在时写入 holdfast-lesson-2，依此类推。

            --report 的 FILE 整体替换，不再输出其他内容；- 为标准输出。退出码 1 表示某一步的结果与所讲的不同。
            """),
        options: [.language, .lessonSteps, .allChapters, .chapterList, .lessonPage, .lessonFiles, .json],
        examples: [
            "holdfast lesson", "holdfast lesson 6 --steps", "holdfast lesson 3 --files lesson",
            "holdfast lesson --language zh --report lesson.html",
        ]
    ) { invocation async throws(CommandError) in
        if invocation.has(.chapterList) {
            try LessonCommand.list(invocation)
            return ExitCode.success
        }
        return try await LessonCommand(invocation).run()
    }
}

extension CommandOption {
    static let lessonSteps = CommandOption(
        "--steps", help: "step by step, each with a question before its outcome", chinese: "逐步进行，每步先提问再看结果")
    static let chapterList = CommandOption(
        "--list", help: "list the chapters, without running them", chinese: "列出各章，不运行")
    static let allChapters = CommandOption(
        "--all", help: "show everything at once: do not wait", chinese: "一次显示全部：不等待")
    static let lessonPage = CommandOption(
        "--report", "FILE",
        help: "write the lesson to this file, as an HTML page, and print nothing",
        chinese: "把课程写入此文件（HTML 页面），不输出")
    static let lessonFiles = CommandOption(
        "--files", "FOLDER",
        help: "also write the files that the commands name, into this new folder", chinese: "另把命令所涉文件写入这个新文件夹")
}

/// `holdfast lesson`: nothing in, something learnt out.
struct LessonCommand {
    private let chapter: Int?
    private let language: PageLanguage
    private let page: ReportFile?
    private let folder: String?
    private let isJSON: Bool
    private let waits: Bool
    private let goesBySteps: Bool

    init(_ invocation: Invocation) throws(CommandError) {
        chapter = try invocation.operands.first.map { text throws(CommandError) in try Self.chapter(text) }
        language = try LanguageOption.parse(invocation)
        isJSON = invocation.has(.json)
        folder = invocation.value(.lessonFiles)
        guard !(invocation.has(.allChapters) && invocation.has(.lessonSteps)) else {
            throw .usage(LessonCommandSentence.stepsBesideAll, hint: UsageAdvice.leaveOneOfThemOut)
        }
        waits = !invocation.has(.allChapters) && Terminal.isInteractive
        goesBySteps = invocation.has(.lessonSteps)
        page = try ReportFile(.lessonPage, invocation, needsQuiet: false) { _ in
            .usage(UsageSentence.standardOutputHasJSON(option: "--report"), hint: UsageAdvice.leaveJSONOut)
        }
    }

    func run() async throws(CommandError) -> ExitCode {
        let lesson = try await made()
        let isTold = page == nil && !isJSON
        if goesBySteps, isTold, waits {
            try goThrough(lesson)
            return try outcome(of: lesson)
        }
        if goesBySteps, isTold { Console.note(LessonWord.noTerminal.words.text(in: language)) }
        if let folder { try LessonFolder.write(lesson.chapters, to: folder) }
        try page?.write(lesson.html(language))
        if isJSON {
            try printJSON(lesson)
        } else if page == nil {
            tell(lesson)
        }
        return try outcome(of: lesson)
    }

    /// Prints the chapters' numbers and titles.
    static func list(_ invocation: Invocation) throws(CommandError) {
        try invocation.exclude(
            [.lessonSteps, .allChapters, .lessonPage, .lessonFiles, .json], beside: .chapterList,
            LessonCommandAdvice.runsNothing)
        guard invocation.operands.isEmpty else {
            throw .usage(LessonCommandSentence.listWithChapter, hint: LessonCommandAdvice.listsAll)
        }
        let titles = Lesson.titles(in: try LanguageOption.parse(invocation))
        Console.result(TextColumns.columns(titles.enumerated().map { ("\($0.offset + 1)", $0.element) }))
    }

    /// Success, or the error that names the steps that came out otherwise than they teach.
    private func outcome(of lesson: Lesson) throws(CommandError) -> ExitCode {
        guard !lesson.isAsTaught else { return .success }
        let steps = lesson.chapters.flatMap(\.wrongSteps).joined(separator: ", ")
        throw CommandError(
            .internalError, code: .notAsTaught, LessonCommandSentence.notAsTaught(steps: steps),
            hint: LessonCommandAdvice.broken)
    }

    /// Goes through the lesson step by step, with its files beside the reader.
    private func goThrough(_ lesson: Lesson) throws(CommandError) {
        let place = folder ?? LessonFolder.free()
        try LessonFolder.write(lesson.chapters, to: place)
        let style = Console.resultStyle
        let steps = LessonSteps(lesson: lesson, language: language, style: style, folder: place)
        if steps.run() { Console.result(lesson.closing(language, style)) }
    }

    private func made() async throws(CommandError) -> Lesson {
        do throws(LessonError) {
            return try await Lesson.run(LessonMaterials(at: SystemClock.now()), only: chapter)
        } catch {
            throw CommandError(.internalError, code: .lesson, error)
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
                throw CommandError(.internalError, UsageSentence.cannotWriteJSON(fault: "\(error)"))
            }
        }
    }

    /// Waits for a line from the terminal; false where it says `q`, or the terminal is closed.
    private static func goesOn(_ prompt: String) -> Bool {
        guard let line = Terminal.line(prompt: prompt) else { return false }
        return !line.isEnd
    }

    private static func chapter(_ text: String) throws(CommandError) -> Int {
        guard let number = Int(text), (1...Lesson.chapterCount).contains(number) else {
            throw .usage(LessonCommandSentence.noChapter(text: text), hint: hint(about: text))
        }
        return number
    }

    /// The range of chapters; for a step, written as `1.2`, also the way to it.
    private static func hint(about text: String) -> LessonCommandAdvice {
        let count = Lesson.chapterCount
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let chapter = parts[0], parts[1] != nil,
            (1...count).contains(chapter)
        else { return .chapters(count: count) }
        return .chaptersAndSteps(count: count, chapter: chapter)
    }
}
