package import HoldfastStatements

/// The fixed words of a lesson around its text, in every language.
package enum LessonWord: String, CaseIterable, Sendable {
    case title, lead, chapters, taught, tryIt, filesNote, endsWith, wrong, allAsTaught, pause
    case answer, guessedRight, guessedWrong, filesHere, noTerminal

    package var words: LocalizedText {
        switch self {
        case .title: LocalizedText("HTTPS, by doing it", "HTTPS 动手课")
        case .lead:
            LocalizedText(
                """
                Keys, certificates, chains and handshakes, made fresh on this machine. Every outcome below was checked \
                while this was written; nothing is told that was not done.
                """, "密钥、证书、证书链和握手，全部在本机现场生成。下面的每一个结果在写下时都经过检查；这里讲的都是实际做过的。")
        case .chapters: LocalizedText("Chapters", "目录")
        case .taught: LocalizedText("taught", "应为")
        case .tryIt: LocalizedText("Try it", "自己动手")
        case .filesNote:
            LocalizedText(
                "Files: `holdfast lesson --files NEW-FOLDER`, then `cd NEW-FOLDER/chapter-N` for chapter N",
                "命令用到的文件：`holdfast lesson --files 新目录`，再 `cd 新目录/chapter-N`（N 为章号）")
        case .endsWith: LocalizedText("exit code", "退出码")
        case .wrong:
            LocalizedText(
                "This did not come out as it is taught. Something here is broken: do not learn from it.",
                "结果与所讲不一致。说明某处出了问题，请不要以此为准。")
        case .pause: LocalizedText("Enter: the next chapter; q: the end", "回车：下一章；q：结束")
        case .answer: LocalizedText("A number, or Enter to see; q: the end", "输入序号作答，回车直接看结果；q：结束")
        case .guessedRight: LocalizedText("So it is.", "答对了。")
        case .guessedWrong: LocalizedText("It came out otherwise", "结果不是这样，而是")
        case .filesHere: LocalizedText("Files for the commands", "命令用到的文件")
        case .noTerminal:
            LocalizedText(
                "--steps waits at a terminal, and there is none here: everything is shown at once",
                "--steps 需要在终端里使用，这里没有终端，因此一次显示全部内容")
        case .allAsTaught: LocalizedText("Everything came out as it is taught.", "所有结果都与所讲一致。")
        }
    }
}

extension Lesson {
    /// The commands that write the files of the lesson and go to where they are; nil where no chapter has any.
    package var filesNote: LocalizedText? {
        guard chapters.contains(where: { !$0.files.isEmpty }) else { return nil }
        guard chapters.count == 1, let chapter = chapters.first else { return LessonWord.filesNote.words }
        let command = "holdfast lesson \(chapter.number) --files"
        return LocalizedText(
            "Files: `\(command) NEW-FOLDER`, then `cd NEW-FOLDER/\(chapter.folder)`",
            "命令用到的文件：`\(command) 新目录`，再 `cd 新目录/\(chapter.folder)`")
    }
}
