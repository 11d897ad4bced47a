import HoldfastDiagnostics
import HoldfastFiles
import HoldfastLesson
import HoldfastLibC

/// Writes the files of a lesson: into a new folder, one folder for each chapter, private ones for the user alone.
enum LessonFolder {
    /// Writes the files of the chapters into a new folder.
    ///
    /// - Throws: ``CommandError`` where the folder is there already: nothing is ever overwritten.
    static func write(_ chapters: [LessonChapter], to folder: String) throws(CommandError) {
        try make(folder, hint: .newFolder)
        for chapter in chapters {
            let place = "\(folder)/\(chapter.folder)"
            try make(place, hint: nil)
            for file in chapter.files { try write(file, to: "\(place)/\(file.name)") }
        }
    }

    /// The name of a folder that is not there yet, in the one where the lesson runs.
    static func free() -> String {
        var (name, number) = ("holdfast-lesson", 1)
        while unsafe access(name, F_OK) == 0 {
            number += 1
            name = "holdfast-lesson-\(number)"
        }
        return name
    }

    private static func make(_ folder: String, hint: LessonCommandAdvice?) throws(CommandError) {
        guard unsafe mkdir(folder, 0o777) == 0 else {
            throw CommandError(
                .internalError,
                LessonCommandSentence.cannotMakeFolder(folder: folder, fault: SystemText.clause(errno)),
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
