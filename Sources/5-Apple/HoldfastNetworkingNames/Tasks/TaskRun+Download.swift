import Foundation
import FoundationNetworking
import HoldfastHTTPS
import HoldfastWeb
import Synchronization

extension TaskRun {
    /// Writes a body to a file, and hands that over.
    func save(_ loaded: LoadedResponse, for download: URLSessionDownloadTask) async throws {
        let (file, loaded, rest) = try await place(for: loaded)
        let offset = file.count
        task.facts.withLock { facts in
            facts.response = loaded.response
            facts.received = offset
            facts.expectedToReceive = loaded.response.expectedContentLength
            if facts.expectedToReceive >= 0 { facts.expectedToReceive += offset }
        }
        if offset > 0 { tellResumed(download, at: offset) }
        do {
            while let piece = try await next(of: loaded.body) {
                guard rest.map({ Int64(piece.count) <= $0.end - file.count }) ?? true else { throw MisfitError() }
                try file.write(piece)
                tellWritten(download, piece.count)
            }
            await task.wait()
            // A server may send less of the rest than was asked for.
            guard rest.map({ file.count >= $0.total ?? $0.end }) ?? true else {
                throw URLError(.networkConnectionLost, "the server has sent less than the file lacks", for: request.url)
            }
            try file.close()
        } catch is MisfitError {
            loaded.body.cancel()
            file.remove()
            throw URLError(
                .cannotParseResponse, "the server has sent more of the file than it says", for: request.url)
        } catch {
            throw interrupted(file, loaded, by: error)
        }
        handOver(file, download, loaded)
    }

    /// The rest of a file as its server says it: the end of what it sends, and that of the whole where it is known.
    private typealias Rest = (end: Int64, total: Int64?)

    /// An error for a body that is more than the part which it is said to be: none of it is what it says.
    private struct MisfitError: Error {}

    private var resumed: ResumeData? {
        if case .data(let data) = task.work.resumed { data } else { nil }
    }

    /// The file for a response: the one that an earlier download left, where the response goes on with it.
    private func place(for loaded: LoadedResponse) async throws -> (DownloadingFile, LoadedResponse, Rest?) {
        guard let resumed, let response = loaded.response as? HTTPURLResponse else {
            return (try DownloadingFile(), loaded, nil)
        }
        switch ResumeRules.answer(response, to: resumed) {
        case .append(let end, let total): return (try DownloadingFile(of: resumed), loaded, (end: end, total: total))
        case .complete:
            loaded.body.cancel()
            var nothing = loaded
            nothing.body = ReadyBody(Data())
            return (try DownloadingFile(of: resumed), nothing, nil)
        case .beginAgain, .other:
            resumed.file(in: DownloadingFile.folder).map { try? FileManager.default.removeItem(at: $0) }
            return (try DownloadingFile(), loaded, nil)
        case .reload:
            loaded.body.cancel()
            resumed.file(in: DownloadingFile.folder).map { try? FileManager.default.removeItem(at: $0) }
            setRequest(resumed.currentRequest)
            return (try DownloadingFile(), try await load(), nil)
        }
    }

    private func tellResumed(_ download: URLSessionDownloadTask, at offset: Int64) {
        guard case .delegate = task.work.delivery, let delegate = downloadDelegate else { return }
        let expected = task.countOfBytesExpectedToReceive
        calls.add { [session] in
            delegate.urlSession(
                session, downloadTask: download, didResumeAtOffset: offset, expectedTotalBytes: expected)
        }
    }

    private func tellWritten(_ download: URLSessionDownloadTask, _ count: Int) {
        guard case .delegate = task.work.delivery, let delegate = downloadDelegate else { return }
        let (written, expected) = task.facts.withLock { ($0.received, $0.expectedToReceive) }
        calls.add { [session] in
            delegate.urlSession(
                session, downloadTask: download, didWriteData: Int64(count), totalBytesWritten: written,
                totalBytesExpectedToWrite: expected)
        }
    }

    /// The error of an interrupted download, with resume data where the download can go on; the file is kept with it.
    private func interrupted(_ file: DownloadingFile, _ loaded: LoadedResponse, by error: any Error) -> any Error {
        let failure = failure(of: error)
        let isWanted = task.facts.withLock { $0.resumeDataWanted != nil || $0.state != .canceling }
        guard isWanted, let told = failure as? URLError, let data = resumeData(file, loaded) else {
            file.remove()
            return failure
        }
        try? file.close()
        return URLError(told.code, userInfo: told.userInfo.merging([NSURLSessionDownloadTaskResumeData: data]) { $1 })
    }

    private func resumeData(_ file: DownloadingFile, _ loaded: LoadedResponse) -> Data? {
        guard file.count > 0,
            let validators = ResumeRules.validators(request: loaded.request, response: loaded.response)
        else { return nil }
        // Where the URL was upgraded to TLS, no request of the program's has the one that answered.
        var current = loaded.request
        current.url = loaded.response.url ?? current.url
        return ResumeData(
            originalRequest: task.originalRequest ?? loaded.request, currentRequest: current,
            bytesReceived: file.count, entityTag: validators.entityTag, lastModified: validators.lastModified,
            fileName: file.url.lastPathComponent)?.data
    }

    /// Hands a whole file over; one of a task that was cancelled meanwhile is one of an interrupted download.
    private func handOver(_ file: DownloadingFile, _ download: URLSessionDownloadTask, _ loaded: LoadedResponse) {
        var ending = Ending(file: file.url)
        ending.cancelled = { [self] in interrupted(file, loaded, by: CancellationError()) }
        if case .delegate = task.work.delivery {
            guard let delegate = downloadDelegate else {
                file.remove()
                return finish(Ending())
            }
            calls.add { [self] in
                guard !isCancelled else { return }
                delegate.urlSession(session, downloadTask: download, didFinishDownloadingTo: file.url)
                file.remove()
            }
        }
        finish(ending)
    }
}
