import Foundation
import FoundationNetworking
import Synchronization

extension ConnectionLoading: URLSessionDataDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        tell { connection, delegates in
            guard let delegate = delegates.data else { return completionHandler(request) }
            completionHandler(delegate.connection(connection, willSend: request, redirectResponse: response))
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        let request = task.currentRequest ?? originalRequest
        tell { connection, delegates in
            completionHandler(delegates.data?.connection(connection, needNewBodyStream: request))
        }
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        tell { connection, delegates in
            delegates.data?.connection(
                connection, didSendBodyData: Int(clamping: bytesSent), totalBytesWritten: Int(clamping: totalBytesSent),
                totalBytesExpectedToWrite: Int(clamping: totalBytesExpectedToSend))
        }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        tell { connection, delegates in
            delegates.data?.connection(connection, didReceive: response)
            completionHandler(.allow)
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        came(data.count)
        tell { connection, delegates in
            delegates.data?.connection(connection, didReceive: data)
            self.told(data.count)
        }
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
        completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
    ) {
        let proposed = UnsafeTransfer(proposedResponse)
        tell { connection, delegates in
            guard let delegate = delegates.data else { return completionHandler(proposed.value) }
            completionHandler(delegate.connection(connection, willCacheResponse: proposed.value))
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let ending = state.withLock { $0.failure } ?? error
        tell { connection, delegates in
            if let ending {
                self.tellCancelledChallenge(connection, delegates.base)
                delegates.base?.connection(connection, didFailWithError: self.failure(of: ending))
            } else if delegates.download == nil {
                delegates.data?.connectionDidFinishLoading(connection)
            }
            self.end()
        }
    }
}

extension ConnectionLoading: URLSessionDownloadDelegate {
    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
        totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
    ) {
        tell { connection, delegates in
            delegates.download?.connection(
                connection, didWriteData: bytesWritten, totalBytesWritten: totalBytesWritten,
                expectedTotalBytes: max(totalBytesExpectedToWrite, 0))
        }
    }

    func urlSession(
        _ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL
    ) {
        do {
            let file = try ConnectionFile(taking: location)
            tell { connection, delegates in
                delegates.download?.connectionDidFinishDownloading(connection, destinationURL: file.url)
            }
        } catch {
            state.withLock { $0.failure = error }
        }
    }
}

/// A session's file that outlives the session's call, until the connection's delegate has had it.
final class ConnectionFile: Sendable {
    let url: URL

    /// Takes a file over.
    ///
    /// - Throws: where the file cannot be moved.
    init(taking file: URL) throws {
        url = file.deletingLastPathComponent().appendingPathComponent("connection-\(UUID().uuidString)")
        try FileManager.default.moveItem(at: file, to: url)
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
