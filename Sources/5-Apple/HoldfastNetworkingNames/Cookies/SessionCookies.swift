import Foundation
package import FoundationNetworking
package import HoldfastHTTP
import HoldfastHTTPS
import HoldfastTransport
package import HoldfastWeb
import HoldfastX509

/// A storage as sessions of HoldfastHTTPS use one:
/// `HTTPSSession.Configuration.cookies.handling = .shared(SessionCookies(…))`.
///
/// A program's subclass of the storage is asked by the methods that it may have overridden.
package struct SessionCookies: CookieStore {
    /// The main document's URL of the request that this task makes; set it around the request.
    @TaskLocal package static var mainDocumentURL: URL?

    package let storage: HTTPCookieStorage
    private let policy: @Sendable () -> HTTPCookie.AcceptPolicy

    /// Makes a session's view of a cookie storage.
    ///
    /// - Parameter policy: the session's, beside the storage's own: what one of them refuses is not kept.
    package init(
        _ storage: HTTPCookieStorage, policy: @escaping @Sendable () -> HTTPCookie.AcceptPolicy = { .always }
    ) {
        self.storage = storage
        self.policy = policy
    }

    package var knowsPublicSuffixes: Bool { storage.publicSuffixes != nil }

    package func cookies(for url: HTTPSURL) async -> [Cookie] {
        guard type(of: storage) != HTTPCookieStorage.self, let asked = URL(string: url.description) else {
            return storage.cookies(for: CookieURL(url))
        }
        let now = storage.clock()
        return (storage.cookies(for: asked) ?? []).compactMap { Cookie($0, at: now) }
    }

    package func keep(_ fields: [HTTPField], from url: HTTPSURL) async {
        let (document, source) = (Self.mainDocumentURL, CookieURL(url))
        guard storage.accepts(source, document, policy()) else { return }
        let now = storage.clock()
        let cookies = fields.filter { $0.isNamed("Set-Cookie") }.compactMap { field in
            Cookie(field.value, from: url, at: now, publicSuffixes: storage.publicSuffixes)
                .flatMap { storage.judged($0, setBy: source) }
        }
        if type(of: storage) != HTTPCookieStorage.self, let answered = URL(string: url.description) {
            storage.setCookies(cookies.compactMap { StoredCookie($0) }, for: answered, mainDocumentURL: document)
        } else if storage.accepts(source, document, storage.cookieAcceptPolicy) {
            storage.set(cookies.map { ($0, nil) })
        }
    }
}

/// A URL as cookies see one: host, path, port, and whether what goes there goes without TLS.
///
/// The rules for cookies are written for ``HTTPSURL``; a URL of plain HTTP is read as one here, and nowhere dialled.
struct CookieURL {
    let url: HTTPSURL
    let isPlain: Bool
    let port: Int

    /// Nil for what is no URL of HTTP or WebSocket.
    init?(_ url: URL) {
        guard let scheme = url.scheme?.asciiLowercased(), ["https", "http", "wss", "ws"].contains(scheme) else {
            return nil
        }
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
