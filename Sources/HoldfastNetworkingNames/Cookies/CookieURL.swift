import Foundation
import HoldfastHTTPS

/// A URL as cookies see one: host, path, port, and whether what goes there goes without TLS.
///
/// The rules for cookies are written for ``HTTPSURL``; a URL of plain HTTP is read as one here, and nowhere dialled.
struct CookieURL {
    let url: HTTPSURL
    let isPlain: Bool
    let port: Int

    /// Nil for what is no URL of HTTP or WebSocket.
    init?(_ url: URL) {
        guard let scheme = url.scheme?.lowercased(), ["https", "http", "wss", "ws"].contains(scheme) else { return nil }
        let isPlain = scheme == "http" || scheme == "ws"
        let text = "https" + url.absoluteString.dropFirst(scheme.utf8.count)
        guard let read = try? HTTPSURL(text), read.leads(where: url) else { return nil }
        self.url = read
        self.isPlain = isPlain
        port = url.port ?? (isPlain ? 80 : 443)
    }

    /// The URL of a request that a session makes.
    init(_ url: HTTPSURL) {
        self.url = url
        isPlain = url.isPlainHTTP
        port = Int(url.port)
    }
}
