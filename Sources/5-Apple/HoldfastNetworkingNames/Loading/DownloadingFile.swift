import Foundation
import FoundationNetworking
import HoldfastLibC
import Synchronization

/// The file that a download is written to: the process's own, in its temporary folder.
final class DownloadingFile: Sendable {
    let url: URL
    private let handle: FileHandle
    private let written: Mutex<Int64>

    /// The folder of downloads that are under way.
    static var folder: URL { FileManager.default.temporaryDirectory }

    /// A new file, that nobody else can read.
    init() throws {
        url = Self.folder.appendingPathComponent(ResumeData.newFileName(), isDirectory: false)
        let descriptor = unsafe open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            throw URLError(.cannotCreateFile, "no file can be made in \(Self.folder.path)", for: url)
        }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        written = Mutex(0)
    }

    /// The file of an earlier download, with what the server is known to have sent.
    init(of resume: ResumeData) throws {
        let problem = URLError(.cannotOpenFile, "what was downloaded before is no longer there", for: nil)
        guard let url = resume.file(in: Self.folder) else { throw problem }
        let descriptor = unsafe open(url.path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw problem }
        handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        self.url = url
        written = Mutex(resume.bytesReceived)
        do {
            try handle.truncate(atOffset: UInt64(resume.bytesReceived))
            try handle.seekToEnd()
        } catch {
            throw problem
        }
    }

    /// Bytes in the file.
    var count: Int64 { written.withLock { $0 } }

    func write(_ data: Data) throws {
        do {
            try handle.write(contentsOf: data)
        } catch {
            throw URLError(.cannotWriteToFile, "the download cannot be written: \(error)", for: url)
        }
        written.withLock { $0 += Int64(data.count) }
    }

    func close() throws {
        do {
            try handle.close()
        } catch {
            throw URLError(.cannotCloseFile, "the download cannot be written: \(error)", for: url)
        }
    }

    /// Removes the file, unless somebody has moved it: nothing is left of it here.
    func remove() {
        try? handle.close()
        written.withLock { $0 = 0 }
        try? FileManager.default.removeItem(at: url)
    }
}
