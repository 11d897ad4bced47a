import HoldfastFiles
import HoldfastStatements

/// Sentences about a lesson that cannot be given.
enum LessonCommandSentence: Sentence {
    case stepsBesideAll
    case listWithChapter
    case notAsTaught(steps: String)
    case noChapter(text: String)
    case cannotMakeFolder(folder: String, fault: String)

    static let topic = "commandLessonCommand"

    var words: LocalizedText {
        switch self {
        case .stepsBesideAll:
            LocalizedText("--steps waits at each step, and --all at none", "--steps 在每一步等待，--all 则从不等待")
        case .listWithChapter: LocalizedText("--list takes no chapter", "--list 不带章节")
        case .notAsTaught(let steps):
            LocalizedText("step \(steps) came out otherwise than it teaches", "第 \(steps) 步的结果与所讲的不同")
        case .noChapter(let text):
            LocalizedText("there is no chapter \(Wording.quoted(text))", "没有章节 \(Wording.quoted(text))")
        case .cannotMakeFolder(let folder, let fault):
            LocalizedText(
                "cannot make the folder \(Wording.quoted(folder)): \(fault)",
                "无法创建文件夹 \(Wording.quoted(folder))：\(SystemText.words(of: fault).chinese)")
        }
    }
}

/// Advice of `holdfast lesson`.
enum LessonCommandAdvice: Sentence {
    case chapters(count: Int)
    case chaptersAndSteps(count: Int, chapter: Int)
    case newFolder
    case runsNothing
    case listsAll
    case broken

    static let topic = "commandLessonCommandAdvice"

    var words: LocalizedText {
        switch self {
        case .chapters(let count): LocalizedText("chapters are 1 to \(count)", "章节为 1 到 \(count)")
        case .chaptersAndSteps(let count, let chapter):
            LocalizedText(
                "chapters are 1 to \(count); for steps: holdfast lesson \(chapter) --steps",
                "章节为 1 到 \(count)；查看步骤：holdfast lesson \(chapter) --steps")
        case .newFolder: LocalizedText("name a new folder; nothing is overwritten", "请指定新的文件夹；不会覆盖任何内容")
        case .runsNothing: LocalizedText("--list runs nothing", "--list 不运行任何内容")
        case .listsAll: LocalizedText("it lists all of them", "它列出全部章节")
        case .broken: LocalizedText("something in this build or in its libcrypto is broken", "此构建或其 libcrypto 有损坏之处")
        }
    }
}
