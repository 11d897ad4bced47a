import HoldfastNetworking
import Synchronization
import TestSupport
import Testing

/// Writes down what it is told, in order, and answers as it was made to.
class RecordingDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate, @unchecked Sendable {
    private let written = Notes<String>()
    let finished = Finished()
    /// What is trusted; nil leaves servers to the default.
    let anchor: SecCertificate?
    var credentials: [URLCredential] = []
    var disposition = URLSession.ResponseDisposition.allow
    var follows = true
    var download: Data?

    init(trusting anchor: SecCertificate? = nil) { self.anchor = anchor }

    var lines: [String] { written.all }

    func write(_ line: String) { written.add(line) }

    /// What is written when the task is over.
    func linesAtEnd() async -> [String] {
        await finished.wait()
        return lines
    }

    func urlSession(_ session: URLSession, didCreateTask task: URLSessionTask) { write("created") }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        let space = challenge.protectionSpace
        let method = space.authenticationMethod.replacing("NSURLAuthenticationMethod", with: "")
        write("challenge \(method) \(challenge.previousFailureCount)")
        if let trust = space.serverTrust, space.authenticationMethod == NSURLAuthenticationMethodServerTrust {
            guard let anchor else { return completionHandler(.performDefaultHandling, nil) }
            SecTrustSetAnchorCertificates(trust, [anchor] as NSArray)
            return SecTrustEvaluateWithError(trust, nil)
                ? completionHandler(.useCredential, URLCredential(trust: trust))
                : completionHandler(.cancelAuthenticationChallenge, nil)
        }
        guard !credentials.isEmpty else { return completionHandler(.performDefaultHandling, nil) }
        completionHandler(.useCredential, credentials.removeFirst())
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        write("redirect \(response.statusCode) \(request.httpMethod ?? "") \(request.url?.path ?? "")")
        completionHandler(follows ? request : nil)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        write("sent \(totalBytesSent) of \(totalBytesExpectedToSend)")
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        write("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
        completionHandler(disposition)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        write("data \(String(decoding: data, as: UTF8.self))")
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didBecome downloadTask: URLSessionDownloadTask
    ) {
        write("became a download")
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        download = try? Data(contentsOf: location)
        write("file \(download.map { String(decoding: $0, as: UTF8.self) } ?? "-")")
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        write("wrote \(totalBytesWritten) of \(totalBytesExpectedToWrite)")
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
        write("metrics \(metrics.transactionMetrics.count)")
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let words = error.map { ($0 as? URLError).map { "\($0.code.rawValue)" } ?? "\($0)" } ?? "well"
        write("complete \(words)")
        finished.happen()
    }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) { write("invalid") }
}

/// Something that happens once, and that is waited for.
final class Finished: Sendable {
    private let times = Mutex(0)

    func happen() { times.withLock { $0 += 1 } }

    /// Records an issue where it does not happen.
    func wait(sourceLocation: SourceLocation = #_sourceLocation) async {
        do {
            try await eventually("it is finished") {
                times.withLock { times in
                    guard times > 0 else { return false }
                    times -= 1
                    return true
                }
            }
        } catch {
            Issue.record(error, sourceLocation: sourceLocation)
        }
    }
}
