import Foundation

/// One delegate of a connection under each of the protocols that it conforms to.
///
/// Delegates need not be `Sendable`: they are called where the program said, one call after the other.
struct ConnectionDelegates: @unchecked Sendable {
    let base: (any NSURLConnectionDelegate)?
    let data: (any NSURLConnectionDataDelegate)?
    let download: (any NSURLConnectionDownloadDelegate)?

    init(_ delegate: Any?) {
        base = delegate as? any NSURLConnectionDelegate
        data = delegate as? any NSURLConnectionDataDelegate
        download = delegate as? any NSURLConnectionDownloadDelegate
    }
}
