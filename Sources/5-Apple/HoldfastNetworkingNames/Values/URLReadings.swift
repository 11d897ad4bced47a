import Foundation
import HoldfastHTTPS
import HoldfastTrust
import HoldfastWeb
import HoldfastX509
import Synchronization

/// Remembers how a session has read the URLs of its requests: to read one takes as long as to send some.
final class URLReadings: Sendable {
    /// URLs that are remembered; more than a program asks for again in a while.
    static let limit = 64

    private let known = Mutex(LRUCache<String, HTTPSURL>(capacity: limit))

    /// The number of URLs that are remembered.
    var count: Int { known.withLock { $0.count } }

    /// Reads a URL of Foundation's, `http` too.
    ///
    /// One with a user or a password, or with a base, is not remembered.
    ///
    /// - Throws: `HTTPSURLError` as the reading itself does.
    func reading(of url: URL) throws(HTTPSURLError) -> HTTPSURL {
        // Of a URL without a base, all that is read is in this text, its host by Foundation included.
        guard url.baseURL == nil else { return try HTTPSURL(dangerouslyAllowingPlainHTTP: url) }
        let text = url.absoluteString
        if let read = known.withLock({ $0.value(for: text) }) { return read }
        let read = try HTTPSURL(dangerouslyAllowingPlainHTTP: url)
        guard !read.hasCredential else { return read }
        known.withLock { _ = $0.set(read, for: text) }
        return read
    }
}

extension HTTPSURL {
    /// Reads a URL of Foundation's, `http` too, as every other URL of this package is read.
    ///
    /// - Throws: `HTTPSURLError`, also where Foundation names another host or port than would be dialled: programs
    ///   decide by what `URL.host` says.
    init(dangerouslyAllowingPlainHTTP url: URL) throws(HTTPSURLError) {
        let read = try HTTPSURL(dangerouslyAllowingPlainHTTP: url.absoluteString)
        guard read.leads(where: url) else { throw HTTPSURLError(otherHost: url.host, than: read) }
        self = read
    }

    /// Whether Foundation names the same host, and the same port.
    func leads(where url: URL) -> Bool {
        guard let host = url.host, (try? ServerName(unicode: host)) == serverName else { return false }
        return url.port ?? (isPlainHTTP ? 80 : 443) == Int(port)
    }
}
