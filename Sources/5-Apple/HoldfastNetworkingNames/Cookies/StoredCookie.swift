import Foundation
public import FoundationNetworking
import HoldfastHTTPS
import HoldfastTrust
import HoldfastWeb
import HoldfastX509

/// A cookie that a server has set, as FoundationNetworking's class of it, with what that class cannot hold.
final class StoredCookie: HTTPCookie, @unchecked Sendable {
    let cookie: Cookie

    /// Never nil in practice: `HTTPCookie`'s initializer fails only without name, value, path or domain.
    init?(_ cookie: Cookie) {
        self.cookie = cookie
        var properties: [HTTPCookiePropertyKey: Any] = [
            .name: cookie.name, .value: cookie.value, .path: cookie.path,
            // A dot means that hosts below get it too (Apple, `HTTPCookie.domain`).
            .domain: cookie.isHostOnly ? cookie.domain : "." + cookie.domain,
        ]
        if cookie.isSecure { properties[.secure] = "TRUE" }
        if cookie.isHTTPOnly { properties[HTTPCookiePropertyKey("HttpOnly")] = "TRUE" }
        if let expires = cookie.expires { properties[.expires] = expires.date }
        // Left out, FoundationNetworking takes a cookie without an end for one that lasts.
        properties[.discard] = cookie.expires == nil ? "TRUE" : "FALSE"
        super.init(properties: properties)
    }
}

extension Cookie {
    /// A cookie from FoundationNetworking's class; nil where its domain is none, or its name or value could begin
    /// another field.
    ///
    /// - Parameter now: when it counts as set, if nobody knows better.
    init?(_ cookie: HTTPCookie, at now: Instant) {
        if let stored = cookie as? StoredCookie {
            self = stored.cookie
            return
        }
        let isForHostsBelow = cookie.domain.hasPrefix(".")
        let domain = isForHostsBelow ? String(cookie.domain.dropFirst()) : cookie.domain
        guard let host = try? ServerName(unicode: domain) else { return nil }
        for text in [cookie.name, cookie.value, cookie.path] {
            guard text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else { return nil }
        }
        let isName = if case .dns = host { true } else { false }
        self.init(
            name: cookie.name, value: cookie.value, domain: host.description, isHostOnly: !(isForHostsBelow && isName),
            path: cookie.path.utf8.first == UInt8(ascii: "/") ? cookie.path : "/", isSecure: cookie.isSecure,
            isHTTPOnly: cookie.isHTTPOnly, sameSite: .unspecified, expires: cookie.expiresDate.map { Instant($0) },
            created: now)
    }
}

/// A rule about when a cookie goes along with requests that another site causes (Apple, `HTTPCookieStringPolicy`).
public struct HTTPCookieStringPolicy: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Along with navigation to the site.
    public static let sameSiteLax = HTTPCookieStringPolicy(rawValue: "lax")
    /// Along with requests of the site itself only.
    public static let sameSiteStrict = HTTPCookieStringPolicy(rawValue: "strict")
}

extension HTTPCookie {
    /// The cookie's `SameSite` attribute; nil where it is absent, and for `None` (Apple, `HTTPCookie.sameSitePolicy`).
    ///
    /// Known for cookies that a storage of this module has read from an answer. FoundationNetworking's initializers do
    /// not read the attribute. A session heeds it where a request names the document that causes it
    /// (`mainDocumentURL`).
    public var sameSitePolicy: HTTPCookieStringPolicy? {
        switch (self as? StoredCookie)?.cookie.sameSite {
        case .lax: .sameSiteLax
        case .strict: .sameSiteStrict
        case .unspecified, .none?, nil: nil
        }
    }
}
