public import Foundation

/// What a connection tells whose response goes into a file (Apple, `NSURLConnectionDownloadDelegate`).
///
/// A connection whose delegate is one writes its response to a file, and calls no method of
/// ``NSURLConnectionDataDelegate`` about the response. On Apple's platforms that is so for Newsstand's connections; others
/// call the methods there too, and have no file.
public protocol NSURLConnectionDownloadDelegate: NSURLConnectionDelegate {
    /// More has been written.
    ///
    /// - Parameter expectedTotalBytes: 0 where nobody knows.
    func connection(
        _ connection: NSURLConnection, didWriteData bytesWritten: Int64, totalBytesWritten: Int64,
        expectedTotalBytes: Int64)

    /// The download goes on where it was left. Never called: a connection begins at the start.
    func connectionDidResumeDownloading(
        _ connection: NSURLConnection, totalBytesWritten: Int64, expectedTotalBytes: Int64)

    /// The file is complete: the last message. It is removed when the method returns; whoever wants it moves it.
    func connectionDidFinishDownloading(_ connection: NSURLConnection, destinationURL: URL)
}

extension NSURLConnectionDownloadDelegate {
    public func connection(
        _ connection: NSURLConnection, didWriteData bytesWritten: Int64, totalBytesWritten: Int64,
        expectedTotalBytes: Int64
    ) {}

    public func connectionDidResumeDownloading(
        _ connection: NSURLConnection, totalBytesWritten: Int64, expectedTotalBytes: Int64
    ) {}
}
