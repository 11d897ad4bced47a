import HoldfastNetworking
import HoldfastServing
import LoopbackSupport
import TestSupport
import Testing

/// swift-corelibs-foundation, TestURLSession.test_requestWithNonEmptyBody, which was written beside Apple's: "Only POST
/// sets a default Content-Type if it is nil".
@Suite("The Content-Type of a body that has none")
struct ContentTypeTests {
    enum Body: String, Sendable, CaseIterable { case data, stream, upload, file, streamedUpload, none }

    private static let form = "application/x-www-form-urlencoded"
    let bench: Loopback
    private let folder: TemporaryFolder

    init() throws {
        bench = try Loopback()
        folder = try TemporaryFolder()
    }

    @Test("POST alone is a form", arguments: ["POST", "PUT", "PATCH", "DELETE"], Body.allCases)
    func usual(method: String, body: Body) async throws {
        let sent = try await sent(method, body)
        #expect(sent == (method == "POST" && body != .none ? Self.form : "-"))
    }

    @Test("what the request or the session says stands", arguments: Body.allCases.filter { $0 != .none })
    func said(body: Body) async throws {
        #expect(try await sent("POST", body, type: "text/plain") == "text/plain")
        #expect(try await sent("POST", body, ofSession: "a/b") == "a/b")
    }

    /// RFC 9110 §15.4.8: "the user agent MUST NOT change the request method if it performs an automatic redirection".
    @Test("so it is behind a redirect that keeps the method", arguments: [Body.data, .stream, .upload, .file])
    func redirected(body: Body) async throws {
        let delegate = StreamAgain()
        #expect(try await sent("POST", body, by: delegate, to: "/old") == Self.form)
        #expect(try await sent("PUT", body, by: delegate, to: "/old") == "-")
    }

    private func sent(
        _ method: String, _ body: Body, type: String? = nil, ofSession: String? = nil,
        by taskDelegate: (any URLSessionTaskDelegate)? = nil, to path: String = "/"
    ) async throws -> String {
        let server = try bench.answering { request in
            request.target == "/old"
                ? ServerResponse.redirect(to: "/new", status: 307)
                : ServerResponse(text: request["Content-Type"] ?? "-")
        }
        let configuration = bench.trusting(server)
        if let ofSession { configuration.httpAdditionalHeaders = ["Content-Type": ofSession] }
        let session = URLSession(configuration: configuration)
        var request = URLRequest(url: try bench.url(server, path))
        request.httpMethod = method
        if let type { request.setValue(type, forHTTPHeaderField: "Content-Type") }
        let content = Data("{\"a\":1}".utf8)
        // The server reads no chunks.
        if body == .stream || body == .streamedUpload {
            request.setValue("\(content.count)", forHTTPHeaderField: "Content-Length")
        }
        switch body {
        case .none: break
        case .data: request.httpBody = content
        case .stream: request.httpBodyStream = InputStream(data: content)
        case .upload: return text(try await session.upload(for: request, from: content, delegate: taskDelegate))
        case .file:
            try folder.write(content, to: "body")
            return text(try await session.upload(for: request, fromFile: folder.url("body"), delegate: taskDelegate))
        case .streamedUpload:
            request.httpBodyStream = InputStream(data: content)
            let delegate = RecordingDelegate()
            let streaming = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
            streaming.uploadTask(withStreamedRequest: request).resume()
            let line = await delegate.linesAtEnd().first { $0.hasPrefix("data ") }
            return String(line?.dropFirst(5) ?? "nothing")
        }
        return text(try await session.data(for: request, delegate: taskDelegate))
    }

    private func text(_ answer: (Data, URLResponse)) -> String { String(decoding: answer.0, as: UTF8.self) }
}

/// Gives the body's stream once more.
private final class StreamAgain: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(InputStream(data: Data("{\"a\":1}".utf8)))
    }
}
