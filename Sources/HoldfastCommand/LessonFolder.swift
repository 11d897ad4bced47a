import Glibc
import HoldfastDiagnostics

/// Writes the files of a lesson: into a new folder, one folder for each chapter, private ones for the user alone.
enum LessonFolder {
    /// - Throws: ``CommandFailure`` where the folder is there already: nothing is ever overwritten.
    static func write(_ chapters: [LessonChapter], to folder: String) throws(CommandFailure) {
        try make(folder, hint: "name a new folder; nothing is overwritten")
        for chapter in chapters {
            let place = "\(folder)/\(chapter.folder)"
            try make(place, hint: nil)
            for file in chapter.files { try write(file, to: "\(place)/\(file.name)") }
        }
    }

    private static func make(_ folder: String, hint: String?) throws(CommandFailure) {
        guard unsafe mkdir(folder, 0o777) == 0 else {
            throw CommandFailure(
                .internalError,
                "cannot make the folder \(Wording.quoted(folder)): \(Descriptor.text(of: errno).lowercased())",
                hint: hint)
        }
    }

    private static func write(_ file: LessonFile, to path: String) throws(CommandFailure) {
        let mode: mode_t = file.isPrivate ? 0o600 : 0o666
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode)
        guard descriptor >= 0 else { throw OutputFile.unwritable(path, errno) }
        let failed = Descriptor.write(file.contents, to: descriptor)
        // A full disk may only be noticed here.
        let closed = close(descriptor) == 0 ? 0 : errno
        if failed != 0 || closed != 0 { throw OutputFile.unwritable(path, failed != 0 ? failed : closed) }
    }
}
