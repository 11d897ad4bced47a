import Foundation
import HoldfastHTTPS
import HoldfastTrust

extension HTTPSURL {
    /// Reads a URL of Foundation's, `http` too, as every other URL of this package is read.
    ///
    /// - Throws: `HTTPSURLError`, also where Foundation names another host or port than would be dialled: programs decide by
    ///   what `URL.host` says.
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
