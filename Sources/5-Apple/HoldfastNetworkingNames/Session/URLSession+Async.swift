public import Foundation
public import FoundationNetworking
import HoldfastCredentials
import Synchronization

extension URLSession {
    /// Brings a response into memory.
    ///
    /// - Parameter delegate: told of this task alone, before the session's.
    /// - Throws: `URLError`; cancelling the Swift task cancels this one.
    public func data(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        try await awaitedData(request, .none, delegate)
    }

    public func data(
        from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        try await data(for: URLRequest(url: url), delegate: delegate)
    }

    /// Sends a body from memory.
    public func upload(
        for request: URLRequest, from bodyData: Data, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        try await awaitedData(request, .data(bodyData), delegate)
    }

    /// Sends a body from a file.
    public func upload(
        for request: URLRequest, fromFile fileURL: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) {
        try await awaitedData(request, .file(fileURL), delegate)
    }

    /// Brings a response into a file, which is the caller's to remove.
    public func download(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (URL, URLResponse) {
        try await awaitedFile(delegate) { URLSessionDownloadTask(self, request, $0) }
    }

    public func download(
        from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (URL, URLResponse) {
        try await download(for: URLRequest(url: url), delegate: delegate)
    }

    /// Goes on with a download where another one was left.
    public func download(
        resumeFrom resumeData: Data, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (URL, URLResponse) {
        try await awaitedFile(delegate) { URLSessionDownloadTask(self, resuming: resumeData, $0) }
    }

    /// A response whose body is read byte by byte as it comes.
    public func bytes(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (AsyncBytes, URLResponse) {
        let answer = Promise<Result<(any BodyReader, URLResponse), any Error>>()
        let task = URLSessionDataTask(self, request, .none, .awaitedBody { answer.give($0) })
        let (body, response) = try await waiting(for: task, delegate) { await answer.wait() }.get()
        return (AsyncBytes(task, body), response)
    }

    public func bytes(
        from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (AsyncBytes, URLResponse) {
        try await bytes(for: URLRequest(url: url), delegate: delegate)
    }

    /// The tasks that are neither complete nor cancelled, by kind.
    public var tasks: ([URLSessionDataTask], [URLSessionUploadTask], [URLSessionDownloadTask]) {
        get async {
            await withCheckedContinuation { continuation in
                getTasksWithCompletionHandler { continuation.resume(returning: ($0, $1, $2)) }
            }
        }
    }

    /// The tasks that are neither complete nor cancelled.
    public var allTasks: [URLSessionTask] {
        get async {
            await withCheckedContinuation { continuation in
                getAllTasks { continuation.resume(returning: $0) }
            }
        }
    }

    /// Empties cookies, credentials and cache; later requests go out on new connections.
    public func reset() async {
        await withCheckedContinuation { continuation in reset { continuation.resume() } }
    }

    /// Later requests go out on new connections.
    public func flush() async {
        await withCheckedContinuation { continuation in flush { continuation.resume() } }
    }

    private func awaitedData(
        _ request: URLRequest, _ upload: TaskWork.Upload, _ delegate: (any URLSessionTaskDelegate)?
    ) async throws -> (Data, URLResponse) {
        let answer = Promise<Result<(Data, URLResponse), any Error>>()
        let handler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { data, response, error in
            answer.give(Self.result(data, response, error))
        }
        let task =
            switch upload {
            case .none: URLSessionDataTask(self, request, upload, .awaitedData(handler))
            default: URLSessionUploadTask(self, request, upload, .awaitedData(handler))
            }
        return try await waiting(for: task, delegate) { await answer.wait() }.get()
    }

    private func awaitedFile(
        _ delegate: (any URLSessionTaskDelegate)?, _ make: (TaskWork.Delivery) -> URLSessionDownloadTask
    ) async throws -> (URL, URLResponse) {
        let answer = Promise<Result<(URL, URLResponse), any Error>>()
        let task = make(.awaitedFile { file, response, error in answer.give(Self.result(file, response, error)) })
        return try await waiting(for: task, delegate) { await answer.wait() }.get()
    }

    private func waiting<Value: Sendable>(
        for task: URLSessionTask, _ delegate: (any URLSessionTaskDelegate)?, _ wait: () async -> Value
    ) async -> Value {
        if let delegate { task.delegate = delegate }
        if let delegate = delegate ?? core.delegates?.task {
            task.calls.add { delegate.urlSession(self, didCreateTask: task) }
        }
        return await withTaskCancellationHandler {
            task.resume()
            return await wait()
        } onCancel: {
            task.cancel()
        }
    }

    private static func result<Value>(
        _ value: Value?, _ response: URLResponse?, _ error: (any Error)?
    ) -> Result<(Value, URLResponse), any Error> {
        guard let value, let response else { return .failure(error ?? URLError(.unknown)) }
        return .success((value, response))
    }
}

extension URLSession {
    /// A response's body, byte by byte as it comes (Apple, `URLSession.AsyncBytes`); for one reader.
    ///
    /// The server is held back while nobody reads.
    public struct AsyncBytes: AsyncSequence, Sendable {
        public typealias Element = UInt8
        public typealias AsyncIterator = Iterator

        /// The task that brings the body; cancelling it ends the reading with an error.
        public let task: URLSessionDataTask
        private let body: any BodyReader

        init(_ task: URLSessionDataTask, _ body: any BodyReader) {
            self.task = task
            self.body = body
        }

        public func makeAsyncIterator() -> Iterator { Iterator(body) }

        /// Gives the bytes one by one.
        public struct Iterator: AsyncIteratorProtocol {
            private let body: any BodyReader
            private var piece = Data()
            private var index = 0

            init(_ body: any BodyReader) { self.body = body }

            public mutating func next() async throws -> UInt8? {
                while index == piece.endIndex {
                    guard let next = try await body.next() else { return nil }
                    piece = next
                    index = next.startIndex
                }
                defer { index += 1 }
                return piece[index]
            }
        }
    }
}
