public import Foundation
public import FoundationNetworking

/// The methods of a connection's delegate that are optional on Apple's platforms, for code that calls them so:
/// `delegate.connection?(connection, didReceive: data)`.
///
/// Here a delegate has them all: what its class lacks has the effect of a delegate without the method, and a delegate
/// of another protocol answers as one without it. The call is never nil, but where the method's own result is.
public struct OptionalConnectionMethods {
    let delegate: any NSURLConnectionDelegate

    private var data: (any NSURLConnectionDataDelegate)? { delegate as? any NSURLConnectionDataDelegate }
    private var download: (any NSURLConnectionDownloadDelegate)? { delegate as? any NSURLConnectionDownloadDelegate }

    // MARK: NSURLConnectionDelegate

    public func callAsFunction(_ connection: NSURLConnection, didFailWithError error: any Error) {
        delegate.connection(connection, didFailWithError: error)
    }

    public func callAsFunction(_ connection: NSURLConnection, willSendRequestFor challenge: URLAuthenticationChallenge)
    {
        delegate.connection(connection, willSendRequestFor: challenge)
    }

    public func callAsFunction(
        _ connection: NSURLConnection, canAuthenticateAgainstProtectionSpace protectionSpace: URLProtectionSpace
    ) -> Bool {
        delegate.connection(connection, canAuthenticateAgainstProtectionSpace: protectionSpace)
    }

    public func callAsFunction(_ connection: NSURLConnection, didReceive challenge: URLAuthenticationChallenge) {
        delegate.connection(connection, didReceive: challenge)
    }

    public func callAsFunction(_ connection: NSURLConnection, didCancel challenge: URLAuthenticationChallenge) {
        delegate.connection(connection, didCancel: challenge)
    }

    // MARK: NSURLConnectionDataDelegate

    public func callAsFunction(
        _ connection: NSURLConnection, willSend request: URLRequest, redirectResponse response: URLResponse?
    ) -> URLRequest? {
        guard let data else { return request }
        return data.connection(connection, willSend: request, redirectResponse: response)
    }

    public func callAsFunction(_ connection: NSURLConnection, didReceive response: URLResponse) {
        data?.connection(connection, didReceive: response)
    }

    public func callAsFunction(_ connection: NSURLConnection, didReceive bytes: Data) {
        data?.connection(connection, didReceive: bytes)
    }

    public func callAsFunction(_ connection: NSURLConnection, needNewBodyStream request: URLRequest) -> InputStream? {
        data?.connection(connection, needNewBodyStream: request)
    }

    public func callAsFunction(
        _ connection: NSURLConnection, didSendBodyData bytesWritten: Int, totalBytesWritten: Int,
        totalBytesExpectedToWrite: Int
    ) {
        data?.connection(
            connection, didSendBodyData: bytesWritten, totalBytesWritten: totalBytesWritten,
            totalBytesExpectedToWrite: totalBytesExpectedToWrite)
    }

    public func callAsFunction(
        _ connection: NSURLConnection, willCacheResponse cachedResponse: CachedURLResponse
    ) -> CachedURLResponse? {
        guard let data else { return cachedResponse }
        return data.connection(connection, willCacheResponse: cachedResponse)
    }

    // MARK: NSURLConnectionDownloadDelegate

    public func callAsFunction(
        _ connection: NSURLConnection, didWriteData bytesWritten: Int64, totalBytesWritten: Int64,
        expectedTotalBytes: Int64
    ) {
        download?.connection(
            connection, didWriteData: bytesWritten, totalBytesWritten: totalBytesWritten,
            expectedTotalBytes: expectedTotalBytes)
    }
}

/// A method about a connection alone that is optional on Apple's platforms: `connectionDidFinishLoading?(connection)`.
public struct OptionalConnectionMethod<Result> {
    let call: (NSURLConnection) -> Result

    public func callAsFunction(_ connection: NSURLConnection) -> Result { call(connection) }
}

/// `connectionDidResumeDownloading(_:totalBytesWritten:expectedTotalBytes:)`, which is optional on Apple's platforms.
public struct OptionalConnectionResumption {
    let delegate: any NSURLConnectionDownloadDelegate

    public func callAsFunction(_ connection: NSURLConnection, totalBytesWritten: Int64, expectedTotalBytes: Int64) {
        delegate.connectionDidResumeDownloading(
            connection, totalBytesWritten: totalBytesWritten, expectedTotalBytes: expectedTotalBytes)
    }
}

extension NSURLConnectionDelegate {
    /// The delegate's methods for code that calls them as optional ones.
    public var connection: OptionalConnectionMethods? { OptionalConnectionMethods(delegate: self) }

    /// The method of the name, for code that calls it as an optional one.
    public var connectionShouldUseCredentialStorage: OptionalConnectionMethod<Bool>? {
        OptionalConnectionMethod { self.connectionShouldUseCredentialStorage($0) }
    }
}

extension NSURLConnectionDataDelegate {
    /// The method of the name, for code that calls it as an optional one.
    public var connectionDidFinishLoading: OptionalConnectionMethod<Void>? {
        OptionalConnectionMethod { self.connectionDidFinishLoading($0) }
    }
}

extension NSURLConnectionDownloadDelegate {
    /// The method of the name, for code that calls it as an optional one.
    public var connectionDidResumeDownloading: OptionalConnectionResumption? {
        OptionalConnectionResumption(delegate: self)
    }
}
