import HoldfastFiles
import HoldfastLibC
import HoldfastTransport

/// A file that comes into being whole or not at all: it is written beside its place, under another name.
///
/// Belongs to the task that writes it.
struct DownloadFile: ~Copyable {
    private let path: String
    private let replaces: Bool
    private var draft: FileDraft

    /// Makes the file under its temporary name, in the folder where it is to stand.
    ///
    /// - Throws: ``HTTPSError`` with the code `fileExists` where something stands there that is not to be replaced, and
    ///   `fileNotWritten` where nothing can be written.
    init(_ path: String, replacing: Bool) throws(HTTPSError) {
        guard !path.isEmpty, !path.utf8.contains(0) else { throw Self.failure(path, "that is no name of a file") }
        if !replacing, Self.isThere(path) { throw Self.exists(path) }
        var random = SystemRandomNumberGenerator()
        let temporary = path + "." + String(random.next(), radix: 36) + ".part"
        // Others' rights follow from the process's umask, as for any file that it makes.
        do throws(SystemError) { draft = try FileDraft(named: temporary, mode: 0o666) } catch {
            throw Self.failure(path, SystemText.error(error.number))
        }
        self.path = path
        replaces = replacing
    }

    func write(_ bytes: [UInt8]) throws(HTTPSError) {
        do throws(SystemError) { try draft.write(bytes) } catch {
            throw Self.failure(path, SystemText.error(error.number))
        }
    }

    /// Gives it its name: what was read by then is all there is.
    mutating func place() throws(HTTPSError) {
        do throws(SystemError) { try draft.place(as: path, replacing: replaces) } catch {
            throw error.number == EEXIST && !replaces
                ? Self.exists(path) : Self.failure(path, SystemText.error(error.number))
        }
    }

    static func isThere(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

    static func exists(_ path: String) -> HTTPSError {
        HTTPSError(
            .internal, .fileExists, SessionSentence.fileExists(path: path), advice: SessionAdvice.nameOtherPlace)
    }

    static func failure(_ path: String, _ reason: String) -> HTTPSError {
        HTTPSError(
            .internal, .fileNotWritten, SessionSentence.fileNotWritten(path: path, reason: reason),
            advice: SessionAdvice.checkFolder)
    }
}
