import Foundation
import FoundationNetworking
import Synchronization

extension TaskRun {
    /// Hands the response and its body to whoever wants them, and ends the task.
    func deliver(_ loaded: LoadedResponse) async throws {
        task.facts.withLock { facts in
            facts.response = loaded.response
            facts.expectedToReceive = loaded.response.expectedContentLength
        }
        if let download = task as? URLSessionDownloadTask { return try await save(loaded, for: download) }
        switch task.work.delivery {
        case .delegate: try await tell(loaded)
        case .data, .awaitedData: finish(Ending(body: try await collect(loaded.body)))
        case .awaitedBody(let handler):
            let reader = WatchedBody(loaded.body, of: self)
            handler(.success((reader, loaded.response)))
            if let error = await reader.end() { throw error }
            finish(Ending())
        case .file, .awaitedFile:
            throw URLError(.unknown, "a data task has no place for a file", for: request.url)
        }
    }

    /// The next piece of a body, counted, and not before the task may go on.
    func next(of body: any BodyReader) async throws -> Data? {
        await task.wait()
        try Task.checkCancellation()
        guard let piece = try await body.next() else { return nil }
        task.facts.withLock { $0.received += Int64(piece.count) }
        task.updateProgress()
        return piece
    }

    /// A whole body in memory.
    private func collect(_ body: any BodyReader) async throws -> Data {
        guard let first = try await next(of: body) else { return Data() }
        var whole = first
        while let piece = try await next(of: body) { whole.append(piece) }
        await task.wait()
        return whole
    }

    /// A data task without a completion handler.
    private func tell(_ loaded: LoadedResponse) async throws {
        guard let delegate = dataDelegate, let dataTask = task as? URLSessionDataTask else {
            while try await next(of: loaded.body) != nil {}
            return finish(Ending())
        }
        switch await disposition(of: loaded.response, delegate, dataTask) {
        case .allow: break
        case .becomeDownload: return try await become(loaded, delegate, dataTask)
        case .becomeStream:
            loaded.body.cancel()
            throw URLError(.unsupportedURL, "there are no stream tasks here", for: request.url)
        case .cancel:
            loaded.body.cancel()
            throw URLError(.cancelled, "the delegate cancelled the response", for: request.url)
        }
        var waiting = 0
        while let piece = try await next(of: loaded.body) {
            calls.add { [session] in delegate.urlSession(session, dataTask: dataTask, didReceive: piece) }
            waiting += piece.count
            guard waiting > Self.untold else { continue }
            await told()
            waiting = 0
        }
        await task.wait()
        finish(Ending())
    }

    /// Bytes that wait for a delegate at most, so that a slow one holds the server back.
    private static let untold = 256 << 10

    /// Returns when everything that has been called so far has returned.
    private func told() async {
        await withCheckedContinuation { continuation in calls.add { continuation.resume() } }
    }

    private func disposition(
        of response: URLResponse, _ delegate: any URLSessionDataDelegate, _ dataTask: URLSessionDataTask
    ) async -> URLSession.ResponseDisposition {
        guard !Unimplemented.isKnown(delegate, .response) else { return .allow }
        return await AnswerHandler.answer(or: .cancel) { handler in
            calls.add { [session] in
                delegate.urlSession(
                    session, dataTask: dataTask, didReceive: response, completionHandler: handler)
            }
        }
    }

    /// The data task ends without a word, and a download goes on in its place: from when the delegate has heard of it.
    private func become(
        _ loaded: LoadedResponse, _ delegate: any URLSessionDataDelegate, _ dataTask: URLSessionDataTask
    ) async throws {
        let download: URLSessionDownloadTask? = await withCheckedContinuation { continuation in
            calls.add { [self] in
                guard !isCancelled else { return continuation.resume(returning: nil) }
                let download = successor(of: dataTask)
                delegate.urlSession(session, dataTask: dataTask, didBecome: download)
                let wasCancelled = dataTask.facts.withLock { facts in
                    defer { facts.state = .completed }
                    return facts.state == .canceling
                }
                // Whoever cancels the one that the delegate knew means what goes on in its place.
                if wasCancelled { download.cancel() }
                continuation.resume(returning: download)
                leave {}
            }
        }
        guard let download else {
            loaded.body.cancel()
            throw CancellationError()
        }
        let run = TaskRun(download, session, continuing: self)
        let running = Task { await run.goOn(loaded) }
        let wasCancelled = download.facts.withLock { facts in
            facts.run = running
            return facts.state == .canceling
        }
        if wasCancelled { running.cancel() }
    }

    private func successor(of dataTask: URLSessionDataTask) -> URLSessionDownloadTask {
        let download = URLSessionDownloadTask(continuing: dataTask, in: session)
        let old = dataTask.facts.withLock { $0 }
        download.facts.withLock { facts in
            (facts.currentRequest, facts.state, facts.hasBegun) = (old.currentRequest, .running, true)
            (facts.suspensions, facts.delegates, facts.session) = (0, old.delegates, session)
        }
        _ = core.begin(download, download.taskIdentifier)
        return download
    }

    /// A run that another one has begun.
    private func goOn(_ loaded: LoadedResponse) async {
        do {
            try await deliver(loaded)
        } catch {
            finish(Ending(failure(of: error)))
        }
    }
}
