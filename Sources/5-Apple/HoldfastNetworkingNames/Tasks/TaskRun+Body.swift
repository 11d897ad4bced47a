import Foundation
import FoundationNetworking
import HoldfastHTTP
import HoldfastHTTPS
import HoldfastTransport
import HoldfastX509
import Synchronization

extension TaskRun {
    /// Sets the body of a request, and the observer of its progress.
    ///
    /// - Throws: `URLError.dataLengthExceedsMaximum` for a GET with a body: "All URLSessionTask instances with a GET
    ///   HTTP method that contain a body now produce the error NSURLErrorDataLengthExceedsMaximum." (Apple, iOS 13
    ///   Release Notes)
    func fillBody(_ https: inout HTTPSRequest, of request: URLRequest) async throws {
        switch upload(with: request) {
        case .data(let data): https.body = [UInt8](data)
        case .file(let url): https.upload = try file(url)
        case .stream: https.upload = streamed(request)
        case .none:
            if let data = request.httpBody {
                https.body = [UInt8](data)
            } else if request.httpBodyStream != nil {
                https.upload = streamed(request)
            }
        }
        if https.method == "GET" {
            if https.body?.isEmpty == true { https.body = nil }
            guard https.body == nil, https.upload.map({ $0.length == 0 }) ?? true else {
                // Asked for first, as on Apple's platforms.
                if case .stream = upload(with: request), request.httpBodyStream == nil { _ = await newBodyStream() }
                throw URLError(.dataLengthExceedsMaximum, "a GET request has no body", for: request.url)
            }
        }
        guard https.body != nil || https.upload != nil else { return }
        addContentType(&https)
        let length = https.upload.map(\.length) ?? https.body?.count
        task.facts.withLock { $0.expectedToSend = length.map { Int64($0) } ?? NSURLSessionTransferSizeUnknown }
        https.progress = { [weak self] progress in self?.sent(progress) }
    }

    /// The task's upload for a request: none where a protocol class's redirect has made a GET of it.
    func upload(with request: URLRequest) -> TaskWork.Upload {
        let isRedirected = state.withLock { !$0.passed.isEmpty }
        return isRedirected && ["GET", "HEAD"].contains(request.httpMethod?.asciiUppercased() ?? "GET")
            ? .none : task.work.upload
    }

    /// Adds the default `Content-Type` of a body where neither the request nor the session has one: "Only POST sets a
    /// default Content-Type if it is nil" (swift-corelibs-foundation, TestURLSession.test_requestWithNonEmptyBody).
    func addContentType(_ https: inout HTTPSRequest) {
        guard https.method == "POST", https.body?.isEmpty == false || https.upload.map({ $0.length != 0 }) ?? false,
            (https.fields + core.plan.additionalFields).first(named: "Content-Type") == nil
        else { return }
        https.fields.append("Content-Type: application/x-www-form-urlencoded")
    }

    private func file(_ url: URL) throws -> UploadBody {
        guard url.isFileURL else { throw URLError(.fileDoesNotExist, "an upload's file needs a file URL", for: url) }
        do throws(TransportError) {
            return try UploadBody.file(url.path)
        } catch {
            throw URLError(.fileDoesNotExist, error.message, for: url)
        }
    }

    /// The request's stream the first time, and whenever there is none the delegate's.
    private func streamed(_ request: URLRequest) -> UploadBody {
        let first = OneShot(request.httpBodyStream.map { UnsafeTransfer<InputStream?>($0) })
        let length = request.value(forHTTPHeaderField: "Content-Length").flatMap { Int($0) }.flatMap {
            $0 < 0 ? nil : $0
        }
        return UploadBody(length: length) {
            StreamPieces { [self] in
                if let stream = first.take() { return stream }
                return UnsafeTransfer(await newBodyStream())
            }
        }
    }

    /// The stream that the delegate gives for the request's body; nil for none.
    func newBodyStream() async -> InputStream? {
        guard let delegate, !Unimplemented.isKnown(delegate, .bodyStream) else { return nil }
        return await AnswerHandler.answer(or: UnsafeTransfer<InputStream?>(nil)) { handler in
            calls.add { [session, task] in
                delegate.urlSession(session, task: task, needNewBodyStream: { handler(UnsafeTransfer($0)) })
            }
        }.value
    }

    private func sent(_ progress: TransferProgress) {
        let sent = Int64(progress.sent)
        let (new, expected) = task.facts.withLock { facts -> (Int64, Int64) in
            // A body that goes out once more is counted from the start again.
            let new = sent < facts.sent ? sent : sent - facts.sent
            facts.sent = sent
            return (new, facts.expectedToSend)
        }
        guard new > 0 else { return }
        task.updateProgress()
        guard let delegate else { return }
        calls.add { [session, task] in
            delegate.urlSession(
                session, task: task, didSendBodyData: new, totalBytesSent: sent, totalBytesExpectedToSend: expected)
        }
    }
}
