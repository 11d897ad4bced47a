public import Foundation

/// What stream tasks would tell (Apple, `URLSessionStreamDelegate`); there are none here, so that nothing is called.
public protocol URLSessionStreamDelegate: URLSessionTaskDelegate {
    func urlSession(_ session: URLSession, readClosedFor streamTask: URLSessionStreamTask)
    func urlSession(_ session: URLSession, writeClosedFor streamTask: URLSessionStreamTask)
    func urlSession(_ session: URLSession, betterRouteDiscoveredFor streamTask: URLSessionStreamTask)
    func urlSession(
        _ session: URLSession, streamTask: URLSessionStreamTask, didBecome inputStream: InputStream,
        outputStream: OutputStream)
}

extension URLSessionStreamDelegate {
    public func urlSession(_ session: URLSession, readClosedFor streamTask: URLSessionStreamTask) {}
    public func urlSession(_ session: URLSession, writeClosedFor streamTask: URLSessionStreamTask) {}
    public func urlSession(_ session: URLSession, betterRouteDiscoveredFor streamTask: URLSessionStreamTask) {}
    public func urlSession(
        _ session: URLSession, streamTask: URLSessionStreamTask, didBecome inputStream: InputStream,
        outputStream: OutputStream
    ) {}
}
